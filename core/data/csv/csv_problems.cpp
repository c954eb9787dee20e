#include "core/data/csv/csv_problems.h"

#include "core/base/number_text.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr std::size_t kNameShown = 100;

using Problems = std::vector<PreviewProblem>;

std::string times(std::int64_t count, const std::string& noun) {
    return grouped(count) + ' ' + noun + (count == 1 ? "" : "s");
}

void addSpaces(const CsvOptions& options, const Ledger& ledger, Problems& problems) {
    std::int64_t total = 0;
    std::vector<const LedgerEntry*> entries;
    for (const LedgerEntry& entry : ledger.entries())
        if (entry.reason.starts_with("Spaces around")) {
            total += entry.count;
            entries.push_back(&entry);
        }
    if (total == 0)
        return;
    std::stable_sort(entries.begin(), entries.end(),
                     [](const LedgerEntry* a, const LedgerEntry* b) { return a->count > b->count; });
    constexpr std::size_t kNamed = 3;
    std::string detail;
    std::vector<std::int64_t> lines;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        lines.insert(lines.end(), entries[i]->lines.begin(), entries[i]->lines.end());
        if (i < kNamed)
            detail +=
                (i == 0 ? "" : ", ") + grouped(entries[i]->count) + " in " + inQuotes(entries[i]->column, kNameShown);
    }
    if (entries.size() > kNamed)
        detail += " and more in " + times(static_cast<std::int64_t>(entries.size() - kNamed), "other column");
    problems.push_back({"Spaces around " + times(total, "value"),
                        detail + ". " + linesText(lines, total),
                        {{"Trim them", {{"trim", true}}}, {"Keep them", {{"trim", false}}}},
                        options.trim ? std::size_t{0} : std::size_t{1}});
}

/// Gathers dropped records into one problem.
std::optional<PreviewProblem> dropped(const Ledger& ledger, bool structures, const std::string& noun,
                                      const std::string& verb) {
    constexpr std::size_t kShown = 400;
    PreviewProblem problem;
    std::int64_t count = 0;
    for (const LedgerEntry& entry : ledger.entries()) {
        const bool structure = entry.reason.starts_with("Not a molecule");
        const bool row = !structure && entry.column.empty() && !entry.lines.empty();
        if (entry.action != LedgerAction::dropped || !(structures ? structure : row))
            continue;
        count += entry.count;
        if (problem.detail.size() < kShown)
            problem.detail +=
                (problem.detail.empty() ? "" : " ") + entry.reason + ": " + linesText(entry.lines, entry.count);
    }
    if (count == 0)
        return std::nullopt;
    problem.title = times(count, noun) + ' ' + verb;
    return problem;
}

void addBadRows(const CsvOptions& options, const Ledger& ledger, Problems& problems) {
    auto rows = dropped(ledger, false, "row", "cannot be read");
    if (!rows)
        return;
    rows->choices = {{"Refuse the file", {{"on_bad_row", "refuse"}}}, {"Leave them out", {{"on_bad_row", "drop"}}}};
    rows->chosen = options.dropBadRows ? 1 : 0;
    problems.push_back(std::move(*rows));
}

/// Columns of numbers with some values that are none.
void addTypes(const Ledger& ledger, Problems& problems) {
    for (const LedgerEntry& entry : ledger.entries()) {
        const bool kept = entry.reason.starts_with("Not a number");
        const bool forced = entry.reason.starts_with("Not readable as real");
        if (!kept && !forced)
            continue;
        problems.push_back(
            {times(entry.count, "value") + (entry.count == 1 ? " is" : " are") + " not a number",
             "In the column " + inQuotes(entry.column, kNameShown) + ". " + linesText(entry.lines, entry.count),
             {{"Keep the column as text", {{"types", {{entry.column, nullptr}}}}},
              {"Numbers, these are missing", {{"types", {{entry.column, "real"}}}}}},
             kept ? std::size_t{0} : std::size_t{1}});
    }
}

void addNames(const CsvSource& source, Problems& problems) {
    if (const auto& renamed = source.names.renamed; !renamed.empty()) {
        const std::string& first = source.names.names[renamed[0].column];
        problems.push_back({times(static_cast<std::int64_t>(renamed.size()), "column") + " renamed",
                            inQuotes(first, kNameShown) + ": " + renamed[0].reason + '.'});
    }
    if (source.sniffed.dialect.header == CsvHeader::none)
        problems.push_back({"No column names",
                            "The columns are named by their place.",
                            {{"The first line holds values", {{"header", "none"}}},
                             {"The first line names the columns", {{"header", "first_row"}}}}});
}

