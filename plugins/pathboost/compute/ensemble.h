#pragma once

#include "plugins/pathboost/compute/booster.h"
#include "plugins/pathboost/compute/fit.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// An anchor as label codes.
using LabelPath = std::vector<std::int32_t>;

/// Where paths start.
struct Anchor {
    LabelPath path;
    int iterations = 0; ///< of its sub-model in the multi-anchor form
};

/// Training of all sub-models in step.
class Ensemble {
public:
    /// Everything referred to outlives the ensemble.
    Ensemble(const FitInput& input, const FitOptions& options, const PreparedGraphs& graphs)
        : m_input(input), m_options(options), m_shared{graphs.scheme, graphs.data, *graphs.index, input.target} {}

    /// One sub-model per anchor that occurs in the training part; in the single form one for all of them.
    Result<void> makeSubModels(const std::vector<Anchor>& anchors, const std::stop_token& stop);
    Result<void> start(int threads, const std::stop_token& stop);
    /// One iteration of every sub-model that has not been stopped.
    Result<void> step(int threads, const std::stop_token& stop);
    /// Adds a point to every curve. @param withoutAnchor  prediction for graphs without any anchor
    void measure(double withoutAnchor, Curves& curves);
    /// [part][graph of the part]: averaged prediction as it stands. @param withoutAnchor  see measure()
    std::vector<std::vector<double>> predictions(double withoutAnchor) const;
    /// After measure(): stops sub-models whose own validation error says so. @return true: none is left
    bool stopSubModels(const Curves& curves);
    /// Scope `anchor`: takes every followed sub-model back to its best moment.
    void returnToBest();
    /// After measure(): ends the sub-models that have done the iterations of their anchor.
    void endAtIterations();
    bool isFinite() const; ///< of the training errors after the last iteration
    std::vector<const SubModel*> models() const;
    /// The first `iterations` iterations of all sub-models; the ensemble must not be used afterwards.
    std::vector<SubModel> takeModels(std::size_t iterations);
    void describe(Curves& curves) const;
    std::size_t size() const { return m_members.size(); }
    std::int32_t trainGraphsWithoutAnchor() const;

private:
    /// A sub-model with its own early stopping, if it has one.
    struct Member {
        std::unique_ptr<Booster> booster;
        std::optional<StopWatcher> watcher;
        int iterations = 0;
        bool stopped = false;
    };

    Result<void> forAll(int threads, const std::function<Result<void>(Booster&)>& work);
    void addSubModel(std::vector<LabelPath> anchors, int iterations, const std::vector<char>& contains);
    void measureSubModel(std::size_t sub, Curves& curves);
    std::size_t partNumber(const char* name) const;

    const FitInput& m_input;
    const FitOptions& m_options;
    BoostingData m_shared;
    std::vector<Member> m_members;
    std::vector<double> m_sum;           // per graph, scratch of measure()
    std::vector<std::int32_t> m_anchors; // per graph: sub-models it belongs to
    std::vector<double> m_truth;
    std::vector<double> m_predicted;
};

} // namespace vitrine::pathboost
