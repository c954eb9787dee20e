#include "app/gui/experiment/experiment_panel.h"

#include "app/gui/experiment/experiment_session.h"
#include "app/gui/experiment/form_tools.h"
#include "app/gui/experiment/preset_store.h"
#include "core/values/text.h"
#include "widgets/jobs/job_text.h"
#include "widgets/parameter_form/form_section.h"
#include "widgets/parameter_form/number_text_field.h"
#include "widgets/parameter_form/parameter_form.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <cmath>

namespace vitrine {

namespace {
constexpr int kSeedWidth = 112;
constexpr double kLargestSeed = 9007199254740991.0; // exact in a double field
} // namespace

ExperimentPanel::ExperimentPanel(ExperimentSession* session, const QString& runText, QWidget* parent)
    : QWidget(parent), m_session(session), m_form(new ParameterForm), m_presets(new PresetStore(this)),
      m_runText(runText) {
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, 0, metrics::kSpace);
    column->setSpacing(0);
    column->addWidget(m_form);
    column->addWidget(buildSeed());
    column->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* tools = new FormTools(m_form, m_presets, this);
    m_note = new TextLabel({}, TextSize::small, TextTone::warning, this);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, metrics::kSpace);
    m_note->hide();
    layout->addWidget(tools);
    layout->addWidget(m_note);
    layout->addWidget(scroll, 1);
    layout->addWidget(buildFooter());

    connect(tools, &FormTools::presetWanted, this, &ExperimentPanel::applyPreset);
    connect(m_presets, &PresetStore::changed, this, [this] {
        if (!m_presets->problem().isEmpty())
            showNote(m_presets->problem());
    });
    connect(m_presets, &PresetStore::failed, this, &ExperimentPanel::showNote);
    connect(m_presets, &PresetStore::said, m_session, &ExperimentSession::say);
    connect(m_form, &ParameterForm::changed, this, &ExperimentPanel::takeForm);
    connect(m_session, &ExperimentSession::schemaChanged, this, &ExperimentPanel::rebuild);
    connect(m_session, &ExperimentSession::inspected, this, [this] { m_form->setInspection(m_session->inspection()); });
    connect(m_session, &ExperimentSession::stateChanged, this, &ExperimentPanel::showState);
    rebuild();
}

QWidget* ExperimentPanel::buildSeed() {
    auto* section = new FormSection(tr("Run"));
    auto* row = new QWidget(section);
    auto* label = new TextLabel(tr("Seed"), TextSize::body, TextTone::text, row);
    m_seed = new NumberTextField(NumberTextField::Kind::integer, row);
    m_seed->setRange(0.0, kLargestSeed);
    m_seed->setFixedWidth(kSeedWidth);
    m_seed->setAccessibleName(tr("Seed"));
    m_seed->setToolTip(
        tr("Seed of all random numbers of the run. The same seed, data and parameters give the same bytes."));
    label->setBuddy(m_seed);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addStretch();
    layout->addWidget(m_seed);
    section->contents()->addWidget(row);
    addSeeds(section);
    connect(m_seed, &QLineEdit::textEdited, this, [this] {
        const auto seed = m_seed->number();
        const bool good = seed && *seed >= 0.0;
        setInvalid(m_seed, !good);
        if (good)
            m_session->setSeed(static_cast<std::uint64_t>(*seed));
        takeForm();
    });
    return section;
}

/// Below the one seed, several of them: a run for each.
void ExperimentPanel::addSeeds(FormSection* section) {
    auto* row = new QWidget(section);
    auto* label = new TextLabel(tr("Seeds"), TextSize::body, TextTone::text, row);
    m_seeds = new QLineEdit(row);
    m_seeds->setFixedWidth(kSeedWidth);
    m_seeds->setPlaceholderText(tr("1, 2, 3 or 1..10"));
    m_seeds->setAccessibleName(tr("Seeds"));
    m_seeds->setToolTip(tr("Several seeds instead of the one: a run for each, of every combination that is swept"));
    label->setBuddy(m_seeds);
    m_seedsProblem = new TextLabel({}, TextSize::small, TextTone::error, section);
    m_seedsProblem->setWordWrap(true);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addStretch();
    layout->addWidget(m_seeds);
    section->contents()->addWidget(row);
    section->contents()->addWidget(m_seedsProblem);
    connect(m_seeds, &QLineEdit::textEdited, this, &ExperimentPanel::takeForm);
}

/// What is wrong with the seeds; empty: nothing.
QString ExperimentPanel::takeSeeds() {
    const std::string text = toStd(m_seeds->text().trimmed());
    const auto seeds = parseSeeds(text);
    const QString problem = text.empty() || seeds ? QString() : toQString(seeds.error().message);
    setInvalid(m_seeds, !problem.isEmpty());
    m_seedsProblem->setText(problem);
    m_seedsProblem->setVisible(!problem.isEmpty());
    m_seed->setEnabled(text.empty());
    m_session->setSeeds(text);
    return problem;
}

