#include "app/gui/experiment/inputs_editor.h"

#include "app/gui/experiment/experiment_session.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QComboBox>
#include <QGridLayout>
#include <QSignalBlocker>

namespace vitrine {

namespace {
constexpr int kLabelWidth = 120;
constexpr int kChooserWidth = 320;
} // namespace

InputsEditor::InputsEditor(Workbench& workbench, ExperimentSession* session, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_session(session), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(metrics::kPadding);
    m_grid->setVerticalSpacing(metrics::kFieldPitch - metrics::kFieldHeight);
    m_grid->setColumnMinimumWidth(0, kLabelWidth);
    m_grid->setColumnStretch(2, 1);
    connect(session, &ExperimentSession::schemaChanged, this, &InputsEditor::rebuild);
    connect(&workbench, &Workbench::contentsChanged, this, &InputsEditor::refill);
    rebuild();
}

QComboBox* InputsEditor::chooser(const std::string& inputId) const {
    const auto found = m_choosers.find(inputId);
    return found == m_choosers.end() ? nullptr : found->second;
}

void InputsEditor::rebuild() {
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_choosers.clear();
    if (!m_session->info())
        return;
    int row = 0;
    for (const InputSpec& input : m_session->info()->inputs) {
        auto* label = new TextLabel(toQString(input.label), TextSize::body, TextTone::text, this);
        auto* combo = new QComboBox(this);
        combo->setMinimumWidth(kChooserWidth);
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setAccessibleName(toQString(input.label));
        combo->setToolTip(toQString(input.help));
        label->setBuddy(combo);
        label->setHint(toQString(input.help));
        auto* help = new TextLabel(toQString(input.help), TextSize::small, TextTone::muted, this);
        help->setWordWrap(true);
        m_grid->addWidget(label, row, 0);
        m_grid->addWidget(combo, row, 1);
        m_grid->addWidget(help, row + 1, 1, 1, 2);
        row += 2;
        m_choosers[input.id] = combo;
        connect(combo, &QComboBox::activated, this, [this, combo, id = input.id](int index) {
            const QVariant chosen = combo->itemData(index);
            if (!chosen.isValid()) {
                m_session->setInput(id, std::nullopt);
                return;
            }
            const InputSpec* spec = m_session->info()->input(id);
            for (const InputChoice& choice : inputChoices(m_workbench.contents(), *spec))
                if (toQString(choice.reference.reference) == chosen.toString())
                    m_session->setInput(id, choice.reference);
        });
    }
    refill();
}

void InputsEditor::refill() {
    if (!m_session->info())
        return;
    for (const auto& [id, combo] : m_choosers) {
        const InputSpec* spec = m_session->info()->input(id);
        const QSignalBlocker blocker(combo);
        combo->clear();
        if (spec->optional)
            combo->addItem(tr("none"), QVariant());
        for (const InputChoice& choice : inputChoices(m_workbench.contents(), *spec)) {
            const QString text =
                choice.detail.isEmpty() ? choice.title : tr("%1 (%2)").arg(choice.title, choice.detail);
            combo->addItem(text, toQString(choice.reference.reference));
        }
        const InputReference* chosen = m_session->input(id);
        int index = chosen ? combo->findData(toQString(chosen->reference)) : spec->optional ? 0 : -1;
        if (chosen && index < 0) {
            combo->addItem(tr("%1 (no longer here)").arg(toQString(chosen->title)), toQString(chosen->reference));
            index = combo->count() - 1;
        }
        combo->setCurrentIndex(index);
        combo->setPlaceholderText(combo->count() == 0 ? tr("nothing in the project fits") : tr("choose"));
    }
}

} // namespace vitrine
