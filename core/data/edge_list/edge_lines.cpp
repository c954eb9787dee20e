#include "core/data/edge_list/edge_lines.h"

#include "core/base/number_text.h"
#include "core/data/csv_graphs/csv_graph_files.h"
#include "core/data/input_file.h"
#include "core/data/look_alike.h"

#include <algorithm>
#include <array>

namespace vitrine {
namespace {

constexpr std::string_view kSpaces = " \t\r";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kSpaces);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::string_view unquoted(std::string_view text) {
    text = trimmed(text);
    const bool quoted =
        text.size() >= 2 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
    return quoted ? text.substr(1, text.size() - 2) : text;
}

struct EndNames {
    std::string_view source;
    std::string_view target;
};
constexpr std::array<EndNames, 9> kEnds{{{"source", "target"},
                                         {"src", "dst"},
                                         {"node1", "node2"},
                                         {"nodea", "nodeb"},
                                         {"fromnodeid", "tonodeid"},
                                         {"sourceid", "targetid"},
                                         {"fromnode", "tonode"},
                                         {"from", "to"},
                                         {"u", "v"}}};
/// These say other things in other tables.
constexpr std::size_t kVagueFrom = 7;

/// Takes the places of the two nodes from names; false when they do not name them.
bool findEnds(const std::vector<std::string_view>& names, EdgeListForm& form) {
    const auto ends = edgeEnds(names);
    if (!ends)
        return false;
    form.source = ends->source;
    form.target = ends->target;
    form.named = true;
    form.vague = ends->vague;
    return true;
}

void nameColumns(const std::vector<std::string_view>& names, EdgeListForm& form) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name = plainColumnName(names[i]);
        if (!form.graph && (name == "graph" || name == "graphid"))
            form.graph = i;
        form.columns.emplace_back(names[i]);
    }
}

char separatorOf(std::string_view line) {
    for (const char separator : {'\t', ',', ';'})
        if (const std::size_t at = line.find(separator); at != std::string_view::npos && at < line.find('{'))
            return separator;
    return ' ';
}

/// "% asym positive" and "% sym": what KONECT writes first.
std::optional<bool> directionOf(const EdgeLines& lines) {
    if (lines.comments.empty() || !lines.comments[0].text.starts_with('%'))
        return std::nullopt;
    const std::string_view said = trimmed(lines.comments[0].text.substr(1));
    if (said.starts_with("asym"))
        return true;
    if (said.starts_with("sym") || said.starts_with("bip"))
        return false;
    return std::nullopt;
}

/// Fields of lines without a header: a number behind the two nodes is a weight.
void guessColumns(const std::vector<std::string_view>& first, EdgeListForm& form) {
    form.columns = {"source", "target"};
    for (std::size_t i = 2; i < first.size(); ++i)
        if (first[i].starts_with('{'))
            form.columns.emplace_back("{}");
        else if (i == 2 && parseNumber(first[i]))
            form.columns.emplace_back("weight");
        else
            form.columns.push_back("attribute_" + std::to_string(i - 1));
}

bool hasEdgeEnding(const std::string& path) {
    static constexpr std::array<std::string_view, 7> kEndings{".edges", ".edgelist", ".edge", ".el",
                                                              ".ncol",  ".elist",    ".edgel"};
    const std::string ending = inputEnding(path);
    return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

} // namespace

std::optional<EdgeEnds> edgeEnds(const std::vector<std::string_view>& names) {
    std::vector<std::string> plain;
    plain.reserve(names.size());
    for (const std::string_view name : names)
        plain.push_back(plainColumnName(name));
    for (std::size_t pair = 0; pair < kEnds.size(); ++pair) {
        const EndNames& ends = kEnds[pair];
        std::optional<std::size_t> source;
        std::optional<std::size_t> target;
        for (std::size_t i = 0; i < plain.size(); ++i)
            if (plain[i] == ends.source)
                source = source.value_or(i);
            else if (plain[i] == ends.target)
                target = target.value_or(i);
        if (source && target)
            return EdgeEnds{*source, *target, pair >= kVagueFrom};
    }
    return std::nullopt;
}

