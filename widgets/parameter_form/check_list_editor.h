#pragma once

#include "widgets/parameter_form/parameter_editor.h"

class QCheckBox;
class QPushButton;
class QTreeWidget;

namespace vitrine {

/// Several of many: declared options (enum_list) or labels found in the data with their counts (label_list).
/// A button says how many are chosen and unfolds the check list. "none" of an optional label list means all labels.
class CheckListEditor : public ParameterEditor {
    Q_OBJECT
public:
    explicit CheckListEditor(const ParameterSpec& spec, QWidget* parent = nullptr);

    void setValue(const nlohmann::json& value) override;
    std::optional<nlohmann::json> value() const override;
    void setFoundOptions(const std::vector<FoundOption>& options) override;
    QWidget* control() override;
    QWidget* extension() override;

private:
    void buildExtension();
    void fill();
    void readItems();
    void toggleAll();
    void showSummary();
    bool noneMeansAll() const { return spec().optional && spec().type == ParameterType::labelList; }
    bool isChosen(const std::string& value) const;

    std::vector<FoundOption> m_options;
    std::optional<std::vector<std::string>> m_chosen; ///< empty: none
    QPushButton* m_button = nullptr;
    QWidget* m_extension = nullptr;
    QCheckBox* m_all = nullptr;
    QTreeWidget* m_list = nullptr;
};

} // namespace vitrine
