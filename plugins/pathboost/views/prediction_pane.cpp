#include "plugins/pathboost/views/prediction_pane.h"

#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "core/values/value_export.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/prediction_figures.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/charts/chart_view.h"
#include "widgets/data/display_number.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/views/table_panel.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace vitrine::pathboost {

PredictionPane::PredictionPane(std::vector<PredictionFigure> figures, bool withTable, QWidget* parent)
    : ResultView(parent), m_figures(std::move(figures)), m_switch(new SegmentedControl), m_pages(new QStackedWidget),
      m_chart(new ChartView), m_table(withTable ? new TablePanel : nullptr),
      m_empty(new EmptyState(QStringLiteral("curve"), {})) {
    for (const PredictionFigure& figure : m_figures)
        m_switch->addSegment(figure.name);
    if (withTable)
        m_switch->addSegment(tr("Table"));
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_chart);
    if (m_table)
        m_pages->addWidget(m_table);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 6);
    row->addWidget(m_switch);
    row->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(m_pages, 1);
    connect(m_switch, &SegmentedControl::currentChanged, this, &PredictionPane::showPage);
    connect(m_chart, &ChartView::viewChanged, this, &PredictionPane::figureChanged);
    connect(m_chart, &ChartView::pointClicked, this, [this](MarkPoint point) {
        if (!showsTable() && current().hasBins && point.mark <= 1)
            chooseBin(point.index);
    });
}

bool PredictionPane::showsTable() const {
    return m_switch->currentIndex() >= static_cast<int>(m_figures.size());
}

const PredictionFigure& PredictionPane::current() const {
    return m_figures[static_cast<std::size_t>(std::max(0, m_switch->currentIndex()))];
}

void PredictionPane::setRunData(std::shared_ptr<const RunData> runData) {
    m_data = std::move(runData);
    auto rows = PredictionRows::of(*m_data);
    if (rows && rows == m_rows)
        return;
    m_rows = std::move(rows);
    m_chosen = ChosenGraph::of(m_selection, m_rows.get());
    nameFigures();
    // Residuals need a truth; without one the other figure is what there is to see.
    if (m_rows && !m_rows->hasTruth() && m_figures.front().needsTruth && m_figures.size() > 1)
        m_switch->setCurrentIndex(1);
    m_switch->button(0)->setVisible(!m_rows || m_rows->hasTruth() || !m_figures.front().needsTruth);
    showPage();
}

void PredictionPane::nameFigures() {
    const bool classes = m_rows && m_rows->isClassifier();
    for (std::size_t i = 0; i < m_figures.size(); ++i)
        m_switch->button(static_cast<int>(i))->setText(classes ? m_figures[i].className : m_figures[i].name);
    Q_EMIT subtitleChanged();
}

QString PredictionPane::title() const {
    if (!m_rows)
        return {};
    return !m_rows->hasTruth()      ? m_figures.front().bareTitle
           : m_rows->isClassifier() ? m_figures.front().classTitle
                                    : QString();
}

void PredictionPane::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
        connect(selection, &Selection::changed, this, [this](const QString& kind) {
            if (kind == QLatin1String(kGraphKind))
                follow();
        });
    m_chart->setSelection(selection);
    if (m_table)
        m_table->setSelection(selection);
    follow();
}

void PredictionPane::follow() {
    const ChosenGraph chosen = ChosenGraph::of(m_selection, m_rows.get());
    if (chosen == m_chosen)
        return;
    m_chosen = chosen;
    if (m_rows && !showsTable() && current().marksChosen)
        makeFigure();
}

void PredictionPane::showPage() {
    if (m_rows && showsTable()) {
        m_task.cancel();
        if (m_tableRows != m_rows) // rows are only made ready when they are looked at
            m_table->setTable(m_rows->table(), QLatin1String(kGraphKind), column::kRow);
        m_tableRows = m_rows;
        m_pages->setCurrentWidget(m_table);
        setSubtitle(counted(static_cast<std::int64_t>(m_rows->size()), tr("graph"), tr("graphs")));
        Q_EMIT figureChanged();
        return;
    }
    if (m_rows)
        makeFigure();
    else
        takeFigure(std::nullopt);
}

void PredictionPane::makeFigure() {
    m_task.start([rows = m_rows, make = current().make,
                  chosen = m_chosen.row](const std::stop_token&) { return make(*rows, chosen); },
                 [this](std::optional<FigureSpec> spec) { takeFigure(std::move(spec)); });
}

