#include "plugins/pathboost/views/chosen_graph_view.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/graph_facts.h"
#include "plugins/pathboost/views/molecules_figure.h"
#include "plugins/pathboost/views/path_names.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/molecule/molecule_view.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/metrics.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QStackedWidget>

namespace vitrine::pathboost {

namespace {
constexpr int kFactsWidth = 168;
constexpr int kLeastFactsWidth = 112;
} // namespace

ChosenGraphView::ChosenGraphView(QWidget* parent)
    : ResultView(parent), m_pages(new QStackedWidget), m_empty(new EmptyState(QStringLiteral("mol"), {})),
      m_picture(new MoleculeView), m_facts(new GraphFacts) {
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_facts);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->setMinimumWidth(kLeastFactsWidth);
    scroll->setMaximumWidth(kFactsWidth);
    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, metrics::kPadding);
    row->setSpacing(metrics::kPadding);
    row->addWidget(m_picture, 5);
    row->addWidget(scroll, 4);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(content);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
}

void ChosenGraphView::setRunData(std::shared_ptr<const RunData> runData) {
    m_data = std::move(runData);
    m_rows = PredictionRows::of(*m_data);
    m_occurrences = PathOccurrences::of(*m_data);
    follow();
}

void ChosenGraphView::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
        connect(selection, &Selection::changed, this, &ChosenGraphView::follow);
    follow();
}

void ChosenGraphView::follow() {
    m_chosen = ChosenGraph::of(m_selection, m_rows.get());
    const auto graphs = m_data ? inputGraphs(*m_data) : nullptr;
    m_picture->setGraph(graphs, m_chosen.graph);
    m_facts->showGraph(m_rows.get(), graphs.get(), m_chosen);
    m_picture->setAccessibleName(tr("Structure of %1").arg(m_facts->name()));
    m_empty->setSentence(m_data && m_data->live ? tr("Choose a molecule, or wait for the predictions.")
                                                : tr("Choose a point to see its graph."));
    m_pages->setCurrentIndex(m_chosen.graph < 0 ? 0 : 1);
    lightPath();
    Q_EMIT figureChanged();
}

void ChosenGraphView::lightPath() {
    m_litPath = chosenPath(m_selection);
    showSubtitle(-1);
    if (m_litPath.isEmpty() || !m_occurrences || m_picture->graph() < 0) {
        m_task.cancel();
        m_picture->setHighlights({});
        return;
    }
    m_task.start([occurrences = m_occurrences, graph = m_picture->graph(),
                  path = m_litPath](const std::stop_token&) { return occurrences->occurrences(graph, path); },
                 [this](std::vector<NodeSequence> found) {
                     const auto count = static_cast<qsizetype>(found.size());
                     m_picture->setHighlights(std::move(found));
                     showSubtitle(count);
                 });
}

void ChosenGraphView::showSubtitle(qsizetype occurrences) {
    QStringList parts;
    if (const auto chosen = m_selection ? m_selection->keys(QLatin1String(kGraphKind)).size() : 0; chosen > 1)
        parts.append(tr("last of %1 chosen").arg(chosen));
    if (m_rows && m_chosen.row) {
        const std::string part = m_rows->part(*m_chosen.row);
        const bool tested = part == "test";
        if (m_chosen.byDefault)
            parts.append(!m_rows->hasTruth() ? tr("largest spread")
                         : tested            ? tr("largest error of the test part")
                                             : tr("largest error"));
        else if (!part.empty())
            parts.append(toQString(partName(part)));
    }
    if (occurrences >= 0)
        parts.append(tr("%1: %2 times").arg(pathText(*m_data, m_litPath)).arg(occurrences));
    const QString text = parts.join(QStringLiteral(", "));
    if (text == m_subtitle)
        return;
    m_subtitle = text;
    Q_EMIT subtitleChanged();
}

QString ChosenGraphView::figureId() const {
    return QLatin1String(kGraphFigure);
}

nlohmann::json ChosenGraphView::figureOptions() const {
    if (m_chosen.graph < 0)
        return {};
    return graphFigureOptions(m_chosen.graph, m_litPath.isEmpty() ? QStringList() : QStringList{m_litPath});
}

std::optional<FigureSpec> ChosenGraphView::figure() const {
    if (!m_data || !m_picture->hasPicture())
        return std::nullopt;
    const std::vector<NodeSequence>& lit = m_picture->highlights().sequences;
    ShownGraph shown{m_chosen.graph, {}, GraphDrawing::paintOf(m_picture->picture(), lit), lit.size()};
    if (!m_litPath.isEmpty())
        shown.paths.append(m_litPath);
    return graphFigure(*m_data, *RunPaths::of(*m_data), shown);
}

std::function<std::string()> ChosenGraphView::csvMaker() const {
    if (!m_rows || !m_chosen.row)
        return {};
    return [data = m_data, rows = m_rows, graph = m_chosen.graph] { return graphCsv(*data, rows.get(), graph); };
}

std::string ChosenGraphView::outputId() const {
    return kPredictions;
}

} // namespace vitrine::pathboost
