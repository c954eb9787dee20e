#include "plugins/pathboost/compute/fit.h"

#include "core/base/parallel_for.h"
#include "plugins/pathboost/compute/booster.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>

namespace vitrine::pathboost {

namespace {

using LabelPath = std::vector<std::int32_t>;

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

Result<void> checkInput(const FitInput& input) {
    const std::size_t count = input.graphs->graphCount();
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
    return {};
}

/// Training of all sub-models in step.
class Ensemble {
public:
    Ensemble(const FitInput& input, const FitOptions& options, const Scheme& scheme, const GraphData& data,
             const PathIndex& index)
        : m_input(input), m_options(options), m_shared{scheme, data, index, input.target} {}

    Result<void> makeSubModels(const std::vector<LabelPath>& anchors, const std::stop_token& stop);
    Result<void> start(int threads, const std::stop_token& stop);
    Result<void> step(int threads, const std::stop_token& stop);
    void measure(double withoutAnchor, Curves& curves);
    bool isFinite() const; ///< of the training errors after the last iteration
    std::vector<const SubModel*> models() const;
    std::vector<SubModel> takeModels(std::size_t iterations);
    void describe(Curves& curves) const;
    std::size_t size() const { return m_boosters.size(); }
    std::int32_t trainGraphsWithoutAnchor() const;

private:
    Result<void> forAll(int threads, const std::function<Result<void>(Booster&)>& work);
    void addSubModel(std::vector<LabelPath> anchors, const std::vector<char>& contains);

