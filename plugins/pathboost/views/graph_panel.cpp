#include "plugins/pathboost/views/graph_panel.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/chain_button.h"
#include "plugins/pathboost/views/graph_facts.h"
#include "plugins/pathboost/views/path_names.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/charts/number_label.h"
#include "widgets/molecule/molecule_view.h"
#include "widgets/parameter_form/form_section.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {

namespace {
constexpr int kPictureHeight = 152;
}

GraphPanel::GraphPanel(QWidget* parent)
    : QWidget(parent), m_picture(new MoleculeView), m_facts(new GraphFacts),
      m_lines(new FormSection(tr("Largest contributions"))) {
    m_picture->setFixedHeight(kPictureHeight);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, metrics::kSpace);
    top->setSpacing(metrics::kSpace);
    top->addWidget(m_picture);
    top->addWidget(m_facts);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kGap);
    layout->addLayout(top);
    layout->addWidget(m_lines);
}

void GraphPanel::showGraph(std::shared_ptr<const RunData> runData, const ChosenGraph& chosen, const QString& path) {
    auto rows = PredictionRows::of(*runData);
    auto decomposer = Decomposer::of(*runData);
    const bool same = chosen.graph == m_graph && rows == m_rows && decomposer == m_decomposer;
    m_data = std::move(runData);
    m_rows = std::move(rows);
    m_decomposer = std::move(decomposer);
    m_occurrences = PathOccurrences::of(*m_data);
    m_graph = chosen.graph;
    const auto graphs = inputGraphs(*m_data);
    m_picture->setGraph(graphs, m_graph);
    m_picture->setVisible(m_picture->graph() >= 0);
    m_facts->showGraph(m_rows.get(), graphs.get(), chosen);
    m_lightTask.cancel();
    if (path.isEmpty() || !m_occurrences || m_picture->graph() < 0)
        m_picture->setHighlights({});
    else
        m_lightTask.start([walk = m_occurrences, graph = m_graph,
                           path](const std::stop_token&) { return walk->occurrences(graph, path); },
                          [this](std::vector<NodeSequence> found) { m_picture->setHighlights(std::move(found)); });
    if (!same)
        takeApart();
}

void GraphPanel::takeApart() {
    m_task.cancel();
    clearLines();
    if (!m_decomposer) {
        addNote(m_data->live ? tr("When the run has finished.") : tr("This run has no model to take it apart with."));
        return;
    }
    m_task.start([decomposer = m_decomposer, rows = m_rows, graph = m_graph](
                     const std::stop_token& stop) { return decomposer->decompose(graph, rows.get(), stop); },
                 [this](Result<Decomposition> result) { take(result); });
}

void GraphPanel::take(const Result<Decomposition>& result) {
    clearLines();
    if (!result) {
        addNote(toQString(result.error().message));
        return;
    }
    std::vector<ContributionLine> lines = result->lines;
    std::erase_if(lines, [](const ContributionLine& line) { return line.path == kBaseRow; });
    m_lines->setHint(
        tr("%1 of %2").arg(std::min<qsizetype>(kLines, static_cast<qsizetype>(lines.size()))).arg(lines.size()));
    std::stable_sort(lines.begin(), lines.end(),
                     [](const auto& a, const auto& b) { return std::abs(a.value) > std::abs(b.value); });
    if (lines.size() > kLines)
        lines.resize(kLines);
    for (const ContributionLine& line : lines)
        addLine(line, result->unit);
    if (lines.empty())
        addNote(tr("No path contributes: the graph has no anchor."));
}

void GraphPanel::clearLines() {
    // A click on one of the lines may have led here, so they may not vanish under it.
    while (QLayoutItem* item = m_lines->contents()->takeAt(0)) {
        if (QWidget* line = item->widget()) {
            line->hide();
            line->setParent(nullptr);
            line->deleteLater();
        }
        delete item;
    }
    m_lines->setHint({});
}

void GraphPanel::addLine(const ContributionLine& contribution, const std::string& unit) {
    constexpr int kDecimals = 3;
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::kSpace);
    const QString key = toQString(contribution.path);
    auto* chain = new ChainButton(pathLabels(*m_data, key));
    if (contribution.occurrences == 0)
        chain->setLook(ChainLook::muted, kSmallChain);
    auto* count = new TextLabel(contribution.occurrences == 0 ? tr("does not occur")
                                                              : QStringLiteral("×%1").arg(contribution.occurrences),
                                TextSize::small, TextTone::muted);
    if (contribution.occurrences > 0)
        count->setHint(occurrencesText(key, contribution.occurrences));
    const QString number = decimalLabel(contribution.value, kDecimals, QLocale());
    auto* value = new TextLabel((contribution.value > 0 ? QStringLiteral("+") : QString()) + number);
    value->setHint(toQString(unit));
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(chain, 1);
    row->addWidget(count);
    row->addWidget(value);
    chain->setProperty("pathKey", key);
    connect(chain, &ChainButton::clicked, this, [this, key] { Q_EMIT pathChosen(key); });
    m_lines->contents()->addWidget(line);
}

void GraphPanel::addNote(const QString& text) {
    auto* note = new TextLabel(text, TextSize::small, TextTone::muted);
    note->setWordWrap(true);
    m_lines->contents()->addWidget(note);
}

QList<ChainButton*> GraphPanel::contributions() const {
    return m_lines->findChildren<ChainButton*>();
}

} // namespace vitrine::pathboost
