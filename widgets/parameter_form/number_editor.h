#pragma once

#include "widgets/parameter_form/parameter_editor.h"

namespace vitrine {

class NumberTextField;

/// Integer or real number; an emptied optional field is "none".
class NumberEditor : public ParameterEditor {
    Q_OBJECT
public:
    explicit NumberEditor(const ParameterSpec& spec, QWidget* parent = nullptr);

    void setValue(const nlohmann::json& value) override;
    std::optional<nlohmann::json> value() const override;
    QString inputProblem() const override;
    QWidget* control() override;

private:
    NumberTextField* m_field;
};

} // namespace vitrine
