#include "app/gui/experiment/preset_dialog.h"

#include "core/jobs/preset_file.h"
#include "core/values/text.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace vitrine {

namespace {
constexpr int kWidth = 360;
} // namespace

PresetDialog::PresetDialog(const QStringList& taken, QWidget* parent)
    : QDialog(parent), m_taken(taken), m_name(new QLineEdit(this)),
      m_note(new TextLabel({}, TextSize::small, TextTone::muted, this)) {
    setWindowTitle(tr("Save as preset"));
    setMinimumWidth(kWidth);
    auto* label = new TextLabel(tr("Name"), TextSize::body, TextTone::text, this);
    label->setBuddy(m_name);
    m_name->setAccessibleName(tr("Name of the preset"));
    m_name->setMaxLength(static_cast<int>(kLongestPresetName));
    m_note->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_save = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    setPrimary(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(label);
    layout->addWidget(m_name);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    connect(m_name, &QLineEdit::textChanged, this, &PresetDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
    m_name->setFocus();
}

QString PresetDialog::name() const {
    return m_name->text().trimmed();
}

void PresetDialog::check() {
    const QString problem = name().isEmpty() ? QString() : toQString(presetNameProblem(toStd(name())));
    const bool replaces = m_taken.contains(name());
    m_note->setTone(problem.isEmpty() ? TextTone::muted : TextTone::error);
    m_note->setText(!problem.isEmpty() ? problem
                    : replaces         ? tr("The preset of that name is replaced.")
                                       : tr("Presets stand in the form of this experiment, in every project."));
    m_save->setText(replaces ? tr("Replace") : tr("Save"));
    m_save->setEnabled(!name().isEmpty() && problem.isEmpty());
}

} // namespace vitrine
