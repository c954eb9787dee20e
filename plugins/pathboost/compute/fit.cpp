#include "plugins/pathboost/compute/fit.h"

#include "core/base/number_text.h"
#include "plugins/pathboost/compute/ensemble.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace vitrine::pathboost {

namespace {

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

bool hasPart(const FitInput& input, const char* name) {
    return std::ranges::any_of(input.parts,
                               [name](const Part& part) { return part.name == name && !part.graphs.empty(); });
}

Result<void> checkInput(const FitInput& input, const FitOptions& options, std::size_t count) {
    if (input.target.size() != count)
        return makeError(ErrorCode::invalidArgument, "the target has " + std::to_string(input.target.size()) +
                                                         " values for " + std::to_string(count) + " graphs");
    if (input.parts.empty() || input.parts.front().graphs.empty())
        return makeError(ErrorCode::invalidArgument,
                         "the training part is empty; at least one graph with a target would be right");
    constexpr double kLargest = 1e100; // squares and their sums stay finite
    for (const std::int32_t graph : input.parts.front().graphs)
        if (!(std::abs(input.target[at(graph)]) <= kLargest))
            return makeError(ErrorCode::invalidArgument, "training graph " + std::to_string(graph) +
                                                             " has no usable value of \"" + input.targetName +
                                                             "\"; a number up to 1e100 would be right");
    if (options.task == Task::classification)
        for (const Part& part : input.parts)
            for (const std::int32_t graph : part.graphs)
                if (const double y = input.target[at(graph)]; !std::isnan(y) && y != 0.0 && y != 1.0)
                    return makeError(ErrorCode::invalidArgument, "graph " + std::to_string(graph) + " has the class " +
                                                                     numberText(y) + "; 0 or 1 would be right");
    if (!options.anchorIterations.empty() && options.anchorIterations.size() != input.anchors.size())
        return makeError(ErrorCode::invalidArgument, "there are " + std::to_string(options.anchorIterations.size()) +
                                                         " numbers of iterations for " +
                                                         std::to_string(input.anchors.size()) + " anchors");
    if (options.stopping.isOn() && !hasPart(input, "validation"))
        return makeError(ErrorCode::invalidArgument, "early stopping needs a validation part and the split has none");
    return {};
}

// Anchors as codes, each once, in the given order; every label of the training graphs when none are given.
std::vector<Anchor> anchorPaths(const FitInput& input, const FitOptions& options, const Scheme& scheme,
                                const GraphData& data, std::vector<std::string>& warnings) {
    std::vector<Anchor> anchors;
    if (input.anchors.empty()) {
        std::set<std::int32_t> present;
        for (const std::int32_t graph : input.parts.front().graphs)
            for (std::int32_t node = data.adjacency.firstNode(graph); node < data.adjacency.firstNode(graph + 1);
                 ++node)
                if (data.labelOfNode[at(node)] >= 0)
                    present.insert(data.labelOfNode[at(node)]);
        for (const std::int32_t label : present)
            anchors.push_back({{label}, options.iterations});
        return anchors;
    }
    for (std::size_t i = 0; i < input.anchors.size(); ++i) {
        const auto& labels = input.anchors[i];
        std::string text;
        LabelPath path;
        for (const std::string& label : labels) {
            text += (text.empty() ? "" : "-") + label;
            path.push_back(scheme.labels.code(label));
        }
        if (path.empty() || std::find(path.begin(), path.end(), -1) != path.end())
            warnings.push_back("the anchor " + text + " does not occur in the graphs");
        else if (std::ranges::find(anchors, path, &Anchor::path) != anchors.end())
            warnings.push_back("the anchor " + text + " is given more than once");
        else
            anchors.push_back(
                {std::move(path), options.anchorIterations.empty() ? options.iterations : options.anchorIterations[i]});
    }
    return anchors;
}

// Mean of the training targets; for two classes the log-odds of the share of the positive one.
double startOf(const FitInput& input, Task task) {
    const auto& train = input.parts.front().graphs;
    double sum = 0.0;
    for (const std::int32_t graph : train)
        sum += input.target[at(graph)];
    const auto n = static_cast<double>(train.size());
    if (task == Task::regression)
        return sum / n;
    const double share = std::clamp(sum / n, 0.5 / n, 1.0 - 0.5 / n);
    return std::log(share / (1.0 - share));
}

/// One fit from its first iteration to its last.
class Fit {
public:
    Fit(const FitInput& input, const FitOptions& options, const PreparedGraphs& graphs)
        : m_input(input), m_options(options), m_graphs(graphs), m_ensemble(input, options, graphs),
          m_watcher(options.stopping) {}

    Result<void> prepare(int threads, const std::stop_token& stop);
    Result<void> boost(int threads, const std::stop_token& stop, const FitObserver& observer);
    FitResult finish();

private:
    bool followsEnsemble() const {
        return m_options.stopping.isOn() && m_options.stopping.scope == StopScope::ensemble;
    }
    Result<bool> isDone(int iteration);
    bool checkStopping();

