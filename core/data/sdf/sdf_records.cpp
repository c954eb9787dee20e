#include "core/data/sdf/sdf_records.h"

#include <algorithm>

namespace vitrine {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::int64_t kLinesBetweenLooks = 1 << 16;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kSpaces);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

/// Takes a line off the text, without its end.
std::string_view takeLine(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

/// Cuts the text of one record where its connection table ends: behind "M  END", else before the first property.
SdfRecord recordOf(std::string_view text, std::int64_t line) {
    SdfRecord record{line, text, {}};
    std::size_t cut = text.find("\nM  END");
    if (cut != std::string_view::npos)
        cut = text.find('\n', cut + 1);
    else
        cut = text.find("\n>");
    if (cut != std::string_view::npos) {
        record.block = text.substr(0, cut + 1);
        record.properties = text.substr(cut + 1);
    }
    return record;
}

/// "> 25 <NAME> (x)": the name, or what stands behind the mark where there are no brackets.
std::string_view nameOf(std::string_view header) {
    const std::size_t open = header.find('<');
    const std::size_t close = header.rfind('>');
    if (open != std::string_view::npos && close != std::string_view::npos && close > open)
        return trimmed(header.substr(open + 1, close - open - 1));
    return trimmed(header.substr(1));
}

} // namespace

Result<std::vector<SdfRecord>> splitSdf(std::string_view text, const std::string& name, const ReadContext& context) {
    std::vector<SdfRecord> records;
    std::string_view rest = text;
    std::size_t start = 0;
    std::int64_t firstLine = 1;
    std::int64_t line = 0;
    while (!rest.empty()) {
        if (++line % kLinesBetweenLooks == 0 && context.stop.stop_requested())
            return makeError(ErrorCode::cancelled, name + ": reading was cancelled");
        const std::size_t at = text.size() - rest.size();
        if (!takeLine(rest).starts_with("$$$$"))
            continue;
        records.push_back(recordOf(text.substr(start, at - start), firstLine));
        start = text.size() - rest.size();
        firstLine = line + 1;
    }
    if (const std::string_view last = text.substr(start); !trimmed(last).empty())
        records.push_back(recordOf(last, firstLine));
    return records;
}

SdfProperties propertiesOf(const SdfRecord& record) {
    SdfProperties found;
    std::string_view rest = record.properties;
    std::int64_t line = record.line + std::count(record.block.begin(), record.block.end(), '\n') - 1;
    while (!rest.empty()) {
        const std::string_view header = takeLine(rest);
        ++line;
        if (!header.starts_with('>')) {
            if (!trimmed(header).empty())
                found.strayLines.push_back(line);
            continue;
        }
        SdfProperty property{nameOf(header), {}, line};
        const std::string_view start = rest;
        std::size_t length = 0;
        while (!rest.empty()) {
            std::string_view ahead = rest;
            const std::string_view text = takeLine(ahead);
            const bool next = text.starts_with('>') && text.find('<') != std::string_view::npos;
            if (next)
                break;
            rest = ahead;
            ++line;
            if (text.empty())
                break;
            length = start.size() - rest.size();
        }
        property.value = trimmed(start.substr(0, length));
        found.items.push_back(property);
    }
    return found;
}

std::string_view sdfTitle(const SdfRecord& record) {
    std::string_view text = record.block;
    return trimmed(takeLine(text));
}

} // namespace vitrine
