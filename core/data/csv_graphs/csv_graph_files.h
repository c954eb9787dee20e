#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

/// Tables of nodes, of edges and perhaps of graphs, side by side: "X_nodes.csv", "X_edges.csv", "X_graphs.csv".
struct CsvGraphFiles {
    std::string nodes; ///< paths; empty: there is no such file
    std::string edges;
    std::string graphs;
};

/// The files to which one belongs by its name; nothing unless nodes and edges are there and the first line of the edges
/// names the two ends.
std::optional<CsvGraphFiles> csvGraphFiles(const std::string& path);

/// "X" for "X_nodes.csv"; the folder's name for "nodes.csv".
std::string csvGraphTitle(const std::string& nodesPath);

/// Letters and digits of a name in lower case.
std::string plainColumnName(std::string_view name);

/// Why tables of nodes or edges in a folder make no data set, as the rest of a sentence; empty where there are none.
std::string csvGraphProblem(const std::string& folder);

} // namespace vitrine
