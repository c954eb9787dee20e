#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// One table or view of an SQLite database. Types are those of the values; binary data become their length. A column of
/// SMILES makes molecules.
/// Options: table, the name of a table or view, by default the first table · roles, duplicates, rows (as the CSV
/// reader)
class SqliteReader : public Reader {
public:
    std::string id() const override { return "sqlite"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
    bool keepsPart() const override { return true; }
};

/// Whether the bytes begin as a database, and whether it is a project of this program.
bool isSqlite(std::string_view head);
bool isProjectFile(std::string_view head);

} // namespace vitrine
