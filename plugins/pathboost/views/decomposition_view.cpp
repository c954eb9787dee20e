#include "plugins/pathboost/views/decomposition_view.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/prediction_figures.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/number_label.h"
#include "widgets/data/display_number.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"
#include "widgets/views/table_panel.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine::pathboost {

namespace {

constexpr int kBarPitch = 16;     // px
constexpr int kOtherHeight = 100; // px of the view that are no bars
constexpr int kFewestBars = 2;
constexpr int kMostBars = 20;
constexpr int kSpecialBars = 3; // base, the rest, the total
constexpr int kReportBars = 10;

} // namespace

DecompositionView::DecompositionView(QWidget* parent)
    : ResultView(parent), m_switch(new SegmentedControl), m_pages(new QStackedWidget), m_bar(new QWidget),
      m_empty(new EmptyState(QStringLiteral("split"), {})), m_chart(new ChartView), m_table(new TablePanel),
      m_sum(new TextLabel({}, TextSize::small, TextTone::text2)) {
    m_switch->addSegment(tr("Chart"));
    m_switch->addSegment(tr("Table"));
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_chart);
    m_pages->addWidget(m_table);
    auto* row = new QHBoxLayout(m_bar);
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 6);
    row->setSpacing(metrics::kPadding);
    row->addWidget(m_switch);
    row->addWidget(m_sum, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_pages, 1);
    connect(m_switch, &SegmentedControl::currentChanged, this, [this](int page) {
        if (!m_shown)
            return;
        page == 1 ? showTable() : showFigure();
        m_pages->setCurrentIndex(page + 1);
        Q_EMIT figureChanged();
    });
    connect(m_chart, &ChartView::viewChanged, this, &DecompositionView::figureChanged);
    showEmpty(tr("Choose a point to take its prediction apart."));
}

void DecompositionView::setRunData(std::shared_ptr<const RunData> runData) {
    m_data = std::move(runData);
    auto rows = PredictionRows::of(*m_data);
    auto decomposer = Decomposer::of(*m_data);
    const bool same = rows == m_rows && decomposer == m_decomposer && m_shown;
    m_rows = std::move(rows);
    m_decomposer = std::move(decomposer);
    if (!same)
        takeApart();
}

void DecompositionView::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
        connect(selection, &Selection::changed, this, &DecompositionView::follow);
    m_chart->setSelection(selection);
    m_table->setSelection(selection);
    follow();
}

void DecompositionView::follow() {
    if (ChosenGraph::of(m_selection, m_rows.get()).graph != m_graph)
        takeApart();
    if (const QString path = chosenPath(m_selection); path != m_path) {
        m_path = path;
        if (m_shown && m_switch->currentIndex() == 0)
            showFigure(); // a chosen path has a bar of its own
    }
}

void DecompositionView::takeApart() {
    m_graph = ChosenGraph::of(m_selection, m_rows.get()).graph;
    if (!m_decomposer || m_graph < 0) {
        m_task.cancel();
        showEmpty(!m_data || m_graph < 0 ? tr("Choose a point to take its prediction apart.")
                  : m_data->live         ? tr("Predictions can be taken apart when the run has finished.")
                                         : tr("This run has no model to take predictions apart with."));
        return;
    }
    if (!m_shown)
        showEmpty(tr("Taking the prediction apart…"));
    m_task.start([decomposer = m_decomposer, rows = m_rows, graph = m_graph](
                     const std::stop_token& stop) { return decomposer->decompose(graph, rows.get(), stop); },
                 [this](Result<Decomposition> result) { take(std::move(result)); });
}

void DecompositionView::take(Result<Decomposition> result) {
    if (!result) {
        showEmpty(toQString(result.error().message));
        return;
    }
    m_shown = std::move(*result);
    m_subtitle = toQString(m_shown->name);
    m_bar->setVisible(true);
    showSum();
    const int page = m_switch->currentIndex();
    page == 1 ? showTable() : showFigure();
    m_pages->setCurrentIndex(page + 1);
    Q_EMIT subtitleChanged();
    Q_EMIT figureChanged();
}

void DecompositionView::showEmpty(const QString& sentence) {
    m_shown.reset();
    m_subtitle.clear();
    m_empty->setSentence(sentence);
    m_bar->setVisible(false);
    m_pages->setCurrentIndex(0);
    Q_EMIT subtitleChanged();
    Q_EMIT figureChanged();
}

void DecompositionView::showSum() {
    constexpr int kDecimals = 4;
    const auto paths = static_cast<std::int64_t>(m_shown->lines.size()) - 1;
    const QString unit = m_shown->unit.empty() ? QString() : QLatin1Char(' ') + toQString(m_shown->unit);
    const QString total = decimalLabel(m_shown->total, kDecimals, QLocale());
    const QString what = tr("Base + %1").arg(counted(paths, tr("path"), tr("paths")));
    const QString exact = QString::number(m_shown->total, 'g', 17);
    m_sum->setTone(TextTone::text2);
    if (m_shown->addsUp()) {
        m_sum->setText(m_shown->classes
                           ? tr("%1 = %2 log-odds, a probability of %3")
                                 .arg(what, total, decimalLabel(m_shown->prediction(), kDecimals, QLocale()))
                           : tr("%1 = %2, exactly the prediction").arg(what, total));
        m_sum->setHint(
            tr("Added in the order of the table they give %1%2, the stored prediction bit for bit.").arg(exact, unit));
    } else if (m_shown->predicted) {
        m_sum->setTone(TextTone::warning);
        m_sum->setText(tr("%1 = %2, not the stored prediction").arg(what, total));
        m_sum->setHint(tr("Sum %1, stored prediction %2").arg(exact, QString::number(*m_shown->predicted, 'g', 17)));
    } else {
        m_sum->setText(tr("%1 = %2%3").arg(what, total, unit));
        m_sum->setHint(exact);
    }
}

int DecompositionView::barsThatFit() const {
    return std::clamp((height() - kOtherHeight) / kBarPitch - kSpecialBars, kFewestBars, kMostBars);
}

void DecompositionView::showFigure() {
    m_bars = barsThatFit();
    FigureSpec spec = decompositionFigure(*m_shown, m_bars, toStd(m_path));
    if (const auto found = m_data->fingerprints.find(outputId()); found != m_data->fingerprints.end())
        spec.fingerprint = found->second;
    m_chart->setSpec(std::move(spec));
}

void DecompositionView::showTable() {
    m_table->setTable(std::make_shared<const Table>(decompositionTable(*m_shown)), QLatin1String(kPathKind),
                      column::kPath);
}

void DecompositionView::resizeEvent(QResizeEvent* event) {
    ResultView::resizeEvent(event);
    if (m_shown && m_switch->currentIndex() == 0 && barsThatFit() != m_bars)
        showFigure();
}

std::optional<FigureSpec> DecompositionView::figure() const {
    if (!m_shown)
        return std::nullopt;
    if (m_switch->currentIndex() == 0)
        return m_chart->visibleSpec();
    return decompositionFigure(*m_shown, kReportBars);
}

QString DecompositionView::figureId() const {
    return QString::fromLatin1(kContributionsFigure);
}

nlohmann::json DecompositionView::figureOptions() const {
    return m_graph < 0 ? nlohmann::json() : nlohmann::json{{"graph", m_graph}};
}

std::function<std::string()> DecompositionView::csvMaker() const {
    if (!m_shown)
        return {};
    return [shown = *m_shown] { return decompositionCsv(shown); };
}

std::string DecompositionView::outputId() const {
    return m_data && m_data->outputs.contains(kContributions) ? kContributions : kPredictions;
}

} // namespace vitrine::pathboost
