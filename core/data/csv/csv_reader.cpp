#include "core/data/csv/csv_reader.h"

#include "core/data/csv/cell_text.h"
#include "core/data/csv/csv_problems.h"
#include "core/data/csv/csv_scanner.h"
#include "core/data/input_file.h"
#include "core/data/ledger_lines.h"
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

constexpr std::size_t kWholeInPreview = std::size_t{8} << 20; ///< longer files are judged by their beginning
constexpr std::size_t kSampleBytes = std::size_t{1} << 20;
constexpr std::size_t kMoleculesInPreview = 2000;
constexpr double kTableShare = 0.4; ///< of the progress, where molecules follow

/// The text up to a record about kSampleBytes behind its start, or all of it.
std::string_view sampleText(const CsvSource& source) {
    const std::string_view text = source.text();
    if (text.size() <= kWholeInPreview)
        return text;
    const CsvBody body = csvBody(text, source.sniffed);
    const std::string_view start = text.substr(body.offset, kWholeInPreview);
    const auto cuts = recordChunks(start, source.sniffed.dialect, kSampleBytes);
    // With one cut only, a single record is longer than all that is looked at.
    return cuts.size() > 2 ? text.substr(0, body.offset + cuts[1]) : text;
}

/// The last records of a long text.
std::vector<std::vector<std::string>> lastRecords(const CsvSource& source, const CsvOptions& options) {
    const CsvBody body = csvBody(source.text(), source.sniffed);
    const CsvDialect& dialect = source.sniffed.dialect;
    const std::string_view text = source.text().substr(body.offset);
    const auto cuts = recordChunks(text, dialect, kSampleBytes);
    const std::size_t from = cuts.size() > 2 ? cuts[cuts.size() - 3] : 0;
    const CellReader cells(dialect, options);
    CsvScanner scanner(text.substr(from), dialect);
    std::vector<CsvField> fields;
    std::vector<std::vector<std::string>> rows;
    while (scanner.next(fields)) {
        if (scanner.blank() || fields.size() != source.names.names.size())
            continue;
        std::vector<std::string> row;
        for (const CsvField& field : fields) {
            bool spaces = false;
            const std::string cell = field.unquoted(dialect.quote);
            row.emplace_back(cells.trim(cell, spaces));
        }
        rows.push_back(std::move(row));
        if (rows.size() > kPreviewRows)
            rows.erase(rows.begin());
    }
    return rows;
}

/// Records of a long text, where lines can be counted instead; -1 where quotes may hold line ends.
std::int64_t countedRecords(const CsvSource& source) {
    const CsvBody body = csvBody(source.text(), source.sniffed);
    const std::string_view text = source.text().substr(body.offset);
    const CsvDialect& dialect = source.sniffed.dialect;
    if (dialect.quote != 0 && text.find(dialect.quote) != std::string_view::npos)
        return -1;
    const auto ends = std::count(text.begin(), text.end(), dialect.lineEnd);
    return ends + (text.empty() || text.back() == dialect.lineEnd ? 0 : 1);
}

/// Tries the molecules of the first rows, for what they bring up.
Result<void> tryMolecules(CsvTable table, const std::string& name, bool keepFirst, const ReadContext& context,
                          Ledger& ledger, std::vector<PreviewProblem>& problems) {
    if (table.table.rowCount() > kMoleculesInPreview) {
        std::vector<std::size_t> first(kMoleculesInPreview);
        std::iota(first.begin(), first.end(), std::size_t{0});
        table.table = selectRows(table.table, first);
    }
    auto molecules = moleculesOf(std::move(table), name, context, ledger);
    if (!molecules)
        return molecules.error();
    if (auto twins = twinProblem(*molecules, keepFirst))
        problems.push_back(std::move(*twins));
    return {};
}

/// Nothing is refused and nothing left out while a person is still choosing.
CsvOptions tolerant(CsvOptions options) {
    options.dropBadRows = true;
    options.keepFirstTwin = false;
    std::erase_if(options.roles, [](const auto& item) { return item.second == ColumnRole::ignore; });
    return options;
}

bool hasTextEnding(const std::string& path) {
    static constexpr std::array<std::string_view, 6> kEndings{".csv", ".tsv", ".tab", ".txt", ".dat", ".data"};
    const std::string ending = inputEnding(path);
    const bool compressedOnly = ending.empty() && nameWithoutCompression(path) != path;
    return compressedOnly || std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

} // namespace

