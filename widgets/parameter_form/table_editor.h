#pragma once

#include "widgets/parameter_form/parameter_editor.h"

class QTableWidget;
class QPushButton;

namespace vitrine {

/// A small typed table. A button says how many rows there are and unfolds them; the columns are named by the options
/// of the parameter.
class TableEditor : public ParameterEditor {
    Q_OBJECT
public:
    explicit TableEditor(const ParameterSpec& spec, QWidget* parent = nullptr);

    void setValue(const nlohmann::json& value) override;
    std::optional<nlohmann::json> value() const override;
    QString inputProblem() const override;
    QWidget* control() override;
    QWidget* extension() override;

private:
    void buildExtension();
    void addRow();
    void removeRows();
    void showSummary();

    QPushButton* m_button = nullptr;
    QWidget* m_extension = nullptr;
    QTableWidget* m_table = nullptr;
};

} // namespace vitrine
