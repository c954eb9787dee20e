#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// Reads data sets in the text format of the TU collection (see tu_parser.h): NAME_A.txt, NAME_graph_indicator.txt and
/// what else there is of NAME_graph_labels, _graph_attributes, _node_labels, _node_attributes, _edge_labels and
/// _edge_attributes. Options: directed (bool), target (graph column).
class TuReader : public FileSetReader {
public:
    std::string id() const override { return "tu"; }
    int score(const FileHead& head) const override;
    std::string mainFile(const std::string& path) const override;
    std::vector<std::string> files(const std::string& mainFile) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
};

} // namespace vitrine
