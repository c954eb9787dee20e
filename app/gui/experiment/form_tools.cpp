#include "app/gui/experiment/form_tools.h"

#include "app/gui/experiment/preset_dialog.h"
#include "app/gui/experiment/preset_store.h"
#include "core/values/text.h"
#include "widgets/parameter_form/parameter_form.h"
#include "widgets/style/metrics.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

namespace vitrine {

namespace {

constexpr int kLongestInMenu = 48;

/// A name as the text of a menu: & would underline a letter.
QString menuText(const std::string& name) {
    QString text = toQString(name);
    if (text.size() > kLongestInMenu)
        text = text.left(kLongestInMenu) + QStringLiteral("…");
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace

FormTools::FormTools(ParameterForm* form, PresetStore* presets, QWidget* parent)
    : QWidget(parent), m_form(form), m_presets(presets), m_presetMenu(new QMenu(this)), m_sweepMenu(new QMenu(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, metrics::kGap);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(makeButton(tr("Presets"), tr("Values kept under a name"), m_presetMenu));
    layout->addWidget(
        makeButton(tr("Sweep"), tr("Several values of a parameter, a run for every combination"), m_sweepMenu));
    layout->addStretch();
    connect(m_presetMenu, &QMenu::aboutToShow, this, &FormTools::fillPresets);
    connect(m_sweepMenu, &QMenu::aboutToShow, this, &FormTools::fillSweeps);
}

QPushButton* FormTools::makeButton(const QString& text, const QString& tip, QMenu* menu) {
    auto* button = new QPushButton(text, this);
    button->setToolTip(tip);
    button->setAccessibleName(text);
    button->setMenu(menu);
    return button;
}

void FormTools::fillPresets() {
    m_presetMenu->clear();
    if (!m_presets->problem().isEmpty()) {
        QAction* broken = m_presetMenu->addAction(tr("The presets cannot be read"));
        broken->setToolTip(m_presets->problem());
        broken->setEnabled(false);
    }
    for (const Preset& preset : m_presets->presets())
        m_presetMenu->addAction(menuText(preset.name), this,
                                [this, name = toQString(preset.name)] { Q_EMIT presetWanted(name); });
    if (m_presetMenu->isEmpty())
        m_presetMenu->addAction(tr("No preset yet"))->setEnabled(false);
    m_presetMenu->addSeparator();
    m_presetMenu->addAction(tr("Save as Preset…"), this, &FormTools::askForName);
    if (!m_presets->presets().empty()) {
        QMenu* removals = m_presetMenu->addMenu(tr("Delete"));
        for (const Preset& preset : m_presets->presets())
            removals->addAction(menuText(preset.name), this, [this, name = preset.name] { askBeforeRemoval(name); });
    }
}

void FormTools::fillSweeps() {
    m_sweepMenu->clear();
    const auto addLevel = [this](ParameterLevel level, QMenu* menu) {
        for (const ParameterSpec& spec : m_form->schema().parameters) {
            if (spec.level != level || !m_form->canSweep(spec.id))
                continue;
            QAction* action = menu->addAction(menuText(spec.label));
            action->setCheckable(true);
            action->setChecked(m_form->isSwept(spec.id));
            connect(action, &QAction::triggered, this, [this, id = spec.id](bool on) {
                if (on)
                    m_form->sweep(id);
                else
                    m_form->endSweep(id);
            });
        }
    };
    addLevel(ParameterLevel::basic, m_sweepMenu);
    QMenu* advanced = m_sweepMenu->addMenu(tr("Advanced"));
    addLevel(ParameterLevel::advanced, advanced);
    advanced->menuAction()->setVisible(!advanced->isEmpty());
    if (m_sweepMenu->actions().size() == 1 && advanced->isEmpty())
        m_sweepMenu->addAction(tr("No parameter can be swept"))->setEnabled(false);
}

void FormTools::askForName() {
    QStringList taken;
    for (const Preset& preset : m_presets->presets())
        taken.append(toQString(preset.name));
    auto* dialog = new PresetDialog(taken, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_presets->save({toStd(dialog->name()), m_form->values(), m_form->sweepTexts()});
    });
    dialog->open();
}

void FormTools::askBeforeRemoval(const std::string& name) {
    auto* box = new QMessageBox(QMessageBox::Question, tr("Delete preset"),
                                tr("Delete the preset “%1”? It is gone from every project.").arg(toQString(name)),
                                QMessageBox::Cancel, window());
    box->setTextFormat(Qt::PlainText);
    const QPushButton* removal = box->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(removal, &QPushButton::clicked, this, [this, name] { m_presets->remove(name); });
    box->open();
}

} // namespace vitrine
