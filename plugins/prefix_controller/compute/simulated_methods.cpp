#include "plugins/prefix_controller/compute/simulated_methods.h"

#include "core/values/table_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace vitrine::prefix_controller {

namespace {

constexpr std::array<const char*, kCohorts> kCohortNames{"hard", "middle", "easy"};
constexpr double kNear = 0.1;

std::vector<Method> methodsIn(const std::vector<SimulatedMethod>& runs) {
    std::vector<Method> order;
    for (const SimulatedMethod& run : runs)
        if (std::ranges::find(order, run.method) == order.end())
            order.push_back(run.method);
    return order;
}

/// The run that the single-run outputs show: the whole controller before its ablations before anything else.
const SimulatedMethod& shownRun(const std::vector<SimulatedMethod>& runs) {
    for (const Method method : {Method::ada, Method::adaBisect, Method::baseOnly})
        if (const auto run = std::ranges::find(runs, method, &SimulatedMethod::method); run != runs.end())
            return *run;
    return runs.front();
}

double shareOf(const SimResult& result, std::size_t (SimStep::*count)() const) {
    double part = 0.0, whole = 0.0;
    for (const SimStep& step : result.steps) {
        part += static_cast<double>((step.*count)());
        for (const std::size_t groups : step.histogram)
            whole += static_cast<double>(groups);
    }
    return part / whole;
}

/// Updates whose proposal was no secant, without those that were held.
double fallbackShare(const SimResult& result) {
    std::size_t fallback = 0, moved = 0;
    for (const ControllerUpdate& update : result.updates) {
        if (update.reason == Reason::held)
            continue;
        ++moved;
        fallback += update.reason != Reason::none ? 1 : 0;
    }
    return moved > 0 ? static_cast<double>(fallback) / static_cast<double>(moved) : std::nan("");
}

double wastedShare(const SimResult& result, double promptTokens, std::size_t batch) {
    double wasted = 0.0, all = 0.0;
    for (const SimStep& step : result.steps) {
        wasted += step.wastedTokens;
        const auto rollouts = static_cast<double>(batch * (step.histogram.size() - 1));
        all += rollouts * promptTokens + step.prefixTokens + step.generatedTokens;
    }
    return all > 0.0 ? wasted / all : 0.0;
}

std::string_view reopenedId(Reopened reopened) {
    return reopened == Reopened::high ? "hi" : reopened == Reopened::low ? "lo" : "none";
}

} // namespace

std::string SimulatedMethod::name() const {
    return methodId(method) + '/' + std::to_string(seed);
}

Table methodsTable(const std::vector<SimulatedMethod>& runs, const SimSetup& setup) {
    TableRows rows;
    for (const SimulatedMethod& run : runs) {
        const SimResult& result = run.result;
        rows.text("run", run.name());
        rows.text("method", methodId(run.method));
        rows.integer("seed", static_cast<std::int64_t>(run.seed));
        rows.real("pass1", result.evaluations.back().pass1);
        rows.real("pass16", result.evaluations.back().pass16);
        rows.real("pass1_start", result.evaluations.front().pass1);
        rows.real("tracking", trackingShare(result, setup, kNear));
        rows.real("dead", shareOf(result, &SimStep::dead));
        rows.real("saturated", shareOf(result, &SimStep::saturated));
        rows.real("wasted", wastedShare(result, setup.model.promptTokens, setup.batch));
        rows.real("fallback", fallbackShare(result));
        rows.integer("steps", static_cast<std::int64_t>(result.steps.size()));
        rows.real("flops", result.steps.back().flops);
        rows.real("prefix_share", result.prefixShare);
        rows.real("dead_solved", result.deadSolved);
        rows.real("dead_solved16", result.deadSolved16);
        rows.real("easy_solved", result.easySolved);
        rows.real("rho_start", result.start.ratio);
    }
    return rows.table();
}

Series progressOf(const std::vector<SimulatedMethod>& runs) {
    Series series;
    series.x = {"Step", ""};
    series.y = {"Held-out pass@1 without prefix", ""};
    for (const Method method : methodsIn(runs)) {
        std::map<std::size_t, std::vector<double>> bySteps;
        std::size_t seeds = 0;
        for (const SimulatedMethod& run : runs)
            if (run.method == method) {
                ++seeds;
                for (const SimEvaluation& one : run.result.evaluations)
                    bySteps[one.step].push_back(one.pass1);
            }
        SeriesLine line;
        line.id = line.label = methodId(method);
        for (const auto& [step, values] : bySteps) {
            if (values.size() < seeds) // the runs of a budget end at different steps
                continue;
            double sum = 0.0;
            for (const double value : values)
                sum += value;
            line.x.push_back(static_cast<double>(step));
            line.y.push_back(sum / static_cast<double>(values.size()));
            if (seeds > 1) {
                line.lower.push_back(*std::ranges::min_element(values));
                line.upper.push_back(*std::ranges::max_element(values));
            }
        }
        series.lines.push_back(std::move(line));
    }
    return series;
}

