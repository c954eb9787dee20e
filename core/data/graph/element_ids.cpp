#include "core/data/graph/element_ids.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace vitrine {
namespace {

constexpr std::array<std::string_view, 5> kPrefixes{"", "n", "e", "v", "node"};

/// Number behind a usual prefix, as a program would count.
std::optional<std::size_t> countOf(std::string_view id, std::string_view prefix) {
    if (!id.starts_with(prefix))
        return std::nullopt;
    id.remove_prefix(prefix.size());
    std::size_t value = 0;
    const char* end = id.data() + id.size();
    const auto [at, error] = std::from_chars(id.data(), end, value);
    const bool padded = id.size() > 1 && id[0] == '0';
    return error == std::errc{} && at == end && !padded ? std::optional(value) : std::nullopt;
}

} // namespace

/// Whether the name still fits one of the two ways of counting.
bool ElementIds::counts(std::string_view id, std::size_t inGraph, std::size_t inFile) {
    if (m_size == 0) {
        const std::size_t digits = std::min(id.find_first_of("0123456789"), id.size());
        m_prefix = id.substr(0, digits);
        if (std::find(kPrefixes.begin(), kPrefixes.end(), m_prefix) == kPrefixes.end())
            return false;
    }
    const auto number = countOf(id, m_prefix);
    if (!number)
        return false;
    if (m_size == 0) {
        m_perGraph.first = m_perFile.first = *number;
        return *number <= 1;
    }
    m_perGraph.holds = m_perGraph.holds && *number == inGraph + m_perGraph.first;
    m_perFile.holds = m_perFile.holds && *number == inFile + m_perFile.first;
    return m_perGraph.holds || m_perFile.holds;
}

/// The names so far as texts, before one that does not count is put behind them.
void ElementIds::keepAll() {
    m_kept = true;
    if (m_nameless) {
        m_cells.padTo(m_size);
        return;
    }
    std::size_t next = 0;
    std::size_t start = 0;
    for (std::size_t row = 0; row < m_size; ++row) {
        if (next < m_graphStarts.size() && m_graphStarts[next] == row)
            start = m_graphStarts[next++];
        const std::size_t number = m_perGraph.holds ? row - start + m_perGraph.first : row + m_perFile.first;
        m_cells.addText(m_prefix + std::to_string(number));
    }
}

void ElementIds::add(std::string_view id, std::size_t inGraph, std::size_t inFile) {
    if (m_size == 0)
        m_nameless = id.empty();
    if (!m_kept) {
        const Count perGraph = m_perGraph;
        const Count perFile = m_perFile;
        if (!(m_nameless ? id.empty() : counts(id, inGraph, inFile))) {
            m_perGraph = perGraph;
            m_perFile = perFile;
            keepAll();
        }
    }
    if (m_kept) {
        if (id.empty())
            m_cells.addMissing();
        else
            m_cells.addText(std::string(id));
    } else if (inGraph == 0) {
        m_graphStarts.push_back(m_size);
    }
    ++m_size;
}

Column ElementIds::take(std::string name, std::size_t size) {
    m_cells.padTo(size);
    m_cells.widenTo(ColumnType::text);
    return m_cells.take(std::move(name));
}

} // namespace vitrine