int CsvReader::score(const FileHead& head) const {
    const bool wide = head.bytes.starts_with("\xFF\xFE") || head.bytes.starts_with("\xFE\xFF");
    if (looksBinary(head.bytes))
        return 0;
    if (wide)
        return hasTextEnding(head.path) ? 50 : 30;
    const std::size_t start = head.bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (start == std::string::npos) // white space; what follows in a longer file may be a table
        return hasTextEnding(head.path) && head.size > static_cast<std::int64_t>(head.bytes.size()) ? 20 : 0;
    const char first = head.bytes[start];
    const bool named = hasTextEnding(head.path);
    // JSON and XML are for other readers, and nothing else begins a table like that.
    if (first == '{' || first == '<' || head.bytes.compare(start, 2, "[{") == 0 ||
        (first == '[' && parseJson(head.bytes).ok()))
        return 0;
    const SniffedCsv sniffed = sniffCsv(head.bytes, CsvOptions{});
    if (sniffed.columns > 1)
        return named ? 50 : 30;
    return named ? 20 : 0;
}

Result<ImportPreview> CsvReader::preview(const std::string& path, const nlohmann::json& options,
                                         const ReadContext& context) const {
    auto source = CsvSource::open(path, options, context);
    if (!source)
        return source.error();
    const std::string_view sample = sampleText(*source);
    auto table = readCsvTable(*source, sample, tolerant(source->options), partOf(context, 0.0, kTableShare));
    if (!table)
        return table.error();
    const std::optional<std::int64_t> wanted = source->options.rows;
    const auto shown = static_cast<std::int64_t>(table->table.rowCount());
    const bool whole =
        sample.size() == source->text().size() || (wanted && shown + table->ledger.recordsDropped >= *wanted);
    // The roles as chosen, also for columns that are to be left out.
    table->roles = guessRoles(table->table, source->options.roles);
    ImportPreview preview;
    preview.recognisedAs = source->description();
    preview.kind = table->hasStructures() ? ValueKind::graphSet : ValueKind::table;
    preview.becomes = table->hasStructures() ? "Molecules (RDKit) and table" : "Table";
    preview.records = whole ? shown : countedRecords(*source);
    if (wanted && !whole)
        preview.records = preview.records < 0 ? *wanted : std::min(*wanted, preview.records);
    showTable(table->table, preview);
    if (!whole && !wanted)
        preview.lastRows = lastRecords(*source, source->options);
    CsvOptions complete = source->completeOptions();
    for (std::size_t i = 0; i < preview.columns.size(); ++i) {
        preview.columns[i].role = table->roles.roles[i];
        complete.roles[preview.columns[i].name] = table->roles.roles[i];
    }
    preview.options = complete.toJson();
    Ledger ledger = table->ledger;
    const RoleGuess roles = table->roles;
    const std::size_t rows = table->table.rowCount();
    std::vector<PreviewProblem> twins;
    const bool molecules = table->hasStructures();
    if (molecules)
        if (auto ok = tryMolecules(std::move(*table), source->file.name(), source->options.keepFirstTwin,
                                   partOf(context, kTableShare, 1.0), ledger, twins);
            !ok)
            return ok.error();
    preview.problems = csvProblems(*source, ledger, roles);
    if (!whole)
        sayWhichRows(preview.problems, rows);
    if (rows > kMoleculesInPreview && molecules)
        sayWhichRows(twins, kMoleculesInPreview);
    preview.problems.insert(preview.problems.end(), twins.begin(), twins.end());
    return preview;
}

Result<Dataset> CsvReader::read(const std::string& path, const nlohmann::json& options,
                                const ReadContext& context) const {
    auto source = CsvSource::open(path, options, context);
    if (!source)
        return source.error();
    auto table = readCsvTable(*source, source->text(), source->options, partOf(context, 0.0, kTableShare));
    if (!table)
        return table.error();
    Dataset dataset;
    CsvOptions complete = source->completeOptions();
    for (std::size_t i = 0; i < table->table.columns.size(); ++i)
        complete.roles[table->table.columns[i].name] = table->roles.roles[i];
    if (context.keep && context.keep->complete > 0)
        complete.rows = context.keep->complete;
    dataset.source.options = complete.toJson();
    dataset.title = inputStem(path);
    dataset.ledger = source->leftOut > 0 ? withLinesMoved(table->ledger, source->headLines, source->leftOut)
                                         : std::move(table->ledger);
    if (!table->hasStructures()) {
        dataset.value = makeValue(std::move(table->table));
        return dataset;
    }
    auto molecules =
        moleculesOf(std::move(*table), source->file.name(), partOf(context, kTableShare, 1.0), dataset.ledger);
    if (!molecules)
        return molecules.error();
    molecules->graphs.name = dataset.title;
    dataset.value = makeValue(std::move(molecules->graphs));
    return dataset;
}

} // namespace vitrine
