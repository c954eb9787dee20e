#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// JSON Lines: an object with flat values in each line, a column for each name. Beside JSON it reads NaN and
/// infinities; lists and objects inside are kept as text. A column of SMILES makes molecules. Options: roles,
/// duplicates, rows (as the CSV reader) · on_bad_row "refuse" "drop"
class JsonLinesReader : public Reader {
public:
    std::string id() const override { return "json_lines"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
    bool readsWindows() const override { return true; }
    bool keepsPart() const override { return true; }
};

} // namespace vitrine