void PredictionPane::takeFigure(std::optional<FigureSpec> spec) {
    if (!spec) {
        m_empty->setSentence(m_rows                   ? tr("The graphs have no measured value to compare with.")
                             : m_data && m_data->live ? tr("Predictions arrive when the run has finished.")
                                                      : tr("This run has no predictions."));
        m_pages->setCurrentWidget(m_empty);
        setSubtitle({});
        Q_EMIT figureChanged();
        return;
    }
    std::size_t points = 0;
    for (const FigureMark& mark : spec->marks)
        if (mark.kind == MarkKind::points && !mark.hollow)
            points += mark.x.size();
    const std::int64_t shown = static_cast<std::int64_t>(points > 0 ? points : m_rows->size());
    if (const auto found = m_data->fingerprints.find(kPredictions); found != m_data->fingerprints.end())
        spec->fingerprint = found->second;
    if (const auto found = m_data->descriptions.find(kPredictions); found != m_data->descriptions.end())
        spec->definition = found->second.definition;
    m_chart->setSpec(std::move(*spec));
    m_pages->setCurrentWidget(m_chart);
    setSubtitle(counted(shown, tr("graph"), tr("graphs")));
    Q_EMIT figureChanged();
}

void PredictionPane::chooseBin(int bin) {
    if (!m_selection || !m_rows || bin < 0)
        return;
    QStringList keys;
    for (const int graph : graphsOfBin(*m_rows, static_cast<std::size_t>(bin)))
        if (static_cast<std::size_t>(keys.size()) < kMostChosen)
            keys.append(QString::number(graph));
    if (!keys.isEmpty())
        m_selection->select(QLatin1String(kGraphKind), keys);
}

void PredictionPane::setSubtitle(const QString& text) {
    if (text == m_subtitle)
        return;
    m_subtitle = text;
    Q_EMIT subtitleChanged();
}

std::optional<FigureSpec> PredictionPane::figure() const {
    if (!m_rows || m_pages->currentWidget() == m_empty || m_chart->spec().marks.empty())
        return std::nullopt;
    FigureSpec spec = m_chart->visibleSpec();
    spec.dataHash = contentSha256(m_rows->table());
    return spec;
}

QString PredictionPane::figureId() const {
    return showsTable() ? m_figures.front().figureId : current().figureId;
}

nlohmann::json PredictionPane::figureOptions() const {
    return showsTable() ? m_figures.front().options : current().options;
}

std::function<std::string()> PredictionPane::csvMaker() const {
    if (!m_rows)
        return {};
    if (showsTable())
        return m_table->csvMaker();
    if (current().hasBins)
        return [spec = m_chart->spec()] { return figureCsv(spec); };
    return [rows = m_rows] { return tableCsv(*rows->table()); };
}

std::string PredictionPane::outputId() const {
    return kPredictions;
}

PredictionPane* makePredictionPane(QWidget* parent) {
    PredictionFigure points;
    points.name = points.className = PredictionPane::tr("Chart");
    points.classTitle = PredictionPane::tr("Probability by true class");
    points.bareTitle = PredictionPane::tr("Predictions");
    points.figureId = QString::fromLatin1(kPredictionsFigure);
    points.make = [](const PredictionRows& rows, std::optional<std::size_t>) { return predictionFigure(rows); };
    return new PredictionPane({points}, true, parent);
}

PredictionPane* makeResidualPane(QWidget* parent) {
    PredictionFigure points;
    points.name = PredictionPane::tr("Against prediction");
    points.className = PredictionPane::tr("ROC curve");
    points.classTitle = PredictionPane::tr("Classes told apart");
    points.bareTitle = PredictionPane::tr("Distribution of the predictions");
    points.needsTruth = true;
    points.figureId = QString::fromLatin1(kResidualsFigure);
    points.make = [](const PredictionRows& rows, std::optional<std::size_t>) { return residualFigure(rows); };
    PredictionFigure bins;
    bins.name = bins.className = PredictionPane::tr("Histogram");
    bins.figureId = points.figureId;
    bins.options = {{"histogram", true}};
    bins.marksChosen = bins.hasBins = true;
    bins.make = [](const PredictionRows& rows, std::optional<std::size_t> chosen) {
        return residualHistogram(rows, chosen);
    };
    return new PredictionPane({points, bins}, false, parent);
}

} // namespace vitrine::pathboost
