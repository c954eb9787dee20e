#pragma once

#include "core/data/reader.h"
#include "core/values/model.h"

namespace vitrine {

/// A fitted model as `vitrine run --out` writes it: {"format": TEXT, "version": NUMBER, "document": {…}}. What the
/// document holds is checked by the system that uses the model.
class ModelReader : public Reader {
public:
    std::string id() const override { return "model"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
};

/// @param name  begins every message   @errors parse, out_of_range
Result<Model> parseModel(std::string_view text, const std::string& name, const std::stop_token& stop = {});

} // namespace vitrine