Series computeOf(const std::vector<SimulatedMethod>& runs) {
    Series series;
    series.x = {"FLOPs", ""};
    series.y = {"Held-out pass@1 without prefix", ""};
    for (const Method method : methodsIn(runs)) {
        const auto run = std::ranges::find(runs, method, &SimulatedMethod::method);
        SeriesLine line;
        line.id = line.label = methodId(method);
        for (const SimEvaluation& one : run->result.evaluations) {
            line.x.push_back(one.flops);
            line.y.push_back(one.pass1);
        }
        series.lines.push_back(std::move(line));
    }
    return series;
}

Series loopOf(const std::vector<SimulatedMethod>& runs) {
    const SimulatedMethod& run = shownRun(runs);
    Series series;
    series.x = {"Step", ""};
    series.y = {"Rate and ratios, " + run.name(), ""};
    SeriesLine rate, ema, ratio, base, envelope;
    for (const auto& [line, id] : {std::pair<SeriesLine*, const char*>{&rate, "k/G"},
                                   {&ema, "EMA"},
                                   {&base, "base ratio"},
                                   {&ratio, "mean ratio"},
                                   {&envelope, "envelope"}})
        line->id = line->label = id;
    for (const SimStep& step : run.result.steps)
        for (const auto& [line, value] : {std::pair<SeriesLine*, double>{&rate, step.rate},
                                          {&ema, step.ema},
                                          {&base, step.baseRatio},
                                          {&ratio, step.meanRatio},
                                          {&envelope, step.envelope}})
            if (!std::isnan(value)) {
                line->x.push_back(static_cast<double>(step.step));
                line->y.push_back(value);
            }
    for (SeriesLine* line : {&rate, &ema, &base, &ratio, &envelope})
        if (!line->x.empty())
            series.lines.push_back(std::move(*line));
    return series;
}

Table stepsTable(const std::vector<SimulatedMethod>& runs) {
    TableRows rows;
    for (const SimulatedMethod& run : runs)
        for (const SimStep& step : run.result.steps) {
            const auto groups = [&step] {
                double all = 0.0;
                for (const std::size_t count : step.histogram)
                    all += static_cast<double>(count);
                return all;
            }();
            rows.text("run", run.name());
            rows.integer("t", static_cast<std::int64_t>(step.step));
            rows.real("progress", step.progress);
            rows.real("rho_base", step.baseRatio);
            rows.real("rho_mean", step.meanRatio);
            rows.real("rate_raw", step.rate);
            rows.real("rate_ema", step.ema);
            rows.real("envelope", step.envelope);
            rows.real("dead", static_cast<double>(step.dead()) / groups);
            rows.real("saturated", static_cast<double>(step.saturated()) / groups);
            rows.real("flops", step.flops);
            rows.real("tokens_prefix", step.prefixTokens);
            rows.real("tokens_generated", step.generatedTokens);
            rows.real("signal", step.signal);
        }
    return rows.table();
}

Table updatesTable(const std::vector<SimulatedMethod>& runs) {
    TableRows rows;
    for (const SimulatedMethod& run : runs)
        for (std::size_t i = 0; i < run.result.updates.size(); ++i) {
            const ControllerUpdate& update = run.result.updates[i];
            rows.text("run", run.name());
            rows.integer("n", update.number);
            rows.integer("t", static_cast<std::int64_t>(run.result.updateSteps[i]));
            rows.real("rho_used", update.ratioUsed);
            rows.real("rho_next", update.ratioNext);
            rows.real("raw", update.raw);
            rows.real("ema", update.ema);
            rows.text("reason", std::string(reasonId(update.reason)));
            rows.real("lo", update.low);
            rows.real("hi", update.high);
            rows.text("reopened", std::string(reopenedId(update.reopened)));
            rows.real("slope", update.slope);
            rows.real("proposal", update.proposal);
            rows.text("clipped", update.clipped ? "yes" : "no");
        }
    return rows.table();
}

