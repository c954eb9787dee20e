#include "plugins/pathboost/views/learning_view.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/prediction_rows.h"
#include "widgets/charts/chart_view.h"
#include "widgets/data/display_number.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace vitrine::pathboost {

LearningView::LearningView(QWidget* parent)
    : RunView(parent), m_content(new QWidget), m_controls(new QWidget), m_mode(new SegmentedControl),
      m_part(new QComboBox), m_chart(new ChartView) {
    m_mode->addSegment(tr("Together"));
    m_mode->addSegment(tr("Per anchor"));
    m_mode->setAccessibleName(tr("Curves"));
    m_mode->button(0)->setToolTip(tr("Error of the averaged prediction"));
    m_mode->button(1)->setToolTip(tr("Error of each anchor's sub-model on the graphs that contain the anchor"));
    m_part->setAccessibleName(tr("Part of the split"));
    m_part->setVisible(false);
    setSmall(m_part);
    auto* row = new QHBoxLayout(m_controls);
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 4);
    row->addWidget(m_mode);
    row->addWidget(m_part);
    row->addStretch();
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_controls);
    layout->addWidget(m_chart, 1);
    setContent(m_content);
    connect(m_mode, &SegmentedControl::currentChanged, this, [this](int mode) {
        m_part->setVisible(mode == 1);
        showFigure();
    });
    connect(m_part, &QComboBox::currentIndexChanged, this, &LearningView::showFigure);
    connect(m_chart, &ChartView::viewChanged, this, &LearningView::figureChanged);
}

LearningChoice LearningView::choice() const {
    LearningChoice choice;
    choice.perAnchor = m_mode->currentIndex() == 1;
    if (m_part->currentIndex() >= 0)
        choice.part = toStd(m_part->currentData().toString());
    const QStringList keys = chosenPaths();
    for (const QString& key : keys)
        choice.anchors.push_back(toStd(prefixKeys(key).front()));
    std::ranges::sort(choice.anchors);
    choice.anchors.erase(std::unique(choice.anchors.begin(), choice.anchors.end()), choice.anchors.end());
    choice.anchors.resize(std::min(choice.anchors.size(), LearningChoice::kMostAnchors));
    return choice;
}

void LearningView::offerParts() {
    const std::vector<std::string> parts = curveParts(*data());
    const bool same = static_cast<std::size_t>(m_part->count()) == parts.size();
    if (!same) {
        const QSignalBlocker quiet(m_part);
        m_part->clear();
        for (const std::string& part : parts)
            m_part->addItem(tr("on %1 graphs").arg(toQString(partName(part))), toQString(part));
        m_part->setCurrentIndex(m_part->count() - 1); // the test part where there is one
    }
    // In the single form no anchor has a curve of its own.
    m_controls->setVisible(!curveAnchors(*data()).empty());
    if (m_controls->isHidden())
        m_mode->setCurrentIndex(0);
}

void LearningView::showData() {
    if (iterationsDone(*data()) == 0) {
        showEmpty(data()->live ? tr("The curves begin with the first iteration.")
                               : tr("The run ended before its first iteration."));
        return;
    }
    offerParts();
    showContent();
    showFigure();
}

void LearningView::showFigure() {
    if (!data())
        return;
    if (const auto spec = learningFigure(*data(), choice())) {
        m_chart->setSpec(*spec);
        setSubtitle(subtitleOf(*spec));
        Q_EMIT figureChanged();
    }
}

QString LearningView::subtitleOf(const FigureSpec& spec) const {
    const int done = iterationsDone(*data());
    const int wanted = iterationsWanted(*data());
    const QString iterations = done < wanted ? tr("%1 of %2 iterations").arg(displayCount(done), displayCount(wanted))
                                             : counted(done, tr("iteration"), tr("iterations"));
    if (!choice().perAnchor)
        return iterations;
    const QString anchors = spec.shown < spec.total
                                ? tr("%1 of %2 anchors").arg(displayCount(spec.shown), displayCount(spec.total))
                                : counted(spec.total, tr("anchor"), tr("anchors"));
    return tr("%1, %2").arg(anchors, iterations);
}

void LearningView::followSelection(const QString& kind) {
    m_chart->setSelection(selection());
    if (choice().perAnchor && (kind.isEmpty() || kind == QLatin1String(kPathKind)))
        showFigure();
}

std::optional<FigureSpec> LearningView::figure() const {
    auto spec = data() ? learningFigure(*data(), choice()) : std::nullopt;
    return spec ? std::optional(m_chart->asShown(std::move(*spec))) : std::nullopt;
}

std::function<std::string()> LearningView::csvMaker() const {
    auto spec = figure();
    if (!spec)
        return {};
    return [spec = std::move(*spec)] { return figureCsv(spec); };
}

std::string LearningView::outputId() const {
    return kTrainError;
}

} // namespace vitrine::pathboost
