#pragma once

#include "core/data/ledger.h"
#include "widgets/models/flat_model.h"

namespace vitrine {

/// What an import did, one row for each kind of thing: action, records, column, what and why, lines.
class LedgerModel : public FlatModel {
    Q_OBJECT
public:
    enum Column { kAction, kRecords, kColumn, kReason, kLines, kColumns };
    using FlatModel::FlatModel;

    /// A row that says so stands for nothing dropped.
    void setLedger(const Ledger& ledger);
    /// Changes that are no plain reading and no dropping.
    std::int64_t noteCount() const;
    /// All rows with every line number that is known, as CSV.
    std::string csv() const;

protected:
    int rows() const override { return static_cast<int>(m_entries.size()); }
    int columns() const override { return kColumns; }
    QVariant cell(int row, int column, int role) const override;
    QVariant header(int column, int role) const override;
    bool isNumber(int column) const override { return column == kRecords; }

private:
    std::vector<LedgerEntry> m_entries;
    std::int64_t m_read = 0;
};

/// "2, 7, 11 and 209 more"; "all" for what concerns every record.
QString ledgerLines(const LedgerEntry& entry, std::int64_t recordsRead);

} // namespace vitrine
