#include "app/gui/compare/compare_rows.h"

#include "core/values/text.h"
#include "widgets/charts/number_label.h"
#include "widgets/data/display_number.h"
#include "widgets/style/series_style.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr int kMostDecimals = 6;

QString say(const char* text) {
    return QCoreApplication::translate("vitrine::compare", text);
}

QString withUnit(const QString& label, const std::string& unit) {
    return unit.empty() ? label : QStringLiteral("%1 (%2)").arg(label, toQString(unit));
}

QString signedLabel(double value, int decimals) {
    const QString text = decimalLabel(value, decimals, QLocale());
    return value > 0.0 ? QLatin1Char('+') + text : text;
}

QString rangeLabel(double lower, double upper, int decimals) {
    return QStringLiteral("[%1, %2]")
        .arg(decimalLabel(lower, decimals, QLocale()), decimalLabel(upper, decimals, QLocale()));
}

/// Decimals that show the smallest of the differences with two digits, and the values with three.
int decimalsOf(const std::vector<double>& values, const std::vector<double>& differences) {
    int decimals = commonDecimals(values);
    for (const double difference : differences)
        if (std::isfinite(difference) && difference != 0.0)
            decimals = std::max(decimals, 1 - static_cast<int>(std::floor(std::log10(std::abs(difference)))));
    const bool whole = std::ranges::all_of(values, [](double v) { return v == std::round(v); });
    return whole ? 0 : std::clamp(decimals, 0, kMostDecimals);
}

QString intervalKind(const ComparedMetric& metric) {
    QString kind;
    for (const auto& value : metric.values) {
        if (!value || !value->interval)
            continue;
        const QString own =
            QStringLiteral("%1, n = %2").arg(toQString(value->interval->kind), displayCount(value->interval->n));
        if (!kind.isEmpty() && kind != own)
            return say("Interval"); // each cell names its own on hover
        kind = own;
    }
    return kind;
}

CompareRow valueRow(const ComparedMetric& metric, int decimals) {
    CompareRow row{withUnit(toQString(metric.label), metric.unit), toQString(metric.definition), {}, true, true};
    for (const auto& value : metric.values)
        row.cells.push_back({value ? decimalLabel(value->value, decimals, QLocale()) : QString(), {}});
    return row;
}

CompareRow intervalRow(const ComparedMetric& metric, int decimals) {
    CompareRow row{intervalKind(metric), {}, {}, false, true};
    for (const auto& value : metric.values) {
        CompareRow::Cell cell;
        if (value && value->interval) {
            cell.text = rangeLabel(value->interval->lower, value->interval->upper, decimals);
            cell.hint =
                QStringLiteral("%1, n = %2").arg(toQString(value->interval->kind), displayCount(value->interval->n));
        }
        row.cells.push_back(cell);
    }
    return row;
}

CompareRow differenceRow(const ComparedMetric& metric, std::size_t reference, int decimals, const QString& name) {
    CompareRow row{say("Difference to %1").arg(name), {}, {}, false, true};
    const Scalar& base = *metric.values[reference];
    for (std::size_t i = 0; i < metric.values.size(); ++i) {
        const auto& value = metric.values[i];
        CompareRow::Cell cell;
        if (i == reference) {
            cell.text = say("reference");
        } else if (value) {
            const double difference = value->value - base.value;
            cell.text = signedLabel(difference, decimals);
            if (base.value != 0.0 && std::isfinite(difference))
                cell.hint = say("%1 % of %2").arg(signedLabel(100.0 * difference / std::abs(base.value), 1), name);
            if (metric.lowerIsBetter && difference != 0.0 && std::isfinite(difference))
                cell.hint += (cell.hint.isEmpty() ? QString() : QStringLiteral("\n")) +
                             (difference < 0.0 ? say("Better: lower is better.") : say("Worse: lower is better."));
        }
        row.cells.push_back(cell);
    }
    return row;
}

void addMetric(std::vector<CompareRow>& rows, const ComparedMetric& metric, std::size_t reference,
               const QString& name) {
    std::vector<double> values;
    std::vector<double> differences;
    bool anyInterval = false;
    for (const auto& value : metric.values) {
        if (!value)
            continue;
        values.push_back(value->value);
        anyInterval = anyInterval || value->interval;
        if (metric.values[reference])
            differences.push_back(value->value - metric.values[reference]->value);
    }
    const int decimals = decimalsOf(values, differences);
    rows.push_back(valueRow(metric, decimals));
    if (anyInterval)
        rows.push_back(intervalRow(metric, decimals));
    if (metric.values[reference])
        rows.push_back(differenceRow(metric, reference, decimals, name));
}

