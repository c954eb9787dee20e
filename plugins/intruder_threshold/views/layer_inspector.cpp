#include "plugins/intruder_threshold/views/layer_inspector.h"

#include "core/values/text.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/views/layer_figures.h"
#include "widgets/charts/number_label.h"
#include "widgets/parameter_form/form_section.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/views/fact_list.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

constexpr int kDigits = 4;
constexpr qsizetype kMostSpikes = 16;

QString number(double value) {
    return shortLabel(value, kDigits, QLocale());
}

QString strength(double value) {
    return std::isfinite(value) ? LayerInspector::tr("s = %1").arg(number(value)) : QStringLiteral("–");
}

QString crossing(const std::string& status, double value) {
    if (status == "ok")
        return strength(value);
    if (status == "left_censored")
        return LayerInspector::tr("before the scan");
    if (status == "not_persistent")
        return LayerInspector::tr("not persistent");
    return status == "none" ? LayerInspector::tr("none in the scan") : QStringLiteral("–");
}

QList<Fact> baseFacts(const LayerRow& row) {
    const auto tr = [](const char* text) { return LayerInspector::tr(text); };
    QList<Fact> facts;
    facts.append({tr("Shape"), QStringLiteral("%1 × %2").arg(row.rows).arg(row.columns), {}, tr("Outputs × inputs")});
    facts.append({tr("Largest value σ₁"), number(row.sigma1), {}, tr("Largest singular value of the base")});
    facts.append(
        {tr("Threshold, full edge"), number(row.thetaFull),
         tr("%1 to %2").arg(number(row.thetaFullLow), number(row.thetaFullHigh)),
         tr("Strength at which a generic update leaves the spectrum; behind it the band of κ/2 to 2κ. Workbench "
            "definition of the edge.")});
    facts.append({tr("Threshold, bulk edge"),
                  number(row.thetaBulk),
                  {},
                  tr("The same with the k − 1 largest values left out: the update enters the k leading directions. "
                     "Workbench definition.")});
    if (!std::isnan(row.thetaFinite))
        facts.append({tr("Threshold, finite size"), number(row.thetaFinite),
                      std::isfinite(row.thetaFiniteHigh)
                          ? tr("%1 to %2").arg(number(row.thetaFiniteLow), number(row.thetaFiniteHigh))
                          : tr("%1 and more").arg(number(row.thetaFiniteLow)),
                      tr("Median over drawn rank-one updates of the smallest strength with an intruder; behind it the "
                         "band of 10 to 90 % of the draws. Workbench definition.")});
    return facts;
}

void addAdapterFacts(const LayerRow& row, QList<Fact>& facts) {
    const auto tr = [](const char* text) { return LayerInspector::tr(text); };
    facts.append(
        {tr("Scale γ"), number(row.gamma), toQString(row.gammaSource), tr("What multiplies B A at deployment")});
    facts.append({tr("Rank of the adapter"), QString::number(row.rank), {}, {}});
    facts.append({tr("Margin R"), number(row.margin), row.margin > 1.0 ? tr("supercritical") : tr("below"),
                  tr("γθ₁ over the threshold at the full edge; above 1 the update is supercritical"), true});
    facts.append({tr("Predicted s*, full"), strength(row.sFull), {}, tr("Threshold over γθ₁; deployment is s = 1")});
    facts.append({tr("Predicted s*, geometric"),
                  strength(row.sGeo),
                  {},
                  tr("With the geometric mean of both edges. Workbench definition.")});
    if (std::isfinite(row.sFinite))
        facts.append({tr("Predicted s*, finite size"),
                      strength(row.sFinite),
                      {},
                      tr("Finite-size threshold over γθ₁. Workbench definition.")});
    facts.append({tr("First intruder"),
                  crossing(row.firstStatus, row.sFirst),
                  {},
                  tr("Smallest strength of the scan with an intruder, refined to 10⁻⁴")});
    facts.append({tr("Persistent from"),
                  crossing(row.persistentStatus, row.sPersistent),
                  {},
                  tr("Strength behind the last one of the scan without an intruder")});
    if (std::isfinite(row.blame))
        facts.append({tr("Share of the blame"),
                      QStringLiteral("%1 %").arg(number(100.0 * row.blame)),
                      {},
                      tr("Σ max(0, (γθⱼ)² − θ̄²) of the layer over that of all layers. Workbench definition.")});
}

