#pragma once

#include "core/data/writer.h"

namespace vitrine {

/// Three tables: X_nodes.csv (graph_id, node_id and the node columns), X_edges.csv (graph_id, source, target, with
/// directions a type, and the edge columns) and X_graphs.csv (graph_id and the graph columns).
class CsvGraphWriter : public Writer {
public:
    std::string id() const override { return "csv_graphs"; }
    std::string title() const override { return "CSV of nodes and edges"; }
    std::string suffix() const override { return "_nodes.csv"; }
    std::string limits() const override;
    bool accepts(const Value& value) const override { return kindOf(value) == ValueKind::graphSet; }
    std::vector<std::string> fileNames(const std::string& path) const override;
    Result<std::vector<WrittenFile>> write(const Value& value, const std::string& path,
                                           const ReadContext& context) const override;
};

} // namespace vitrine
