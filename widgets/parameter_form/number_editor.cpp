#include "widgets/parameter_form/number_editor.h"

#include "core/values/text.h"
#include "widgets/parameter_form/number_text_field.h"

#include <QHBoxLayout>

namespace vitrine {

NumberEditor::NumberEditor(const ParameterSpec& spec, QWidget* parent) : ParameterEditor(spec, parent) {
    const bool whole = spec.type == ParameterType::integer;
    m_field = new NumberTextField(whole ? NumberTextField::Kind::integer : NumberTextField::Kind::real, this);
    m_field->setUnit(toQString(spec.unit));
    m_field->setRange(spec.minimum, spec.maximum);
    m_field->setStep(spec.step);
    if (spec.optional)
        m_field->setPlaceholderText(tr("none"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_field);
    setFocusProxy(m_field);
    connect(m_field, &QLineEdit::textEdited, this, &ParameterEditor::edited);
}

void NumberEditor::setValue(const nlohmann::json& value) {
    m_field->setNumber(value.is_number() ? std::optional(value.get<double>()) : std::nullopt);
}

std::optional<nlohmann::json> NumberEditor::value() const {
    if (m_field->isBlank())
        return spec().optional ? std::optional<nlohmann::json>(nullptr) : std::nullopt;
    const auto number = m_field->number();
    if (!number)
        return std::nullopt;
    if (spec().type == ParameterType::integer)
        return nlohmann::json(static_cast<std::int64_t>(*number));
    return nlohmann::json(*number);
}

QString NumberEditor::inputProblem() const {
    const QString none = spec().optional ? tr(", or empty for none") : QString();
    return spec().type == ParameterType::integer ? tr("a whole number, such as 100%1").arg(none)
                                                 : tr("a number, such as %1%2").arg(fieldNumberText(0.5), none);
}

QWidget* NumberEditor::control() {
    return m_field;
}

} // namespace vitrine
