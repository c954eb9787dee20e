#pragma once

#include "core/base/result.h"
#include "core/values/graph_set.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Columns that a filter may name: those of a table, with other names for some, and a few that are counted.
class FilterColumns {
public:
    explicit FilterColumns(std::shared_ptr<const Table> table);
    /// Graph columns; "y" and "target" mean the target, "atoms", "bonds", "nodes" and "edges" the sizes.
    explicit FilterColumns(const std::shared_ptr<const GraphSet>& graphs);

    /// Column by name or other name, whatever the case; else null.
    const Column* find(std::string_view name) const;
    std::size_t rowCount() const { return m_rows; }
    const Table& table() const { return *m_table; }

private:
    void addSizes(const GraphTopology& topology);

    std::shared_ptr<const Table> m_table;
    Table m_counted;
    std::map<std::string, std::string> m_otherNames; // lower case -> column
    std::size_t m_rows = 0;
};

/// What the filter field above a table or gallery says: comparisons like `y < -6` or `rings >= 2`, joined by "and";
/// anything else is looked for in all text columns. Missing cells fit no comparison.
class RowFilter {
public:
    /// An empty text fits every row. @errors invalid_argument: unknown column, no number, in one sentence
    static Result<RowFilter> parse(std::string_view text, std::shared_ptr<const FilterColumns> columns);

    bool matches(std::size_t row) const;
    bool isEmpty() const { return m_clauses.empty(); }

private:
    enum class Operation { less, lessEqual, equal, notEqual, greaterEqual, greater, contains };
    struct Clause {
        Operation operation = Operation::contains;
        const Column* column = nullptr; ///< null: all text columns
        double number = 0.0;
        std::string text; ///< lower case for `contains`
    };
    static Result<Clause> parseClause(std::string_view text, const FilterColumns& columns);
    static Result<Clause> compare(const Column& column, std::string_view sign, std::string_view right);
    bool matches(const Clause& clause, std::size_t row) const;
    bool textContains(const Clause& clause, std::size_t row) const;

    std::shared_ptr<const FilterColumns> m_columns;
    std::vector<Clause> m_clauses;
};

} // namespace vitrine
