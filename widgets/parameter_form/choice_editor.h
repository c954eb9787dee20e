#pragma once

#include "widgets/parameter_form/parameter_editor.h"

class QComboBox;

namespace vitrine {

/// One of several options (enum), or one of the columns of an input (column). A value that is not on offer stays
/// visible, so that a saved experiment shows what it holds.
class ChoiceEditor : public ParameterEditor {
    Q_OBJECT
public:
    explicit ChoiceEditor(const ParameterSpec& spec, QWidget* parent = nullptr);

    void setValue(const nlohmann::json& value) override;
    std::optional<nlohmann::json> value() const override;
    QString inputProblem() const override;
    void setFoundOptions(const std::vector<FoundOption>& options) override;
    QWidget* control() override;
    QString contentText() const override;
    /// Names of columns are long, labels of choices short.
    bool isStretching() const override { return spec().type == ParameterType::column; }

private:
    void offer(const std::vector<ChoiceOption>& options);

    QComboBox* m_combo;
};

} // namespace vitrine
