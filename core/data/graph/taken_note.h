#pragma once

#include "core/data/graph/attribute_column.h"
#include "core/data/ledger.h"

#include <map>

namespace vitrine {

/// Values of columns without a declared type that are remarkable if their column becomes one of numbers.
class NumberRemarks {
public:
    void add(std::size_t column, AttributeColumn::Taken how, std::int64_t line);
    /// Tells them, now that the type of the column is known.
    void note(std::size_t column, const Column& taken, Ledger& ledger) const;

private:
    struct Remark {
        std::int64_t count = 0;
        std::vector<std::int64_t> lines;
    };
    std::map<std::pair<std::size_t, AttributeColumn::Taken>, Remark> m_remarks;
};

/// What became of a value, as a ledger line; remarkable numbers are only kept in mind.
void noteTaken(AttributeColumn::Taken how, const AttributeColumn& column, const std::string& name, std::size_t index,
               std::int64_t line, Ledger& ledger, NumberRemarks& remarks);

} // namespace vitrine
