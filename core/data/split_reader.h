#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// Reads which rows of a data set are for training, validation and test: {"n": 10, "train": [...], "test": [...]},
/// "validation" and "n" optional, rows counted from 0. A file {"splits": {name: ...}} holds several; the option "entry"
/// names one. Gives a Table with the columns `row` (integer, ascending) and `part` (text).
class SplitReader : public Reader {
public:
    std::string id() const override { return "split"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
};

/// The table of one split text. @param name begins every message. @errors parse, not_found (no such entry)
struct ParsedSplit {
    Table table;
    Ledger ledger;
    std::vector<std::string> entries; ///< names where the file holds several
};
Result<ParsedSplit> parseSplit(std::string_view text, const std::string& name, const std::string& entry,
                               const std::stop_token& stop = {});

} // namespace vitrine
