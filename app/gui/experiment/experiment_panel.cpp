#include "app/gui/experiment/experiment_panel.h"

#include "app/gui/experiment/experiment_session.h"
#include "widgets/jobs/job_text.h"
#include "widgets/parameter_form/form_section.h"
#include "widgets/parameter_form/number_text_field.h"
#include "widgets/parameter_form/parameter_form.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QHBoxLayout>
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
    : QWidget(parent), m_session(session), m_form(new ParameterForm) {
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
    layout->addWidget(scroll, 1);
    layout->addWidget(buildFooter(runText));

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

QWidget* ExperimentPanel::buildFooter(const QString& runText) {
    auto* footer = new QFrame(this);
    footer->setFrameShape(QFrame::NoFrame);
    auto* label = new TextLabel(tr("Forecast"), TextSize::body, TextTone::text2, footer);
    m_forecast = new TextLabel({}, TextSize::body, TextTone::text, footer);
    m_forecast->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_obstacle = new TextLabel({}, TextSize::small, TextTone::error, footer);
    m_obstacle->setWordWrap(true);
    m_reset = new QPushButton(tr("Reset"), footer);
    m_reset->setToolTip(tr("All parameters back to their defaults"));
    m_run = new QPushButton(icon(QStringLiteral("run"), IconTint::onAccent), runText, footer);
    m_run->setAccessibleName(runText);
    setPrimary(m_run);
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
    layout->addLayout(buttons);
    connect(m_reset, &QPushButton::clicked, m_form, &ParameterForm::resetAll);
    connect(m_run, &QPushButton::clicked, this, &ExperimentPanel::runRequested);
    return footer;
}

void ExperimentPanel::rebuild() {
    {
        // Half filled, the form would write its defaults over the record.
        const QSignalBlocker blocker(m_form);
        m_form->setSchema(m_session->info() ? m_session->info()->parameters : ParameterSchema());
        m_form->setInspection(m_session->inspection());
        m_form->setValues(m_session->record().parameters);
    }
    m_seed->setNumber(static_cast<double>(m_session->record().seed));
    takeForm();
}

void ExperimentPanel::takeForm() {
    QStringList problems = m_form->problems();
    if (!m_seed->number())
        problems.append(tr("Seed: a whole number, such as 1"));
    m_session->setParameters(m_form->values(), m_form->completed(), problems);
    m_reset->setEnabled(m_form->changedCount() > 0 || !m_form->isValid());
    showState();
    Q_EMIT hintChanged();
}

void ExperimentPanel::showState() {
    const QString obstacle = m_session->obstacle();
    const auto& estimate = m_session->estimate();
    if (estimate)
        m_forecast->setText(tr("%1, %2").arg(forecastText(estimate->seconds), bytesText(estimate->peakBytes)));
    else
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
