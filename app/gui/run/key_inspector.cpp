#include "app/gui/run/key_inspector.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/parameter_form/form_section.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace vitrine {

namespace {

void addLine(QVBoxLayout* layout, const QString& name, const QString& value, QWidget* parent) {
    auto* row = new QHBoxLayout;
    row->setSpacing(metrics::kSpace);
    auto* label = new TextLabel(name, TextSize::body, TextTone::text2, parent);
    auto* text = new TextLabel(value, TextSize::body, TextTone::text, parent);
    text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(label);
    row->addWidget(text, 1);
    layout->addLayout(row);
}

} // namespace

KeyInspector::KeyInspector(QWidget* parent)
    : SelectionInspector(parent), m_inside(new QWidget), m_column(new QVBoxLayout(m_inside)) {
    m_column->setContentsMargins(0, metrics::kGap, 0, metrics::kSpace);
    m_column->setSpacing(metrics::kSpace);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(m_inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_inside->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    rebuild();
}

void KeyInspector::setRunData(std::shared_ptr<const RunData> runData) {
    m_data = std::move(runData);
    rebuild();
}

void KeyInspector::setSelection(Selection* selection) {
    m_selection = selection;
    connect(selection, &Selection::changed, this, &KeyInspector::rebuild);
    rebuild();
}

void KeyInspector::rebuild() {
    while (QLayoutItem* item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const QString kind = m_selection ? m_selection->currentKind() : QString();
    const QStringList keys = m_selection ? m_selection->keys(kind) : QStringList();
    if (keys.isEmpty() || !m_data) {
        m_column->addStretch();
        m_column->addWidget(new EmptyState(QStringLiteral("info"), tr("Click a bar, row or point to see it here.")));
        m_column->addStretch();
        return;
    }
    auto* title = new TextLabel(keys.size() == 1 ? keys.first() : tr("%1 selected").arg(displayCount(keys.size())),
                                TextSize::body, TextTone::text);
    title->setBold(true);
    title->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 0);
    m_column->addWidget(title);
    if (keys.size() == 1)
        for (const auto& [id, output] : m_data->descriptions) {
            const auto value = m_data->outputs.find(id);
            const auto table = value == m_data->outputs.end() ? nullptr : valueAs<Table>(value->second);
            if (table && toQString(output.key) == kind)
                addTable(output, *table, keys.first());
        }
    m_column->addStretch();
}

void KeyInspector::addTable(const OutputDescription& output, const Table& table, const QString& key) {
    const Column* keys = table.find(output.keyColumn.empty() ? output.key : output.keyColumn);
    if (!keys)
        return;
    const std::string wanted = toStd(key);
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (keys->cellText(row) != wanted)
            continue;
        auto* section = new FormSection(toQString(output.title), m_inside);
        for (const Column& column : table.columns) {
            if (&column == keys)
                continue;
            const QString cell = displayCell(column, row, decimalsFor(column));
            const QString unit = column.unit.empty() ? QString() : QLatin1Char(' ') + toQString(column.unit);
            addLine(section->contents(), toQString(column.name), cell.isEmpty() ? tr("missing") : cell + unit, section);
        }
        m_column->addWidget(section);
        return;
    }
}

} // namespace vitrine
