#include "plugins/pathboost/views/path_panel.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/chain_button.h"
#include "plugins/pathboost/views/occurrence_boxes.h"
#include "plugins/pathboost/views/path_names.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/number_label.h"
#include "widgets/data/display_number.h"
#include "widgets/parameter_form/form_section.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace vitrine::pathboost {

namespace {

constexpr int kBoxRow = 22;   // px per bin
constexpr int kBoxFrame = 48; // px of axis and title
constexpr int kDigits = 3;
constexpr int kPercentDecimals = 2;

QString importanceText(const PathRow& path, const QString& unit) {
    const double importance = path.importance.value_or(0.0);
    const QString number = unit == QLatin1String("%") ? decimalLabel(importance, kPercentDecimals, QLocale())
                                                      : shortLabel(importance, kDigits, QLocale());
    return unit.isEmpty() ? number : number + QLatin1Char(' ') + unit;
}

QString graphsText(const RunData& data, std::int64_t count) {
    const auto graphs = inputGraphs(data);
    return graphs && graphs->isMolecular() ? counted(count, PathPanel::tr("molecule"), PathPanel::tr("molecules"))
                                           : counted(count, PathPanel::tr("graph"), PathPanel::tr("graphs"));
}

} // namespace

PathPanel::PathPanel(QWidget* parent)
    : QWidget(parent), m_chain(new ChainButton), m_copy(new QPushButton(tr("Copy"))), m_facts(new FactList),
      m_boxSection(new FormSection(tr("Target by occurrence count"))), m_boxes(new ChartView),
      m_boxNote(new TextLabel({}, TextSize::small, TextTone::muted)),
      m_relatives(new FormSection(tr("Prefixes and extensions"))) {
    m_chain->setLook(ChainLook::chosen, kLargeChain);
    m_chain->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_chain->setFocusPolicy(Qt::NoFocus);
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setToolTip(tr("Copy the path as text"));
    setSmall(m_copy);
    m_boxNote->setWordWrap(true);
    m_boxSection->contents()->addWidget(m_boxes);
    m_boxSection->contents()->addWidget(m_boxNote);
    auto* head = new QHBoxLayout;
    head->setSpacing(metrics::kSpace);
    head->addWidget(m_chain, 1);
    head->addWidget(m_copy);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, metrics::kSpace);
    top->setSpacing(metrics::kSpace);
    top->addLayout(head);
    top->addWidget(m_facts);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kGap);
    layout->addLayout(top);
    layout->addWidget(m_boxSection);
    layout->addWidget(m_relatives);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(pathText(*m_data, m_key)); });
}

void PathPanel::showPath(std::shared_ptr<const RunData> runData, const QString& key) {
    auto occurrences = PathOccurrences::of(*runData);
    auto rows = PredictionRows::of(*runData);
    const bool sameCount = key == m_key && occurrences == m_occurrences && rows == m_rows && m_counted;
    m_data = std::move(runData);
    m_key = key;
    m_paths = RunPaths::of(*m_data);
    m_rows = std::move(rows);
    m_occurrences = std::move(occurrences);
    m_chain->setLabels(pathLabels(*m_data, key));
    if (!sameCount) {
        m_counted.reset();
        m_boxes->setVisible(false);
        m_boxNote->setVisible(true);
        m_boxNote->setText(m_occurrences ? tr("Counting…") : tr("The graphs of this run are not in the project."));
        m_task.cancel();
        if (m_occurrences)
            m_task.start([run = m_data, walk = m_occurrences, rows = m_rows,
                          key](const std::stop_token& stop) { return count(*run, *walk, rows.get(), key, stop); },
                         [this](std::optional<Counted> counted) {
                             if (counted)
                                 take(std::move(*counted));
                         });
    }
    fillFacts();
    fillRelatives();
}

std::optional<PathPanel::Counted> PathPanel::count(const RunData& data, PathOccurrences& occurrences,
                                                   const PredictionRows* rows, const QString& key,
                                                   const std::stop_token& stop) {
    const auto found = occurrences.count(key, stop);
    const auto anchor = occurrences.count(prefixKeys(key).front(), stop);
    if (!found || !anchor)
        return std::nullopt;
    const auto training = [rows](const PathGraphs& of) {
        std::optional<std::int64_t> sum;
        if (!rows)
            return sum;
        for (const int graph : of.graphs)
            if (const auto row = rows->rowOf(graph); row && rows->part(*row) == "train")
                sum = sum.value_or(0) + 1;
        return sum;
    };
    Counted result;
    result.graphs = static_cast<std::int64_t>(found->graphs.size());
    result.training = training(*found);
    result.subModelRows = training(*anchor);
    const GraphSet& graphs = *occurrences.graphs();
    if (const Column* target = targetOf(graphs, parameterOf(data, "target")))
        result.figure = occurrenceFigure(*found, graphs, *target);
    return result;
}