Table cohortsTable(const std::vector<SimulatedMethod>& runs) {
    TableRows rows;
    for (const SimulatedMethod& run : runs)
        for (const SimStep& step : run.result.steps)
            for (std::size_t c = 0; c < kCohorts; ++c) {
                const CohortRecord& cohort = step.cohorts[c];
                rows.text("run", run.name());
                rows.integer("t", static_cast<std::int64_t>(step.step));
                rows.text("cohort", kCohortNames[c]);
                rows.real("rho_mean", cohort.ratio);
                rows.real("rate_mean", cohort.rate);
                rows.integer("count", static_cast<std::int64_t>(cohort.count));
            }
    return rows.table();
}

Matrix histogramOf(const std::vector<SimulatedMethod>& runs) {
    const SimulatedMethod& run = shownRun(runs);
    Matrix matrix;
    matrix.rowAxis = {"Step", ""};
    matrix.columnAxis = {"Correct rollouts of a group, " + run.name(), ""};
    matrix.valueAxis = {"Groups", ""};
    matrix.rows = run.result.steps.size();
    matrix.columns = run.result.steps.front().histogram.size();
    for (const SimStep& step : run.result.steps) {
        matrix.rowLabels.push_back(std::to_string(step.step));
        for (const std::size_t count : step.histogram)
            matrix.cells.push_back(static_cast<double>(count));
    }
    for (std::size_t k = 0; k < matrix.columns; ++k)
        matrix.columnLabels.push_back(std::to_string(k));
    return matrix;
}

Series curvesOf(const std::vector<SimulatedMethod>& runs) {
    const SimulatedMethod& run = shownRun(runs);
    Series series;
    series.x = {"Prefix ratio", ""};
    series.y = {"Success, " + run.name(), ""};
    for (const SuccessCurve& curve : run.result.curves) {
        SeriesLine line;
        line.id = "step " + std::to_string(curve.step);
        line.label = curve.step == 0 ? "before training" : line.id;
        line.x = curve.ratio;
        line.y = curve.mean;
        line.lower = curve.lower;
        line.upper = curve.upper;
        series.lines.push_back(std::move(line));
    }
    return series;
}

Scalars metricsOf(const std::vector<SimulatedMethod>& runs, const SimSetup& setup) {
    const SimulatedMethod& shown = shownRun(runs);
    Scalars scalars;
    const auto add = [&scalars](std::string id, std::string label, double value, std::string definition,
                                bool headline) -> Scalar& {
        Scalar scalar;
        scalar.id = std::move(id);
        scalar.label = std::move(label);
        scalar.value = value;
        scalar.definition = std::move(definition);
        scalar.headline = headline;
        scalars.items.push_back(std::move(scalar));
        return scalars.items.back();
    };
    const std::string of = " Of " + shown.name() + '.';
    add("pass1", "Held-out pass@1", shown.result.evaluations.back().pass1,
        "Mean success of held-out problems without prefix, at the end." + of, true)
        .comparison = "from " + std::to_string(shown.result.evaluations.front().pass1).substr(0, 5);
    add("tracking", "Steps on target", trackingShare(shown.result, setup, kNear),
        "Share of the steps after the third update and before the envelope falls with |EMA - target| < 0.1." + of,
        true);
    add("dead", "Dead groups", shareOf(shown.result, &SimStep::dead),
        "Share of all groups without a correct rollout." + of, true)
        .lowerIsBetter = true;
    add("saturated", "Saturated groups", shareOf(shown.result, &SimStep::saturated),
        "Share of all groups with correct rollouts only." + of, true)
        .lowerIsBetter = true;
    add("violations", "Falling neighbours of the sweep", shown.result.start.violations,
        "Share of neighbouring points of a problem's own sweep that fall; four rollouts each.", false);
    for (const Method method : methodsIn(runs)) {
        if (method == shown.method)
            continue;
        double sum = 0.0, low = std::nan(""), high = std::nan("");
        std::int64_t n = 0;
        for (const SimulatedMethod& other : runs)
            for (const SimulatedMethod& own : runs)
                if (other.method == method && own.method == shown.method && other.seed == own.seed) {
                    const double lead = own.result.evaluations.back().pass1 - other.result.evaluations.back().pass1;
                    sum += lead;
                    low = std::fmin(low, lead);
                    high = std::fmax(high, lead);
                    ++n;
                }
        if (n == 0)
            continue;
        Scalar& lead = add("lead_" + methodId(method), "Lead over " + methodId(method), sum / static_cast<double>(n),
                           "Final held-out pass@1 of " + methodId(shown.method) + " less that of " + methodId(method) +
                               ", paired by seed. A property of this model, not evidence about language models.",
                           false);
        if (n > 1)
            lead.interval = Interval{low, high, "range over the seeds, paired", n};
    }
    return scalars;
}

} // namespace vitrine::prefix_controller
