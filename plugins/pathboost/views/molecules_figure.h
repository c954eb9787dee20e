#pragma once

#include "plugins/pathboost/views/path_occurrences.h"
#include "plugins/pathboost/views/prediction_rows.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/molecule/gallery_sheet.h"

#include <nlohmann/json.hpp>

namespace vitrine::pathboost {

inline constexpr char kMoleculesFigure[] = "pathboost/molecules";
/// Options "graph": row of the data set; "paths": keys that are lit.
inline constexpr char kGraphFigure[] = "pathboost/graph";

enum class GraphOrder { target, error, name };

/// Which graphs are drawn.
struct MoleculesChoice {
    static constexpr int kMostPaths = 200;
    QStringList paths; ///< that they hold; in a report without any: the most important one
                       ///< that less than half of the graphs hold
    GraphOrder order = GraphOrder::target;

    nlohmann::json toJson() const;
    static MoleculesChoice fromJson(const nlohmann::json& options); ///< what does not fit is left out
};

/// Graphs as they were found, in the order in which they are shown.
struct FoundGraphs {
    std::shared_ptr<PathOccurrences> occurrences;
    std::vector<std::shared_ptr<const PathGraphs>> ofPath; ///< one per chosen path
    std::vector<int> order;
};

/// Name of the column that the run predicts; empty: none.
QString targetNameOf(const RunData& data, const GraphSet& graphs);
/// |truth - prediction| per graph, NaN where unknown; empty when the run has no predictions with a truth.
std::vector<double> predictionErrors(const RunData& data, std::size_t graphCount);
/// What stands beside the names: errors, values of the target of the run, or nothing when that is the graphs' own.
std::vector<double> shownValues(const RunData& data, const GraphSet& graphs, GraphOrder order);
/// "Molecules with C–C–Cl"
QString moleculesTitle(const GraphSet& graphs, const RunPaths& paths, const QStringList& chosen);
/// The graphs in order: row, name, target, occurrences of the chosen paths.
std::string moleculesCsv(const RunData& data, const FoundGraphs& found);

/// Pictures of the graphs found, every occurrence of the chosen paths lit.
FigureSpec moleculesFigure(const RunData& data, const RunPaths& paths, const MoleculesChoice& choice,
                           FoundGraphs found);
/// The same for a report, which has to look for them first. Empty when the graphs are not in the project or no path
/// was selected. Any thread.
std::optional<FigureSpec> moleculesFigure(const RunData& data, MoleculesChoice choice);

/// One graph as a view shows it.
struct ShownGraph {
    int graph = -1;
    QStringList paths; ///< that are lit
    GraphDrawing::Paint paint;
    std::size_t occurrences = 0;
};
FigureSpec graphFigure(const RunData& data, const RunPaths& paths, const ShownGraph& shown);
/// The same for a report. Empty when the graphs are not in the project or none is chosen. Any thread.
std::optional<FigureSpec> graphFigure(const RunData& data, const nlohmann::json& options);
nlohmann::json graphFigureOptions(int graph, const QStringList& paths);
/// What is known of one graph: row, name, structure, truth, prediction, residual, spread.
std::string graphCsv(const RunData& data, const PredictionRows* rows, int graph);

} // namespace vitrine::pathboost
