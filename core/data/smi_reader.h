#pragma once

#include "core/data/reader.h"

#include <optional>

namespace vitrine {

/// Reads SMILES files (.smi, .smiles, .ism): a structure on each line, behind it, after spaces or tabs, a name. Lines
/// that begin with # are comments; an extension "|...|" between structure and name is left out. Options: duplicates
/// "keep" or "keep_first", rows.
class SmiReader : public Reader {
public:
    std::string id() const override { return "smi"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
    bool keepsPart() const override { return true; }
};

/// Lines of a SMILES file, not yet understood.
struct SmiLines {
    Table table; ///< columns smiles and name (where there are names)
    std::vector<std::int64_t> lines;
    Ledger ledger;
    bool isCut = false; ///< there are more structures than were wanted
};

/// Splits text into structures and names. A first line that says "smiles" is a heading.
/// @param rows  only so many structures from the start
SmiLines splitSmi(std::string_view text, std::optional<std::int64_t> rows = {});

} // namespace vitrine
