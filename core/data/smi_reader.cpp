#include "core/data/smi_reader.h"

#include "core/data/chem/molecule_import.h"
#include "core/data/csv/csv_options.h"
#include "core/data/csv/csv_problems.h"
#include "core/data/csv/text_decoder.h"
#include "core/data/first_rows.h"
#include "core/data/input_file.h"
#include "core/data/ledger_text.h"
#include "core/data/look_alike.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"
#include "core/data/table_rows.h"
#include "core/values/json_text.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace vitrine {
namespace {

constexpr std::size_t kMoleculesInPreview = 2000;
constexpr std::string_view kSpaces = " \t\r";

bool isHeading(std::string_view word) {
    static constexpr std::array<std::string_view, 4> kHeadings{"smiles", "SMILES", "Smiles", "canonical_smiles"};
    return std::find(kHeadings.begin(), kHeadings.end(), word) != kHeadings.end();
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kSpaces);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

/// Length of "|...|" behind a structure (CXSMILES), which says what a graph does not hold; 0 where there is none.
std::size_t extensionLength(std::string_view text) {
    if (!text.starts_with('|'))
        return 0;
    const std::size_t end = text.find('|', 1);
    const bool closed = end != std::string_view::npos &&
                        (end + 1 == text.size() || kSpaces.find(text[end + 1]) != std::string_view::npos);
    return closed ? end + 1 : 0;
}

/// Whether the first line is cut by commas or semicolons, which no SMILES holds: a table under the wrong ending.
bool isTable(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.empty() && line[0] != '#')
            return line.substr(0, line.find_first_of(kSpaces)).find_first_of(",;") != std::string_view::npos;
    }
    return false;
}

Result<CsvOptions> optionsOf(const nlohmann::json& json, const std::string& name) {
    if (json.is_object())
        for (const auto& item : json.items())
            if (item.key() != "duplicates" && item.key() != "rows")
                return makeError(ErrorCode::invalidArgument, name + ": there is no option " + inQuotes(item.key()));
    auto options = CsvOptions::fromJson(json);
    if (!options)
        return makeError(options.error().code, name + ": " + options.error().message);
    return options;
}

nlohmann::json toJson(const CsvOptions& options) {
    nlohmann::json json = {{"duplicates", options.keepFirstTwin ? "keep_first" : "keep"}};
    if (options.rows)
        json["rows"] = std::to_string(*options.rows);
    return json;
}

/// A SMILES file, split into lines.
struct OpenedSmi {
    std::string name;
    SmiLines split;
    CsvOptions options;
    chem::Twins twins = chem::Twins::keep;
};

Result<OpenedSmi> open(const std::string& path, const nlohmann::json& options, const ReadContext& context) {
    OpenedSmi opened;
    auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    opened.name = file->name();
    auto read = optionsOf(options, opened.name);
    if (!read)
        return read.error();
    opened.options = std::move(*read);
    opened.twins = opened.options.keepFirstTwin ? chem::Twins::keepFirst : chem::Twins::keep;
    auto decoded = decodeText(file->bytes(), std::nullopt, opened.name, context);
    if (!decoded)
        return decoded.error();
    opened.split = splitSmi(decoded->text, opened.options.rows);
    if (opened.split.isCut)
        noteFirstRows(*opened.options.rows, context, opened.split.ledger);
    noteDecoding(*decoded, opened.split.ledger);
    if (opened.split.lines.empty())
        return makeError(ErrorCode::parse, opened.name + ": there are no structures in the file");
    return opened;
}

Result<chem::ImportedMolecules> molecules(OpenedSmi& opened, Table table, chem::Twins twins,
                                          const ReadContext& context) {
    auto imported = chem::importMolecules(std::move(table), "smiles", opened.split.lines, opened.name, context,
                                          opened.split.ledger, twins);
    if (imported && imported->graphs.graphs.find("name"))
        imported->graphs.idColumn = "name";
    return imported;
}

} // namespace

