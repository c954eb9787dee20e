#include "core/data/sdf/sdf_reader.h"

#include "core/data/csv/csv_problems.h"
#include "core/data/csv/text_decoder.h"
#include "core/data/first_rows.h"
#include "core/data/input_file.h"
#include "core/data/look_alike.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"
#include "core/data/sdf/sdf_import.h"

#include <algorithm>
#include <array>

namespace vitrine {
namespace {

constexpr std::size_t kRecordsInPreview = 2000;
constexpr double kRecordShare = 0.6; ///< of the progress, before the graphs are made

Result<CsvOptions> optionsOf(const nlohmann::json& json, const std::string& name) {
    static constexpr std::array<std::string_view, 5> kKnown{"duplicates", "roles", "types", "missing", "rows"};
    if (json.is_object())
        for (const auto& item : json.items())
            if (std::find(kKnown.begin(), kKnown.end(), item.key()) == kKnown.end())
                return makeError(ErrorCode::invalidArgument, name + ": there is no option " + inQuotes(item.key()));
    auto options = CsvOptions::fromJson(json);
    if (!options)
        return makeError(options.error().code, name + ": " + options.error().message);
    return options;
}

nlohmann::json toJson(const CsvOptions& options, const CsvTable& table) {
    CsvOptions complete = options;
    for (std::size_t i = 0; i < table.table.columns.size(); ++i)
        complete.roles[table.table.columns[i].name] = table.roles.roles[i];
    const nlohmann::json all = complete.toJson();
    nlohmann::json some = nlohmann::json::object();
    for (const char* key : {"duplicates", "roles", "types", "missing"})
        if (all.contains(key))
            some[key] = all[key];
    if (options.rows)
        some["rows"] = all["rows"];
    return some;
}

/// An SD file as text, cut into records.
struct OpenedSdf {
    InputFile file;
    DecodedText decoded;
    std::string turned; ///< the text with other line ends, where it needs them
    std::vector<SdfRecord> records;
    CsvOptions options;
    Ledger ledger;
};

Result<std::unique_ptr<OpenedSdf>> open(const std::string& path, const nlohmann::json& json,
                                        const ReadContext& context) {
    auto opened = std::make_unique<OpenedSdf>(); // records point into it
    auto options = optionsOf(json, inputName(path));
    if (!options)
        return options.error();
    opened->options = std::move(*options);
    auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    opened->file = std::move(*file);
    auto decoded = decodeText(opened->file.bytes(), std::nullopt, opened->file.name(), context);
    if (!decoded)
        return decoded.error();
    opened->decoded = std::move(*decoded);
    noteDecoding(opened->decoded, opened->ledger);
    std::string_view text = opened->decoded.text;
    if (text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos) {
        opened->turned.assign(text);
        std::replace(opened->turned.begin(), opened->turned.end(), '\r', '\n');
        text = opened->turned;
    }
    auto records = splitSdf(text, opened->file.name(), context);
    if (!records)
        return records.error();
    opened->records = std::move(*records);
    const auto wanted =
        static_cast<std::size_t>(opened->options.rows.value_or(static_cast<std::int64_t>(opened->records.size())));
    if (wanted < opened->records.size()) {
        noteFirstRows(*opened->options.rows, context, opened->ledger);
        opened->records.resize(wanted);
    }
    return opened;
}

/// Columns of numbers with some values that are none.
void addTypes(const Ledger& ledger, std::vector<PreviewProblem>& problems) {
    for (const LedgerEntry& entry : ledger.entries()) {
        const bool kept = entry.reason.starts_with("Not a number");
        if (!kept && !entry.reason.starts_with("Not readable as real"))
            continue;
        problems.push_back({grouped(entry.count) + (entry.count == 1 ? " value is" : " values are") + " not a number",
                            "In the column " + inQuotes(entry.column) + ". " + linesText(entry.lines, entry.count),
                            {{"Keep the column as text", {{"types", {{entry.column, nullptr}}}}},
                             {"Numbers, these are missing", {{"types", {{entry.column, "real"}}}}}},
                            kept ? std::size_t{0} : std::size_t{1}});
    }
}

/// The version of the connection table whose head this is; 0: none.
int tableVersion(std::string_view bytes) {
    constexpr int kCountsLine = 3;
    for (int i = 0; i < kCountsLine; ++i) {
        const std::size_t end = bytes.find('\n');
        if (end == std::string_view::npos)
            return 0;
        bytes.remove_prefix(end + 1);
    }
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    if (line.find("V2000") != std::string_view::npos)
        return 2000;
    return line.find("V3000") != std::string_view::npos ? 3000 : 0;
}

bool hasSdfEnding(const std::string& path) {
    static constexpr std::array<std::string_view, 4> kEndings{".sdf", ".sd", ".mol", ".mdl"};
    const std::string ending = inputEnding(path);
    return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

} // namespace

int SdfReader::score(const FileHead& head) const {
    if (looksBinary(head.bytes))
        return 0;
    std::string lone;
    std::string_view bytes = head.bytes;
    if (bytes.find('\n') == std::string_view::npos) {
        lone.assign(bytes);
        std::replace(lone.begin(), lone.end(), '\r', '\n');
        bytes = lone;
    }
    if (tableVersion(bytes) != 0)
        return hasSdfEnding(head.path) || bytes.find("\nM  ") != std::string_view::npos ? 95 : 60;
    return hasSdfEnding(head.path) ? 60 : 0;
}

Result<ImportPreview> SdfReader::preview(const std::string& path, const nlohmann::json& options,
                                         const ReadContext& context) const {
    auto opened = open(path, options, context);
    if (!opened)
        return opened.error();
    std::vector<SdfRecord> shown = (*opened)->records;
    const std::size_t count = shown.size();
    const bool whole = count <= kRecordsInPreview;
    if (!whole)
        shown.erase(shown.begin() + kRecordsInPreview, shown.end() - kPreviewRows);
    const std::string& name = (*opened)->file.name();
    CsvOptions tolerant = (*opened)->options;
    tolerant.keepFirstTwin = false;
    std::erase_if(tolerant.roles, [](const auto& item) { return item.second == ColumnRole::ignore; });
    if (!whole) { // a column may begin further down
        tolerant.roles.clear();
        tolerant.types.clear();
    }
    auto molecules = readSdf(shown, tolerant, name, partOf(context, 0.0, kRecordShare));
    if (!molecules)
        return molecules.error();
    CsvTable& table = molecules->table;
    auto chosen = (*opened)->options.roles;
    chosen["smiles"] = ColumnRole::structure;
    if (table.roles.find(ColumnRole::id) < table.roles.roles.size())
        chosen.try_emplace(table.table.columns[table.roles.find(ColumnRole::id)].name, ColumnRole::id);
    table.roles = guessRoles(table.table, chosen);
    ImportPreview preview;
    preview.recognisedAs =
        std::string("SD file, ") + (tableVersion((*opened)->records[0].block) == 3000 ? "V3000" : "V2000");
    preview.becomes = "Molecules (RDKit)";
    preview.kind = ValueKind::graphSet;
    preview.records = static_cast<std::int64_t>(count);
    showTable(table.table, preview);
    for (std::size_t i = 0; i < preview.columns.size(); ++i)
        preview.columns[i].role = table.roles.roles[i];
    preview.options = toJson((*opened)->options, table);
    Ledger ledger = table.ledger;
    std::vector<PreviewProblem> roleProblems = table.roles.problems;
    auto graphs = graphsOf(std::move(*molecules), name, partOf(context, kRecordShare, 1.0), ledger);
    if (!graphs)
        return graphs.error();
    preview.problems = droppedStructures(ledger);
    if (auto twins = twinProblem(*graphs, (*opened)->options.keepFirstTwin))
        preview.problems.push_back(std::move(*twins));
    addTypes(ledger, preview.problems);
    if (!whole)
        sayWhichRows(preview.problems, kRecordsInPreview);
    preview.problems.insert(preview.problems.begin(), roleProblems.begin(), roleProblems.end());
    return preview;
}

Result<Dataset> SdfReader::read(const std::string& path, const nlohmann::json& options,
                                const ReadContext& context) const {
    auto opened = open(path, options, context);
    if (!opened)
        return opened.error();
    const std::string& name = (*opened)->file.name();
    auto molecules = readSdf((*opened)->records, (*opened)->options, name, partOf(context, 0.0, kRecordShare));
    if (!molecules)
        return molecules.error();
    Dataset dataset;
    dataset.title = inputStem(path);
    dataset.source.options = toJson((*opened)->options, molecules->table);
    dataset.ledger = std::move((*opened)->ledger);
    dataset.ledger.append(molecules->table.ledger);
    ReadContext toTheEnd = partOf(context, kRecordShare, 1.0);
    if (context.keep) // the graphs are there, so a stop comes too late
        toTheEnd.stop = {};
    auto graphs = graphsOf(std::move(*molecules), name, toTheEnd, dataset.ledger);
    if (!graphs)
        return graphs.error();
    graphs->graphs.name = dataset.title;
    dataset.value = makeValue(std::move(graphs->graphs));
    return dataset;
}

} // namespace vitrine