QWidget* ExperimentPanel::buildFooter() {
    auto* footer = new QFrame(this);
    footer->setFrameShape(QFrame::NoFrame);
    auto* label = new TextLabel(tr("Forecast"), TextSize::body, TextTone::text2, footer);
    m_forecast = new TextLabel({}, TextSize::body, TextTone::text, footer);
    m_forecast->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_obstacle = new TextLabel({}, TextSize::small, TextTone::error, footer);
    m_obstacle->setWordWrap(true);
    m_reset = new QPushButton(tr("Reset"), footer);
    m_reset->setToolTip(tr("All parameters back to their defaults"));
    m_run = new QPushButton(icon(QStringLiteral("run"), IconTint::onAccent), m_runText, footer);
    m_run->setAccessibleName(m_runText);
    setPrimary(m_run);
    m_lastRuns = new QPushButton(footer);
    m_lastRuns->setToolTip(tr("These runs among all of the project, to be compared"));
    m_lastRuns->hide();
    auto* line = new QHBoxLayout;
    line->setSpacing(metrics::kSpace);
    line->addWidget(label);
    line->addWidget(m_forecast, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addWidget(m_reset);
    buttons->addWidget(m_run, 1);
    auto* layout = new QVBoxLayout(footer);
    layout->setContentsMargins(metrics::kPadding, metrics::kSpace, metrics::kPadding, metrics::kPadding);
    layout->setSpacing(metrics::kSpace);
    layout->addLayout(line);
    layout->addWidget(m_obstacle);
    layout->addWidget(m_lastRuns);
    layout->addLayout(buttons);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        showNote({});
        m_form->resetAll();
    });
    connect(m_run, &QPushButton::clicked, this, &ExperimentPanel::runRequested);
    connect(m_lastRuns, &QPushButton::clicked, m_session, &ExperimentSession::showStarted);
    return footer;
}

void ExperimentPanel::rebuild() {
    {
        // Half filled, the form would write its defaults over the record.
        const QSignalBlocker blocker(m_form);
        m_form->setSchema(m_session->info() ? m_session->info()->parameters : ParameterSchema());
        m_form->setInspection(m_session->inspection());
        const ParameterSet& pending = m_session->record().parameters;
        m_form->setValues(pending, sweepTexts(pending));
    }
    m_presets->setExperiment(m_session->record().plugin, m_session->record().experiment);
    showNote({});
    m_seed->setNumber(static_cast<double>(m_session->record().seed));
    m_seeds->setText(toQString(m_session->seedsText()));
    takeForm();
}

void ExperimentPanel::takeForm() {
    QStringList problems = m_form->problems();
    if (!m_seed->number())
        problems.append(tr("Seed: a whole number, such as 1"));
    if (const QString problem = takeSeeds(); !problem.isEmpty())
        problems.append(tr("Seeds: %1").arg(problem));
    m_session->setSweeps(m_form->sweepTexts(), m_form->sweeps());
    m_session->setParameters(m_form->values(), m_form->completed(), problems);
    m_reset->setEnabled(m_form->changedCount() > 0 || !m_form->isValid());
    showState();
    Q_EMIT hintChanged();
}

void ExperimentPanel::showState() {
    const QString obstacle = m_session->obstacle();
    const auto estimate = m_session->estimate();
    const std::size_t runs = m_session->runCount();
    const bool isSweep = m_session->isSweep() && m_form->isValid() && runs <= kMostSweepRuns;
    m_run->setText(!isSweep ? m_runText : runs == 1 ? tr("Start 1 run") : tr("Start %1 runs").arg(runs));
    const auto started = m_session->startedRuns().size();
    m_lastRuns->setText(tr("Show the %1 runs").arg(started));
    m_lastRuns->setVisible(started > 0);
    if (estimate) {
        const QString text = tr("%1, %2").arg(forecastText(estimate->seconds), bytesText(estimate->peakBytes));
        m_forecast->setText(isSweep && runs > 1 ? tr("%1 runs, %2").arg(runs).arg(text) : text);
    } else
        m_forecast->setText(m_session->isReading() ? tr("reading the inputs…") : QStringLiteral("–"));
    // Problems of a field stand under the field already.
    const bool elsewhere = !obstacle.isEmpty() && m_form->isValid() && !m_session->isReading();
    m_obstacle->setText(elsewhere ? obstacle : QString());
    m_obstacle->setVisible(elsewhere);
    m_run->setEnabled(obstacle.isEmpty());
    m_run->setToolTip(obstacle.isEmpty() ? tr("Start the run (Ctrl+Return)") : obstacle);
}

QString ExperimentPanel::hint() const {
    const int count = m_form->changedCount();
    return count == 0 ? QString() : tr("%1 changed").arg(count);
}

void ExperimentPanel::showNote(const QString& text) {
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

void ExperimentPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_presets->reload(); // the page of another experiment of this kind may have saved one
}

void ExperimentPanel::applyPreset(const QString& name) {
    const Preset* found = m_presets->find(toStd(name));
    if (!found)
        return;
    Preset preset = *found;
    QStringList unknown;
    for (const std::string& value : dropUnknownValues(m_form->schema(), preset))
        unknown.append(toQString(value));
    Q_EMIT presetAboutToCome();
    m_form->setValues(preset.parameters, preset.sweeps);
    takeForm();
    showNote(unknown.isEmpty() ? QString()
                               : tr("“%1” holds what this version does not take: %2. The rest was applied.")
                                     .arg(name, unknown.join(QStringLiteral("; "))));
    Q_EMIT presetApplied(name);
}

void ExperimentPanel::showProblem() {
    for (const ParameterSpec& spec : m_form->schema().parameters) {
        const QString start = QString::fromStdString(spec.label) + QStringLiteral(": ");
        const QStringList problems = m_form->problems();
        for (const QString& problem : problems)
            if (problem.startsWith(start)) {
                m_form->showParameter(spec.id);
                return;
            }
    }
}

} // namespace vitrine
