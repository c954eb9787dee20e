#pragma once

#include <string>
#include <string_view>

namespace vitrine {

/// Text from data or a plugin, so that it stands in Markdown as it is.
std::string escapeMarkdown(std::string_view text);

/// A pipe table cell: escaped, on one line.
std::string markdownCell(std::string_view text);

/// A name for files and anchors: letters, digits, "-" and "_"; anything else becomes "-". Never empty.
std::string fileNameText(std::string_view text);

} // namespace vitrine
