#include "widgets/views/chart_result_view.h"

#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "widgets/charts/chart_view.h"
#include "widgets/data/display_number.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/views/table_panel.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace vitrine {
namespace {

QString figureSubtitle(const FigureSpec& spec, const Value& value) {
    if (spec.total > spec.shown)
        return QObject::tr("%1 of %2").arg(displayCount(spec.shown), displayCount(spec.total));
    if (const auto table = valueAs<Table>(value))
        return counted(static_cast<std::int64_t>(table->rowCount()), QObject::tr("row"), QObject::tr("rows"));
    if (const auto matrix = valueAs<Matrix>(value))
        return QStringLiteral("%1 × %2").arg(displayCount(static_cast<std::int64_t>(matrix->rows)),
                                             displayCount(static_cast<std::int64_t>(matrix->columns)));
    return {};
}

} // namespace

ChartResultView::ChartResultView(const OutputDescription& description, QWidget* parent)
    : GenericView(description, parent), m_content(new QWidget), m_switchRow(new QWidget),
      m_switch(new SegmentedControl), m_pages(new QStackedWidget), m_chart(new ChartView), m_table(new TablePanel) {
    m_switch->addSegment(tr("Chart"));
    m_switch->addSegment(tr("Table"));
    auto* row = new QHBoxLayout(m_switchRow);
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 6);
    row->addWidget(m_switch);
    row->addStretch();
    m_pages->addWidget(m_chart);
    m_pages->addWidget(m_table);
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_switchRow);
    layout->addWidget(m_pages, 1);
    m_switchRow->setVisible(false);
    connect(m_switch, &SegmentedControl::currentChanged, this, [this](int page) {
        if (page == 1 && !m_tableSet && value())
            showValue(*value());
        m_pages->setCurrentIndex(page);
    });
    connect(m_chart, &ChartView::viewChanged, this, &ChartResultView::figureChanged);
    finishLayout();
}

void ChartResultView::setSelection(Selection* shared) {
    GenericView::setSelection(shared);
    m_chart->setSelection(shared);
    m_table->setSelection(shared);
}

void ChartResultView::showValue(const Value& value) {
    if (std::optional<FigureSpec> spec = makeFigure(output(), value)) {
        spec->fingerprint = fingerprint();
        setSubtitle(figureSubtitle(*spec, value));
        m_chart->setSpec(std::move(*spec));
    } else {
        m_chart->setSpec(FigureSpec{});
        setSubtitle({});
    }
    const auto table = valueAs<Table>(value);
    m_switchRow->setVisible(table != nullptr);
    m_tableSet = table && m_switch->currentIndex() == 1;
    if (m_tableSet) // rows are only made ready when they are looked at
        m_table->setTable(table, toQString(output().key),
                          output().keyColumn.empty() ? output().key : output().keyColumn);
}

std::optional<FigureSpec> ChartResultView::figure() const {
    if (!value())
        return std::nullopt;
    FigureSpec spec = m_chart->visibleSpec();
    if (spec.marks.empty())
        return std::nullopt;
    spec.dataHash = contentSha256(*value());
    return spec;
}

std::function<std::string()> ChartResultView::csvMaker() const {
    return value() && m_pages->currentIndex() == 1 ? m_table->csvMaker() : GenericView::csvMaker();
}

} // namespace vitrine
