#pragma once

#include "core/base/result.h"
#include "plugins/pathboost/compute/explanation.h"
#include "plugins/pathboost/views/prediction_rows.h"

#include <QString>

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace vitrine::pathboost {

/// One prediction taken apart, as it is shown.
struct Decomposition {
    int graph = -1;
    std::string name;                    ///< of the graph
    std::string unit;                    ///< of the target; "log-odds" for two classes
    std::vector<ContributionLine> lines; ///< base first, then the paths, in the order of the kernel
    double total = 0.0;                  ///< sum of the lines in their order
    std::optional<double> predicted;     ///< what the run's table says
    bool classes = false;                ///< the total is log-odds, the prediction their probability

    /// What the total predicts.
    double prediction() const { return classes ? probability(total) : total; }
    /// It is the prediction of the table bit for bit (or both are missing).
    bool addsUp() const;
};

/// "C–C–Cl", as people read it.
QString shownPath(const ContributionLine& line);

/// The lines as a table: path, label, anchor, value, occurrences, in the order of the kernel. The path of the base is
/// missing, so that it is no key.
Table decompositionTable(const Decomposition& decomposition);
/// The same as CSV with a last line "total".
std::string decompositionCsv(const Decomposition& decomposition);

/// Steps from the base to the prediction: the `top` paths with the largest contributions, then the rest in one bar.
/// Keys are paths.
/// @param always  path that is shown in any case if it has a line
FigureSpec decompositionFigure(const Decomposition& decomposition, int top, const std::string& always = {});

/// Takes predictions of a run apart: from its table of contributions where there is one, else with its model. Thread-
/// safe.
class Decomposer {
public:
    /// Null when the run has neither contributions nor a model with graphs (yet). The same object as long as these are
    /// the same and somebody holds it. Any thread.
    static std::shared_ptr<Decomposer> of(const RunData& data);

    Decomposer(std::shared_ptr<const Table> contributions, std::shared_ptr<const Model> model,
               std::shared_ptr<const GraphSet> graphs);

    /// Worker. @errors as readModel and explainGraph; not_found: neither lines nor a model for this graph
    /// @cost reading the model at the first call, then O(paths of the graph); with contributions one pass over them
    Result<Decomposition> decompose(int graph, const PredictionRows* rows, const std::stop_token& stop);

private:
    std::vector<ContributionLine> storedLines(int graph) const;
    Result<std::vector<ContributionLine>> computedLines(int graph, const std::stop_token& stop);

    std::shared_ptr<const Table> m_contributions;
    std::shared_ptr<const Model> m_document;
    std::shared_ptr<const GraphSet> m_graphs;
    std::once_flag m_modelRead;
    std::optional<Result<PathBoostModel>> m_model;
};

} // namespace vitrine::pathboost
