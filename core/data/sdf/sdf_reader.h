#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// Reads molecules of SD and MOL files, V2000 and V3000, through RDKit. The properties of the records are graph
/// columns, typed as those of a CSV file; the molecules are graphs as from SMILES. Options: duplicates "keep" or
/// "keep_first", roles {column: role}, types {column: type}, missing (list of texts), rows.
class SdfReader : public Reader {
public:
    std::string id() const override { return "sdf"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
    bool keepsPart() const override { return true; }
};

} // namespace vitrine