    const FitInput& m_input;
    const FitOptions& m_options;
    BoostingData m_shared;
    std::vector<std::unique_ptr<Booster>> m_boosters;
    std::vector<double> m_sum;           // per graph, scratch of measure()
    std::vector<std::int32_t> m_anchors; // per graph: sub-models it belongs to
    std::vector<double> m_truth;
    std::vector<double> m_predicted;
};

void Ensemble::addSubModel(std::vector<LabelPath> anchors, const std::vector<char>& contains) {
    std::vector<std::vector<std::int32_t>> parts;
    for (const Part& part : m_input.parts) {
        auto& graphs = parts.emplace_back();
        std::copy_if(part.graphs.begin(), part.graphs.end(), std::back_inserter(graphs),
                     [&](std::int32_t graph) { return contains[at(graph)] != 0; });
    }
    if (parts.front().empty())
        return; // no training graph has the anchor: no sub-model
    std::vector<std::int32_t> others;
    for (std::size_t part = 1; part < parts.size(); ++part)
        others.insert(others.end(), parts[part].begin(), parts[part].end());
    m_boosters.push_back(std::make_unique<Booster>(m_shared, m_options, std::move(anchors),
                                                   makeRowMap(m_shared.graphs.graphCount(), parts.front(), others)));
    for (const std::int32_t graph : m_boosters.back()->rows().graphOfRow)
        ++m_anchors[at(graph)];
}

Result<void> Ensemble::makeSubModels(const std::vector<LabelPath>& anchors, const std::stop_token& stop) {
    const auto count = at(m_shared.graphs.graphCount());
    m_anchors.assign(count, 0);
    std::vector<LabelPath> present;
    for (const LabelPath& anchor : anchors) {
        const auto path = m_shared.index.find(anchor, stop);
        if (!path)
            return path.error();
        if (*path == nullptr)
            continue;
        std::vector<char> contains(count, 0);
        for (const std::int32_t graph : (*path)->graphs())
            contains[at(graph)] = 1;
        const auto& train = m_input.parts.front().graphs;
        if (std::none_of(train.begin(), train.end(), [&](std::int32_t graph) { return contains[at(graph)] != 0; }))
            continue;
        if (m_options.form == ModelForm::multiAnchor)
            addSubModel({anchor}, contains);
        present.push_back(anchor);
    }
    if (m_options.form == ModelForm::single && !present.empty())
        addSubModel(std::move(present), std::vector<char>(count, 1));
    return {};
}

Result<void> Ensemble::forAll(int threads, const std::function<Result<void>(Booster&)>& work) {
    std::vector<Result<void>> done(m_boosters.size());
    parallelFor(m_boosters.size(), threads, [&](std::size_t i) { done[i] = work(*m_boosters[i]); });
    for (auto& result : done)
        if (!result)
            return result;
    return {};
}

Result<void> Ensemble::start(int threads, const std::stop_token& stop) {
    return forAll(threads, [&](Booster& booster) { return booster.start(stop); });
}

Result<void> Ensemble::step(int threads, const std::stop_token& stop) {
    return forAll(threads, [&](Booster& booster) { return booster.step(stop); });
}

void Ensemble::measure(double withoutAnchor, Curves& curves) {
    m_sum.assign(m_anchors.size(), 0.0);
    double weighted = 0.0;
    double rows = 0.0;
    for (std::size_t sub = 0; sub < m_boosters.size(); ++sub) {
        const Booster& booster = *m_boosters[sub];
        const auto prediction = booster.prediction();
        const auto& graphs = booster.rows().graphOfRow;
        m_truth.clear();
        for (std::size_t row = 0; row < graphs.size(); ++row) {
            m_sum[at(graphs[row])] += prediction[row];
            m_truth.push_back(m_input.target[at(graphs[row])]);
        }
        const Iteration& last = booster.model().iterations.back();
        weighted += last.trainMse * booster.model().trainRows;
        rows += booster.model().trainRows;
        // Rows stand part by part; a part is recognised by its number of graphs with the anchor.
        auto& errors = curves.subModels[sub].emplace_back();
        errors.push_back({last.trainMse, last.trainMae, booster.model().trainRows});
        auto begin = at(booster.rows().trainRows);
        for (std::size_t part = 1; part < m_input.parts.size(); ++part) {
            std::size_t end = begin;
            for (const std::int32_t graph : m_input.parts[part].graphs)
                end += booster.rows().rowOfGraph[at(graph)] >= 0 ? 1 : 0;
            errors.push_back(partError(prediction.subspan(begin, end - begin),
                                       std::span<const double>(m_truth).subspan(begin, end - begin)));
            begin = end;
        }
    }
    curves.weightedTrainMse.push_back(weighted / rows);
    auto& errors = curves.ensemble.emplace_back();
    for (const Part& part : m_input.parts) {
        m_truth.clear();
        m_predicted.clear();
        for (const std::int32_t graph : part.graphs) {
            const std::int32_t k = m_anchors[at(graph)];
            m_truth.push_back(m_input.target[at(graph)]);
            m_predicted.push_back(k > 0 ? m_sum[at(graph)] / k : withoutAnchor);
        }
        errors.push_back(partError(m_predicted, m_truth));
    }
}

void Ensemble::describe(Curves& curves) const {
    for (const Part& part : m_input.parts)
        curves.parts.push_back(part.name);
    curves.subModels.resize(m_boosters.size());
    if (m_options.form == ModelForm::single)
        return;
    for (const auto& booster : m_boosters) {
        const LabelPath& anchor = booster->model().anchors.front();
        curves.anchorKeys.push_back(pathKey(m_shared.scheme.labels, anchor));
        curves.anchorLabels.push_back(pathLabel(m_shared.scheme.labels, anchor, m_shared.scheme.elements));
    }
}

bool Ensemble::isFinite() const {
    constexpr double kLargest = 1e200; // gains are sums of squares and overflow first
    return std::ranges::all_of(m_boosters, [](const auto& booster) {
        const std::vector<Iteration>& done = booster->model().iterations;
        return done.empty() || done.back().trainMse < kLargest;
    });
}

std::vector<const SubModel*> Ensemble::models() const {
    std::vector<const SubModel*> models;
    for (const auto& booster : m_boosters)
        models.push_back(&booster->model());
    return models;
}

std::vector<SubModel> Ensemble::takeModels(std::size_t iterations) {
    std::vector<SubModel> models;
    for (auto& booster : m_boosters)
        models.push_back(booster->takeModel(iterations));
    return models;
}

std::int32_t Ensemble::trainGraphsWithoutAnchor() const {
    const auto& train = m_input.parts.front().graphs;
    return static_cast<std::int32_t>(
        std::count_if(train.begin(), train.end(), [&](std::int32_t graph) { return m_anchors[at(graph)] == 0; }));
}

// Anchors as codes, each once, in the given order; every label of the training graphs when none are given.
std::vector<LabelPath> anchorPaths(const FitInput& input, const Scheme& scheme, const GraphData& data,
                                   std::vector<std::string>& warnings) {
    std::vector<LabelPath> paths;
    if (input.anchors.empty()) {
        std::set<std::int32_t> present;
        for (const std::int32_t graph : input.parts.front().graphs)
            for (std::int32_t node = data.adjacency.firstNode(graph); node < data.adjacency.firstNode(graph + 1);
                 ++node)
                if (data.labelOfNode[at(node)] >= 0)
                    present.insert(data.labelOfNode[at(node)]);
        for (const std::int32_t label : present)
            paths.push_back({label});
        return paths;
    }
    for (const auto& labels : input.anchors) {
        std::string text;
        LabelPath path;
        for (const std::string& label : labels) {
            text += (text.empty() ? "" : "-") + label;
            path.push_back(scheme.labels.code(label));
        }
        if (path.empty() || std::find(path.begin(), path.end(), -1) != path.end())
            warnings.push_back("the anchor " + text + " does not occur in the graphs");
        else if (std::find(paths.begin(), paths.end(), path) != paths.end())
            warnings.push_back("the anchor " + text + " is given more than once");
        else
            paths.push_back(std::move(path));
    }
    return paths;
}

double meanOfTraining(const FitInput& input) {
    const auto& train = input.parts.front().graphs;
    double sum = 0.0;
    for (const std::int32_t graph : train)
        sum += input.target[at(graph)];
    return sum / static_cast<double>(train.size());
}

} // namespace

PartError partError(std::span<const double> prediction, std::span<const double> truth) {
    PartError error;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const double difference = truth[i] - prediction[i];
        if (std::isnan(difference))
            continue;
        error.mse += difference * difference;
        error.mae += std::abs(difference);
        ++error.n;
    }
    error.mse /= static_cast<double>(error.n); // NaN when there is none
    error.mae /= static_cast<double>(error.n);
    return error;
}

