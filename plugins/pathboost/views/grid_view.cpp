#include "plugins/pathboost/views/grid_view.h"

#include "core/values/text.h"
#include "core/values/value_export.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/number_label.h"
#include "widgets/data/display_number.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cmath>

namespace vitrine::pathboost {

GridView::GridView(QWidget* parent)
    : ResultView(parent), m_pages(new QStackedWidget), m_empty(new EmptyState(QStringLiteral("curve"), {})),
      m_chart(new ChartView), m_text(new TextLabel({}, TextSize::small, TextTone::text2)),
      m_train(new QPushButton(tr("Train with These Settings"))) {
    m_text->setObjectName(QStringLiteral("settings"));
    m_train->setToolTip(tr("A new experiment that trains one model with these settings on the same graphs"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_chart, 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(metrics::kPadding, 4, metrics::kPadding, metrics::kPadding);
    row->setSpacing(metrics::kPadding);
    row->addWidget(m_text, 1);
    row->addWidget(m_train);
    column->addLayout(row);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    connect(m_chart, &ChartView::pointClicked, this, [this](MarkPoint point) { chooseCell(point.index); });
    connect(m_chart, &ChartView::viewChanged, this, &GridView::figureChanged);
    connect(m_train, &QPushButton::clicked, this, &GridView::train);
}

void GridView::setRunData(std::shared_ptr<const RunData> runData) {
    m_data = std::move(runData);
    m_rows = std::make_shared<const GridRows>(*m_data);
    const auto spec = gridFigure(*m_data, *m_rows);
    if (!spec) {
        m_empty->setSentence(m_data->live ? tr("The map fills up as the folds are finished.")
                                          : tr("The run ended before its first fold was finished."));
        m_pages->setCurrentIndex(0);
        m_subtitle.clear();
    } else {
        m_chart->setSpec(*spec);
        m_pages->setCurrentIndex(1);
        m_subtitle =
            counted(static_cast<std::int64_t>(m_rows->candidates().size()), tr("combination"), tr("combinations"));
        showChosen();
    }
    Q_EMIT subtitleChanged();
    Q_EMIT figureChanged();
}

void GridView::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
        connect(selection, &Selection::changed, this, &GridView::showChosen);
    showChosen();
}

const GridCandidate* GridView::chosen() const {
    if (!m_rows)
        return nullptr;
    const QStringList keys = m_selection ? m_selection->keys(QLatin1String(kCandidateKind)) : QStringList();
    const GridCandidate* found = keys.isEmpty() ? nullptr : m_rows->find(keys.first().toLongLong());
    return found ? found : m_rows->best();
}

void GridView::chooseCell(int cell) {
    if (!m_rows || !m_selection || cell < 0)
        return;
    const auto cells = gridCells(*m_rows, gridAxes(*m_rows));
    if (static_cast<std::size_t>(cell) < cells.size() && cells[static_cast<std::size_t>(cell)])
        m_selection->select(QLatin1String(kCandidateKind),
                            {QString::number(cells[static_cast<std::size_t>(cell)]->number)});
}

void GridView::showChosen() {
    const GridCandidate* candidate = chosen();
    m_train->setEnabled(candidate != nullptr);
    if (!candidate) {
        m_text->setText({});
        return;
    }
    constexpr int kDigits = 3;
    const auto number = [](double value) { return shortLabel(value, kDigits, QLocale()); };
    QString error = toQString(m_rows->measure()) + QLatin1Char(' ') + number(candidate->mean);
    if (std::isfinite(candidate->deviation))
        error += tr(" ± %1").arg(number(candidate->deviation));
    if (!m_rows->unit().empty())
        error += QLatin1Char(' ') + toQString(m_rows->unit());
    const QString what = candidate == m_rows->best() ? tr("Best: %1") : tr("Chosen: %1");
    m_text->setText(what.arg(toQString(GridRows::text(*candidate))));
    m_text->setHint(tr("%1, %2").arg(error, counted(candidate->folds, tr("fold"), tr("folds"))));
}

void GridView::train() {
    if (const GridCandidate* candidate = chosen())
        Q_EMIT experimentRequested(QString::fromLatin1(kTrain), GridRows::parameters(*candidate));
}

std::optional<FigureSpec> GridView::figure() const {
    return m_data && m_rows ? gridFigure(*m_data, *m_rows) : std::nullopt;
}

std::function<std::string()> GridView::csvMaker() const {
    const auto table = m_data ? outputTable(*m_data, outputId().c_str()) : nullptr;
    if (!table)
        return {};
    return [table] { return tableCsv(*table); };
}

std::string GridView::outputId() const {
    return m_data && m_data->outputs.contains(kGrid) ? kGrid : kFolds;
}

} // namespace vitrine::pathboost
