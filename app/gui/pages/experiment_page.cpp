#include "app/gui/pages/experiment_page.h"

#include "app/gui/experiment/experiment_panel.h"
#include "app/gui/experiment/experiment_session.h"
#include "app/gui/experiment/inputs_editor.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/badge.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace vitrine {

namespace {

constexpr int kKeepMs = 400;
constexpr int kChoicesWidth = 240;
constexpr int kPluginRole = Qt::UserRole;
constexpr int kExperimentRole = Qt::UserRole + 1;

TextLabel* wrapped(TextSize size, TextTone tone, QWidget* parent) {
    auto* label = new TextLabel({}, size, tone, parent);
    label->setWordWrap(true);
    return label;
}

TextLabel* heading(const QString& text, QWidget* parent) {
    auto* label = new TextLabel(text, TextSize::body, TextTone::text, parent);
    label->setBold(true);
    return label;
}

bool sameRecord(const ExperimentRecord& a, const ExperimentRecord& b) {
    return a.title == b.title && a.plugin == b.plugin && a.experiment == b.experiment && a.parameters == b.parameters &&
           a.seed == b.seed &&
           std::ranges::equal(a.inputs, b.inputs, [](const InputReference& x, const InputReference& y) {
               return x.inputId == y.inputId && x.reference == y.reference;
           });
}

/// Stores a record. A title that the page did not change is left as it is by then: it may have been renamed elsewhere.
Result<void> store(ProjectStore& project, ExperimentRecord record, bool withTitle) {
    if (!withTitle) {
        const auto stored = project.experiments();
        if (!stored)
            return stored.error();
        const auto found = std::ranges::find(*stored, record.id, &ExperimentRecord::id);
        if (found != stored->end())
            record.title = found->title;
    }
    return project.updateExperiment(record);
}

} // namespace

ExperimentPage::ExperimentPage(Workbench& workbench, ExperimentId id, QWidget* parent)
    : Page(parent), m_workbench(workbench), m_id(id), m_session(new ExperimentSession(workbench, this)),
      m_panel(new ExperimentPanel(m_session, tr("Run"), this)) {
    m_panel->hide();
    build();
    m_keepSoon.setSingleShot(true);
    m_keepSoon.setInterval(kKeepMs);
    connect(&m_keepSoon, &QTimer::timeout, this, [this] { keep(); });
    connect(m_session, &ExperimentSession::recordChanged, &m_keepSoon, qOverload<>(&QTimer::start));
    connect(m_session, &ExperimentSession::recordChanged, this, &ExperimentPage::showRecord);
    connect(m_session, &ExperimentSession::schemaChanged, this, &ExperimentPage::showRecord);
    connect(m_session, &ExperimentSession::stateChanged, this, [this] {
        showRecord();
        Q_EMIT actionsChanged();
        Q_EMIT statusChanged();
    });
    connect(m_panel, &ExperimentPanel::hintChanged, this, &ExperimentPage::inspectorChanged);
    connect(m_panel, &ExperimentPanel::runRequested, this, &ExperimentPage::run);
    connect(m_panel, &ExperimentPanel::presetAboutToCome, this, [this] { keep(); });
    connect(m_panel, &ExperimentPanel::presetApplied, this,
            [this](const QString& name) { keep(tr("Apply preset %1").arg(name)); });
    connect(&m_workbench, &Workbench::contentsChanged, this, &ExperimentPage::followProject);
    connect(&m_workbench, &Workbench::historyMoved, this, [this] { m_adoptNext = !m_keepSoon.isActive(); });
    followProject();
}

ExperimentPage::~ExperimentPage() {
    if (m_keepSoon.isActive())
        keep();
}

QString ExperimentPage::pageId() const {
    return QStringLiteral("experiment:%1").arg(m_id);
}

QString ExperimentPage::title() const {
    return toQString(m_session->record().title);
}

QList<Page::InspectorPart> ExperimentPage::inspectorParts() const {
    return {{tr("Parameters"), m_panel, m_panel->hint()}};
}

QString ExperimentPage::statusText() const {
    const QString obstacle = m_session->obstacle();
    return obstacle.isEmpty() ? tr("Ready to run") : obstacle;
}

bool ExperimentPage::canRun() const {
    return m_session->obstacle().isEmpty();
}

QString ExperimentPage::runHint() const {
    return m_session->obstacle();
}

void ExperimentPage::run() {
    if (!canRun()) {
        m_panel->showProblem();
        return;
    }
    if (m_keepSoon.isActive())
        keep();
    m_session->startAndShow();
}

void ExperimentPage::build() {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* body = new QHBoxLayout;
    body->setContentsMargins(metrics::kPageMargin, metrics::kSpace, metrics::kPageMargin, metrics::kPageMargin);
    body->setSpacing(metrics::kWelcomeMargin);
    body->addWidget(buildChoices());
    body->addWidget(buildDetails(), 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildHeader());
    layout->addLayout(body, 1);
}