Result<FitResult> fitModel(const FitInput& input, const FitOptions& options, int threads, const std::stop_token& stop,
                           const FitObserver& observer) {
    if (auto checked = checkInput(input); !checked)
        return checked.error();
    FitResult result;
    PathBoostModel& model = result.model;
    auto scheme = makeScheme(*input.graphs, input.labelAttribute, options.parity, &result.warnings);
    if (!scheme)
        return scheme.error();
    model.scheme = std::move(*scheme);
    model.options = options;
    model.target = input.targetName;
    model.unit = input.targetUnit;
    model.trainMean = meanOfTraining(input);
    const auto data = prepareGraphs(*input.graphs, model.scheme);
    if (!data)
        return data.error();
    const std::vector<LabelPath> anchors = anchorPaths(input, model.scheme, *data, result.warnings);
    const PathIndex index(data->adjacency, data->labelOfNode, options.maximumOccurrences);
    Ensemble ensemble(input, options, model.scheme, *data, index);
    if (auto made = ensemble.makeSubModels(anchors, stop); !made)
        return made.error();
    if (ensemble.size() == 0)
        return makeError(ErrorCode::invalidArgument, "no training graph contains any of the anchors");
    if (auto started = ensemble.start(threads, stop); !started)
        return started.error();
    ensemble.describe(result.curves);
    result.graphsWithoutAnchor = ensemble.trainGraphsWithoutAnchor();
    for (int t = 0; t < options.iterations && !result.stopped; ++t) {
        const auto stepped = stop.stop_requested()
                                 ? Result<void>(makeError(ErrorCode::cancelled, "the fit was cancelled"))
                                 : ensemble.step(threads, stop);
        if (!stepped && (stepped.error().code != ErrorCode::cancelled || t == 0))
            return stepped.error();
        result.stopped = !stepped;
        if (stepped && !ensemble.isFinite()) {
            const std::string advice = "; a smaller learning rate avoids it";
            if (t == 0)
                return makeError(ErrorCode::invalidArgument, "the error grows beyond all numbers at once" + advice);
            result.warnings.push_back("the error grew beyond all numbers in iteration " + std::to_string(t + 1) +
                                      ", the model ends before it" + advice);
            break;
        }
        if (stepped) {
            ensemble.measure(model.valueWithoutAnchor(), result.curves);
            if (observer)
                observer({t, result.curves, model.scheme, ensemble.models()});
        }
    }
    model.subModels = ensemble.takeModels(result.curves.ensemble.size());
    result.occurrences = index.occurrenceCount();
    return result;
}

} // namespace vitrine::pathboost