void PathPanel::take(Counted counted) {
    m_counted = std::move(counted);
    m_boxes->setVisible(m_counted->figure.has_value());
    m_boxNote->setVisible(!m_counted->figure);
    m_boxNote->setText(tr("The graphs have no target to compare."));
    if (m_counted->figure) {
        m_boxes->setFixedHeight(kBoxFrame + kBoxRow * static_cast<int>(m_counted->figure->y.categories.size()));
        m_boxes->setSpec(*m_counted->figure);
    }
    fillFacts();
}

Fact PathPanel::importanceFact(const PathRow* path) const {
    const QString name = tr("Importance");
    if (parameterOf(*m_data, "importance") == "off")
        return {name, tr("not asked for"), {}, tr("The run was made with importance off.")};
    if (!m_paths->hasImportance())
        return {name, tr("when the run has finished"), {}, {}};
    if (!path || !path->importance)
        return {name, tr("none"), {}, tr("No sub-model selected this path.")};
    const auto selected = static_cast<std::int64_t>(m_paths->rows().size());
    return {name, importanceText(*path, m_paths->importanceUnit()),
            tr("rank %1 of %2").arg(displayCount(m_paths->rankOf(m_key)), displayCount(selected)),
            tr("Share of the fall of the training error in the iterations that selected the path"), true};
}

void PathPanel::fillFacts() {
    QList<Fact> facts;
    const PathRow* path = m_paths->find(m_key);
    const bool ofTraining = !m_paths->isEmpty() || m_data->run.experiment == kTrain;
    if (ofTraining)
        facts.append(importanceFact(path));
    if (path) {
        facts.append({tr("Selected"),
                      counted(path->timesChosen, tr("time"), tr("times")),
                      tr("first in iteration %1").arg(displayCount(path->firstIteration)),
                      {}});
        QString rows;
        const bool single = parameterOf(*m_data, "model_form") == "single";
        if (m_counted && m_counted->subModelRows && !single)
            rows = counted(*m_counted->subModelRows, tr("row"), tr("rows"));
        facts.append({tr("Sub-model"), tr("anchor %1").arg(path->anchor), rows,
                      tr("Rows: training graphs that contain the anchor")});
    } else if (ofTraining) {
        facts.append({tr("Selected"), tr("never"), {}, {}});
    }
    std::optional<std::int64_t> all = path ? path->graphsAll : std::nullopt;
    std::optional<std::int64_t> training = path ? path->graphsTrain : std::nullopt;
    if (m_counted) {
        all = all ? all : m_counted->graphs;
        training = training ? training : m_counted->training;
    }
    if (all)
        facts.append({tr("Occurs in"),
                      graphsText(*m_data, *all),
                      training ? tr("%1 training").arg(displayCount(*training)) : QString(),
                      {}});
    if (path && path->meanEffect)
        facts.append({tr("Mean effect"), shortLabel(*path->meanEffect, kDigits, QLocale()), m_paths->effectUnit(),
                      tr("Mean contribution over the training graphs with the path minus that over those without")});
    m_facts->setFacts(facts);
}

void PathPanel::addRelative(const QString& key) {
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::kSpace);
    auto* chain = new ChainButton(pathLabels(*m_data, key));
    const PathRow* path = m_paths->find(key);
    if (key == m_key)
        chain->setLook(ChainLook::chosen, kSmallChain);
    else if (!path)
        chain->setLook(ChainLook::muted, kSmallChain);
    QString value = tr("not selected");
    if (path)
        value = path->importance ? importanceText(*path, m_paths->importanceUnit())
                                 : counted(path->timesChosen, tr("time"), tr("times"));
    auto* text = new TextLabel(value, TextSize::small, TextTone::muted);
    text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(chain, 1);
    row->addWidget(text);
    chain->setProperty("pathKey", key);
    connect(chain, &ChainButton::clicked, this, [this, key] { Q_EMIT pathChosen(key); });
    m_relatives->contents()->addWidget(line);
}

void PathPanel::fillRelatives() {
    // Called from a click on one of the lines, so they may not vanish under it.
    while (QLayoutItem* item = m_relatives->contents()->takeAt(0)) {
        if (QWidget* line = item->widget()) {
            line->hide();
            line->setParent(nullptr);
            line->deleteLater();
        }
        delete item;
    }
    const QStringList prefixes = prefixKeys(m_key);
    for (const QString& key : prefixes)
        addRelative(key);
    int extensions = 0;
    int shown = 0;
    for (const PathRow& path : m_paths->rows()) {
        if (!path.key.startsWith(m_key + QLatin1Char('-')))
            continue;
        if (++extensions <= kMostExtensions && ++shown > 0)
            addRelative(path.key);
    }
    m_relatives->setHint(extensions > shown ? tr("%1 of %2 extensions").arg(shown).arg(extensions) : QString());
}

QList<ChainButton*> PathPanel::relatives() const {
    return m_relatives->findChildren<ChainButton*>();
}

} // namespace vitrine::pathboost
