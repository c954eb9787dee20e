#pragma once

#include "core/data/ledger.h"
#include "core/values/graph_set.h"

#include <string>

namespace vitrine::test {

/// A cell as a test compares it; "?" where it is missing.
inline std::string cellText(const Column& column, std::size_t row) {
    std::string text = column.isValid(row) ? column.cellText(row) : "?";
    for (std::size_t at = text.find('\0'); at != std::string::npos; at = text.find('\0', at))
        text.replace(at, 1, "(0)"); // ends no message of a test
    return text;
}

inline std::string tableText(const char* title, const Table& table) {
    std::string out = title;
    for (const Column& column : table.columns) {
        out += " | " + column.name + ' ' + std::string(columnTypeName(column.type()));
        for (std::size_t row = 0; row < column.size(); ++row)
            out += (row == 0 ? ": " : ", ") + cellText(column, row);
    }
    return out + '\n';
}

/// All of a graph set as a few lines of text.
inline std::string dump(const GraphSet& graphs) {
    std::string out = graphs.topology.directed ? "directed" : "undirected";
    for (std::size_t g = 0; g < graphs.graphCount(); ++g) {
        out += " | " + std::to_string(graphs.topology.nodeOffsets[g + 1] - graphs.topology.nodeOffsets[g]) + ':';
        for (auto e = static_cast<std::size_t>(graphs.topology.edgeOffsets[g]);
             e < static_cast<std::size_t>(graphs.topology.edgeOffsets[g + 1]); ++e)
            out += ' ' + std::to_string(graphs.topology.edgeSource[e]) + '-' +
                   std::to_string(graphs.topology.edgeTarget[e]);
    }
    return out + '\n' + tableText("nodes", graphs.nodes) + tableText("edges", graphs.edges) +
           tableText("graphs", graphs.graphs) +
           (graphs.layout.columns.empty() ? std::string() : tableText("layout", graphs.layout));
}

/// The entries of a ledger, one line each, with the first lines of the file.
inline std::string dump(const Ledger& ledger) {
    std::string out;
    for (const LedgerEntry& entry : ledger.entries()) {
        out += std::string(ledgerActionName(entry.action)) + ' ' + std::to_string(entry.count) + ' ' + entry.column +
               "| " + entry.reason;
        for (const std::int64_t line : entry.lines)
            out += ' ' + std::to_string(line);
        out += '\n';
    }
    return out;
}

} // namespace vitrine::test
