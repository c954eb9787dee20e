#pragma once

#include "widgets/parameter_form/parameter_editor.h"

class QLineEdit;

namespace vitrine {

/// Several numbers in one line, separated by semicolons (or commas where the locale's decimal mark is a point).
class NumberListEditor : public ParameterEditor {
    Q_OBJECT
public:
    explicit NumberListEditor(const ParameterSpec& spec, QWidget* parent = nullptr);

    void setValue(const nlohmann::json& value) override;
    std::optional<nlohmann::json> value() const override;
    QString inputProblem() const override;
    QWidget* control() override;
    bool isStretching() const override { return true; }

private:
    QLineEdit* m_field;
};

} // namespace vitrine
