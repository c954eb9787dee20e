#include "core/data/json_lines/json_lines_reader.h"

#include "core/data/csv/csv_problems.h"
#include "core/data/input_file.h"
#include "core/data/json_lines/json_line.h"
#include "core/data/json_lines/json_lines_parser.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"

#include <algorithm>
#include <array>

namespace vitrine {
namespace {

constexpr std::size_t kWholeInPreview = std::size_t{8} << 20; ///< longer files are judged by their beginning
constexpr std::size_t kSampleBytes = std::size_t{1} << 20;
constexpr std::size_t kTailBytes = std::size_t{256} << 10;
constexpr double kRecordShare = 0.6; ///< of the progress, where molecules may follow

struct Options {
    RecordOptions records;
    bool dropBad = false;

    nlohmann::json toJson() const {
        nlohmann::json json = {{"on_bad_row", dropBad ? "drop" : "refuse"}};
        records.addTo(json);
        return json;
    }
};

Result<Options> optionsOf(const nlohmann::json& json, const std::string& name) {
    Options options;
    if (!json.is_null() && !json.is_object())
        return makeError(ErrorCode::invalidArgument, name + ": the options must be a JSON object");
    for (const auto& item : json.items()) {
        if (item.key() == "on_bad_row" && (item.value() == "refuse" || item.value() == "drop"))
            options.dropBad = item.value() == "drop";
        else if (item.key() == "on_bad_row")
            return makeError(ErrorCode::invalidArgument,
                             name + ": the option \"on_bad_row\" must be \"refuse\" or \"drop\"");
        else if (!RecordOptions::isOne(item.key()))
            return makeError(ErrorCode::invalidArgument, name + ": there is no option " + inQuotes(item.key()));
    }
    auto records = RecordOptions::fromJson(json, name);
    if (!records)
        return records.error();
    options.records = std::move(*records);
    return options;
}

std::string_view withoutMark(std::string_view text) {
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

/// Why not a single line could be read.
Error noRecord(std::string_view text, const std::string& name, const ReadContext& context) {
    const auto strict = parseJsonLines(text, false, 1, name, context);
    return strict
               ? makeError(ErrorCode::parse, name + ": there is no value in the file, expected an object in each line")
               : strict.error();
}

/// Rows from the end of a long text, in the order of the columns of its beginning.
std::vector<std::vector<std::string>> lastRows(std::string_view text, const std::vector<PreviewColumn>& columns,
                                               const std::string& name, const ReadContext& context) {
    const std::size_t from = text.find('\n', text.size() - kTailBytes);
    if (from == std::string_view::npos)
        return {};
    const auto records = parseJsonLines(text.substr(from + 1), true, 1, name, context);
    std::vector<std::vector<std::string>> rows;
    if (!records)
        return rows;
    const std::size_t count = records->table.rowCount();
    for (std::size_t row = count - std::min(count, kPreviewRows); row < count; ++row) {
        std::vector<std::string> texts;
        for (const PreviewColumn& column : columns) {
            const Column* found = records->table.find(column.name);
            texts.push_back(found ? found->cellText(row) : std::string());
        }
        rows.push_back(std::move(texts));
    }
    return rows;
}

/// Lines that are no records become a choice.
void offerToDrop(const Ledger& ledger, bool dropBad, ImportPreview& preview) {
    std::erase_if(preview.problems,
                  [](const PreviewProblem& problem) { return problem.title.starts_with("Not a record"); });
    for (const LedgerEntry& entry : ledger.entries())
        if (entry.action == LedgerAction::dropped && entry.column.empty())
            preview.problems.insert(
                preview.problems.begin(),
                {grouped(entry.count) + (entry.count == 1 ? " line is" : " lines are") + " no record",
                 linesText(entry.lines, entry.count),
                 {{"Refuse the file", {{"on_bad_row", "refuse"}}}, {"Leave them out", {{"on_bad_row", "drop"}}}},
                 dropBad ? std::size_t{1} : std::size_t{0}});
}

bool hasLinesEnding(const std::string& path) {
    static constexpr std::array<std::string_view, 4> kEndings{".jsonl", ".ndjson", ".jsonlines", ".ldjson"};
    return std::find(kEndings.begin(), kEndings.end(), inputEnding(path)) != kEndings.end();
}

} // namespace

int JsonLinesReader::score(const FileHead& head) const {
    std::string_view text = withoutMark(head.bytes);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with('{'))
        return 0;
    const bool named = hasLinesEnding(head.path);
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos && head.size > static_cast<std::int64_t>(head.bytes.size()))
        return named ? 60 : 0; // a line that is longer than what is looked at
    JsonLine line;
    if (!line.parse(text.substr(0, end)))
        return named ? 60 : 0;
    text.remove_prefix(std::min(end, text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    // Two objects, one behind the other, are no JSON document.
    return named || text.starts_with('{') ? 97 : 0;
}

Result<ImportPreview> JsonLinesReader::preview(const std::string& path, const nlohmann::json& json,
                                               const ReadContext& context) const {
    const std::string name = inputName(path);
    auto options = optionsOf(json, name);
    if (!options)
        return options.error();
    const auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    const std::string_view text = withoutMark(file->bytes());
    const std::size_t cut = text.size() <= kWholeInPreview ? std::string_view::npos : text.rfind('\n', kSampleBytes);
    const bool whole = cut == std::string_view::npos;
    auto records = parseJsonLines(whole ? text : text.substr(0, cut + 1), true, 1, name,
                                  partOf(context, 0.0, kRecordShare), options->records.rows);
    if (!records)
        return records.error();
    if (records->table.rowCount() == 0)
        return noRecord(text, name, context);
    const Ledger ledger = records->ledger;
    auto preview =
        previewRecords(std::move(*records), options->records, name, whole, partOf(context, kRecordShare, 1.0));
    if (!preview)
        return preview;
    preview->recognisedAs = "JSON Lines";
    offerToDrop(ledger, options->dropBad, *preview);
    if (!whole) {
        preview->records = std::count(text.begin(), text.end(), '\n') + (text.ends_with('\n') ? 0 : 1);
        preview->records = std::min(preview->records, options->records.rows.value_or(preview->records));
        if (!options->records.rows)
            preview->lastRows = lastRows(text, preview->columns, name, context);
    }
    preview->options = options->toJson();
    return preview;
}

Result<Dataset> JsonLinesReader::read(const std::string& path, const nlohmann::json& json,
                                      const ReadContext& context) const {
    const std::string name = inputName(path);
    auto options = optionsOf(json, name);
    if (!options)
        return options.error();
    const auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    const InputFile part = file->part(0, context.window);
    const auto from = static_cast<std::size_t>(std::max<std::int64_t>(context.window.from, 0));
    const std::string_view before = file->bytes().substr(0, from);
    const std::string_view text = from > 0 ? part.bytes() : withoutMark(part.bytes());
    const auto firstLine = 1 + std::count(before.begin(), before.end(), '\n');
    auto records = parseJsonLines(text, options->dropBad, firstLine, name, partOf(context, 0.0, kRecordShare),
                                  options->records.rows);
    if (!records)
        return records.error();
    if (records->table.rowCount() == 0)
        return noRecord(text, name, context);
    auto dataset = datasetOf(std::move(*records), options->records, path, partOf(context, kRecordShare, 1.0));
    options->records.takePart(context);
    if (dataset)
        dataset->source.options = options->toJson();
    return dataset;
}

} // namespace vitrine
