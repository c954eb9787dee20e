#include "core/data/records/record_dataset.h"

#include "core/data/csv/csv_problems.h"
#include "core/data/csv/csv_table_import.h"
#include "core/data/graph/graph_file_reader.h"
#include "core/data/input_file.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"
#include "core/data/table_rows.h"
#include "core/values/column_unit.h"

#include <algorithm>
#include <numeric>

namespace vitrine {
namespace {

constexpr std::size_t kMoleculesInPreview = 2000;

CsvTable withRoles(Records records, const RecordOptions& options) {
    CsvTable read;
    read.ledger = std::move(records.ledger);
    read.table = std::move(records.table);
    read.rowLines = std::move(records.lines);
    read.twins = options.keepFirstTwin ? chem::Twins::keepFirst : chem::Twins::keep;
    nameUnits(read.table);
    read.roles = guessRoles(read.table, options.roles);
    return read;
}

void leaveOut(CsvTable& read) {
    Table kept;
    std::vector<ColumnRole> roles;
    for (std::size_t i = 0; i < read.table.columns.size(); ++i) {
        if (read.roles.roles[i] == ColumnRole::ignore) {
            read.ledger.noteAll(LedgerAction::dropped, read.table.columns[i].name, ledger_text::kColumnIgnored, 1);
            continue;
        }
        kept.columns.push_back(std::move(read.table.columns[i]));
        roles.push_back(read.roles.roles[i]);
    }
    read.table = std::move(kept);
    read.roles.roles = std::move(roles);
}

void keepRoles(const CsvTable& read, RecordOptions& options) {
    for (std::size_t i = 0; i < read.table.columns.size(); ++i)
        options.roles[read.table.columns[i].name] = read.roles.roles[i];
}

/// Tries the molecules of the first rows, for what they bring up.
Result<std::vector<PreviewProblem>> moleculeProblems(CsvTable read, const RecordOptions& options,
                                                     const std::string& name, const ReadContext& context) {
    if (read.table.rowCount() > kMoleculesInPreview) {
        std::vector<std::size_t> first(kMoleculesInPreview);
        std::iota(first.begin(), first.end(), std::size_t{0});
        read.table = selectRows(read.table, first);
        read.rowLines.resize(kMoleculesInPreview);
    }
    read.twins = chem::Twins::keep;
    Ledger ledger;
    auto molecules = moleculesOf(std::move(read), name, context, ledger);
    if (!molecules)
        return molecules.error();
    std::vector<PreviewProblem> problems = droppedStructures(ledger);
    if (auto twins = twinProblem(*molecules, options.keepFirstTwin))
        problems.push_back(std::move(*twins));
    return problems;
}

} // namespace

Result<RecordOptions> RecordOptions::fromJson(const nlohmann::json& options, const std::string& name) {
    nlohmann::json mine = nlohmann::json::object();
    if (options.is_object())
        for (const auto& item : options.items())
            if (isOne(item.key()))
                mine[item.key()] = item.value();
    auto read = CsvOptions::fromJson(mine);
    if (!read)
        return makeError(read.error().code, name + ": " + read.error().message);
    return RecordOptions{std::move(read->roles), read->keepFirstTwin, read->rows};
}

void RecordOptions::addTo(nlohmann::json& options) const {
    options["duplicates"] = keepFirstTwin ? "keep_first" : "keep";
    if (rows)
        options["rows"] = std::to_string(*rows);
    options["roles"] = nlohmann::json::object();
    for (const auto& [column, role] : roles)
        options["roles"][column] = columnRoleName(role);
}

void RecordOptions::takePart(const ReadContext& context) {
    if (context.keep && context.keep->complete > 0)
        rows = context.keep->complete;
}

Result<ImportPreview> previewRecords(Records records, RecordOptions& options, const std::string& name, bool whole,
                                     const ReadContext& context) {
    CsvTable read = withRoles(std::move(records), options);
    keepRoles(read, options);
    ImportPreview preview;
    preview.kind = read.hasStructures() ? ValueKind::graphSet : ValueKind::table;
    preview.becomes = read.hasStructures() ? "Molecules (RDKit) and table" : "Table";
    preview.records = whole ? static_cast<std::int64_t>(read.table.rowCount()) : -1;
    showTable(read.table, preview);
    for (std::size_t i = 0; i < preview.columns.size(); ++i)
        preview.columns[i].role = read.roles.roles[i];
    if (!whole)
        preview.lastRows.clear();
    preview.problems = ledgerProblems(read.ledger);
    preview.problems.insert(preview.problems.end(), read.roles.problems.begin(), read.roles.problems.end());
    const std::size_t rows = read.table.rowCount();
    if (read.hasStructures() && rows > 0) {
        auto molecules = moleculeProblems(std::move(read), options, name, context);
        if (!molecules)
            return molecules.error();
        preview.problems.insert(preview.problems.end(), molecules->begin(), molecules->end());
    }
    if (!whole)
        sayWhichRows(preview.problems, rows);
    return preview;
}

Result<Dataset> datasetOf(Records records, RecordOptions& options, const std::string& path,
                          const ReadContext& context) {
    const std::string name = inputName(path);
    CsvTable read = withRoles(std::move(records), options);
    if (read.table.rowCount() == 0)
        return makeError(ErrorCode::parse, name + ": there are no rows");
    keepRoles(read, options);
    leaveOut(read);
    if (read.table.columns.empty())
        return makeError(ErrorCode::invalidArgument, name + ": every column has the role ignore");
    Dataset dataset;
    dataset.title = inputStem(path);
    dataset.ledger = std::move(read.ledger);
    if (!read.hasStructures()) {
        dataset.value = makeValue(std::move(read.table));
        return dataset;
    }
    auto molecules = moleculesOf(std::move(read), name, context, dataset.ledger);
    if (!molecules)
        return molecules.error();
    molecules->graphs.name = dataset.title;
    dataset.value = makeValue(std::move(molecules->graphs));
    return dataset;
}

} // namespace vitrine
