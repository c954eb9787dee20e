#include "widgets/graph/graph_view.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/graph/graph_legend.h"
#include "widgets/graph/graph_note.h"
#include "widgets/graph/graph_space.h"
#include "widgets/molecule/graph_pictures.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/error_panel.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"

#include <QComboBox>
#include <QEvent>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>

#include <cmath>

namespace vitrine {
namespace {

enum Page { kEmpty, kStages, kNoSpace, kFailed };
constexpr std::size_t kSmallGraph = 400; ///< nodes up to which distances draw best

AttributePointer chosenIn(const QComboBox* box, const std::vector<AttributePointer>& choices) {
    const int at = box->currentData().isValid() ? box->currentData().toInt() : -1;
    return at >= 0 && static_cast<std::size_t>(at) < choices.size() ? choices[static_cast<std::size_t>(at)] : nullptr;
}

} // namespace

bool GraphView::inSpace() const {
    return m_dimensions->currentIndex() == 1;
}

GraphStage* GraphView::stage() const {
    return inSpace() && m_space ? m_space : m_canvas;
}

QString GraphView::problem() const {
    return m_pages->currentIndex() == kFailed    ? m_error->text()
           : m_pages->currentIndex() == kNoSpace ? m_noSpace->property("sentence").toString()
                                                 : QString();
}

GraphView::Layout GraphView::layoutChosen() const {
    return static_cast<Layout>(m_layoutBox->currentData().toInt());
}

bool GraphView::usesSeed() const {
    return layoutChosen() == Layout::spring || layoutChosen() == Layout::kamadaKawai;
}

LayoutRequest GraphView::wantedRequest() const {
    LayoutRequest request;
    switch (layoutChosen()) {
    case Layout::structure:
    case Layout::distances: request.method = LayoutMethod::distances; break;
    case Layout::spring: request.method = LayoutMethod::spring; break;
    case Layout::kamadaKawai: request.method = LayoutMethod::kamadaKawai; break;
    case Layout::tree: request.method = LayoutMethod::tree; break;
    case Layout::circle: request.method = LayoutMethod::circle; break;
    }
    request.dimensions = inSpace() ? 3 : 2;
    request.seed = usesSeed() ? static_cast<std::uint64_t>(m_seed->value()) : 0;
    return request;
}

void GraphView::setGraph(std::shared_ptr<const GraphSet> graphs, int graph) {
    const bool valid = graphs && graph >= 0 && static_cast<std::size_t>(graph) < graphs->graphCount();
    if (valid && graphs == m_graphs && graph == m_graphNumber)
        return;
    m_readTask.cancel();
    m_lightTask.cancel();
    m_runner->cancel();
    m_graphs = valid ? std::move(graphs) : nullptr;
    m_graphNumber = valid ? graph : -1;
    m_read = {};
    m_places = nullptr;
    m_laidOut.clear();
    m_preliminary = false;
    m_busy->hide();
    m_bar->setEnabled(valid);
    m_lookBar->hide();
    m_counts->setText({});
    m_canvas->setGraph(nullptr, nullptr);
    if (m_space)
        m_space->setGraph(nullptr, nullptr);
    m_legend->setLegend({});
    showElement({});
    showNote();
    m_pages->setCurrentIndex(valid ? kStages : kEmpty);
    if (!valid)
        return;
    m_readTask.start(
        [set = m_graphs, number = m_graphNumber](const std::stop_token& stop) {
            Read read;
            read.graph = std::make_shared<ShownGraph>(set, number);
            read.choices = AttributeChoices(*read.graph, stop);
            if (set->isMolecular())
                read.structure = moleculePicture(*set, number);
            return read;
        },
        [this](Read read) { take(std::move(read)); });
}

void GraphView::take(Read read) {
    m_read = std::move(read);
    m_counts->setText(m_read.graph->countsText());
    m_canvas->setAccessibleName(tr("Graph %1").arg(m_read.graph->name()));
    if (m_read.graph->nodeCount() == 0)
        return showProblem(tr("It has no nodes."));
    fillAttributes();
    fillLayouts();
    startLayout();
}

void GraphView::fillLayouts() {
    const QSignalBlocker quiet(m_layoutBox);
    const QVariant before = m_layoutBox->currentData();
    m_layoutBox->clear();
    const auto add = [this](const QString& name, Layout layout, const QString& hint) {
        m_layoutBox->addItem(name, static_cast<int>(layout));
        m_layoutBox->setItemData(m_layoutBox->count() - 1, hint, Qt::ToolTipRole);
    };
    if (m_read.structure && !inSpace())
        add(tr("Structure"), Layout::structure, tr("As chemists draw it"));
    if (!inSpace())
        add(tr("Distances"), Layout::distances, tr("Distances follow the number of steps (stress majorization)"));
    add(tr("Springs"), Layout::spring, tr("Neighbours attract, all repel (Fruchterman–Reingold)"));
    add(tr("Kamada–Kawai"), Layout::kamadaKawai,
        tr("Springs between all pairs, up to %1 connected nodes").arg(displayCount(kMostKamadaKawaiNodes)));
    add(tr("Tree"), Layout::tree, tr("Levels by the steps from a root (Reingold–Tilford)"));
    add(inSpace() ? tr("Sphere") : tr("Circle"), Layout::circle, tr("In the order of the file"));
    const std::size_t nodes = m_read.graph ? m_read.graph->nodeCount() : 0;
    const Layout usual = m_read.structure && !inSpace() ? Layout::structure
                         : nodes > kSmallGraph          ? Layout::spring
                         : inSpace()                    ? Layout::kamadaKawai
                                                        : Layout::distances;
    // A choice is kept while it is one; what a new graph starts with depends on it.
    const int kept = m_laidOut.empty() ? -1 : m_layoutBox->findData(before);
    m_layoutBox->setCurrentIndex(kept >= 0 ? kept : m_layoutBox->findData(static_cast<int>(usual)));
}

void GraphView::startLayout() {
    if (!m_read.graph || m_read.graph->nodeCount() == 0)
        return;
    m_runner->cancel();
    m_busy->hide();
    m_preliminary = false;
    m_seed->setVisible(usesSeed());
    m_seedLabel->setVisible(usesSeed());
    if (layoutChosen() == Layout::structure) {
        auto places = std::make_shared<std::vector<SpacePoint>>();
        for (const QPointF& place : m_read.structure->places())
            places->push_back({place.x(), place.y(), 0.0});
        m_laidOut.try_emplace({-1, 2, 0}, places);
        return showPlaces(std::move(places), true);
    }
    LayoutRequest request = wantedRequest();
    const auto found = m_laidOut.find({static_cast<int>(request.method), request.dimensions, request.seed});
    if (found != m_laidOut.end())
        return showPlaces(found->second, true);
    const std::size_t nodes = m_read.graph->nodeCount();
    if (std::string refusal = forecastLayout(nodes, m_read.graph->edges().size(), request).refusal; !refusal.empty())
        return showProblem(toQString(refusal) + QLatin1Char('.'));
    // Springs of a large graph take seconds; until then it is shown by its distances.
    m_preliminary = request.method == LayoutMethod::spring && nodes > kSmallGraph && !m_places && !inSpace();
    if (m_preliminary)
        request = {LayoutMethod::distances, 2, 0};
    m_runner->start(m_read.graph, request);
}

void GraphView::takeLayout(const Result<GraphLayout>& layout) {
    m_busy->hide();
    if (!layout)
        return showProblem(toQString(layout.error().message) + QLatin1Char('.'));
    auto places = std::make_shared<const std::vector<SpacePoint>>(layout->points);
    const LayoutRequest& request = m_runner->request();
    if (layout->complete)
        m_laidOut[{static_cast<int>(request.method), request.dimensions, request.seed}] = places;
    const bool more = m_preliminary && layout->complete;
    m_preliminary = false;
    showPlaces(std::move(places), layout->complete);
    if (more)
        m_runner->start(m_read.graph, wantedRequest());
}

void GraphView::showPlaces(PlacesPointer places, bool complete) {
    m_places = std::move(places);
    const GraphElement chosen = stage()->chosenElement();
    stage()->setGraph(m_read.graph, m_places);
    if (stage() == m_canvas)
        m_canvas->setStructure(layoutChosen() == Layout::structure ? m_read.structure : nullptr);
    stage()->setChosen(chosen);
    m_counts->setText(complete ? m_read.graph->countsText()
                               : tr("%1, layout stopped early").arg(m_read.graph->countsText()));
    m_pages->setCurrentIndex(kStages);
    m_more->setEnabled(true);
    applyAppearance();
    lightPaths();
    showNote();
    Q_EMIT shown();
}

void GraphView::showDimensions() {
    if (inSpace() && !m_space) {
        const GraphSpace made = makeGraphSpace(m_stages);
        if (!made.stage) {
            m_noSpace->setProperty("sentence", made.problem);
            m_noSpace->setSentence(made.problem);
            m_runner->cancel();
            m_busy->hide();
            m_pages->setCurrentIndex(kNoSpace);
            return;
        }
        m_space = made.stage;
        m_stages->addWidget(m_space);
        connectStage(m_space);
    }
    m_stages->setCurrentWidget(stage());
    if (!m_read.graph)
        return;
    m_pages->setCurrentIndex(kStages);
    m_places = nullptr;
    showElement({});
    fillLayouts();
    startLayout();
}

void GraphView::showProblem(const QString& sentence) {
    m_busy->hide();
    m_error->setMessage(tr("This graph is not drawn"), sentence);
    m_pages->setCurrentIndex(kFailed);
}

void GraphView::applyAppearance() {
    m_appearance = {chosenIn(m_nodeColor, m_read.choices.nodes()), chosenIn(m_nodeSize, m_read.choices.nodes()),
                    chosenIn(m_edgeColor, m_read.choices.edges()), chosenIn(m_edgeWidth, m_read.choices.edges())};
    stage()->setAppearance(m_appearance);
    m_legend->setLegend(GraphLegend(m_appearance));
    stage()->setRoomLeft(m_legend->legend().isEmpty() ? 0 : m_legend->width() + metrics::kSpace);
    placeOverlays();
}

void GraphView::setHighlights(HighlightFunction highlights) {
    m_highlight = std::move(highlights);
    lightPaths();
}

void GraphView::lightPaths() {
    m_lightTask.cancel();
    if (!m_places)
        return;
    if (!m_highlight)
        return stage()->setHighlights({});
    m_lightTask.start(
        [light = m_highlight, graph = m_graphNumber](const std::stop_token& stop) { return light(graph, stop); },
        [this](std::vector<NodeSequence> found) { stage()->setHighlights(std::move(found)); });
}

void GraphView::showElement(GraphElement hovered) {
    const bool pointing = hovered.kind != GraphElement::Kind::none;
    m_readOut->showElement(m_places ? m_read.graph : nullptr, pointing ? hovered : stage()->chosenElement());
    placeOverlays();
}

void GraphView::showBusy(double fraction, double secondsLeft) {
    m_progress->setValue(static_cast<int>(std::lround(1000.0 * fraction)));
    const QString what = tr("Laying out %1").arg(m_read.graph->countsText());
    m_busyText->setText(
        secondsLeft < 0.0
            ? what
            : tr("%1, about %2 s left").arg(what, displayCount(static_cast<std::int64_t>(std::ceil(secondsLeft)))));
    m_busy->show();
}

void GraphView::showNote() {
    m_note->setText(m_places ? stage()->note() : QString());
    placeOverlays();
}

void GraphView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        m_legend->update();
        m_readOut->update();
        m_note->update();
    }
    QWidget::changeEvent(event);
}

} // namespace vitrine
