#pragma once

#include <QDialog>
#include <QPointer>

class QPushButton;

namespace vitrine {

class AxisForm;
class ChartView;

/// Titles, scales and ranges of the axes of one figure. Every change holds at once; the figure can be used meanwhile.
class AxesDialog : public QDialog {
    Q_OBJECT
public:
    /// @param name  of the figure, for the title of the window
    AxesDialog(ChartView* chart, const QString& name, QWidget* parent);

    /// Shows the dialog of a chart; there is at most one.
    static AxesDialog* open(ChartView* chart, const QString& name, QWidget* parent);

    AxisForm* xForm() const { return m_x; }
    AxisForm* yForm() const { return m_y; }
    AxisForm* valueForm() const { return m_value; } ///< shown for heat maps
    QPushButton* resetButton() const { return m_reset; }

private:
    void showChart();
    void takeForms();

    QPointer<ChartView> m_chart;
    AxisForm* m_x;
    AxisForm* m_y;
    AxisForm* m_value;
    QPushButton* m_reset;
    bool m_taking = false;
};

} // namespace vitrine