SmiLines splitSmi(std::string_view text, std::optional<std::int64_t> rows) {
    SmiLines split;
    Column::Texts smiles;
    Column::Texts names;
    const char lineEnd = text.find('\n') == std::string_view::npos ? '\r' : '\n';
    std::int64_t line = 0;
    while (!text.empty()) {
        ++line;
        const std::size_t end = std::min(text.find(lineEnd), text.size());
        const std::string_view content = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (content.empty() || content[0] == '#') {
            split.ledger.note(LedgerAction::read, "",
                              content.empty() ? ledger_text::kBlankLine : ledger_text::kCommentLine, line);
            continue;
        }
        const std::size_t gap = std::min(content.find_first_of(kSpaces), content.size());
        if (smiles.empty() && isHeading(content.substr(0, gap))) {
            split.ledger.note(LedgerAction::read, "", "Heading passed over", line);
            continue;
        }
        if (rows && static_cast<std::int64_t>(smiles.size()) == *rows) {
            split.isCut = true;
            break;
        }
        std::string_view name = trimmed(content.substr(gap));
        if (const std::size_t extension = extensionLength(name); extension > 0) {
            split.ledger.note(LedgerAction::changed, "smiles", "Extension between bars left out", line);
            name = trimmed(name.substr(extension));
        }
        smiles.emplace_back(content.substr(0, gap));
        names.emplace_back(name);
        split.lines.push_back(line);
    }
    split.ledger.recordsRead = static_cast<std::int64_t>(smiles.size());
    split.table.columns.emplace_back("smiles", std::move(smiles));
    const bool named = std::any_of(names.begin(), names.end(), [](const std::string& name) { return !name.empty(); });
    if (!named)
        return split;
    Column column("name", names);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i].empty()) {
            column.setMissing(i);
            split.ledger.note(LedgerAction::marked, "name", "No name behind the structure", split.lines[i]);
        }
    split.table.columns.push_back(std::move(column));
    return split;
}

int SmiReader::score(const FileHead& head) const {
    const std::string ending = inputEnding(head.path);
    if (ending != ".smi" && ending != ".smiles" && ending != ".ism")
        return 0;
    return looksBinary(head.bytes) || isTable(head.bytes) ? 0 : 70;
}

Result<ImportPreview> SmiReader::preview(const std::string& path, const nlohmann::json& options,
                                         const ReadContext& context) const {
    auto opened = open(path, options, context);
    if (!opened)
        return opened.error();
    ImportPreview preview;
    preview.recognisedAs = "SMILES, one structure per line";
    preview.becomes = "Molecules (RDKit)";
    preview.kind = ValueKind::graphSet;
    preview.records = opened->split.ledger.recordsRead;
    const Table& table = opened->split.table;
    showTable(table, preview);
    preview.columns[0].role = ColumnRole::structure;
    if (preview.columns.size() > 1)
        preview.columns[1].role = ColumnRole::id;
    const bool keepFirst = opened->twins == chem::Twins::keepFirst;
    preview.options = toJson(opened->options);
    std::vector<std::size_t> first(std::min(table.rowCount(), kMoleculesInPreview));
    std::iota(first.begin(), first.end(), std::size_t{0});
    auto tried = molecules(*opened, selectRows(table, first), chem::Twins::keep, context);
    if (!tried)
        return tried.error();
    preview.problems = droppedStructures(opened->split.ledger);
    if (auto twins = twinProblem(*tried, keepFirst))
        preview.problems.push_back(std::move(*twins));
    if (first.size() < table.rowCount())
        sayWhichRows(preview.problems, first.size());
    return preview;
}

Result<Dataset> SmiReader::read(const std::string& path, const nlohmann::json& options,
                                const ReadContext& context) const {
    auto opened = open(path, options, context);
    if (!opened)
        return opened.error();
    auto imported = molecules(*opened, std::move(opened->split.table), opened->twins, context);
    if (!imported)
        return imported.error();
    Dataset dataset;
    dataset.title = inputStem(path);
    imported->graphs.name = dataset.title;
    dataset.ledger = std::move(opened->split.ledger);
    dataset.value = makeValue(std::move(imported->graphs));
    dataset.source.options = toJson(opened->options);
    return dataset;
}

} // namespace vitrine
