#pragma once

#include "widgets/views/generic_view.h"

namespace vitrine {

class TablePanel;

/// Rows of a table; of a graph set its graphs with their sizes; of files their names.
class TableResultView : public GenericView {
    Q_OBJECT
public:
    TableResultView(const OutputDescription& output, QWidget* parent);

    void setSelection(Selection* selection) override;
    std::function<std::string()> csvMaker() const override;
    TablePanel* panel() const { return m_panel; }

protected:
    QWidget* content() override;
    void showValue(const Value& value) override;

private:
    TablePanel* m_panel;
};

} // namespace vitrine
