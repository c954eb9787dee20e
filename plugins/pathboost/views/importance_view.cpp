#include "plugins/pathboost/views/importance_view.h"

#include "core/values/text.h"
#include "core/values/value_export.h"
#include "plugins/pathboost/compute/outputs.h"
#include "widgets/charts/chart_view.h"
#include "widgets/data/display_number.h"
#include "widgets/style/metrics.h"
#include "widgets/style/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>

namespace vitrine::pathboost {
namespace {

constexpr int kAxisRoom = 48; ///< px above and beneath the bars
constexpr int kBarPitch = 14; ///< least height of a bar with its label
constexpr int kFewestBars = 3;
constexpr int kMostAdded = 3; ///< chosen paths beneath the most important ones

} // namespace

ImportanceView::ImportanceView(QWidget* parent) : RunView(parent), m_definition(new QComboBox), m_chart(new ChartView) {
    m_definition->setAccessibleName(tr("Definition of the importance"));
    m_definition->setToolTip(tr("How the importance is measured; the model is the same.\n"
                                "Shared: with that of prefixes, weighted by the correlation of the counts.\n"
                                "Relative ones are there when the experiment asked for relative importance.\n"
                                "The tree of paths and the cards keep the definition of the run."));
    m_definition->setVisible(false);
    setSmall(m_definition);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 0);
    row->addWidget(m_definition);
    row->addStretch();
    layout->addLayout(row);
    layout->addWidget(m_chart, 1);
    setContent(content);
    connect(m_definition, &QComboBox::currentIndexChanged, this, [this] {
        showFigure();
        Q_EMIT figureChanged();
    });
    connect(m_chart, &ChartView::viewChanged, this, &ImportanceView::figureChanged);
}

ImportanceChoice ImportanceView::choice(int top) const {
    ImportanceChoice choice{top, {}, {}};
    if (m_definition->currentIndex() > 0) // the first one is the run's own
        choice.definition = toStd(m_definition->currentData().toString());
    for (const QString& key : chosenPaths())
        if (paths() && paths()->rankOf(key) > top && choice.also.size() < kMostAdded)
            choice.also.append(key);
    return choice;
}

int ImportanceView::barsThatFit() const {
    const int controls = m_definition->isHidden() ? 0 : m_definition->sizeHint().height();
    return std::clamp((height() - controls - kAxisRoom) / kBarPitch, kFewestBars, ImportanceChoice::kTop);
}

void ImportanceView::showData() {
    if (paths()->isEmpty()) {
        showEmpty(noPathsText());
        return;
    }
    offerDefinitions();
    showContent();
    showFigure();
    Q_EMIT figureChanged();
}

void ImportanceView::offerDefinitions() {
    const std::vector<std::string> definitions = importanceDefinitionsOf(*data());
    if (static_cast<std::size_t>(m_definition->count()) != definitions.size()) {
        const QSignalBlocker quiet(m_definition);
        m_definition->clear();
        for (const std::string& definition : definitions)
            m_definition->addItem(definitionName(*data(), definition), toQString(definition));
    }
    m_definition->setVisible(definitions.size() > 1);
}

void ImportanceView::showFigure() {
    if (!data() || paths()->isEmpty())
        return;
    ImportanceChoice wanted = choice(barsThatFit());
    // Chosen paths take the places of the last ones, so that the pane never overflows.
    wanted.top = std::max(1, wanted.top - static_cast<int>(wanted.also.size()));
    wanted.also = choice(wanted.top).also;
    if (m_shownPaths == paths() && m_shown.top == wanted.top && m_shown.also == wanted.also &&
        m_shown.definition == wanted.definition)
        return;
    m_shownPaths = paths();
    m_shown = wanted;
    const auto spec = importanceFigure(*data(), *paths(), wanted);
    m_chart->setSpec(*spec);
    const QString count = tr("%1 of %2 paths").arg(displayCount(spec->shown), displayCount(spec->total));
    if (paths()->hasImportance())
        setSubtitle(count);
    else
        setSubtitle(data()->live ? tr("%1, by times selected so far").arg(count)
                                 : tr("%1, by times selected").arg(count));
}

void ImportanceView::followSelection(const QString& kind) {
    m_chart->setSelection(selection());
    if (kind.isEmpty() || kind == QLatin1String(kPathKind))
        showFigure();
}

void ImportanceView::resizeEvent(QResizeEvent* event) {
    RunView::resizeEvent(event);
    showFigure();
}

std::optional<FigureSpec> ImportanceView::figure() const {
    if (!data() || paths()->isEmpty())
        return std::nullopt;
    auto spec = importanceFigure(*data(), *paths(), choice(ImportanceChoice::kTop));
    return spec ? std::optional(m_chart->asShown(std::move(*spec))) : std::nullopt;
}

std::function<std::string()> ImportanceView::csvMaker() const {
    const auto table = data() ? outputTable(*data(), pathOutput().c_str()) : nullptr;
    if (!table)
        return {};
    return [table] { return tableCsv(*table); };
}

} // namespace vitrine::pathboost