QString probabilityText(double p) {
    constexpr double kSmallest = 0.001;
    return p < kSmallest ? say("p < %1").arg(decimalLabel(kSmallest, 3, QLocale()))
                         : say("p = %1").arg(decimalLabel(p, 3, QLocale()));
}

void addErrors(std::vector<CompareRow>& rows, const PairedErrors& errors, std::size_t reference, const QString& name) {
    std::vector<double> means;
    for (const PairedErrors::OfRun& run : errors.runs)
        if (run.test)
            means.push_back(run.test->mean);
    const int decimals = decimalsOf({0.5}, means);
    const QString definition =
        say("Mean over the paired rows of |predicted − measured| minus the same of %1. Rows are paired by their key, "
            "where the measured value and the part are the same. Two-sided Student's t-test of the differences; "
            "Student, Biometrika 1908.")
            .arg(name);
    const QString part = errors.group.empty() ? QString() : QStringLiteral(", ") + toQString(errors.group);
    CompareRow mean{withUnit(say("Absolute error%1, difference").arg(part), errors.unit), definition, {}, true, true};
    CompareRow range{say("95 % interval, paired t-test"), definition, {}, false, true};
    CompareRow chance{say("Probability and pairs"), definition, {}, false, true};
    for (std::size_t i = 0; i < errors.runs.size(); ++i) {
        const auto& test = errors.runs[i].test;
        const QString nothing = i == reference ? say("reference") : QString();
        const QString hint =
            test && errors.runs[i].leftOut > 0
                ? say("%1 rows of %2 have no partner and are left out.").arg(displayCount(errors.runs[i].leftOut), name)
                : QString();
        mean.cells.push_back({test ? signedLabel(test->mean, decimals) : nothing, hint});
        range.cells.push_back({test ? rangeLabel(test->lower, test->upper, decimals) : nothing, hint});
        chance.cells.push_back(
            {test ? say("%1, n = %2").arg(probabilityText(test->p), displayCount(test->n)) : nothing, hint});
    }
    for (CompareRow* row : {&mean, &range, &chance})
        rows.push_back(std::move(*row));
}

} // namespace

std::vector<CompareHead> compareHeads(const Comparison& comparison) {
    std::vector<CompareHead> heads;
    for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
        const RunRecord& run = comparison.runs[i].record;
        const auto stale = comparison.stale.find(run.id);
        const bool isStale = stale != comparison.stale.end();
        const QString name = isStale ? say("Run %1, stale").arg(run.id) : say("Run %1").arg(run.id);
        const QString hint =
            isStale ? toQString(run.title) + QLatin1Char('\n') + toQString(stale->second) : toQString(run.title);
        heads.push_back({QString::number(run.id), name, hint, static_cast<int>(i) % kSeriesSlots + 1});
    }
    return heads;
}

std::vector<CompareRow> factRows(const Comparison& comparison) {
    std::vector<CompareRow> rows;
    CompareRow titles{say("Title"), {}, {}, false, false};
    for (const ComparedRun& run : comparison.runs)
        titles.cells.push_back({toQString(run.record.title), toQString(run.record.title)});
    rows.push_back(std::move(titles));
    for (const ComparedFact& fact : comparison.facts) {
        CompareRow row{toQString(fact.label), toQString(fact.help), {}, false, false};
        for (const std::string& text : fact.texts)
            row.cells.push_back({toQString(text), toQString(text)});
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<CompareRow> metricRows(const Comparison& comparison) {
    std::vector<CompareRow> rows;
    const QString name = say("run %1").arg(comparison.runs[comparison.reference].record.id);
    for (const ComparedMetric& metric : comparison.metrics)
        addMetric(rows, metric, comparison.reference, name);
    for (const PairedErrors& errors : comparison.errors)
        addErrors(rows, errors, comparison.reference, name);
    CompareRow time{
        say("Time (s)"), say("Wall clock of the run, with whatever else the machine did meanwhile"), {}, true, true};
    for (const ComparedRun& run : comparison.runs)
        time.cells.push_back(
            {run.record.seconds > 0.0 ? decimalLabel(run.record.seconds, 2, QLocale()) : QString(), {}});
    rows.push_back(std::move(time));
    return rows;
}

QString pairingNote(const Comparison& comparison) {
    if (!comparison.errors.empty())
        return {};
    return say("No paired test: the runs do not share rows with a measured and a predicted value");
}

} // namespace vitrine
