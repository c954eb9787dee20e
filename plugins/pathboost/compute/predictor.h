#pragma once

#include "plugins/pathboost/compute/model.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// A selected path of a sub-model. A model's selected paths have a fixed order: sub-model, then first selection.
struct SelectedPath {
    std::int32_t subModel = 0;
    std::int32_t path = 0; ///< used path of the sub-model
};
std::vector<SelectedPath> selectedPaths(const PathBoostModel& model);

/// A prediction taken apart. value = base + contributions[0] + contributions[1] + ... in this order, bit for bit.
/// Classification: all of them are log-odds, the probability of the positive class is probability(value).
struct Evaluation {
    double value = 0.0;
    double base = 0.0;          ///< mean of the sub-models' first means m_0; `value` when there is no anchor
    std::int32_t subModels = 0; ///< k, sub-models whose anchor the graph contains
    double spread = 0.0; ///< sample standard deviation between them (classification: of probabilities), 0 when k < 2
    std::vector<double> contributions; ///< per selected path; 0 for paths of sub-models that are not the graph's
    std::vector<double> ofSubModel;    ///< prediction of each sub-model, NaN for those that are not the graph's
};

/// A model applied to a set of graphs. The columns that the trees use are computed once, then any graph can be
/// evaluated from any thread. The model must outlive the predictor.
class Predictor {
public:
    /// @param only  graphs to be evaluated; empty: all
    /// @param warnings  receives a sentence per attribute the graphs lack, may be null
    /// @errors invalid_argument: the graphs have no such label attribute; out_of_range: too many path occurrences;
    ///         cancelled
    static Result<Predictor> make(const PathBoostModel& model, const GraphSet& graphs, const std::stop_token& stop = {},
                                  std::span<const std::int32_t> only = {},
                                  std::vector<std::string>* warnings = nullptr);

    std::int32_t graphCount() const { return m_graphCount; }
    bool isClassifier() const { return m_model->isClassifier(); }
    const std::vector<SelectedPath>& selected() const { return m_selected; }
    /// Reuses the memory of `into`. @cost O(iterations * depth)
    void evaluate(std::int32_t graph, Evaluation& into) const;
    Evaluation evaluate(std::int32_t graph) const {
        Evaluation evaluation;
        evaluate(graph, evaluation);
        return evaluation;
    }
    /// Prediction after each iteration; the last one equals evaluate() bit for bit.
    std::vector<double> stages(std::int32_t graph) const;
    /// How often a selected path occurs in a graph.
    std::int32_t occurrences(std::size_t selected, std::int32_t graph) const;

private:
    struct Node {
        double threshold = 0.0;
        double value = 0.0;
        std::int32_t column = -1; ///< -1 in leaves
        std::int32_t left = 0;
        std::int32_t right = 0;
        bool missingLeft = false;
    };
    struct Step {
        std::int32_t root = 0; ///< in Sub::nodes
        double mean = 0.0;
        double rate = 0.0;
        std::size_t selected = 0; ///< place in m_selected
    };
    /// Values of one path for the graphs in which it occurs.
    struct PathValues {
        std::vector<std::int32_t> graphs; ///< ascending
        std::vector<std::int32_t> counts;
        std::vector<std::int32_t> attributes; ///< columns kept, kCountColumn among them
        std::vector<float> values;            ///< graphs x attributes
        std::vector<float> absent;            ///< value of each column where the path does not occur
        std::int32_t firstColumn = 0;         ///< number of its first column within the sub-model
    };
    struct Sub {
        std::vector<char> contains; ///< per graph
        std::vector<PathValues> paths;
        std::int32_t columnCount = 0;
        std::vector<Node> nodes;
        std::vector<Step> steps;
    };

    Result<Sub> compile(const SubModel& model, const GraphData& data, const PathIndex& index,
                        const std::stop_token& stop) const;
    void compileTrees(const SubModel& model, Sub& sub) const;
    void gather(const Sub& sub, std::int32_t graph, std::vector<float>& row) const;
    static double treeValue(const Sub& sub, const Step& step, std::span<const float> row);

    const PathBoostModel* m_model = nullptr;
    std::int32_t m_graphCount = 0;
    std::vector<SelectedPath> m_selected;
    std::vector<Sub> m_subs;
};

} // namespace vitrine::pathboost
