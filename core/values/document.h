#pragma once

#include <string>
#include <vector>

namespace vitrine {

/// Text for people, in Markdown.
struct Document {
    std::string markdown;
};

/// A folder that a run wrote.
struct Files {
    std::string folder;
    std::vector<std::string> names; ///< relative paths
};

} // namespace vitrine
