#include "widgets/parameter_form/boolean_editor.h"

#include "core/values/text.h"

#include <QCheckBox>
#include <QHBoxLayout>

namespace vitrine {

BooleanEditor::BooleanEditor(const ParameterSpec& spec, QWidget* parent)
    : ParameterEditor(spec, parent), m_box(new QCheckBox(toQString(spec.label), this)) {
    m_box->setTristate(spec.optional);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_box);
    setFocusProxy(m_box);
    connect(m_box, &QCheckBox::clicked, this, &ParameterEditor::edited);
}

void BooleanEditor::setValue(const nlohmann::json& value) {
    if (value.is_boolean())
        m_box->setChecked(value.get<bool>());
    else
        m_box->setCheckState(spec().optional ? Qt::PartiallyChecked : Qt::Unchecked);
}

std::optional<nlohmann::json> BooleanEditor::value() const {
    if (m_box->checkState() == Qt::PartiallyChecked)
        return nlohmann::json(nullptr);
    return nlohmann::json(m_box->isChecked());
}

QWidget* BooleanEditor::control() {
    return m_box;
}

} // namespace vitrine
