#include "core/compare/compare_tables.h"

#include "core/compare/compare_figure.h"
#include "core/report/number_display.h"
#include "core/report/run_parts.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr std::size_t kMostRuns = 200; ///< that a block of a file may name
constexpr std::size_t kMostCurves = 6; ///< in a report that is made by itself

/// Rows of cells, with a first column of names and one per run.
class RunColumns {
public:
    RunColumns(ComparedRuns runs, std::size_t reference) : m_runs(runs), m_reference(reference) {
        m_table.columns.push_back({"", false, false});
        for (const ComparedRun& run : runs)
            m_table.columns.push_back({runName(run.record), true, false});
        m_table.columns[reference + 1].title += " (reference)";
    }

    void add(const std::string& name, std::vector<std::string> cells, bool strong = false) {
        cells.insert(cells.begin(), name);
        if (strong)
            m_table.strongRows.push_back(m_table.rows.size());
        m_table.rows.push_back(std::move(cells));
    }
    void alignLeft() {
        for (DisplayTable::ColumnHead& head : m_table.columns)
            head.alignRight = false;
    }
    ComparedRuns runs() const { return m_runs; }
    std::size_t reference() const { return m_reference; }
    DisplayTable take() { return std::move(m_table); }

private:
    ComparedRuns m_runs;
    std::size_t m_reference;
    DisplayTable m_table;
};

std::string withUnit(const std::string& label, const std::string& unit) {
    return unit.empty() ? label : label + " (" + unit + ')';
}

std::string signedNumber(double value, NumberStyle style) {
    return (value > 0.0 ? "+" : "") + displayNumber(value, style);
}

std::string rangeText(double lower, double upper, NumberStyle style) {
    return "[" + displayNumber(lower, style) + ", " + displayNumber(upper, style) + "]";
}

/// One more digit than the values need where the differences are smaller than those show.
NumberStyle styleOf(const std::vector<double>& values, const std::vector<double>& differences) {
    constexpr int kMostDecimals = 6;
    NumberStyle style = columnStyle(values);
    if (style.scientific || std::ranges::all_of(values, [](double value) { return value == std::round(value); }))
        return style;
    for (const double difference : differences)
        if (std::isfinite(difference) && difference != 0.0)
            style.decimals =
                std::max(style.decimals, 1 - static_cast<int>(std::floor(std::log10(std::abs(difference)))));
    style.decimals = std::min(style.decimals, kMostDecimals);
    return style;
}

void addMetric(RunColumns& table, const ComparedMetric& metric) {
    std::vector<double> values, differences;
    const auto& base = metric.values[table.reference()];
    bool anyInterval = false;
    std::string kind;
    for (const auto& value : metric.values) {
        if (!value)
            continue;
        values.push_back(value->value);
        if (base)
            differences.push_back(value->value - base->value);
        if (value->interval) {
            const std::string own = value->interval->kind + ", n = " + displayCount(value->interval->n);
            kind = !anyInterval || kind == own ? own : "Interval";
            anyInterval = true;
        }
    }
    const NumberStyle style = styleOf(values, differences);
    std::vector<std::string> numbers, intervals, changes;
    for (std::size_t i = 0; i < metric.values.size(); ++i) {
        const auto& value = metric.values[i];
        numbers.push_back(value ? displayNumber(value->value, style) : "");
        intervals.push_back(value && value->interval ? rangeText(value->interval->lower, value->interval->upper, style)
                                                     : "");
        changes.push_back(i == table.reference() || !value || !base ? ""
                                                                    : signedNumber(value->value - base->value, style));
    }
    table.add(withUnit(metric.label, metric.unit), numbers, true);
    if (anyInterval)
        table.add(kind, intervals);
    if (base)
        table.add("Difference to the reference", changes);
}

std::string probability(double p) {
    constexpr double kSmallest = 0.001;
    return p < kSmallest ? "p < 0.001" : "p = " + displayNumber(p, {3, false});
}

void addErrors(RunColumns& table, const PairedErrors& errors) {
    std::vector<double> means;
    for (const PairedErrors::OfRun& run : errors.runs)
        if (run.test)
            means.push_back(run.test->mean);
    if (means.empty())
        return;
    const NumberStyle style = styleOf({0.5}, means);
    std::vector<std::string> mean, range, chance;
    for (const PairedErrors::OfRun& run : errors.runs) {
        mean.push_back(run.test ? signedNumber(run.test->mean, style) : "");
        range.push_back(run.test ? rangeText(run.test->lower, run.test->upper, style) : "");
        chance.push_back(run.test ? probability(run.test->p) + ", n = " + displayCount(run.test->n) : "");
    }
    const std::string part = errors.group.empty() ? "" : ", " + errors.group;
    table.add(withUnit("Absolute error" + part + ", difference", errors.unit), mean, true);
    table.add("95 % interval, paired t-test", range);
    table.add("Probability and pairs", chance);
}

