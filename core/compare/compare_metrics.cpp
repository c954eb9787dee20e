#include "core/compare/compare_runs.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

const Scalar* scalarOf(const ComparedRun& run, const ComparedMetric& metric) {
    const auto scalars = run.output<Scalars>(metric.outputId);
    const Scalar* found = scalars ? scalars->find(metric.id) : nullptr;
    return found && found->unit == metric.unit ? found : nullptr;
}

/// Rows of the exported table, column by column.
struct Rows {
    Column::Texts what, id, label, unit, run, runTitle, text, kind;
    Column::Reals value, lower, upper, difference, p;
    Column::Integers n;

    void begin(const char* newWhat, const std::string& newId, const std::string& newLabel, const RunRecord& record) {
        what.emplace_back(newWhat);
        id.push_back(newId);
        label.push_back(newLabel);
        run.push_back(std::to_string(record.id));
        runTitle.push_back(record.title);
        unit.emplace_back();
        text.emplace_back();
        kind.emplace_back();
        for (Column::Reals* numbers : {&value, &lower, &upper, &difference, &p})
            numbers->push_back(std::nan(""));
        n.push_back(0);
    }
};

/// What was not given is a missing cell, not a number that is none.
Column withGaps(std::string name, Column::Reals values) {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isnan(values[i]))
            missing.push_back(i);
    Column column(std::move(name), std::move(values));
    for (const std::size_t row : missing)
        column.setMissing(row);
    return column;
}

Table tableOf(Rows rows) {
    Table table;
    table.columns.emplace_back("what", std::move(rows.what));
    table.columns.emplace_back("id", std::move(rows.id));
    table.columns.emplace_back("label", std::move(rows.label));
    table.columns.emplace_back("unit", std::move(rows.unit));
    table.columns.emplace_back("run", std::move(rows.run));
    table.columns.emplace_back("run_title", std::move(rows.runTitle));
    table.columns.emplace_back("text", std::move(rows.text));
    table.columns.push_back(withGaps("value", std::move(rows.value)));
    table.columns.push_back(withGaps("lower", std::move(rows.lower)));
    table.columns.push_back(withGaps("upper", std::move(rows.upper)));
    table.columns.emplace_back("kind", std::move(rows.kind));
    Column n("n", std::move(rows.n));
    for (std::size_t i = 0; i < n.size(); ++i)
        if (n.integers()[i] == 0)
            n.setMissing(i);
    table.columns.push_back(std::move(n));
    table.columns.push_back(withGaps("difference_to_reference", std::move(rows.difference)));
    table.columns.push_back(withGaps("p", std::move(rows.p)));
    return table;
}

void addMetric(Rows& rows, ComparedRuns runs, std::size_t reference, const ComparedMetric& metric) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& scalar = metric.values[i];
        if (!scalar)
            continue;
        rows.begin("metric", metric.outputId + '/' + metric.id, metric.label, runs[i].record);
        rows.unit.back() = metric.unit;
        rows.value.back() = scalar->value;
        if (scalar->interval) {
            rows.lower.back() = scalar->interval->lower;
            rows.upper.back() = scalar->interval->upper;
            rows.kind.back() = scalar->interval->kind;
            rows.n.back() = scalar->interval->n;
        }
        if (const auto& base = metric.values[reference]; base && i != reference)
            rows.difference.back() = scalar->value - base->value;
    }
}

void addErrors(Rows& rows, ComparedRuns runs, const PairedErrors& errors) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& test = errors.runs[i].test;
        if (!test)
            continue;
        const std::string label = "Mean absolute error, difference to the reference" +
                                  (errors.group.empty() ? std::string() : ", " + errors.group);
        rows.begin("paired test", errors.outputId + (errors.group.empty() ? "" : '/' + errors.group), label,
                   runs[i].record);
        rows.unit.back() = errors.unit;
        rows.lower.back() = test->lower;
        rows.upper.back() = test->upper;
        rows.kind.back() = kPairedTestKind;
        rows.n.back() = test->n;
        rows.difference.back() = test->mean;
        rows.p.back() = test->p;
    }
}

} // namespace

void forEachHeadline(const ComparedRun& run,
                     const std::function<void(const OutputDescription&, const Scalar&)>& visit) {
    for (const auto& [id, description] : run.descriptions) {
        const auto scalars = description.headline ? run.output<Scalars>(id) : nullptr;
        if (!scalars)
            continue;
        const bool marked = std::ranges::any_of(scalars->items, &Scalar::headline);
        for (const Scalar& scalar : scalars->items)
            if (scalar.headline || !marked)
                visit(description, scalar);
    }
}

std::vector<ComparedMetric> sharedMetrics(ComparedRuns runs) {
    std::vector<ComparedMetric> metrics;
    for (const ComparedRun& run : runs)
        forEachHeadline(run, [&](const OutputDescription& output, const Scalar& scalar) {
            const auto same = [&](const ComparedMetric& known) {
                return known.outputId == output.id && known.id == scalar.id && known.unit == scalar.unit;
            };
            if (std::ranges::any_of(metrics, same))
                return;
            const std::string& definition = scalar.definition.empty() ? output.definition : scalar.definition;
            metrics.push_back({output.id,
                               scalar.id,
                               scalar.label.empty() ? scalar.id : scalar.label,
                               scalar.unit,
                               definition,
                               scalar.lowerIsBetter,
                               {}});
        });
    for (ComparedMetric& metric : metrics)
        for (const ComparedRun& run : runs) {
            const Scalar* scalar = scalarOf(run, metric);
            metric.values.push_back(scalar ? std::optional(*scalar) : std::nullopt);
        }
    std::erase_if(metrics, [](const ComparedMetric& metric) {
        return std::ranges::count_if(metric.values, [](const auto& value) { return value.has_value(); }) < 2;
    });
    return metrics;
}

Table comparisonTable(ComparedRuns runs, std::size_t reference, const std::vector<ComparedMetric>& metrics,
                      const std::vector<PairedErrors>& errors, const std::vector<ComparedFact>& facts) {
    Rows rows;
    for (const ComparedMetric& metric : metrics)
        addMetric(rows, runs, reference, metric);
    for (const PairedErrors& paired : errors)
        addErrors(rows, runs, paired);
    for (const ComparedFact& fact : facts)
        for (std::size_t i = 0; i < runs.size(); ++i) {
            rows.begin("setting", fact.id, fact.label, runs[i].record);
            rows.text.back() = fact.texts[i];
        }
    return tableOf(std::move(rows));
}

} // namespace vitrine
