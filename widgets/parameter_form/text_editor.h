#pragma once

#include "widgets/parameter_form/parameter_editor.h"

class QLineEdit;
class QToolButton;

namespace vitrine {

/// Free text, with a menu of what was found in the data where there is some; or the path of a file with a button to
/// choose one.
class TextEditor : public ParameterEditor {
    Q_OBJECT
public:
    explicit TextEditor(const ParameterSpec& spec, QWidget* parent = nullptr);

    void setFoundOptions(const std::vector<FoundOption>& options) override;
    void setValue(const nlohmann::json& value) override;
    std::optional<nlohmann::json> value() const override;
    QWidget* control() override;
    bool isStretching() const override { return true; }

private:
    void browse();

    QLineEdit* m_field;
    QToolButton* m_choices = nullptr; ///< of texts; hidden until there are some
};

} // namespace vitrine
