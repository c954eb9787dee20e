#include "core/data/split_reader.h"

#include "core/data/input_file.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"
#include "core/values/json_stop.h"
#include "core/values/json_text.h"

#include <algorithm>
#include <array>

namespace vitrine {
namespace {

constexpr std::array<const char*, 3> kParts{"train", "validation", "test"};
constexpr std::size_t kMaxBytes = std::size_t{256} << 20; // rows stand as a document in memory

using Assignment = std::pair<std::int64_t, const char*>; // row, part

Error wrong(const std::string& name, const std::string& what) {
    return makeError(ErrorCode::parse, name + ": " + what);
}

Result<void> collect(const nlohmann::json& split, const char* part, std::int64_t limit, const std::string& name,
                     std::vector<Assignment>& rows) {
    const nlohmann::json& list = jsonField(split, part);
    if (list.is_null())
        return {};
    if (!list.is_array())
        return wrong(name, std::string("\"") + part + "\" must be a list of rows");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bool whole = list[i].is_number_integer();
        const std::int64_t row = !whole ? -1
                                 : list[i].is_number_unsigned() && list[i].get<std::uint64_t>() >> 63 != 0
                                     ? -1
                                     : list[i].get<std::int64_t>();
        if (row < 0)
            return wrong(name, std::string("entry ") + std::to_string(i + 1) + " of \"" + part +
                                   "\" must be a row counted from 0");
        if (limit >= 0 && row >= limit)
            return wrong(name, std::string("row ") + std::to_string(row) + " in \"" + part + "\", but \"n\" is " +
                                   std::to_string(limit));
        rows.emplace_back(row, part);
    }
    return {};
}

Result<void> checkTwins(const std::vector<Assignment>& sorted, const std::string& name) {
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (sorted[i].first == sorted[i - 1].first) {
            const std::string first = sorted[i - 1].second;
            const std::string second = sorted[i].second;
            const std::string where =
                first == second ? "twice in \"" + first + '"' : "in both \"" + first + "\" and \"" + second + '"';
            return wrong(name, "row " + std::to_string(sorted[i].first) + " stands " + where);
        }
    return {};
}

Table tableOf(const std::vector<Assignment>& rows) {
    Column::Integers numbers;
    Column::Texts parts;
    for (const Assignment& row : rows) {
        numbers.push_back(row.first);
        parts.emplace_back(row.second);
    }
    Table table;
    table.columns.emplace_back("row", std::move(numbers));
    table.columns.emplace_back("part", std::move(parts));
    table.columns[0].description = "Row of the data set, counted from 0";
    table.columns[1].description = "train, validation or test";
    return table;
}

Result<void> readOne(const nlohmann::json& split, const std::string& name, ParsedSplit& parsed) {
    const nlohmann::json& n = jsonField(split, "n");
    if (!n.is_null() && (!n.is_number_integer() || integerField(split, "n", -1) < 0))
        return wrong(name, "\"n\" must be the number of rows");
    const std::int64_t limit = integerField(split, "n", -1);
    for (const char* part : {"train", "test"})
        if (!jsonField(split, part).is_array())
            return wrong(name, std::string("expected a list \"") + part + "\" of rows");
    std::vector<Assignment> rows;
    for (const char* part : kParts)
        if (auto ok = collect(split, part, limit, name, rows); !ok)
            return ok;
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (auto ok = checkTwins(rows, name); !ok)
        return ok;
    parsed.table = tableOf(rows);
    parsed.ledger.recordsRead = static_cast<std::int64_t>(rows.size());
    if (limit > parsed.ledger.recordsRead)
        parsed.ledger.noteAll(LedgerAction::marked, "part", "Row that stands in no part",
                              limit - parsed.ledger.recordsRead);
    return {};
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t kShown = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i)
        text += (i == 0 ? "" : ", ") + inQuotes(names[i]);
    return names.size() <= kShown ? text : text + " and " + std::to_string(names.size() - kShown) + " more";
}

Result<ParsedSplit> parseFile(const std::string& path, const nlohmann::json& options, const ReadContext& context) {
    auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    return parseSplit(file->bytes(), file->name(), textField(options, "entry"), context.stop);
}

} // namespace

Result<ParsedSplit> parseSplit(std::string_view text, const std::string& name, const std::string& entry,
                               const std::stop_token& stop) {
    if (text.size() > kMaxBytes)
        return makeError(ErrorCode::outOfRange, name + ": a split file of more than 256 MiB is not read");
    auto json = parseJson(text, stop);
    if (!json)
        return makeError(json.error().code, name + ": " + json.error().message, json.error().context);
    if (!json->is_object())
        return wrong(name, "expected a JSON object in braces");
    ParsedSplit parsed;
    const nlohmann::json& splits = jsonField(*json, "splits");
    if (!splits.is_object()) {
        if (!entry.empty())
            return makeError(ErrorCode::notFound,
                             name + ": there is only one split, it has no entry " + inQuotes(entry));
        if (auto ok = readOne(*json, name, parsed); !ok)
            return ok.error();
        return parsed;
    }
    for (const auto& item : splits.items())
        parsed.entries.push_back(item.key());
    const std::string held = "the file holds the splits " + listed(parsed.entries);
    if (entry.empty())
        return makeError(ErrorCode::invalidArgument, name + ": " + held + "; choose one with the option \"entry\"");
    if (!splits.contains(entry))
        return makeError(ErrorCode::notFound, name + ": " + held + ", but no " + inQuotes(entry));
    if (auto ok = readOne(splits[entry], name, parsed); !ok)
        return ok.error();
    return parsed;
}

int SplitReader::score(const FileHead& head) const {
    const std::size_t start = head.bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (start == std::string::npos || head.bytes[start] != '{')
        return 0;
    const auto holds = [&](const char* key) { return head.bytes.find(key) != std::string::npos; };
    if (holds("\"graphset-"))
        return 0;
    if (holds("\"splits\""))
        return 90;
    return holds("\"train\"") || holds("\"test\"") ? 80 : 0;
}

Result<ImportPreview> SplitReader::preview(const std::string& path, const nlohmann::json& options,
                                           const ReadContext& context) const {
    auto parsed = parseFile(path, options, context);
    if (!parsed)
        return parsed.error();
    ImportPreview preview;
    preview.recognisedAs = "Split of a data set, JSON";
    preview.becomes = "Table of rows and parts";
    preview.kind = ValueKind::table;
    preview.records = parsed->ledger.recordsRead;
    showTable(parsed->table, preview);
    preview.columns[1].role = ColumnRole::split;
    preview.options = {{"entry", textField(options, "entry")}};
    return preview;
}

Result<Dataset> SplitReader::read(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const {
    auto parsed = parseFile(path, options, context);
    if (!parsed)
        return parsed.error();
    Dataset dataset;
    dataset.ledger = std::move(parsed->ledger);
    dataset.value = makeValue(std::move(parsed->table));
    dataset.source.options = {{"entry", textField(options, "entry")}};
    return dataset;
}

} // namespace vitrine
