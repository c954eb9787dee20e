#include "widgets/parameter_form/choice_editor.h"

#include "core/values/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

namespace vitrine {

ChoiceEditor::ChoiceEditor(const ParameterSpec& spec, QWidget* parent)
    : ParameterEditor(spec, parent), m_combo(new QComboBox(this)) {
    m_combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_combo->setMinimumContentsLength(6);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_combo);
    setFocusProxy(m_combo);
    offer(spec.options);
    connect(m_combo, &QComboBox::currentIndexChanged, this, &ParameterEditor::edited);
}

void ChoiceEditor::offer(const std::vector<ChoiceOption>& options) {
    const QSignalBlocker blocker(m_combo);
    m_combo->clear();
    if (spec().optional)
        m_combo->addItem(tr("none"), QVariant());
    for (const ChoiceOption& option : options) {
        m_combo->addItem(toQString(option.label.empty() ? option.value : option.label), toQString(option.value));
        m_combo->setItemData(m_combo->count() - 1, toQString(option.help), Qt::ToolTipRole);
    }
}

void ChoiceEditor::setFoundOptions(const std::vector<FoundOption>& options) {
    if (spec().type != ParameterType::column)
        return;
    const auto before = value();
    std::vector<ChoiceOption> choices;
    choices.reserve(options.size());
    for (const FoundOption& option : options)
        choices.push_back({option.value, option.label, {}});
    offer(choices);
    setValue(before.value_or(nullptr));
}

void ChoiceEditor::setValue(const nlohmann::json& value) {
    const QSignalBlocker blocker(m_combo);
    if (!value.is_string()) {
        m_combo->setCurrentIndex(spec().optional ? 0 : -1);
        return;
    }
    const QString text = toQString(value.get<std::string>());
    int index = m_combo->findData(text);
    if (index < 0 && !text.isEmpty()) {
        m_combo->addItem(text, text);
        index = m_combo->count() - 1;
    }
    m_combo->setCurrentIndex(index);
}

std::optional<nlohmann::json> ChoiceEditor::value() const {
    if (m_combo->currentIndex() < 0)
        return std::nullopt;
    const QVariant chosen = m_combo->currentData();
    return chosen.isValid() ? nlohmann::json(toStd(chosen.toString())) : nlohmann::json(nullptr);
}

QString ChoiceEditor::inputProblem() const {
    return spec().type == ParameterType::column ? tr("choose a column") : tr("choose one");
}

QWidget* ChoiceEditor::control() {
    return m_combo;
}

} // namespace vitrine
