#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// Reads tables in text form (CSV, TSV and their kin; options in csv_options.h). A column of structures (SMILES) makes
/// molecules of the rows: a GraphSet with all columns as graph columns. Else the value is a Table.
class CsvReader : public Reader {
public:
    std::string id() const override { return "csv"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
    bool readsWindows() const override { return true; }
    bool keepsPart() const override { return true; }
};

} // namespace vitrine
