#pragma once

#include "core/base/result.h"
#include "core/values/readable_name.h"
#include "core/values/table.h"
#include "widgets/models/flat_model.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

class FilterColumns;
class LatestTask;

/// An immutable table with rows in any order and any part of them: sorting and filtering only move row numbers. Work
/// on large tables is done in the background; `arranged` tells when the new order stands.
class TableModel : public FlatModel {
    Q_OBJECT
public:
    explicit TableModel(QObject* parent = nullptr);
    ~TableModel() override;

    /// `keyColumn` names the column that KeyRole gives; empty: none. Sorting and filter are kept where columns allow.
    /// `names` are the columns that a filter may name, with as many rows as the table; null: those of the table.
    void setTable(std::shared_ptr<const Table> table, const std::string& keyColumn = {},
                  std::shared_ptr<const FilterColumns> names = {});
    const std::shared_ptr<const Table>& table() const { return m_table; }
    /// The columns were named by a program: headers show these titles, else the names made readable. CSV and filters
    /// keep the names.
    void setTitles(ColumnTitles titles);

    /// Column -1: file order. Missing cells come last both ways, NaN before them.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    int sortColumn() const { return m_sortColumn; }
    /// Comparisons like `y < -6`, joined by "and", or text to be found. @errors invalid_argument: the filter before
    /// stays
    Result<void> setFilter(const QString& text);

    std::size_t sourceRow(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    std::size_t sourceRowCount() const { return m_table->rowCount(); }
    /// Row that shows this key now; -1: none.
    int rowOfKey(const QString& key) const;
    /// Rows that show these keys now, in their order; keys that no row shows are left out.
    std::vector<int> rowsOfKeys(const QStringList& keys) const;
    /// Key of a shown row; empty without a key column.
    QString keyOfRow(int row) const;
    bool hasKeys() const { return m_keyColumn != nullptr; }
    /// Gives the different keys of these shown rows, without empty ones, on any thread and whatever happens to the
    /// model meanwhile; fewer when stopped.
    std::function<QStringList(const std::stop_token&)> keyReader(const std::vector<int>& rows) const;
    bool isArranging() const;
    /// Gives the shown rows in shown order as CSV, on any thread and whatever happens to the model meanwhile.
    std::function<std::string()> csvMaker() const;

Q_SIGNALS:
    /// Rows are going to move. Views keep up with each selected row by itself: who can choose again what was chosen
    /// does better to choose nothing now.
    void aboutToArrange();
    void arranged();

protected:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    int columns() const override { return static_cast<int>(m_table->columns.size()); }
    QVariant cell(int row, int column, int role) const override;
    QVariant header(int column, int role) const override;
    bool isNumber(int column) const override;

private:
    void arrange();
    void indexKeys() const;
    void take(std::vector<std::uint32_t> rows);
    QVariant rawCell(const Column& column, std::size_t row) const;
    std::string title(const std::string& name) const;

    std::shared_ptr<const Table> m_table;
    std::shared_ptr<const FilterColumns> m_names; ///< null: those of the table
    std::optional<ColumnTitles> m_titles;         ///< none: names are shown as they are
    const Column* m_keyColumn = nullptr;
    std::vector<std::uint32_t> m_rows; ///< shown row -> row of the table
    std::vector<int> m_decimals;       ///< by column: the same within one
    std::string m_filter;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    LatestTask* m_task;
    bool m_keyIsNumber = false;             ///< the key of a row is its number in the table
    mutable std::vector<int> m_rowOfNumber; ///< then: row that shows it, -1: none; filled at the first question
    mutable QHash<QString, int> m_rowOfKey; ///< else the same by key
    mutable bool m_keysIndexed = false;
};

} // namespace vitrine
