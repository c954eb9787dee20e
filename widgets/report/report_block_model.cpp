#include "widgets/report/report_block_model.h"

#include "core/values/text.h"
#include "widgets/report/markdown_blocks.h"
#include "widgets/report/report_drag.h"

#include <QMimeData>

#include <algorithm>

namespace vitrine {
namespace {

const QString kRowType = QStringLiteral("application/x-vitrine-report-row");

QString iconOf(BlockKind kind) {
    static const char* const kIcons[] = {"text",    "text",   "image", "table", "table",
                                         "sliders", "ledger", "info",  "book",  "quote"};
    return QLatin1String(kIcons[static_cast<int>(kind)]);
}

} // namespace

QString firstWords(const std::string& markdown) {
    constexpr qsizetype kMost = 60;
    // The beginning is enough; texts may be long.
    for (const MarkdownBlock& block : parseMarkdown(toQString(markdown).left(400)))
        if (const QString text = block.plainText().simplified(); !text.isEmpty())
            return text.left(kMost);
    return {};
}

ReportBlockModel::Row ReportBlockModel::rowOf(const ReportBlock& block) {
    Row row{toQString(blockKindTitle(block.kind)), toQString(block.title), iconOf(block.kind), {}};
    const bool isText = block.kind == BlockKind::heading || block.kind == BlockKind::text;
    if (isText && row.detail.isEmpty())
        row.detail = block.kind == BlockKind::heading ? toQString(block.text) : firstWords(block.text);
    if (row.detail.isEmpty() && !block.outputId.empty())
        row.detail = toQString(block.outputId);
    if (row.detail.isEmpty() && block.run > 0 && !isText)
        row.detail = tr("Run %1").arg(block.run);
    return row;
}

/// Names and words that are known once the report is composed.
void ReportBlockModel::addComposed(Row& row, BlockKind kind, const ComposedPart& part) {
    if (!part.number.empty()) {
        row.name = toQString(part.number);
        row.detail = toQString(part.title);
        return;
    }
    if (part.kind != PartKind::text && part.kind != PartKind::heading)
        return;
    const int lines = static_cast<int>(std::count(part.text.begin(), part.text.end(), '\n')) + 1;
    if (kind == BlockKind::text && !part.text.empty())
        row.detail = firstWords(part.text);
    else if (kind == BlockKind::heading)
        row.detail = toQString(part.text);
    else if (kind == BlockKind::citation && part.kind == PartKind::text)
        row.detail = lines == 1 ? tr("1 source") : tr("%1 sources").arg(lines);
    else if (kind == BlockKind::definitions && part.kind == PartKind::text)
        row.detail = lines == 1 ? tr("1 definition") : tr("%1 definitions").arg(lines);
}

void ReportBlockModel::setDocument(const ReportDocument& document, const ComposedReport* composed) {
    QList<Row> rows;
    for (const ReportBlock& block : document.blocks)
        rows.append(rowOf(block));
    const auto known = [&](int source) { return source >= 0 && source < rows.size(); };
    if (composed) {
        for (const ComposedPart& part : composed->parts)
            if (known(part.source))
                addComposed(rows[part.source], document.blocks[static_cast<std::size_t>(part.source)].kind, part);
        for (const ReportCheck& check : composed->checks)
            if (known(check.source) && check.level == ReportCheck::Level::warning)
                rows[check.source].warning = toQString(check.text);
    }
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    for (int i = 0; i < rows.size(); ++i)
        if (rows[i] != m_rows[i]) {
            m_rows[i] = rows[i];
            Q_EMIT dataChanged(index(i), index(i));
        }
}

int ReportBlockModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant ReportBlockModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole: return row.name;
    case DetailRole: return row.detail;
    case IconRole: return row.icon;
    case WarningRole: return row.warning;
    case Qt::ToolTipRole: return row.warning.isEmpty() ? row.detail : row.warning;
    case Qt::AccessibleTextRole: return row.detail.isEmpty() ? row.name : row.name + QStringLiteral(", ") + row.detail;
    default: return {};
    }
}

Qt::ItemFlags ReportBlockModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractListModel::flags(index);
    // Between rows, never onto one.
    return index.isValid() ? flags | Qt::ItemIsDragEnabled : flags | Qt::ItemIsDropEnabled;
}

QStringList ReportBlockModel::mimeTypes() const {
    return {kRowType};
}

QMimeData* ReportBlockModel::mimeData(const QModelIndexList& indexes) const {
    if (indexes.isEmpty())
        return nullptr;
    auto* data = new QMimeData;
    data->setData(kRowType, QByteArray::number(indexes.first().row()));
    return data;
}

bool ReportBlockModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex&) const {
    return holdsBlock(data) || (data && data->hasFormat(kRowType));
}

bool ReportBlockModel::dropMimeData(const QMimeData* data, Qt::DropAction, int row, int, const QModelIndex& parent) {
    const int before = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
    if (const auto block = blockFromMimeData(data)) {
        Q_EMIT blockDropped(*block, before);
    } else if (data && data->hasFormat(kRowType)) {
        const int from = data->data(kRowType).toInt();
        if (from >= 0 && from < rowCount() && before != from && before != from + 1)
            Q_EMIT moveWanted(from, before);
    }
    return false; // the view must not take the row out: the document changes, then the model
}

} // namespace vitrine
