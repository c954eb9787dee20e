#include "widgets/models/table_model.h"

#include "core/values/column_unit.h"
#include "core/values/text.h"
#include "core/values/value_export.h"
#include "widgets/data/display_number.h"
#include "widgets/data/row_filter.h"
#include "widgets/latest_task.h"
#include "widgets/models/row_order.h"

#include <algorithm>
#include <numeric>

namespace vitrine {
namespace {

/// Up to this many rows sorting and filtering take a few milliseconds and are done at once.
constexpr std::size_t kRowsAtOnce = 20000;

bool countsRows(const Column* column) {
    if (!column || column->type() != ColumnType::integer || column->missingCount() > 0)
        return false;
    const auto numbers = column->integers();
    for (std::size_t row = 0; row < numbers.size(); ++row)
        if (numbers[row] != static_cast<std::int64_t>(row))
            return false;
    return true;
}

std::string selectedCsv(const Table& table, const std::vector<std::uint32_t>& rows) {
    Table part;
    for (const Column& column : table.columns) {
        Column::Data data = std::visit(
            [&rows](const auto& cells) -> Column::Data {
                std::decay_t<decltype(cells)> picked;
                picked.reserve(rows.size());
                for (std::uint32_t row : rows)
                    picked.push_back(cells[row]);
                return picked;
            },
            column.data());
        Column& copy = part.columns.emplace_back(column.name, std::move(data));
        copy.unit = column.unit;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (!column.isValid(rows[i]))
                copy.setMissing(i);
    }
    return tableCsv(part);
}

/// Digits only, as keys of numbered rows are: a million of them are read within a frame. -1: something else
std::int64_t plainNumber(const QString& key) {
    constexpr qsizetype kMostDigits = 18;
    if (key.isEmpty() || key.size() > kMostDigits)
        return -1;
    std::int64_t number = 0;
    for (const QChar c : key) {
        const int digit = c.unicode() - u'0';
        if (digit < 0 || digit > 9)
            return -1;
        number = 10 * number + digit;
    }
    return number;
}

} // namespace

TableModel::TableModel(QObject* parent)
    : FlatModel(parent), m_table(std::make_shared<const Table>()), m_task(new LatestTask(this)) {}

TableModel::~TableModel() = default;

void TableModel::setTable(std::shared_ptr<const Table> table, const std::string& keyColumn,
                          std::shared_ptr<const FilterColumns> names) {
    const bool sameColumns = table && std::equal(table->columns.begin(), table->columns.end(), m_table->columns.begin(),
                                                 m_table->columns.end(), [](const Column& a, const Column& b) {
                                                     return a.name == b.name && a.type() == b.type();
                                                 });
    m_task->cancel();
    beginResetModel();
    m_table = table ? std::move(table) : std::make_shared<const Table>();
    m_names = names && names->rowCount() == m_table->rowCount() ? std::move(names) : nullptr;
    m_keyColumn = keyColumn.empty() ? nullptr : m_table->find(keyColumn);
    m_keyIsNumber = countsRows(m_keyColumn);
    m_keysIndexed = false;
    m_decimals.clear();
    for (const Column& column : m_table->columns)
        m_decimals.push_back(decimalsFor(column));
    if (!sameColumns) {
        m_sortColumn = -1;
        m_filter.clear();
    }
    const bool atOnce = m_table->rowCount() <= kRowsAtOnce;
    m_rows = atOnce ? arrangeRows(m_table, m_names, m_filter, m_sortColumn, m_sortOrder == Qt::DescendingOrder, {})
                    : arrangeRows(m_table, m_names, {}, -1, false, {});
    endResetModel();
    if (!atOnce && (m_sortColumn >= 0 || !m_filter.empty()))
        arrange();
}

void TableModel::sort(int column, Qt::SortOrder order) {
    if (column >= columns() || (column == m_sortColumn && order == m_sortOrder))
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
}

Result<void> TableModel::setFilter(const QString& text) {
    const std::string wanted = toStd(text.trimmed());
    if (wanted == m_filter)
        return {};
    if (!wanted.empty()) {
        auto names = m_names ? m_names : std::make_shared<const FilterColumns>(m_table);
        if (const auto parsed = RowFilter::parse(wanted, std::move(names)); !parsed)
            return parsed.error();
    }
    m_filter = wanted;
    arrange();
    return {};
}

void TableModel::arrange() {
    const bool descending = m_sortOrder == Qt::DescendingOrder;
    if (m_table->rowCount() <= kRowsAtOnce) {
        take(arrangeRows(m_table, m_names, m_filter, m_sortColumn, descending, {}));
        return;
    }
    m_task->start([table = m_table, names = m_names, filter = m_filter, column = m_sortColumn, descending](
                      std::stop_token stop) { return arrangeRows(table, names, filter, column, descending, stop); },
                  [this](std::vector<std::uint32_t> rows) { take(std::move(rows)); });
}

void TableModel::take(std::vector<std::uint32_t> rows) {
    Q_EMIT aboutToArrange();
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    // Selected and current rows stay with their data.
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    QHash<std::uint32_t, int> newRow;
    if (!before.isEmpty()) {
        for (const QModelIndex& index : before)
            newRow.insert(m_rows[static_cast<std::size_t>(index.row())], -1);
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (const auto found = newRow.find(rows[i]); found != newRow.end())
                *found = static_cast<int>(i);
    }
    for (const QModelIndex& index : before) {
        const int row = newRow.value(m_rows[static_cast<std::size_t>(index.row())], -1);
        after.append(row >= 0 ? createIndex(row, index.column()) : QModelIndex());
    }
    m_rows = std::move(rows);
    m_keysIndexed = false;
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
    Q_EMIT arranged();
}

bool TableModel::isArranging() const {
    return m_task->isRunning();
}

void TableModel::indexKeys() const {
    m_keysIndexed = true;
    m_rowOfKey.clear();
    m_rowOfNumber.assign(m_keyIsNumber ? m_table->rowCount() : 0, -1);
    for (int row = 0; row < rows(); ++row)
        if (m_keyIsNumber)
            m_rowOfNumber[sourceRow(row)] = row;
        else
            m_rowOfKey.insert(keyOfRow(row), row);
}

int TableModel::rowOfKey(const QString& key) const {
    if (!m_keyColumn)
        return -1;
    if (!m_keysIndexed)
        indexKeys();
    if (!m_keyIsNumber)
        return m_rowOfKey.value(key, -1);
    bool isNumber = false;
    const qlonglong number = key.toLongLong(&isNumber);
    return isNumber && number >= 0 && static_cast<std::size_t>(number) < m_rowOfNumber.size()
               ? m_rowOfNumber[static_cast<std::size_t>(number)]
               : -1;
}

std::vector<int> TableModel::rowsOfKeys(const QStringList& keys) const {
    std::vector<int> found;
    if (!m_keyColumn)
        return found;
    if (!m_keysIndexed)
        indexKeys();
    found.reserve(static_cast<std::size_t>(keys.size()));
    for (const QString& key : keys) {
        const std::int64_t number = m_keyIsNumber ? plainNumber(key) : -1;
        const int row = number < 0 ? rowOfKey(key)
                        : static_cast<std::size_t>(number) >= m_rowOfNumber.size()
                            ? -1
                            : m_rowOfNumber[static_cast<std::size_t>(number)];
        if (row >= 0)
            found.push_back(row);
    }
    return found;
}

QString TableModel::keyOfRow(int row) const {
    if (!m_keyColumn)
        return {};
    return m_keyIsNumber ? QString::number(sourceRow(row)) : toQString(m_keyColumn->cellText(sourceRow(row)));
}

std::function<QStringList(const std::stop_token&)> TableModel::keyReader(const std::vector<int>& rows) const {
    std::vector<std::uint32_t> sources;
    sources.reserve(rows.size());
    for (const int row : rows)
        sources.push_back(m_rows[static_cast<std::size_t>(row)]);
    return [table = m_table, column = m_keyColumn, isNumber = m_keyIsNumber,
            sources = std::move(sources)](const std::stop_token& stop) {
        QStringList keys;
        keys.reserve(static_cast<qsizetype>(sources.size()));
        for (const std::uint32_t row : sources) {
            if (stop.stop_requested())
                break;
            keys += isNumber ? QString::number(row) : toQString(column->cellText(row));
        }
        if (!isNumber) { // rows have different numbers
            keys.removeAll(QString());
            keys.removeDuplicates();
        }
        return keys;
    };
}

std::function<std::string()> TableModel::csvMaker() const {
    return [table = m_table, rows = m_rows] { return selectedCsv(*table, rows); };
}

bool TableModel::isNumber(int column) const {
    const ColumnType type = m_table->columns[static_cast<std::size_t>(column)].type();
    return type == ColumnType::integer || type == ColumnType::real;
}

QVariant TableModel::rawCell(const Column& column, std::size_t row) const {
    if (!column.isValid(row))
        return {};
    switch (column.type()) {
    case ColumnType::boolean: return column.booleans()[row] != 0;
    case ColumnType::integer: return static_cast<qlonglong>(column.integers()[row]);
    case ColumnType::real: return column.reals()[row];
    case ColumnType::text: break;
    }
    return toQString(column.texts()[row]);
}

QVariant TableModel::cell(int row, int column, int role) const {
    const Column& source = m_table->columns[static_cast<std::size_t>(column)];
    const std::size_t at = sourceRow(row);
    switch (role) {
    case Qt::DisplayRole:
        return source.isValid(at) ? displayCell(source, at, m_decimals[static_cast<std::size_t>(column)])
                                  : QStringLiteral("–");
    case Qt::ToolTipRole:
        if (!source.isValid(at))
            return tr("Missing: there is no value here.");
        return toQString(source.cellText(at));
    case Qt::AccessibleTextRole: return source.isValid(at) ? toQString(source.cellText(at)) : tr("missing");
    case SortRole:
    case RawRole: return rawCell(source, at);
    case ExportRole: return toQString(source.cellText(at));
    case MissingRole: return !source.isValid(at);
    case KeyRole: return keyOfRow(row);
    default: return {};
    }
}

void TableModel::setTitles(ColumnTitles titles) {
    m_titles = std::move(titles);
    if (columns() > 0)
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columns() - 1);
}

std::string TableModel::title(const std::string& name) const {
    return m_titles ? columnTitle(*m_titles, name) : name;
}

QVariant TableModel::header(int column, int role) const {
    const Column& source = m_table->columns[static_cast<std::size_t>(column)];
    const QString name = toQString(source.name);
    switch (role) {
    case Qt::DisplayRole: return toQString(titleWithUnit(title(source.name), source.unit));
    case Qt::ToolTipRole: {
        const std::size_t missing = source.missingCount();
        // The name is what a filter asks for.
        QString text = source.description.empty() ? name : toQString(source.description);
        if (!source.description.empty() && title(source.name) != source.name)
            text += QLatin1Char('\n') + tr("In filters: %1").arg(name);
        text +=
            QLatin1Char('\n') + tr("%1, %2").arg(toQString(columnTypeName(source.type())),
                                                 missing == 0 ? tr("no value missing") : tr("%1 missing").arg(missing));
        return text;
    }
    default: return {};
    }
}

} // namespace vitrine
