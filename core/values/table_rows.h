#pragma once

#include "core/values/table.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace vitrine {

/// A table that is filled cell by cell, row after row. Columns stand in the order in which they are first named; each
/// must get a cell in every row. NaN becomes a missing cell.
class TableRows {
public:
    void real(const std::string& name, double value) { m_reals[at(name)].push_back(value); }
    void text(const std::string& name, std::string value) { m_texts[at(name)].push_back(std::move(value)); }
    void integer(const std::string& name, std::int64_t value) { m_integers[at(name)].push_back(value); }
    Table table() const;

private:
    std::size_t at(const std::string& name);

    std::vector<std::string> m_names;
    std::map<std::size_t, std::vector<double>> m_reals;
    std::map<std::size_t, std::vector<std::string>> m_texts;
    std::map<std::size_t, std::vector<std::int64_t>> m_integers;
};

} // namespace vitrine