void addTunedFacts(const LayerRow& row, QList<Fact>& facts) {
    const auto tr = [](const char* text) { return LayerInspector::tr(text); };
    facts.append({tr("Update σ₁(ΔW)"), number(row.update), tr("%1 of ‖W‖").arg(number(row.change)),
                  tr("Largest singular value of W_ft − W; behind it ‖ΔW‖_F/‖W‖_F")});
    facts.append({tr("σ₁(ΔW)/θ̄, full"), number(row.margin), row.margin > 1.0 ? tr("supercritical") : tr("below"),
                  tr("Over the threshold at the full edge; above 1 the update is supercritical"), true});
    facts.append({tr("σ₁(ΔW)/θ̄, geometric"),
                  number(row.marginGeo),
                  {},
                  tr("Over the geometric mean of both edges. Workbench definition.")});
    facts.append({tr("Stable rank"),
                  std::isfinite(row.stableRank) ? number(row.stableRank) : QStringLiteral("–"),
                  {},
                  tr("‖ΔW‖_F²/σ₁(ΔW)²: how many directions of equal strength the update amounts to")});
    facts.append({tr("Smallest overlap"),
                  std::isfinite(row.overlapMin) ? number(row.overlapMin) : QStringLiteral("–"),
                  {},
                  tr("Of the k leading directions of the tuned weight with those of the base")});
}

QList<Fact> factsOf(const LayerRow& row, Subject subject) {
    QList<Fact> facts = baseFacts(row);
    if (subject == Subject::adapter)
        addAdapterFacts(row, facts);
    if (subject == Subject::tuned)
        addTunedFacts(row, facts);
    if (row.intruders)
        facts.append(
            {subject == Subject::tuned ? LayerInspector::tr("Intruders") : LayerInspector::tr("Intruders at s = 1"),
             QString::number(*row.intruders),
             {},
             LayerInspector::tr("Among the k leading directions"),
             true});
    if (!row.note.empty())
        facts.append({LayerInspector::tr("Note"), toQString(row.note), {}, {}});
    return facts;
}

QList<Fact> spikesOf(const RunData& data, const LayerRow& row) {
    QList<Fact> facts;
    const auto table = outputTable(data, kSpikes);
    const Column* names = table ? table->find(column::kLayer) : nullptr;
    const Column* strengths = table ? table->find("strength") : nullptr;
    if (!names || !strengths || names->type() != ColumnType::text)
        return facts;
    for (std::size_t i = 0; i < table->rowCount() && facts.size() < kMostSpikes; ++i)
        if (names->texts()[i] == row.layer) {
            const double value = strengths->number(i);
            const bool over = value > row.thetaFull;
            facts.append(
                {LayerInspector::tr("j = %1").arg(facts.size() + 1), number(value),
                 over ? LayerInspector::tr("%1 θ̄, over").arg(number(value / row.thetaFull))
                      : LayerInspector::tr("%1 θ̄").arg(number(value / row.thetaFull)),
                 LayerInspector::tr("Singular value of the update at deployment, and in units of the threshold at "
                                    "the full edge"),
                 over});
        }
    return facts;
}

} // namespace

LayerInspector::LayerInspector(QWidget* parent)
    : SelectionInspector(parent),
      m_empty(new EmptyState(QStringLiteral("layers"), tr("Choose a layer to see its thresholds here."))),
      m_scroll(new QScrollArea), m_name(new TextLabel({}, TextSize::body)), m_facts(new FactList),
      m_spikeSection(new FormSection(tr("Spikes of the update at s = 1"))), m_spikes(new FactList) {
    m_name->setBold(true);
    m_name->setWordWrap(true);
    m_spikeSection->contents()->addWidget(m_spikes);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, metrics::kSpace, 0, metrics::kSpace);
    column->setSpacing(metrics::kSpace);
    auto* facts = new QVBoxLayout; // sections have a padding of their own
    facts->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 0);
    facts->setSpacing(metrics::kSpace);
    facts->addWidget(m_name);
    facts->addWidget(m_facts);
    column->addLayout(facts);
    column->addWidget(m_spikeSection);
    column->addStretch();
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    content->setAutoFillBackground(false);
    m_scroll->viewport()->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_empty);
    layout->addWidget(m_scroll);
    follow();
}

void LayerInspector::setRunData(std::shared_ptr<const RunData> runData) {
    m_data = std::move(runData);
    m_rows = std::make_shared<const LayerRows>(*m_data);
    follow();
}

void LayerInspector::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
        connect(selection, &Selection::changed, this, &LayerInspector::follow);
    follow();
}

void LayerInspector::follow() {
    const QStringList keys = m_selection ? m_selection->keys(QLatin1String(kLayerKind)) : QStringList();
    const LayerRow* row = !m_rows ? nullptr : keys.isEmpty() ? mostCritical(*m_rows) : m_rows->find(toStd(keys.back()));
    m_empty->setVisible(!row);
    m_scroll->setVisible(row != nullptr);
    if (row)
        showLayer(*row);
}

void LayerInspector::showLayer(const LayerRow& row) {
    m_name->setText(toQString(row.layer));
    m_facts->setFacts(factsOf(row, m_rows->subject()));
    const QList<Fact> spikes = spikesOf(*m_data, row);
    m_spikes->setFacts(spikes);
    m_spikeSection->setVisible(!spikes.isEmpty());
}

} // namespace vitrine::intruder_threshold
