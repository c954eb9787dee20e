#pragma once

#include "core/data/reader.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// How the lines of an edge list are cut, and what their fields are.
struct EdgeListForm {
    char separator = ' ';             ///< ' ': any run of spaces and tabs
    std::vector<std::string> columns; ///< names of the fields behind the two nodes; may be empty
    bool named = false;               ///< a header or a comment names the two nodes
    bool vague = false;               ///< by names that other tables have too
    bool header = false;              ///< the first line that is no comment names the fields
    std::size_t source = 0;           ///< place of the fields
    std::size_t target = 1;
    std::optional<std::size_t> graph; ///< place of the graph's name
    std::optional<bool> directed;     ///< as a comment says ("% asym")
};

/// A line that stands for an edge.
struct EdgeLine {
    std::string_view text;
    std::int64_t number = 0; ///< of the file, from 1
};

/// Lines without comments (# or % at the start) and blank lines.
struct EdgeLines {
    std::vector<EdgeLine> lines;
    std::vector<EdgeLine> comments;
    std::int64_t blank = 0;
};
EdgeLines edgeLines(std::string_view text);

/// The fields of a line, without spaces and quotes around them. What begins with a brace is one field.
std::vector<std::string_view> edgeFields(std::string_view line, char separator);

/// The form that the first lines show.
EdgeListForm edgeListForm(const EdgeLines& lines);

/// The places of two fields whose names are those of the ends of an edge: "source" and "target", "from" and "to", ...
struct EdgeEnds {
    std::size_t source = 0;
    std::size_t target = 1;
    bool vague = false; ///< "from" and "to", "u" and "v": names that other tables have too
};
std::optional<EdgeEnds> edgeEnds(const std::vector<std::string_view>& names);

/// Whether the first line of a text names the two ends of an edge.
bool namesEnds(std::string_view text);

/// How sure it is, 0 to 100, that a text is an edge list, by its beginning and the ending of its name.
int edgeListScore(const FileHead& head);

} // namespace vitrine
