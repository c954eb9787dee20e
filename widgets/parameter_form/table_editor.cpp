#include "widgets/parameter_form/table_editor.h"

#include "core/values/text.h"
#include "widgets/parameter_form/number_text_field.h"
#include "widgets/style/metrics.h"
#include "widgets/style/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>

#include <algorithm>
#include <cmath>
#include <set>

namespace vitrine {

namespace {

constexpr int kTableHeight = 148;

nlohmann::json cellValue(const QString& text) {
    const auto number = readFieldNumber(text);
    if (!number)
        return toStd(text.trimmed());
    if (*number == std::floor(*number) && std::abs(*number) < 9e15)
        return static_cast<std::int64_t>(*number);
    return *number;
}

QString cellText(const nlohmann::json& cell) {
    if (cell.is_number())
        return fieldNumberText(cell.get<double>());
    return cell.is_string() ? toQString(cell.get<std::string>()) : toQString(cell.dump());
}

} // namespace

TableEditor::TableEditor(const ParameterSpec& spec, QWidget* parent)
    : ParameterEditor(spec, parent), m_button(new QPushButton(this)) {
    m_button->setCheckable(true);
    m_button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSmall(m_button);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_button);
    setFocusProxy(m_button);
    buildExtension();
    connect(m_button, &QPushButton::toggled, m_extension, &QWidget::setVisible);
    showSummary();
}

void TableEditor::buildExtension() {
    m_extension = new QWidget(this);
    m_extension->hide();
    m_table = new QTableWidget(m_extension);
    m_table->setTabKeyNavigation(false); // Tab goes on to the next field
    m_table->setAccessibleName(toQString(spec().label));
    m_table->setFixedHeight(kTableHeight);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->verticalHeader()->hide();
    QStringList names;
    for (const ChoiceOption& option : spec().options)
        names.append(toQString(option.label.empty() ? option.value : option.label));
    m_table->setColumnCount(std::max(2, static_cast<int>(names.size())));
    if (!names.isEmpty())
        m_table->setHorizontalHeaderLabels(names);
    auto* add = new QPushButton(tr("Add row"), m_extension);
    auto* remove = new QPushButton(tr("Remove rows"), m_extension);
    add->setToolTip(tr("Add an empty row at the end"));
    remove->setToolTip(tr("Remove the selected rows"));
    auto* layout = new QGridLayout(m_extension);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kGap);
    layout->addWidget(m_table, 0, 0, 1, 3);
    layout->addWidget(add, 1, 0);
    layout->addWidget(remove, 1, 1);
    layout->setColumnStretch(2, 1);
    connect(add, &QPushButton::clicked, this, &TableEditor::addRow);
    connect(remove, &QPushButton::clicked, this, &TableEditor::removeRows);
    connect(m_table, &QTableWidget::itemChanged, this, &ParameterEditor::edited);
}

void TableEditor::addRow() {
    {
        const QSignalBlocker blocker(m_table);
        m_table->insertRow(m_table->rowCount());
        for (int column = 0; column < m_table->columnCount(); ++column)
            m_table->setItem(m_table->rowCount() - 1, column, new QTableWidgetItem(QStringLiteral("0")));
    }
    m_table->setCurrentCell(m_table->rowCount() - 1, 0);
    showSummary();
    Q_EMIT edited();
}

void TableEditor::removeRows() {
    std::set<int, std::greater<>> rows;
    const QList<QTableWidgetItem*> items = m_table->selectedItems();
    for (const QTableWidgetItem* item : items)
        rows.insert(item->row());
    if (rows.empty())
        return;
    for (const int row : rows)
        m_table->removeRow(row);
    showSummary();
    Q_EMIT edited();
}

void TableEditor::showSummary() {
    const int rows = m_table->rowCount();
    m_button->setText(rows == 0 && spec().optional ? tr("none") : rows == 1 ? tr("1 row") : tr("%1 rows").arg(rows));
}

void TableEditor::setValue(const nlohmann::json& value) {
    if (this->value() == std::optional(value))
        return;
    const QSignalBlocker blocker(m_table);
    m_table->setRowCount(0);
    if (value.is_array()) {
        std::size_t columns = static_cast<std::size_t>(m_table->columnCount());
        for (const nlohmann::json& row : value)
            columns = std::max(columns, row.is_array() ? row.size() : std::size_t{1});
        m_table->setColumnCount(static_cast<int>(columns));
        m_table->setRowCount(static_cast<int>(value.size()));
        for (int row = 0; row < m_table->rowCount(); ++row) {
            const nlohmann::json& cells = value[static_cast<std::size_t>(row)];
            for (int column = 0; column < m_table->columnCount(); ++column) {
                const auto at = static_cast<std::size_t>(column);
                const bool has = cells.is_array() && at < cells.size();
                m_table->setItem(row, column, new QTableWidgetItem(has ? cellText(cells[at]) : QString()));
            }
        }
    }
    showSummary();
}

std::optional<nlohmann::json> TableEditor::value() const {
    if (m_table->rowCount() == 0)
        return spec().optional ? nlohmann::json(nullptr) : nlohmann::json::array();
    nlohmann::json rows = nlohmann::json::array();
    for (int row = 0; row < m_table->rowCount(); ++row) {
        nlohmann::json cells = nlohmann::json::array();
        for (int column = 0; column < m_table->columnCount(); ++column) {
            const QTableWidgetItem* item = m_table->item(row, column);
            if (!item || item->text().trimmed().isEmpty())
                return std::nullopt;
            cells.push_back(cellValue(item->text()));
        }
        rows.push_back(std::move(cells));
    }
    return rows;
}

QString TableEditor::inputProblem() const {
    return tr("fill in every cell");
}

QWidget* TableEditor::control() {
    return m_button;
}

QWidget* TableEditor::extension() {
    return m_extension;
}

} // namespace vitrine