bool namesEnds(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    return edgeEnds(edgeFields(line, separatorOf(line))).has_value();
}

EdgeLines edgeLines(std::string_view text) {
    EdgeLines found;
    const char lineEnd = text.find('\n') == std::string_view::npos ? '\r' : '\n';
    std::int64_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end = std::min(text.find(lineEnd), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty())
            ++found.blank;
        else if (line[0] == '#' || line[0] == '%')
            found.comments.push_back({line, number});
        else
            found.lines.push_back({line, number});
    }
    return found;
}

std::vector<std::string_view> edgeFields(std::string_view line, char separator) {
    std::vector<std::string_view> fields;
    while (true) {
        if (separator == ' ')
            line.remove_prefix(std::min(line.find_first_not_of(kSpaces), line.size()));
        if (line.starts_with('{')) {
            fields.push_back(trimmed(line));
            return fields;
        }
        if (line.empty() && separator == ' ')
            return fields;
        const std::size_t end =
            std::min(separator == ' ' ? line.find_first_of(kSpaces) : line.find(separator), line.size());
        fields.push_back(unquoted(line.substr(0, end)));
        if (end == line.size())
            return fields;
        line.remove_prefix(end + 1);
    }
}

EdgeListForm edgeListForm(const EdgeLines& lines) {
    EdgeListForm form;
    form.directed = directionOf(lines);
    if (lines.lines.empty())
        return form;
    form.separator = separatorOf(lines.lines[0].text);
    constexpr std::size_t kLookedAt = 50;
    for (std::size_t i = 0; i < std::min(lines.lines.size(), kLookedAt) && form.separator == '\t'; ++i)
        if (lines.lines[i].text.find('\t') == std::string_view::npos)
            form.separator = ' '; // any white space
    const std::vector<std::string_view> first = edgeFields(lines.lines[0].text, form.separator);
    const bool attributes = first.size() > 2 && first[2].starts_with('{');
    const std::string third = first.size() > 2 && !attributes ? plainColumnName(first[2]) : std::string();
    form.header = findEnds(first, form) || third == "weight" || third == "w";
    if (form.header) {
        nameColumns(first, form);
        return form;
    }
    // The last comment before the edges may be the header: "# FromNodeId	ToNodeId".
    for (auto comment = lines.comments.rbegin(); comment != lines.comments.rend(); ++comment)
        if (comment->number < lines.lines[0].number) {
            const std::string_view text = comment->text.substr(1);
            const auto names = edgeFields(trimmed(text), separatorOf(trimmed(text)));
            if (names.size() == first.size() && findEnds(names, form)) {
                nameColumns(names, form);
                return form;
            }
            break;
        }
    guessColumns(first, form);
    return form;
}

int edgeListScore(const FileHead& head) {
    if (looksBinary(head.bytes))
        return 0;
    const std::size_t start = head.bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (start == std::string::npos || std::string_view("{[<").find(head.bytes[start]) != std::string_view::npos)
        return 0;
    std::string_view bytes = std::string_view(head.bytes).substr(start);
    if (head.size > static_cast<std::int64_t>(bytes.size()) && bytes.rfind('\n') != std::string_view::npos)
        bytes = bytes.substr(0, bytes.rfind('\n'));
    const EdgeLines lines = edgeLines(bytes);
    if (lines.lines.empty())
        return 0;
    const EdgeListForm form = edgeListForm(lines);
    if (edgeFields(lines.lines[0].text, form.separator).size() < 2)
        return hasEdgeEnding(head.path) ? 60 : 0;
    if (hasEdgeEnding(head.path))
        return 80;
    return (form.named && !form.vague) || form.directed ? 70 : 0;
}

} // namespace vitrine
