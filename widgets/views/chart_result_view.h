#pragma once

#include "widgets/views/generic_view.h"

namespace vitrine {

class SegmentedControl;
class TablePanel;

/// Chart of any output that has a figure; tables can be switched to their rows.
class ChartResultView : public GenericView {
    Q_OBJECT
public:
    ChartResultView(const OutputDescription& output, QWidget* parent);

    void setSelection(Selection* selection) override;
    std::optional<FigureSpec> figure() const override;
    ChartView* chart() const override { return m_chart; }
    std::function<std::string()> csvMaker() const override;
    SegmentedControl* pageSwitch() const { return m_switch; } ///< hidden unless there is a table to switch to

protected:
    QWidget* content() override { return m_content; }
    void showValue(const Value& value) override;

private:
    QWidget* m_content;
    QWidget* m_switchRow;
    SegmentedControl* m_switch;
    QStackedWidget* m_pages;
    ChartView* m_chart;
    TablePanel* m_table;
    bool m_tableSet = false;
};

} // namespace vitrine
