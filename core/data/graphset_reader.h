#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// Reads attributed graphs in the format graphset-1 (see graphset_parser.h). Has no options.
class GraphSetReader : public Reader {
public:
    std::string id() const override { return "graphset"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
};

} // namespace vitrine
