#pragma once

#include "widgets/parameter_form/parameter_editor.h"

class QLineEdit;

namespace vitrine {

/// Free text, or the path of a file with a button to choose one.
class TextEditor : public ParameterEditor {
    Q_OBJECT
public:
    explicit TextEditor(const ParameterSpec& spec, QWidget* parent = nullptr);

    void setValue(const nlohmann::json& value) override;
    std::optional<nlohmann::json> value() const override;
    QWidget* control() override;
    bool isStretching() const override { return true; }

private:
    void browse();

    QLineEdit* m_field;
};

} // namespace vitrine