QWidget* ExperimentPage::buildHeader() {
    auto* header = new QWidget(this);
    header->setFixedHeight(metrics::kPageHeaderHeight);
    m_title = new TextLabel({}, TextSize::title, TextTone::text, header);
    auto* badge = new Badge(tr("Experiment"), BadgeKind::plain, header);
    badge->setIconName(iconName());
    m_facts = new TextLabel({}, TextSize::small, TextTone::muted, header);
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(m_title);
    layout->addWidget(badge);
    layout->addWidget(m_facts, 1);
    return header;
}

QWidget* ExperimentPage::buildChoices() {
    auto* box = new QWidget(this);
    box->setFixedWidth(kChoicesWidth);
    m_choices = new QListWidget(box);
    m_choices->setAccessibleName(tr("Experiments that accept the data set"));
    m_choices->setWordWrap(true);
    m_choices->setUniformItemSizes(false);
    m_choices->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(heading(tr("What to run"), box));
    layout->addWidget(m_choices, 1);
    connect(m_choices, &QListWidget::currentRowChanged, this, &ExperimentPage::choose);
    return box;
}

QWidget* ExperimentPage::buildDetails() {
    auto* box = new QWidget(this);
    m_name = heading({}, box);
    m_summary = wrapped(TextSize::body, TextTone::text2, box);
    m_inputs = new InputsEditor(m_workbench, m_session, box);
    m_citation = wrapped(TextSize::small, TextTone::muted, box);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(m_name);
    layout->addWidget(m_summary);
    layout->addSpacing(metrics::kPageMargin);
    layout->addWidget(heading(tr("Inputs"), box));
    layout->addWidget(m_inputs);
    layout->addSpacing(metrics::kPageMargin);
    layout->addWidget(m_citation);
    layout->addStretch();
    return box;
}

void ExperimentPage::fillChoices() {
    const QSignalBlocker blocker(m_choices);
    m_choices->clear();
    const DatasetRecord* dataset = nullptr;
    if (m_session->info())
        if (const InputReference* primary = m_session->input(m_session->info()->primaryInput))
            for (const DatasetRecord& candidate : m_workbench.contents().datasets)
                if (primary->reference == "dataset:" + std::to_string(candidate.id))
                    dataset = &candidate;
    for (const PluginRecord& plugin : m_workbench.plugins()->records()) {
        if (plugin.state != PluginState::available && plugin.state != PluginState::loaded)
            continue;
        for (const ExperimentInfo& experiment : plugin.info.experiments) {
            if (dataset && !accepts(experiment, *dataset))
                continue;
            auto* item = new QListWidgetItem(toQString(experiment.title), m_choices);
            item->setData(kPluginRole, toQString(plugin.info.id));
            item->setData(kExperimentRole, toQString(experiment.id));
            item->setToolTip(toQString(experiment.summary));
            if (plugin.info.id == m_session->record().plugin && experiment.id == m_session->record().experiment)
                m_choices->setCurrentItem(item);
        }
    }
}

void ExperimentPage::choose(int row) {
    const QListWidgetItem* item = m_choices->item(row);
    if (item)
        m_session->chooseExperiment(toStd(item->data(kPluginRole).toString()),
                                    toStd(item->data(kExperimentRole).toString()));
}

void ExperimentPage::showRecord() {
    const ExperimentInfo* info = m_session->info();
    m_title->setText(title());
    QStringList facts;
    if (m_session->plugin())
        facts.append(tr("%1 %2").arg(toQString(m_session->plugin()->name), toQString(m_session->plugin()->version)));
    if (const auto estimate = m_session->estimate())
        facts.append(tr("%1, %2").arg(forecastText(estimate->seconds), bytesText(estimate->peakBytes)));
    m_facts->setText(facts.join(QStringLiteral(", ")));
    m_name->setText(info ? toQString(info->title) : toQString(m_session->record().experiment));
    m_summary->setText(info ? toQString(info->summary) : m_session->obstacle());
    QStringList citation;
    if (info)
        for (const std::string& line : info->citation)
            citation.append(toQString(line));
    m_citation->setText(citation.join(QLatin1Char('\n')));
    Q_EMIT titleChanged();
}

void ExperimentPage::keep(const QString& what) {
    m_keepSoon.stop();
    const ExperimentRecord after = m_session->record();
    if (!m_loaded || m_workbench.isReadOnly() || sameRecord(after, m_kept))
        return;
    const ExperimentRecord before = std::exchange(m_kept, after);
    m_adoptNext = false;
    const bool withTitle = before.title != after.title;
    m_workbench.command(
        what.isEmpty() ? tr("Change %1").arg(title()) : what,
        [after, withTitle](ProjectStore& project) { return store(project, after, withTitle); },
        [before, withTitle](ProjectStore& project) { return store(project, before, withTitle); });
}

void ExperimentPage::followProject() {
    const ExperimentRecord* record = m_workbench.contents().experiment(m_id);
    if (!record)
        return;
    if (m_loaded && record->title != m_seenTitle) { // renamed in the project tree
        m_kept.title = record->title;
        m_session->setTitle(record->title);
    }
    m_seenTitle = record->title;
    if (!m_loaded || (m_adoptNext && !sameRecord(*record, m_session->record()))) {
        m_loaded = true;
        m_adoptNext = false;
        m_kept = *record;
        m_session->setRecord(*record);
        m_keepSoon.stop();
    }
    fillChoices();
}

} // namespace vitrine
