#include "core/values/table_rows.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

Column realColumn(const std::string& name, const std::vector<double>& values) {
    Column column(name, Column::Reals(values));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isnan(values[i]))
            column.setMissing(i);
    return column;
}

} // namespace

std::size_t TableRows::at(const std::string& name) {
    const auto found = std::ranges::find(m_names, name);
    if (found != m_names.end())
        return static_cast<std::size_t>(found - m_names.begin());
    m_names.push_back(name);
    return m_names.size() - 1;
}

Table TableRows::table() const {
    Table table;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (const auto texts = m_texts.find(i); texts != m_texts.end())
            table.columns.emplace_back(m_names[i], Column::Texts(texts->second));
        else if (const auto integers = m_integers.find(i); integers != m_integers.end())
            table.columns.emplace_back(m_names[i], Column::Integers(integers->second));
        else
            table.columns.push_back(realColumn(m_names[i], m_reals.at(i)));
    }
    return table;
}

} // namespace vitrine
