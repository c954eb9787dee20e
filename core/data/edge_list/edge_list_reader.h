#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// Reads edge lists (see edge_list_parser.h), by the ending of the name (.edges, .edgelist, .el, .ncol) or by a header
/// that names two nodes. Options: directed (bool).
class EdgeListReader : public Reader {
public:
    std::string id() const override { return "edge_list"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
};

} // namespace vitrine
