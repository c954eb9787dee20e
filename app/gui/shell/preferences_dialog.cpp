#include "app/gui/shell/preferences_dialog.h"

#include "app/gui/workbench.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QThread>
#include <QVBoxLayout>

namespace vitrine {

namespace {
constexpr int kFieldWidth = 168;
constexpr int kLabelWidth = 144; ///< the fields of all groups stand below each other
constexpr int kWidth = 480;
void addRow(QFormLayout* form, const QString& text, QWidget* field) {
    auto* label = new TextLabel(text, TextSize::body, TextTone::text, field->parentWidget());
    label->setFixedWidth(kLabelWidth);
    label->setBuddy(field);
    form->addRow(label, field);
}

} // namespace

PreferencesDialog::PreferencesDialog(Workbench& workbench, QWidget* parent) : QDialog(parent), m_workbench(workbench) {
    setWindowTitle(tr("Preferences"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin);
    layout->setSpacing(metrics::kSpace);
    addAppearance();
    addComputing();
    addData();
    addFigures();
    layout->addStretch();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAccessibleName(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    setMinimumWidth(kWidth);
}

QFormLayout* PreferencesDialog::addGroup(const QString& title) {
    auto* column = qobject_cast<QVBoxLayout*>(layout());
    if (column->count() > 0)
        column->addSpacing(metrics::kSpace);
    column->addWidget(new TextLabel(title, TextSize::title, TextTone::text, this));
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(metrics::kPageMargin);
    form->setVerticalSpacing(metrics::kSpace);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    column->addLayout(form);
    return form;
}

QSpinBox* PreferencesDialog::addNumber(QFormLayout* form, const QString& label, const QString& tip, int value,
                                       int lowest, int highest, const QString& unit) {
    auto* field = new QSpinBox(this);
    field->setRange(lowest, highest);
    field->setValue(value);
    field->setSuffix(unit.isEmpty() ? QString() : QLatin1Char(' ') + unit);
    field->setFixedWidth(kFieldWidth);
    field->setAccessibleName(label);
    field->setToolTip(tip);
    addRow(form, label, field);
    return field;
}

void PreferencesDialog::addAppearance() {
    QFormLayout* form = addGroup(tr("Appearance"));
    auto* theme = new QComboBox(this);
    theme->addItems({tr("As the system"), tr("Light"), tr("Dark")});
    theme->setCurrentIndex(static_cast<int>(m_workbench.settings().theme()));
    theme->setFixedWidth(kFieldWidth);
    theme->setAccessibleName(tr("Theme"));
    theme->setToolTip(tr("Light or dark, or as the desktop is"));
    addRow(form, tr("Theme"), theme);
    connect(theme, &QComboBox::currentIndexChanged, this,
            [this](int index) { Q_EMIT themeChosen(static_cast<ThemeChoice>(index)); });
    auto* scale = new QComboBox(this);
    for (const int percent : {100, 125, 150, 175, 200})
        scale->addItem(tr("%1 %").arg(percent), percent);
    scale->setCurrentIndex(std::max(0, scale->findData(m_workbench.settings().scalePercent())));
    scale->setFixedWidth(kFieldWidth);
    scale->setAccessibleName(tr("Scale"));
    scale->setToolTip(tr("Size of everything in the window"));
    addRow(form, tr("Scale"), scale);
    auto* note = new TextLabel(tr("The scale changes at the next start."), TextSize::small, TextTone::muted, this);
    note->hide();
    form->addRow(QString(), note);
    connect(scale, &QComboBox::currentIndexChanged, this, [this, scale, note] {
        m_workbench.settings().setScalePercent(scale->currentData().toInt());
        note->show();
    });
}

void PreferencesDialog::addComputing() {
    QFormLayout* form = addGroup(tr("Computing"));
    AppSettings& settings = m_workbench.settings();
    auto* threads = addNumber(form, tr("Threads of a run"), tr("They change no result, only the time"),
                              settings.threads(), 0, QThread::idealThreadCount(), {});
    threads->setSpecialValueText(tr("all %1").arg(QThread::idealThreadCount()));
    connect(threads, &QSpinBox::valueChanged, this, [this](int count) { m_workbench.settings().setThreads(count); });
    auto* runs = addNumber(form, tr("Runs at once"), tr("Further runs wait"), settings.runsAtOnce(), 1, 8, {});
    connect(runs, &QSpinBox::valueChanged, this, [this](int count) {
        m_workbench.settings().setRunsAtOnce(count);
        m_workbench.jobs().setMaxRunning(count);
    });
    auto* isolate = new QCheckBox(tr("Every run in a process of its own"), this);
    isolate->setChecked(settings.isolatesAll());
    isolate->setAccessibleName(isolate->text());
    isolate->setToolTip(tr("A system that crashes or takes too much memory then ends its run alone.\n"
                           "Systems that did not come with the program always run so."));
    form->addRow(QString(), isolate);
    connect(isolate, &QCheckBox::toggled, this, [this](bool on) {
        m_workbench.settings().setIsolatesAll(on);
        m_workbench.experiments().setIsolateAll(on);
    });
}

void PreferencesDialog::addData() {
    QFormLayout* form = addGroup(tr("Data"));
    auto* over =
        addNumber(form, tr("Link files over"),
                  tr("Data from larger files stay there: the project keeps where the file is and what it held,\n"
                     "and reads it when it is needed. The file must then stay as it is."),
                  m_workbench.settings().linkOverMegabytes(), 0, 1'000'000, tr("MB"));
    over->setObjectName(QStringLiteral("linkOver"));
    connect(over, &QSpinBox::valueChanged, this,
            [this](int megabytes) { m_workbench.settings().setLinkOverMegabytes(megabytes); });
}

void PreferencesDialog::addFigures() {
    QFormLayout* form = addGroup(tr("Saved figures"));
    const AppSettings& settings = m_workbench.settings();
    auto* width = addNumber(form, tr("Width"), tr("84 mm is a column of most journals"),
                            static_cast<int>(settings.figureSize().widthMm), 30, 1000, tr("mm"));
    auto* height = addNumber(form, tr("Height"), tr("Of the whole figure with its axes"),
                             static_cast<int>(settings.figureSize().heightMm), 30, 1000, tr("mm"));
    const auto keep = [this, width, height] {
        m_workbench.settings().setFigureSize(
            {static_cast<double>(width->value()), static_cast<double>(height->value())});
    };
    connect(width, &QSpinBox::valueChanged, this, keep);
    connect(height, &QSpinBox::valueChanged, this, keep);
    auto* dpi = addNumber(form, tr("Resolution"), tr("Of PNG; SVG and PDF are sharp at any size"), settings.figureDpi(),
                          72, 1200, tr("dpi"));
    connect(dpi, &QSpinBox::valueChanged, this, [this](int value) { m_workbench.settings().setFigureDpi(value); });
}

} // namespace vitrine
