#include "plugins/pathboost/views/graph_pane.h"

#include "plugins/pathboost/views/run_paths.h"
#include "widgets/graph/graph_canvas.h"
#include "widgets/graph/graph_view.h"

namespace vitrine::pathboost {

GraphPane::GraphPane(QWidget* parent) : RunView(parent), m_view(new GraphView) {
    setContent(m_view);
}

void GraphPane::showData() {
    m_rows = PredictionRows::of(*data());
    const auto occurrences = PathOccurrences::of(*data());
    if (occurrences != m_occurrences) {
        m_occurrences = occurrences;
        m_litPaths.clear();
        m_view->setHighlights(nullptr);
    }
    follow();
}

void GraphPane::followSelection(const QString& kind) {
    if (data() && (kind.isEmpty() || kind == QLatin1String(kPathKind) || kind == QLatin1String(kGraphKind)))
        follow();
}

void GraphPane::follow() {
    const auto graphs = inputGraphs(*data());
    if (!graphs)
        return showEmpty(tr("The graphs of this run are not in the project."));
    const ChosenGraph chosen = ChosenGraph::of(selection(), m_rows.get());
    m_graph = chosen.graph;
    if (chosen.graph < 0)
        return showEmpty(graphs->isMolecular() ? tr("Choose a molecule to see it here.")
                                               : tr("Choose a graph to see it here."));
    m_view->setGraph(graphs, chosen.graph);
    if (const QStringList wanted = chosenPaths(); wanted != m_litPaths) {
        m_litPaths = wanted;
        m_view->setHighlights(PathOccurrences::highlights(m_occurrences, wanted));
    }
    const Column* id = graphs->graphs.find(graphs->idColumn);
    const auto row = static_cast<std::size_t>(chosen.graph);
    QStringList parts{id && id->isValid(row) ? QString::fromStdString(id->cellText(row))
                                             : tr("row %1").arg(chosen.graph)};
    if (!m_litPaths.isEmpty())
        parts << (m_litPaths.size() == 1 ? tr("path %1").arg(paths()->labelOf(m_litPaths.first()))
                                         : tr("%1 paths").arg(m_litPaths.size()));
    setSubtitle(parts.join(QStringLiteral(", ")));
    showContent();
}

std::optional<FigureSpec> GraphPane::figure() const {
    const PaintPicture paint = data() && m_graph >= 0 ? m_view->painter(true) : PaintPicture();
    if (!paint)
        return std::nullopt;
    const auto& lit = m_view->canvas()->highlights().sequences;
    return graphFigure(*data(), *paths(), {m_graph, m_litPaths, paint, lit.size()});
}

} // namespace vitrine::pathboost
