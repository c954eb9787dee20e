#include "widgets/charts/axes_dialog.h"

#include "widgets/beside.h"
#include "widgets/charts/axis_form.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/metrics.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {

namespace {
constexpr int kWidth = 376;
} // namespace

AxesDialog::AxesDialog(ChartView* chart, const QString& name, QWidget* parent)
    : QDialog(parent), m_chart(chart), m_x(new AxisForm(tr("Horizontal axis"), AxisRole::x)),
      m_y(new AxisForm(tr("Vertical axis"), AxisRole::y)), m_value(new AxisForm(tr("Colours"), AxisRole::value)) {
    setWindowTitle(tr("Axes of %1").arg(name));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin);
    column->setSpacing(metrics::kPageMargin);
    column->setSizeConstraint(QLayout::SetFixedSize); // grows and shrinks with the sentences under the fields
    for (AxisForm* form : {m_x, m_y, m_value}) {
        form->setFixedWidth(kWidth);
        column->addWidget(form);
        connect(form, &AxisForm::changed, this, &AxesDialog::takeForms);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_reset = buttons->addButton(tr("Reset"), QDialogButtonBox::ResetRole);
    m_reset->setAccessibleName(tr("Reset"));
    m_reset->setToolTip(tr("The axes the figure came with"));
    m_reset->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Close)->setAccessibleName(tr("Close"));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (m_chart) {
            m_chart->setChanges({});
            m_chart->resetView();
            showChart(); // what could not be used is still in the fields
        }
    });
    connect(chart, &ChartView::axesChanged, this, &AxesDialog::showChart);
    connect(chart, &ChartView::otherAxesShown, this, &AxesDialog::showChart);
    connect(chart, &QObject::destroyed, this, &QWidget::close);
    showChart();
}

AxesDialog* AxesDialog::open(ChartView* chart, const QString& name, QWidget* parent) {
    for (auto* dialog : parent->findChildren<AxesDialog*>(Qt::FindDirectChildrenOnly))
        if (dialog->m_chart == chart) {
            dialog->show();
            dialog->raise();
            dialog->activateWindow();
            return dialog;
        }
    auto* dialog = new AxesDialog(chart, name, parent);
    placeBeside(dialog, chart);
    dialog->show();
    return dialog;
}

void AxesDialog::showChart() {
    if (m_taking || !m_chart)
        return;
    const FigureSpec& given = m_chart->givenSpec();
    const FigureChanges changes = m_chart->changes();
    m_x->setAxis(given, changes.x);
    m_y->setAxis(given, changes.y);
    m_value->setAxis(given, changes.value);
    m_value->setVisible(
        std::ranges::any_of(given.marks, [](const FigureMark& mark) { return mark.kind == MarkKind::cells; }));
    m_reset->setEnabled(!changes.isEmpty());
}

void AxesDialog::takeForms() {
    if (!m_chart)
        return;
    m_taking = true; // what is typed stands in the fields already
    m_chart->setChanges({m_x->changes(), m_y->changes(), m_value->changes()});
    m_taking = false;
    const bool typed = !m_x->problem().isEmpty() || !m_y->problem().isEmpty() || !m_value->problem().isEmpty();
    m_reset->setEnabled(typed || !m_chart->changes().isEmpty());
}

} // namespace vitrine
