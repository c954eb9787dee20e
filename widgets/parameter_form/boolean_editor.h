#pragma once

#include "widgets/parameter_form/parameter_editor.h"

class QCheckBox;

namespace vitrine {

/// Yes or no: a check box that carries its label. An optional one has a third state, "none".
class BooleanEditor : public ParameterEditor {
    Q_OBJECT
public:
    explicit BooleanEditor(const ParameterSpec& spec, QWidget* parent = nullptr);

    void setValue(const nlohmann::json& value) override;
    std::optional<nlohmann::json> value() const override;
    QWidget* control() override;
    bool carriesLabel() const override { return true; }

private:
    QCheckBox* m_box;
};

} // namespace vitrine
