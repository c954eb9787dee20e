#pragma once

#include <string>
#include <string_view>

namespace vitrine {

/// Writes entities out: "&amp;", "&quot;", "&#233;", "&eacute;" (those of Latin-1). What is no entity stays.
std::string withoutEntities(std::string_view text);

/// The text as GML holds it between quotes: plain ASCII, everything else as "&#233;".
std::string gmlText(std::string_view text);

} // namespace vitrine
