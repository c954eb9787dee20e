#include "plugins/pathboost/views/molecules_view.h"

#include "core/values/text.h"
#include "core/values/value_export.h"
#include "plugins/pathboost/compute/outputs.h"
#include "widgets/data/display_number.h"
#include "widgets/molecule/gallery_model.h"
#include "widgets/molecule/graph_gallery.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListView>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {
namespace {

constexpr int kPatienceMs = 200; ///< a search that takes longer is announced
constexpr qsizetype kLongestName = 20;

} // namespace

MoleculesView::MoleculesView(QWidget* parent)
    : RunView(parent), m_content(new QWidget), m_order(new SegmentedControl),
      m_hint(new TextLabel({}, TextSize::small, TextTone::muted)), m_gallery(new GraphGallery), m_task(this) {
    m_order->addSegment(tr("Target"));
    m_order->addSegment(tr("Error"));
    m_order->addSegment(tr("Name"));
    m_order->setAccessibleName(tr("Order"));
    m_order->button(kByError)->setToolTip(tr("Largest error of the prediction first"));
    m_order->button(kByName)->setToolTip(tr("By name"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, metrics::kGap);
    row->setSpacing(metrics::kSpace);
    row->addWidget(m_order);
    row->addWidget(m_hint, 1);
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    auto* cells = new QHBoxLayout; // cells keep half a gap around them
    cells->setContentsMargins(metrics::kSpace, 0, 0, 0);
    cells->addWidget(m_gallery);
    layout->addLayout(cells, 1);
    setContent(m_content);
    m_gallery->view()->installEventFilter(this);
    m_searching.setSingleShot(true);
    m_searching.setInterval(kPatienceMs);
    connect(&m_searching, &QTimer::timeout, this, [this] { m_hint->setText(tr("Looking through the graphs…")); });
    connect(m_order, &SegmentedControl::currentChanged, this, &MoleculesView::applyOrder);
    connect(m_gallery, &GraphGallery::shownChanged, this, &MoleculesView::showTexts);
}

void MoleculesView::showData() {
    const auto graphs = inputGraphs(*data());
    if (!graphs) {
        m_graphs = nullptr;
        showEmpty(tr("The graphs of this run are not in the project."));
        return;
    }
    const bool isNew = graphs != m_graphs;
    if (isNew) {
        m_graphs = graphs;
        m_task.cancel();
        m_wanted.reset();
        m_predictions = nullptr;
        m_errors.clear();
        m_gallery->setGraphs(graphs);
        m_gallery->view()->setAccessibleName(graphWord(true));
        const QString target = targetName();
        m_order->button(kByTarget)->setToolTip(target.isEmpty() ? tr("In the order of the file")
                                                                : tr("By %1").arg(target));
    }
    m_occurrences = PathOccurrences::of(*data());
    showContent();
    readErrors();
    if (isNew)
        applyOrder();
    lookForPaths();
}

void MoleculesView::readErrors() {
    const auto table = outputTable(*data(), kPredictions);
    if (table == m_predictions && m_errors.size() == m_graphs->graphCount())
        return;
    m_predictions = table;
    m_errors = predictionErrors(*data(), m_graphs->graphCount());
    const bool known = !m_errors.empty();
    m_errors.resize(m_graphs->graphCount(), std::nan(""));
    QToolButton* button = m_order->button(kByError);
    button->setEnabled(known);
    button->setToolTip(known          ? tr("Largest error of the prediction first")
                       : data()->live ? tr("Comes with the predictions, when the run has finished")
                                      : tr("This run has no predictions with a truth beside them"));
    if (m_order->currentIndex() == kByError)
        applyOrder();
}

void MoleculesView::applyOrder() {
    if (!m_graphs)
        return;
    const int order = m_order->currentIndex();
    const std::string target = toStd(targetName());
    if (order == kByError) {
        m_gallery->setValues(tr("Error of the prediction"), m_errors);
        m_gallery->setSort(GallerySort::valueDescending);
    } else {
        const Column* column = target == m_graphs->targetColumn ? nullptr : m_graphs->graphs.find(target);
        m_gallery->setValues(toQString(target), column ? column->numbers() : std::vector<double>());
        m_gallery->setSort(order == kByName ? GallerySort::name
                           : target.empty() ? GallerySort::fileOrder
                                            : GallerySort::valueAscending);
    }
    showTexts();
}

void MoleculesView::followSelection(const QString& kind) {
    m_gallery->setSelection(selection());
    if (m_graphs && (kind.isEmpty() || kind == QLatin1String(kPathKind)))
        lookForPaths();
}

std::optional<MoleculesView::Found> MoleculesView::find(PathOccurrences& occurrences, const QStringList& keys,
                                                        const std::stop_token& stop) {
    Found found;
    found.keys = keys;
    for (const QString& key : keys) {
        auto counted = occurrences.count(key, stop);
        if (!counted)
            return std::nullopt;
        std::vector<int> both;
        std::ranges::set_union(found.graphs, counted->graphs, std::back_inserter(both));
        found.graphs = std::move(both);
        found.ofPath.push_back(std::move(counted));
    }
    return found;
}

void MoleculesView::lookForPaths() {
    const QStringList keys = chosenPaths();
    if (m_wanted == keys)
        return;
    m_wanted = keys;
    if (keys.isEmpty()) {
        m_task.cancel();
        show({});
        return;
    }
    m_searching.start();
    m_task.start(
        [occurrences = m_occurrences, keys](const std::stop_token& stop) { return find(*occurrences, keys, stop); },
        [this](std::optional<Found> found) {
            if (found)
                show(std::move(*found));
        });
}

void MoleculesView::show(Found found) {
    m_searching.stop();
    m_found = std::move(found);
    m_gallery->setHighlights(PathOccurrences::highlights(m_occurrences, m_found.keys));
    m_gallery->setSubset(m_found.keys.isEmpty() ? std::nullopt : std::optional(m_found.graphs));
    showTexts();
}

QString MoleculesView::graphWord(bool plural) const {
    const bool molecules = !m_graphs || m_graphs->isMolecular();
    if (plural)
        return molecules ? tr("Molecules") : tr("Graphs");
    return molecules ? tr("molecule") : tr("graph");
}

QString MoleculesView::title() const {
    return m_graphs ? moleculesTitle(*m_graphs, *paths(), m_found.keys) : graphWord(true);
}

void MoleculesView::showTexts() {
    if (!m_graphs)
        return;
    const QString target = targetName();
    const QString by = m_order->currentIndex() == kByError  ? tr("by error")
                       : m_order->currentIndex() == kByName ? tr("by name")
                       : target.isEmpty()                   ? tr("in file order")
                       : target.size() > kLongestName       ? tr("by target")
                                                            : tr("by %1").arg(target);
    const QString all = displayCount(static_cast<std::int64_t>(m_graphs->graphCount()));
    const QString some = displayCount(static_cast<std::int64_t>(m_found.graphs.size()));
    if (!m_searching.isActive())
        m_hint->setText(!m_found.keys.isEmpty() && m_found.graphs.empty() ? tr("No %1 has it.").arg(graphWord(false))
                        : m_found.keys.isEmpty()                          ? tr("Choose a path to light it up.")
                                                                          : QString());
    setSubtitle(m_found.keys.isEmpty() ? tr("%1, %2").arg(all, by) : tr("%1 of %2, %3").arg(some, all, by));
    Q_EMIT subtitleChanged(); // the title may have changed alone
}

bool MoleculesView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_gallery->view() && event->type() == QEvent::KeyPress && selection() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        selection()->clear();
    return RunView::eventFilter(watched, event);
}

MoleculesChoice MoleculesView::choice() const {
    const int order = m_order->currentIndex();
    return {m_found.keys, order == kByError  ? GraphOrder::error
                          : order == kByName ? GraphOrder::name
                                             : GraphOrder::target};
}

FoundGraphs MoleculesView::shownGraphs() const {
    return {m_occurrences, m_found.ofPath, m_gallery->shownGraphs()};
}

std::optional<FigureSpec> MoleculesView::figure() const {
    if (!m_graphs || m_gallery->shownCount() == 0)
        return std::nullopt;
    return moleculesFigure(*data(), *paths(), choice(), shownGraphs());
}

std::function<std::string()> MoleculesView::csvMaker() const {
    if (!m_graphs)
        return {};
    return [run = data(), shown = shownGraphs()] { return moleculesCsv(*run, shown); };
}

} // namespace vitrine::pathboost
