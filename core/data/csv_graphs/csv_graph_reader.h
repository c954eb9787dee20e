#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// Reads graphs from a table of nodes and one of edges, and one of graphs where there is one (csv_graph_files.h). Nodes
/// have a column "node_id", "node" or "id", else their first column is the id; edges have "source" and "target" (or
/// "from" and "to", ...) and perhaps "type", which is an attribute unless it says "directed" or "undirected"
/// throughout; a column "graph_id" or "graph" in all of them makes many graphs. The others are attributes, typed as in
/// a CSV file. Options: directed (bool).
class CsvGraphReader : public FileSetReader {
public:
    std::string id() const override { return "csv_graphs"; }
    int score(const FileHead& head) const override;
    std::string mainFile(const std::string& path) const override;
    std::vector<std::string> files(const std::string& mainFile) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
};

} // namespace vitrine
