#pragma once

#include "core/data/ledger.h"
#include "widgets/models/flat_model.h"

namespace vitrine {

/// What an import did, one row for each kind of thing: action, records, column, what and why, lines. A row whose lines
/// do not fit into their cell can be unfolded: the lines then stand in rows below it.
class LedgerModel : public FlatModel {
    Q_OBJECT
public:
    enum Column { kAction, kRecords, kColumn, kReason, kLines, kColumns };
    using FlatModel::FlatModel;

    /// A row that says so stands for nothing dropped.
    void setLedger(const Ledger& ledger);
    /// What a person should look at: no plain reading, no conversion of every record, and no dropping, which counts for
    /// itself.
    std::int64_t noteCount() const;
    bool canUnfold(int row) const;
    /// Unfolds a row or folds it up again.
    void toggle(int row);
    /// All rows with every line number that is known, as CSV.
    std::string csv() const;

protected:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    int columns() const override { return kColumns; }
    QVariant cell(int row, int column, int role) const override;
    QVariant header(int column, int role) const override;
    bool isNumber(int column) const override { return column == kRecords; }

private:
    /// A row of the table: an entry, or a part of its lines.
    struct Row {
        std::size_t entry = 0;
        int part = -1; ///< -1: the entry itself
    };
    bool isUnfolded(int row) const;
    QVariant partCell(const Row& row, int column, int role) const;
    QString partText(const Row& row) const;

    std::vector<LedgerEntry> m_entries;
    std::vector<Row> m_rows;
    std::int64_t m_read = 0;
};

/// "2, 7, 11 and 209 more"; "all" for what concerns every record.
QString ledgerLines(const LedgerEntry& entry, std::int64_t recordsRead);

} // namespace vitrine
