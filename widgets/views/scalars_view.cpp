#include "widgets/views/scalars_view.h"

#include "core/values/text.h"
#include "core/values/value_export.h"
#include "widgets/charts/number_label.h"
#include "widgets/style/card.h"
#include "widgets/style/metrics.h"

#include <QGridLayout>
#include <QLocale>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr int kCardWidth = 168;
constexpr int kValueDigits = 3;

QString valueText(double value) {
    const bool whole = std::isfinite(value) && value == std::round(value) && std::abs(value) < 1e9;
    return whole ? decimalLabel(value, 0, QLocale()) : shortLabel(value, kValueDigits, QLocale());
}

QString noteText(const Scalar& scalar) {
    if (!scalar.interval)
        return toQString(scalar.comparison);
    const Interval& interval = *scalar.interval;
    const QString percent =
        toQString(interval.kind).section(QLatin1Char(' '), 0, 1); // "95 %" of "95 % bootstrap over graphs"
    const QString range = QStringLiteral("[%1, %2]").arg(valueText(interval.lower), valueText(interval.upper));
    return percent.endsWith(QLatin1Char('%')) ? percent + QLatin1Char(' ') + range : range;
}

std::string scalarsCsv(const Scalars& scalars) {
    Table table;
    Column::Texts ids, units, kinds;
    Column::Reals values, lower, upper;
    for (const Scalar& item : scalars.items) {
        ids.push_back(item.id);
        units.push_back(item.unit);
        kinds.push_back(item.interval ? item.interval->kind : std::string());
        values.push_back(item.value);
        lower.push_back(item.interval ? item.interval->lower : 0.0);
        upper.push_back(item.interval ? item.interval->upper : 0.0);
    }
    table.columns.emplace_back("id", std::move(ids));
    table.columns.emplace_back("value", std::move(values));
    table.columns.emplace_back("unit", std::move(units));
    table.columns.emplace_back("lower", std::move(lower));
    table.columns.emplace_back("upper", std::move(upper));
    table.columns.emplace_back("interval", std::move(kinds));
    for (std::size_t i = 0; i < scalars.items.size(); ++i)
        if (!scalars.items[i].interval)
            for (std::size_t column = 3; column < table.columns.size(); ++column) // lower, upper, interval
                table.columns[column].setMissing(i);
    return tableCsv(table);
}

} // namespace

void fillCard(Card& card, const Scalar& scalar) {
    card.setLabel(toQString(scalar.label.empty() ? scalar.id : scalar.label));
    card.setValue(valueText(scalar.value), toQString(scalar.unit));
    card.setNote(noteText(scalar));
    QStringList definition;
    if (!scalar.definition.empty())
        definition.append(toQString(scalar.definition));
    if (scalar.interval)
        definition.append(QStringLiteral("%1, n = %2").arg(toQString(scalar.interval->kind)).arg(scalar.interval->n));
    if (!scalar.comparison.empty())
        definition.append(toQString(scalar.comparison));
    card.setDefinition(definition.join(QLatin1Char('\n')));
}

ScalarsView::ScalarsView(const OutputDescription& description, QWidget* parent)
    : GenericView(description, parent), m_board(new QWidget), m_grid(new QGridLayout) {
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(m_board);
    layout->setContentsMargins(metrics::kPadding, metrics::kGap, metrics::kPadding, metrics::kPadding);
    m_grid->setSpacing(metrics::kSpace);
    layout->addLayout(m_grid);
    layout->addStretch();
    m_board->setBackgroundRole(QPalette::Base);
    scroll->setWidget(m_board);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    m_scroll = scroll;
    finishLayout();
}

QWidget* ScalarsView::content() {
    return m_scroll;
}

void ScalarsView::showValue(const Value& value) {
    const auto scalars = valueAs<Scalars>(value);
    const std::size_t count = scalars ? scalars->items.size() : 0;
    while (m_cards.size() > static_cast<qsizetype>(count))
        delete m_cards.takeLast();
    while (m_cards.size() < static_cast<qsizetype>(count))
        m_cards.append(new Card(m_board));
    for (std::size_t i = 0; i < count; ++i)
        fillCard(*m_cards[static_cast<qsizetype>(i)], scalars->items[i]);
    arrange();
}

void ScalarsView::arrange() {
    const int columns =
        std::max(1, (width() - metrics::kPadding * 2 + metrics::kSpace) / (kCardWidth + metrics::kSpace));
    for (int i = 0; i < m_cards.size(); ++i) {
        m_grid->addWidget(m_cards[i], i / columns, i % columns);
        m_cards[i]->show();
    }
    for (int column = 0; column < m_grid->columnCount(); ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void ScalarsView::resizeEvent(QResizeEvent* event) {
    GenericView::resizeEvent(event);
    arrange();
}

std::function<std::string()> ScalarsView::csvMaker() const {
    const auto scalars = value() ? valueAs<Scalars>(*value()) : nullptr;
    if (!scalars)
        return {};
    return [scalars] { return scalarsCsv(*scalars); };
}

} // namespace vitrine
