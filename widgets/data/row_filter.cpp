#include "widgets/data/row_filter.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace vitrine {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& character : result)
        character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    return result;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
        text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
        text.remove_suffix(1);
    return text;
}

std::string_view unquoted(std::string_view text) {
    text = trimmed(text);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        return text.substr(1, text.size() - 2);
    return text;
}

/// First comparison sign outside quotes, longest first; empty when there is none.
std::string_view findSign(std::string_view text, std::size_t& at) {
    static constexpr std::array<std::string_view, 8> kSigns{"<=", ">=", "==", "!=", "<", ">", "=", "~"};
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        quoted = quoted != (text[i] == '"');
        if (quoted)
            continue;
        for (const std::string_view sign : kSigns) {
            if (text.substr(i, sign.size()) == sign) {
                at = i;
                return text.substr(i, sign.size());
            }
        }
    }
    return {};
}

/// A number as it may be typed: true minus, decimal comma.
std::optional<double> typedNumber(std::string_view text) {
    std::string plain(trimmed(text));
    static constexpr std::string_view kMinus = "\u2212";
    if (plain.starts_with(kMinus))
        plain.replace(0, kMinus.size(), "-");
    if (plain.find('.') == std::string::npos)
        std::replace(plain.begin(), plain.end(), ',', '.');
    return parseNumber(plain);
}

std::vector<std::string_view> clausesOf(std::string_view text) {
    std::vector<std::string_view> clauses;
    const std::string small = lower(text);
    std::size_t start = 0;
    for (std::size_t at = 0; (at = small.find(" and ", start)) != std::string::npos; start = at + 5)
        clauses.push_back(text.substr(start, at - start));
    clauses.push_back(text.substr(start));
    return clauses;
}

} // namespace

FilterColumns::FilterColumns(std::shared_ptr<const Table> table) : m_table(std::move(table)) {
    m_rows = m_table->rowCount();
}

FilterColumns::FilterColumns(const std::shared_ptr<const GraphSet>& graphs)
    : m_table(graphs, &graphs->graphs), m_rows(graphs->graphCount()) {
    if (!graphs->targetColumn.empty())
        m_otherNames = {{"y", graphs->targetColumn}, {"target", graphs->targetColumn}};
    if (!graphs->idColumn.empty())
        m_otherNames.emplace("name", graphs->idColumn);
    addSizes(graphs->topology);
}

void FilterColumns::addSizes(const GraphTopology& topology) {
    Column::Integers nodes(m_rows), edges(m_rows);
    for (std::size_t graph = 0; graph < m_rows; ++graph) {
        nodes[graph] = topology.nodeOffsets[graph + 1] - topology.nodeOffsets[graph];
        edges[graph] = topology.edgeOffsets[graph + 1] - topology.edgeOffsets[graph];
    }
    m_counted.columns.emplace_back("nodes", std::move(nodes));
    m_counted.columns.emplace_back("edges", std::move(edges));
    m_otherNames.emplace("atoms", "nodes");
    m_otherNames.emplace("bonds", "edges");
}

const Column* FilterColumns::find(std::string_view name) const {
    const std::string small = lower(name);
    const auto named = [&](const std::string& wanted) -> const Column* {
        for (const Table* table : {m_table.get(), &m_counted})
            for (const Column& column : table->columns)
                if (lower(column.name) == wanted)
                    return &column;
        return nullptr;
    };
    if (const Column* column = m_table->find(name))
        return column;
    if (const Column* column = named(small))
        return column;
    const auto other = m_otherNames.find(small);
    return other == m_otherNames.end() ? nullptr : named(lower(other->second));
}

Result<RowFilter> RowFilter::parse(std::string_view text, std::shared_ptr<const FilterColumns> columns) {
    RowFilter filter;
    filter.m_columns = std::move(columns);
    if (trimmed(text).empty())
        return filter;
    for (const std::string_view part : clausesOf(text)) {
        if (trimmed(part).empty())
            continue;
        auto clause = parseClause(trimmed(part), *filter.m_columns);
        if (!clause)
            return clause.error();
        filter.m_clauses.push_back(std::move(*clause));
    }
    return filter;
}

