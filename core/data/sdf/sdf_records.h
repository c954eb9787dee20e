#pragma once

#include "core/data/reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// One record of an SD file, up to its line "$$$$"; the views point into the text.
struct SdfRecord {
    std::int64_t line = 1;       ///< of the file, where the record begins
    std::string_view block;      ///< the connection table, up to "M  END"
    std::string_view properties; ///< what follows
};

/// Cuts the text of an SD or MOL file into records. White space behind the last is no record.
/// @errors cancelled
/// @cost one pass over the text, 48 bytes per record
Result<std::vector<SdfRecord>> splitSdf(std::string_view text, const std::string& name, const ReadContext& context);

/// A named value of a record; a value may have several lines.
struct SdfProperty {
    std::string_view name;
    std::string_view value;
    std::int64_t line = 0; ///< of its name
};

struct SdfProperties {
    std::vector<SdfProperty> items;
    std::vector<std::int64_t> strayLines; ///< that belong to no property
};
SdfProperties propertiesOf(const SdfRecord& record);

/// The first line of the table, without spaces around.
std::string_view sdfTitle(const SdfRecord& record);

} // namespace vitrine