void addNotation(const CsvSource& source, Problems& problems) {
    if (source.decoded.firstForeignLine > 0)
        problems.push_back({"Read as Windows-1252",
                            "Line " + std::to_string(source.decoded.firstForeignLine) + " is not valid UTF-8."});
    const SniffedCsv& sniffed = source.sniffed;
    const bool points = sniffed.thousandsMark == '.';
    const PreviewChoice marks{"Commas mark thousands", {{"decimal", "."}, {"thousands", ","}}};
    if (!sniffed.ambiguousNumber.empty())
        problems.push_back({"Decimal comma or thousands?",
                            "A number like " + inQuotes(sniffed.ambiguousNumber) + " can be either.",
                            {{"Commas are decimal marks", {{"decimal", ","}, {"thousands", ""}}}, marks},
                            sniffed.dialect.decimal == ',' ? std::size_t{0} : std::size_t{1}});
    if (!sniffed.thousandsNumber.empty())
        problems.push_back(
            {"Numbers with thousands marks",
             "For example " + inQuotes(sniffed.thousandsNumber) + '.',
             {{"Keep them as text", {{"decimal", points ? "," : "."}, {"thousands", ""}}},
              points ? PreviewChoice{"Points mark thousands", {{"decimal", ","}, {"thousands", "."}}} : marks},
             sniffed.dialect.thousands == 0 ? std::size_t{0} : std::size_t{1}});
}

} // namespace

std::string linesText(std::vector<std::int64_t> lines, std::int64_t count) {
    constexpr std::size_t kShown = 3;
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    if (lines.empty())
        return {};
    std::string text = lines.size() == 1 ? "Line " : "Lines ";
    const std::size_t shown = std::min(kShown, lines.size());
    const std::int64_t more = count - static_cast<std::int64_t>(shown);
    const bool all = lines.size() <= kShown;
    for (std::size_t i = 0; i < shown; ++i)
        text += (i == 0 ? "" : all && i + 1 == shown ? " and " : ", ") + std::to_string(lines[i]);
    if (!all)
        text += " and " + grouped(more) + " more";
    return text + '.';
}

std::vector<PreviewProblem> droppedStructures(const Ledger& ledger) {
    auto structures = dropped(ledger, true, "structure", "cannot be read");
    return structures ? Problems{std::move(*structures)} : Problems{};
}

void sayWhichRows(std::vector<PreviewProblem>& problems, std::size_t rows) {
    for (PreviewProblem& problem : problems)
        problem.detail += " Looked at: the first " + grouped(static_cast<std::int64_t>(rows)) + " rows.";
}

std::optional<PreviewProblem> twinProblem(const chem::ImportedMolecules& molecules, bool keepFirst) {
    if (molecules.twins.empty())
        return std::nullopt;
    const GraphSet& graphs = molecules.graphs;
    const Column* target = graphs.graphs.find(graphs.targetColumn);
    const Column* id = graphs.graphs.find(graphs.idColumn);
    std::int64_t differing = 0;
    double widest = 0.0;
    std::pair<std::size_t, std::size_t> far{molecules.twins[0][0], molecules.twins[0][1]};
    bool pairs = true;
    for (const auto& group : molecules.twins) {
        pairs = pairs && group.size() == 2;
        if (!target)
            continue;
        const auto [low, high] = std::minmax_element(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
            return target->number(a) < target->number(b);
        });
        const double range = target->number(*high) - target->number(*low);
        differing += range > 0.0 ? 1 : 0;
        if (range > widest) {
            widest = range;
            far = std::minmax(*low, *high);
        }
    }
    const auto named = [&](std::size_t graph) { return id ? id->cellText(graph) : std::string(); };
    std::string example =
        "lines " + std::to_string(molecules.lines[far.first]) + " and " + std::to_string(molecules.lines[far.second]);
    if (id)
        example = named(far.first) + " and " + named(far.second) + ", " + example;
    PreviewProblem problem;
    problem.title = times(static_cast<std::int64_t>(molecules.twins.size()), "structure") +
                    (molecules.twins.size() == 1 ? " occurs" : " occur") + (pairs ? " twice" : " more than once");
    if (differing > 0)
        problem.detail = "In " + times(differing, pairs ? "pair" : "group") + " the target differs, up to " +
                         numberText(std::round(widest * 1000.0) / 1000.0) + " (" + example + ").";
    else
        problem.detail = "First: " + example + '.';
    problem.choices = {{pairs ? "Keep all, mark the pairs" : "Keep all, mark them", {{"duplicates", "keep"}}},
                       {"Keep the first of each", {{"duplicates", "keep_first"}}}};
    problem.chosen = keepFirst ? 1 : 0;
    return problem;
}

std::vector<PreviewProblem> csvProblems(const CsvSource& source, const Ledger& ledger, const RoleGuess& roles) {
    Problems problems;
    addBadRows(source.options, ledger, problems);
    for (PreviewProblem& problem : droppedStructures(ledger))
        problems.push_back(std::move(problem));
    addSpaces(source.options, ledger, problems);
    addTypes(ledger, problems);
    addNames(source, problems);
    addNotation(source, problems);
    if (roles.find(ColumnRole::structure) < roles.roles.size())
        problems.insert(problems.end(), roles.problems.begin(), roles.problems.end());
    return problems;
}

} // namespace vitrine