    const FitInput& m_input;
    const FitOptions& m_options;
    const PreparedGraphs& m_graphs;
    Ensemble m_ensemble;
    StopWatcher m_watcher;
    FitResult m_result;
};

Result<void> Fit::prepare(int threads, const std::stop_token& stop) {
    PathBoostModel& model = m_result.model;
    m_result.warnings = m_graphs.warnings;
    model.scheme = m_graphs.scheme;
    model.options = m_options;
    model.target = m_input.targetName;
    model.unit = m_input.targetUnit;
    model.classes = m_input.classes;
    model.trainMean = startOf(m_input, m_options.task);
    const auto anchors = anchorPaths(m_input, m_options, model.scheme, m_graphs.data, m_result.warnings);
    if (auto made = m_ensemble.makeSubModels(anchors, stop); !made)
        return made;
    if (m_ensemble.size() == 0)
        return makeError(ErrorCode::invalidArgument, "no training graph contains any of the anchors");
    if (auto started = m_ensemble.start(threads, stop); !started)
        return started;
    m_ensemble.describe(m_result.curves);
    m_result.graphsWithoutAnchor = m_ensemble.trainGraphsWithoutAnchor();
    return {};
}

// Whether the numbers have left their range; in the first iteration an error.
Result<bool> Fit::isDone(int iteration) {
    if (m_ensemble.isFinite())
        return false;
    const std::string advice = "; a smaller learning rate avoids it";
    if (iteration == 0)
        return makeError(ErrorCode::invalidArgument, "the error grows beyond all numbers at once" + advice);
    m_result.warnings.push_back("the error grew beyond all numbers in iteration " + std::to_string(iteration + 1) +
                                ", the model ends before it" + advice);
    return true;
}

bool Fit::checkStopping() {
    if (!m_options.stopping.isOn())
        return false;
    if (m_options.stopping.scope == StopScope::anchor)
        return m_ensemble.stopSubModels(m_result.curves);
    const auto& parts = m_result.curves.parts;
    const auto validation = static_cast<std::size_t>(std::ranges::find(parts, "validation") - parts.begin());
    return m_watcher.update(m_result.curves.ensemble.back()[validation].loss);
}

Result<void> Fit::boost(int threads, const std::stop_token& stop, const FitObserver& observer) {
    for (int t = 0; t < m_options.iterations; ++t) {
        const auto stepped = stop.stop_requested()
                                 ? Result<void>(makeError(ErrorCode::cancelled, "the fit was cancelled"))
                                 : m_ensemble.step(threads, stop);
        if (!stepped && (stepped.error().code != ErrorCode::cancelled || t == 0))
            return stepped;
        m_result.stopped = !stepped;
        if (m_result.stopped)
            break;
        const auto left = isDone(t);
        if (!left)
            return left.error();
        if (*left)
            break;
        m_ensemble.measure(m_result.model.valueWithoutAnchor(), m_result.curves);
        if (observer)
            observer({t, m_result.curves, m_result.model.scheme, m_ensemble.models()});
        if (checkStopping()) {
            m_result.stopIteration = static_cast<std::size_t>(t) + 1;
            break;
        }
        m_ensemble.endAtIterations();
    }
    return {};
}

FitResult Fit::finish() {
    std::size_t kept = m_result.curves.ensemble.size();
    m_result.finalPoint = kept - 1;
    if (followsEnsemble()) {
        m_result.bestIteration = m_watcher.best() + 1;
        if (m_options.stopping.restoreBest) {
            kept = m_result.bestIteration;
            m_result.finalPoint = kept - 1;
        }
    } else if (m_options.stopping.isOn()) {
        m_ensemble.returnToBest();
        m_result.finalPoint.reset(); // sub-models of different lengths: no point of the curve is the model's
    }
    m_result.lastPredictions = m_ensemble.predictions(m_result.model.valueWithoutAnchor());
    m_result.model.subModels = m_ensemble.takeModels(kept);
    m_result.occurrences = m_graphs.index->occurrenceCount();
    return std::move(m_result);
}

} // namespace

Result<FitResult> fitModel(const FitInput& input, const FitOptions& options, const PreparedGraphs& graphs, int threads,
                           const std::stop_token& stop, const FitObserver& observer) {
    if (stop.stop_requested()) // a comparison has many fits waiting
        return makeError(ErrorCode::cancelled, "the fit was cancelled");
    if (auto checked = checkInput(input, options, static_cast<std::size_t>(graphs.data.graphCount())); !checked)
        return checked.error();
    Fit fit(input, options, graphs);
    if (auto prepared = fit.prepare(threads, stop); !prepared)
        return prepared.error();
    if (auto boosted = fit.boost(threads, stop, observer); !boosted)
        return boosted.error();
    return fit.finish();
}

Result<FitResult> fitModel(const FitInput& input, const FitOptions& options, int threads, const std::stop_token& stop,
                           const FitObserver& observer) {
    const auto prepared =
        prepareForFits(*input.graphs, input.labelAttribute, options.parity, options.maximumOccurrences);
    if (!prepared)
        return prepared.error();
    return fitModel(input, options, **prepared, threads, stop, observer);
}

} // namespace vitrine::pathboost