Result<RowFilter::Clause> RowFilter::parseClause(std::string_view text, const FilterColumns& columns) {
    std::size_t at = 0;
    const std::string_view sign = findSign(text, at);
    Clause asText{Operation::contains, nullptr, 0.0, lower(unquoted(text))};
    if (sign.empty() || at == 0)
        return asText;
    const std::string_view left = unquoted(text.substr(0, at));
    const std::string_view right = text.substr(at + sign.size());
    const Column* column = columns.find(left);
    if (column)
        return compare(*column, sign, right);
    // "C=O" is a piece of a structure, "weigth < 3" a slip of the finger.
    if ((sign == "=" || sign == "~") && text[at - 1] != ' ')
        return asText;
    return makeError(ErrorCode::invalidArgument, "there is no column \"" + std::string(left) + "\"");
}

Result<RowFilter::Clause> RowFilter::compare(const Column& column, std::string_view sign, std::string_view right) {
    Clause clause;
    clause.column = &column;
    clause.text = unquoted(right);
    if (clause.text.empty())
        return makeError(ErrorCode::invalidArgument, "a value is missing after " + std::string(sign));
    clause.operation = sign == "<"    ? Operation::less
                       : sign == "<=" ? Operation::lessEqual
                       : sign == ">"  ? Operation::greater
                       : sign == ">=" ? Operation::greaterEqual
                       : sign == "!=" ? Operation::notEqual
                       : sign == "~"  ? Operation::contains
                                      : Operation::equal;
    if (clause.operation == Operation::contains) {
        clause.text = lower(clause.text);
        return clause;
    }
    if (!column.isNumeric()) {
        if (clause.operation != Operation::equal && clause.operation != Operation::notEqual)
            return makeError(ErrorCode::invalidArgument,
                             "\"" + column.name + "\" is text; use = or ~ (contains) with it");
        return clause;
    }
    if (column.type() == ColumnType::boolean && (clause.text == "true" || clause.text == "false")) {
        clause.number = clause.text == "true" ? 1.0 : 0.0;
        return clause;
    }
    const auto number = typedNumber(clause.text);
    if (!number)
        return makeError(ErrorCode::invalidArgument, "\"" + clause.text + "\" is not a number");
    clause.number = *number;
    return clause;
}

bool RowFilter::matches(std::size_t row) const {
    return std::all_of(m_clauses.begin(), m_clauses.end(), [&](const Clause& clause) { return matches(clause, row); });
}

bool RowFilter::textContains(const Clause& clause, std::size_t row) const {
    const auto holds = [&](const Column& column) {
        if (column.type() != ColumnType::text || !column.isValid(row))
            return false;
        const std::string& cell = column.texts()[row];
        const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
        return std::search(cell.begin(), cell.end(), clause.text.begin(), clause.text.end(), same) != cell.end();
    };
    if (clause.column)
        return clause.column->type() == ColumnType::text
                   ? holds(*clause.column)
                   : lower(clause.column->cellText(row)).find(clause.text) != std::string::npos;
    const auto& columns = m_columns->table().columns;
    return std::any_of(columns.begin(), columns.end(), holds);
}

bool RowFilter::matches(const Clause& clause, std::size_t row) const {
    if (clause.operation == Operation::contains)
        return textContains(clause, row);
    if (!clause.column->isValid(row))
        return false;
    if (!clause.column->isNumeric())
        return (clause.column->texts()[row] == clause.text) == (clause.operation == Operation::equal);
    const double value = clause.column->number(row);
    switch (clause.operation) {
    case Operation::less: return value < clause.number;
    case Operation::lessEqual: return value <= clause.number;
    case Operation::equal: return value == clause.number;
    case Operation::notEqual: return value != clause.number;
    case Operation::greaterEqual: return value >= clause.number;
    case Operation::greater: return value > clause.number;
    case Operation::contains: break;
    }
    return false;
}

} // namespace vitrine
