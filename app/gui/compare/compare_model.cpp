#include "app/gui/compare/compare_model.h"

#include "widgets/style/fonts.h"
#include "widgets/style/series_style.h"

#include <QApplication>
#include <QPainter>
#include <QPixmap>

namespace vitrine {

namespace {

/// A piece of the line that the run has in the curves: colour and dash.
QPixmap swatch(int slot) {
    constexpr int kWidth = 20;
    constexpr int kHeight = 8;
    const qreal ratio = qApp->devicePixelRatio();
    QPixmap pixmap((QSizeF(kWidth, kHeight) * ratio).toSize());
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    const Tokens& tokens = tokensOf(qApp->palette());
    QPen pen(seriesColor(slot, tokens), 2.0, Qt::SolidLine, Qt::FlatCap);
    if (const QList<qreal> dash = seriesStyle(slot, themeOf(qApp->palette())).dash; !dash.isEmpty()) {
        QList<qreal> pattern;
        for (const qreal length : dash)
            pattern.append(length / pen.widthF());
        pen.setDashPattern(pattern);
    }
    QPainter painter(&pixmap);
    painter.setPen(pen);
    painter.drawLine(QPointF(0, kHeight / 2.0), QPointF(kWidth, kHeight / 2.0));
    return pixmap;
}

} // namespace

void CompareModel::setRows(std::vector<CompareHead> heads, std::vector<CompareRow> newRows) {
    beginResetModel();
    m_heads = std::move(heads);
    m_rows = std::move(newRows);
    endResetModel();
}

QString CompareModel::keyOf(int column) const {
    return column < 1 || column >= columns() ? QString() : m_heads[static_cast<std::size_t>(column) - 1].key;
}

int CompareModel::columnOf(const QString& key) const {
    for (std::size_t i = 0; i < m_heads.size(); ++i)
        if (m_heads[i].key == key)
            return static_cast<int>(i) + 1;
    return -1;
}

QVariant CompareModel::cell(int row, int column, int role) const {
    const CompareRow& line = m_rows[static_cast<std::size_t>(row)];
    const auto at = static_cast<std::size_t>(column) - 1;
    const bool isLabel = column == 0;
    const bool hasCell = !isLabel && at < line.cells.size();
    if (role == Qt::DisplayRole || role == ExportRole)
        return isLabel ? line.label : hasCell && !line.cells[at].text.isEmpty() ? line.cells[at].text : tr("–");
    if (role == Qt::ToolTipRole) {
        const QString hint = hasCell ? line.cells[at].hint : QString();
        return hint.isEmpty() ? (line.hint.isEmpty() ? line.label : line.hint) : hint;
    }
    if (role == Qt::FontRole && line.isStrong)
        return fonts::bold(fonts::body());
    if (role == Qt::ForegroundRole && !line.isStrong && line.isNumber)
        return qApp->palette().placeholderText();
    if (role == MissingRole)
        return hasCell && line.cells[at].text.isEmpty();
    if (role == KeyRole)
        return keyOf(column);
    return {};
}

QVariant CompareModel::header(int column, int role) const {
    if (column == 0)
        return {};
    const CompareHead& head = m_heads[static_cast<std::size_t>(column) - 1];
    if (role == Qt::DisplayRole)
        return head.text;
    if (role == Qt::ToolTipRole)
        return head.hint;
    if (role == Qt::DecorationRole)
        return swatch(head.slot);
    return {};
}

} // namespace vitrine
