#include "core/data/sqlite/sqlite_reader.h"

#include "core/data/csv/csv_table_import.h"
#include "core/data/first_rows.h"
#include "core/data/input_file.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"
#include "core/data/sqlite/sqlite_source.h"
#include "core/values/json_text.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace vitrine {
namespace {

constexpr std::int64_t kRowsInPreview = 2000;
constexpr std::size_t kListed = 100;
constexpr double kRowShare = 0.6; ///< of the progress, where molecules may follow
using namespace std::string_view_literals;

struct Opened {
    SqliteSource source;
    RecordOptions options;
    std::size_t chosen = 0;

    const SqliteSource::Relation& relation() const { return source.relations()[chosen]; }
    nlohmann::json optionsJson() const {
        nlohmann::json json = {{"table", relation().name}};
        options.addTo(json);
        return json;
    }
};

std::string listed(const std::vector<SqliteSource::Relation>& relations) {
    constexpr std::size_t kShown = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(relations.size(), kShown); ++i)
        text += (i == 0 ? "" : ", ") + inQuotes(relations[i].name);
    return relations.size() > kShown ? text + " and " + std::to_string(relations.size() - kShown) + " more" : text;
}

Result<void> checkOptions(const nlohmann::json& options, const std::string& name) {
    if (options.is_object())
        for (const auto& item : options.items()) {
            if (item.key() == "table" && !item.value().is_string())
                return makeError(ErrorCode::invalidArgument, name + ": the option \"table\" must be a name");
            if (item.key() != "table" && !RecordOptions::isOne(item.key()))
                return makeError(ErrorCode::invalidArgument, name + ": there is no option " + inQuotes(item.key()));
        }
    return {};
}

Result<Opened> openChosen(const std::string& path, const nlohmann::json& options, const ReadContext& context) {
    const std::string name = inputName(path);
    if (auto good = checkOptions(options, name); !good)
        return good.error();
    auto records = RecordOptions::fromJson(options, name);
    if (!records)
        return records.error();
    auto source = SqliteSource::open(path, context);
    if (!source)
        return source.error();
    const auto& relations = source->relations();
    const std::string wanted = textField(options, "table");
    auto found = std::find_if(relations.begin(), relations.end(), [&](const SqliteSource::Relation& relation) {
        return wanted.empty() ? !relation.view : relation.name == wanted;
    });
    if (found == relations.end() && wanted.empty())
        found = relations.begin();
    if (found == relations.end())
        return makeError(ErrorCode::invalidArgument, name + ": there is no table or view " + inQuotes(wanted) +
                                                         ", there " + (relations.size() == 1 ? "is " : "are ") +
                                                         listed(relations));
    const auto chosen = static_cast<std::size_t>(found - relations.begin());
    return Opened{std::move(*source), std::move(*records), chosen};
}

PreviewProblem choiceOf(const Opened& opened) {
    const auto& relations = opened.source.relations();
    PreviewProblem problem;
    problem.title = counted(relations.size(), "table") + " in the database";
    problem.detail = "One of them becomes a data set; open the file again for another.";
    for (std::size_t i = 0; i < relations.size(); ++i) {
        if (i >= kListed && i != opened.chosen)
            continue;
        if (i == opened.chosen)
            problem.chosen = problem.choices.size();
        problem.choices.push_back(
            {(relations[i].view ? "View " : "Table ") + inQuotes(relations[i].name), {{"table", relations[i].name}}});
    }
    return problem;
}

/// Changes that another program has not yet taken into the file.
bool hasUnmergedChanges(const std::string& path) {
    std::error_code none;
    const auto size = std::filesystem::file_size(path + "-wal", none);
    return !none && size > 0;
}

constexpr const char* kUnmerged = "Changes in the file \"-wal\" beside it, not yet in the database, not read";

} // namespace

bool isSqlite(std::string_view head) {
    return head.starts_with("SQLite format 3\0"sv);
}

bool isProjectFile(std::string_view head) {
    constexpr std::size_t kApplicationIdAt = 68;
    return isSqlite(head) && head.substr(0, kApplicationIdAt + 4).ends_with("Vitr") &&
           head.size() >= kApplicationIdAt + 4;
}

int SqliteReader::score(const FileHead& head) const {
    return isSqlite(head.bytes) && !isProjectFile(head.bytes) ? 100 : 0;
}

Result<ImportPreview> SqliteReader::preview(const std::string& path, const nlohmann::json& options,
                                            const ReadContext& context) const {
    auto opened = openChosen(path, options, context);
    if (!opened)
        return opened.error();
    const std::string name = inputName(path);
    const std::int64_t wanted = opened->options.rows.value_or(std::numeric_limits<std::int64_t>::max());
    auto records = opened->source.rows(opened->relation(), std::min(wanted, kRowsInPreview), SqliteSource::Pick::first);
    if (!records)
        return records.error();
    if (records->table.rowCount() == 0 && opened->source.relations().size() == 1)
        return makeError(ErrorCode::parse, name + ": there are no rows in " + inQuotes(opened->relation().name));
    const bool whole = wanted <= kRowsInPreview || records->table.rowCount() < static_cast<std::size_t>(kRowsInPreview);
    auto preview = previewRecords(std::move(*records), opened->options, name, whole, context);
    if (!preview)
        return preview;
    preview->recognisedAs =
        std::string("SQLite, ") + (opened->relation().view ? "view " : "table ") + inQuotes(opened->relation().name);
    if (!whole && !opened->relation().view) {
        const auto count = opened->source.count(opened->relation());
        if (!count)
            return count.error();
        preview->records = std::min(*count, wanted);
        if (const auto last = opened->source.rows(opened->relation(), kPreviewRows,
                                                  SqliteSource::Pick::last)) { // not without a rowid
            ImportPreview shown;
            showTable(last->table, shown);
            preview->lastRows.assign(shown.firstRows.rbegin(), shown.firstRows.rend());
        }
    }
    if (hasUnmergedChanges(path))
        preview->problems.insert(preview->problems.begin(), {"Changes that are not in the file yet", kUnmerged});
    if (opened->source.relations().size() > 1)
        preview->problems.insert(preview->problems.begin(), choiceOf(*opened));
    preview->options = opened->optionsJson();
    return preview;
}

Result<Dataset> SqliteReader::read(const std::string& path, const nlohmann::json& options,
                                   const ReadContext& context) const {
    auto opened = openChosen(path, options, context);
    if (!opened)
        return opened.error();
    auto records =
        opened->source.rows(opened->relation(), opened->options.rows.value_or(-1), SqliteSource::Pick::asRead);
    if (!records)
        return records.error();
    if (records->table.rowCount() == 0)
        return makeError(ErrorCode::parse,
                         inputName(path) + ": there are no rows in " + inQuotes(opened->relation().name));
    if (opened->options.rows && records->ledger.recordsRead == *opened->options.rows)
        noteFirstRows(*opened->options.rows, context, records->ledger);
    if (hasUnmergedChanges(path))
        records->ledger.noteAll(LedgerAction::marked, "", kUnmerged, 1);
    auto dataset = datasetOf(std::move(*records), opened->options, path, partOf(context, kRowShare, 1.0));
    if (!dataset)
        return dataset;
    dataset->title = inputStem(path) + ", " + opened->relation().name;
    opened->options.takePart(context);
    dataset->source.options = opened->optionsJson();
    return dataset;
}

} // namespace vitrine