ProvidedTable factsTable(ComparedRuns runs, std::size_t reference, const std::vector<ComparedFact>& facts) {
    ProvidedTable provided;
    RunColumns table(runs, reference);
    std::vector<std::string> titles;
    for (const ComparedRun& run : runs)
        titles.push_back(run.record.title);
    table.add("Title", titles);
    for (const ComparedFact& fact : facts) {
        table.add(fact.label, fact.texts);
        if (!fact.help.empty())
            provided.definitions.push_back({fact.label, fact.help, {}});
    }
    table.alignLeft();
    provided.name = "What differs";
    provided.caption = facts.empty() ? "Nothing differs: data, parameters, seed and version are the same."
                                     : "What differs between the runs; everything else is the same.";
    provided.shown = table.take();
    return provided;
}

ProvidedTable metricsTable(ComparedRuns runs, std::size_t reference, const std::vector<ComparedMetric>& metrics,
                           const std::vector<PairedErrors>& errors) {
    ProvidedTable provided;
    RunColumns table(runs, reference);
    for (const ComparedMetric& metric : metrics) {
        addMetric(table, metric);
        if (!metric.definition.empty())
            provided.definitions.push_back({metric.label, metric.definition, {}});
    }
    bool tested = false;
    for (const PairedErrors& paired : errors) {
        addErrors(table, paired);
        tested = tested || std::ranges::any_of(paired.runs, [](const auto& run) { return run.test.has_value(); });
    }
    if (tested)
        provided.definitions.push_back(
            {"Absolute error, difference",
             "Mean over the paired rows of |predicted − measured| minus the same of the reference. Rows are paired by "
             "their key, where the measured value and the part are the same. Two-sided Student's t-test of the "
             "differences.",
             "Student, Biometrika 1908"});
    provided.name = "Numbers compared";
    provided.caption = tested ? "Numbers of the runs, their intervals, and paired tests against the reference."
                              : "Numbers of the runs and their intervals; there are no rows that could be paired.";
    provided.shown = table.take();
    return provided;
}

std::vector<RunId> idsOf(const nlohmann::json& options) {
    std::vector<RunId> ids;
    if (options.is_object() && options.contains("runs") && options["runs"].is_array())
        for (const nlohmann::json& id : options["runs"])
            if (id.is_number_integer() && ids.size() < kMostRuns)
                ids.push_back(id.get<RunId>());
    return ids;
}

std::size_t referenceOf(ComparedRuns runs, const nlohmann::json& options) {
    if (options.contains("reference") && options["reference"].is_number_integer())
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (runs[i].record.id == options["reference"].get<RunId>())
                return i;
    return 0;
}

} // namespace

std::optional<ProvidedTable> comparedTableOf(const ProjectStore& store, const ExperimentLookup& experiments,
                                             const ReportBlock& block) {
    if (block.figureId != kComparedFactsId && block.figureId != kComparedMetricsId)
        return std::nullopt;
    std::vector<ComparedRun> runs;
    for (const RunId id : idsOf(block.options))
        if (auto run = readComparedRun(store, id))
            runs.push_back(std::move(*run));
    if (runs.size() < 2)
        return std::nullopt;
    const std::size_t reference = referenceOf(runs, block.options);
    const auto facts = differingFacts(runs, experiments);
    const auto metrics = sharedMetrics(runs);
    const auto errors = pairedErrors(runs, reference);
    ProvidedTable provided = block.figureId == kComparedFactsId ? factsTable(runs, reference, facts)
                                                                : metricsTable(runs, reference, metrics, errors);
    provided.data =
        makeValue(block.figureId == kComparedFactsId ? comparisonTable(runs, reference, {}, {}, facts)
                                                     : comparisonTable(runs, reference, metrics, errors, {}));
    return provided;
}

ReportDocument comparisonReport(ComparedRuns runs, std::size_t reference) {
    const RunId base = runs[reference].record.id;
    nlohmann::json ids = nlohmann::json::array();
    std::string names;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        ids.push_back(runs[i].record.id);
        names += (i == 0 ? "" : i + 1 == runs.size() ? " and " : ", ") + std::to_string(runs[i].record.id);
    }
    ReportDocument document;
    document.title = "Comparison of runs " + names;
    const auto add = [&](BlockKind kind, const char* id) -> ReportBlock& {
        ReportBlock block;
        block.kind = kind;
        block.id = document.freeId(id);
        block.run = base;
        document.blocks.push_back(std::move(block));
        return document.blocks.back();
    };
    for (const auto& [figure, id] : {std::pair{kComparedFactsId, "differences"}, {kComparedMetricsId, "numbers"}}) {
        ReportBlock& block = add(BlockKind::table, id);
        block.figureId = figure;
        block.options = {{"runs", ids}, {"reference", base}};
    }
    std::vector<SharedLine> lines = sharedLines(runs);
    lines.resize(std::min(lines.size(), kMostCurves));
    for (const SharedLine& line : lines) {
        ReportBlock& block = add(BlockKind::figure, line.outputId.c_str());
        block.title = line.title;
        block.outputId = line.outputId;
        block.figureId = kOverlayFigureId;
        block.options = {{"runs", ids}, {"line", line.lineId}};
    }
    add(BlockKind::parameters, "parameters");
    add(BlockKind::provenance, "provenance");
    add(BlockKind::definitions, "definitions");
    return document;
}

} // namespace vitrine
