#pragma once

#include "core/values/series.h"
#include "plugins/pathboost/compute/evaluation.h"
#include "widgets/views/result_view.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// How the predicted quantity is written: "Measured solubility" and "Predicted solubility", unit "log mol/L".
struct TargetNames {
    AxisLabel truth;
    AxisLabel prediction;
    AxisLabel residual; ///< measured minus predicted
};
/// From the name of the target column. A unit in brackets at its end is taken off when the column has none of its own,
/// and a logarithm goes into the unit: "measured log solubility (mol/L)" gives "Measured solubility", "log mol/L".
TargetNames targetNames(const std::string& target, const std::string& unit);

/// The predictions of a run as its panes need them. Immutable; may be used from any thread.
class PredictionRows {
public:
    /// Null when the run has no table of predictions. The same object as long as the table is the same and somebody
    /// holds it. Any thread.
    static std::shared_ptr<const PredictionRows> of(const RunData& data);
    /// @param target  name of what is predicted, for tables without a truth
    /// @cost one pass over the table
    explicit PredictionRows(std::shared_ptr<const Table> table, const std::string& target = {});

    const std::shared_ptr<const Table>& table() const { return m_table; }
    std::size_t size() const { return m_graph.size(); }
    const TargetNames& names() const { return m_names; }
    /// Negative and positive class of a classification, whose truths are 0 and 1 and whose predictions are
    /// probabilities; empty for numbers.
    const std::vector<std::string>& classes() const { return m_classes; }
    bool isClassifier() const { return !m_classes.empty(); }
    bool hasTruth() const { return m_hasTruth; } ///< of at least one graph

    int graph(std::size_t row) const { return m_graph[row]; } ///< row of the data set
    std::string name(std::size_t row) const;
    const std::string& part(std::size_t row) const { return m_parts[m_partOf[row]]; } ///< empty: none
    double truth(std::size_t row) const { return m_truth[row]; }                      ///< NaN: unknown
    double prediction(std::size_t row) const { return m_prediction[row]; }            ///< NaN: none
    double residual(std::size_t row) const { return m_truth[row] - m_prediction[row]; }
    double spread(std::size_t row) const; ///< standard deviation between sub-models; NaN: unknown
    std::int64_t subModels(std::size_t row) const;

    /// Place in the table of a graph of the data set.
    std::optional<std::size_t> rowOf(int graph) const;
    /// Parts that occur: train, validation, test, then any others. Empty text: rows of no part.
    const std::vector<std::string>& parts() const { return m_parts; }
    std::vector<std::size_t> rowsOfPart(const std::string& part) const;
    Quality qualityOf(const std::string& part) const;

    /// The graph that is shown while none is chosen: of the test part the one with the largest error, else of all
    /// graphs; without a truth the one with the largest spread. Nothing for an empty table.
    std::optional<std::size_t> mostStriking() const { return m_striking; }

private:
    void findClasses(const Column& predicted, const Column* truths);
    void findParts(const Column* part);
    void findStriking();

    std::shared_ptr<const Table> m_table;
    const Column* m_name = nullptr;
    const Column* m_spread = nullptr;
    const Column* m_subModels = nullptr;
    std::vector<int> m_graph;
    std::vector<double> m_truth;
    std::vector<double> m_prediction;
    std::vector<std::pair<int, std::size_t>> m_places; ///< graph, row; empty when the graphs ascend
    std::vector<std::string> m_parts;
    std::vector<std::size_t> m_partOf; ///< per row, place in m_parts
    std::optional<std::size_t> m_striking;
    TargetNames m_names;
    std::vector<std::string> m_classes;
    bool m_hasTruth = false;
};

/// "training", "validation", "test"; other names as they are.
std::string partName(const std::string& part);
/// Series colour of a part, as in the learning curve.
int partSlot(const std::string& part);

} // namespace vitrine::pathboost
