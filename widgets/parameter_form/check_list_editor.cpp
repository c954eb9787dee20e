#include "widgets/parameter_form/check_list_editor.h"

#include "core/values/text.h"
#include "widgets/style/metrics.h"
#include "widgets/style/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>

#include <algorithm>

namespace vitrine {

namespace {
constexpr int kMostRows = 8;
constexpr int kValueRole = Qt::UserRole;
} // namespace

CheckListEditor::CheckListEditor(const ParameterSpec& spec, QWidget* parent)
    : ParameterEditor(spec, parent), m_button(new QPushButton(this)) {
    m_button->setCheckable(true);
    m_button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSmall(m_button);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_button);
    setFocusProxy(m_button);
    buildExtension();
    for (const ChoiceOption& option : spec.options)
        m_options.push_back({option.value, option.label.empty() ? option.value : option.label, -1});
    fill();
    connect(m_button, &QPushButton::toggled, m_extension, &QWidget::setVisible);
}

void CheckListEditor::buildExtension() {
    m_extension = new QWidget(this);
    m_extension->hide();
    m_all = new QCheckBox(tr("All"), m_extension);
    m_all->setAccessibleName(tr("%1: all").arg(toQString(spec().label)));
    m_list = new QTreeWidget(m_extension);
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAccessibleName(toQString(spec().label));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(m_extension);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kGap);
    layout->addWidget(m_all);
    layout->addWidget(m_list);
    connect(m_all, &QCheckBox::clicked, this, &CheckListEditor::toggleAll);
    connect(m_list, &QTreeWidget::itemChanged, this, &CheckListEditor::readItems);
}

bool CheckListEditor::isChosen(const std::string& value) const {
    if (!m_chosen)
        return noneMeansAll();
    return std::ranges::find(*m_chosen, value) != m_chosen->end();
}

void CheckListEditor::fill() {
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    const QLocale locale;
    for (const FoundOption& option : m_options) {
        auto* item = new QTreeWidgetItem(m_list);
        item->setText(0, toQString(option.label.empty() ? option.value : option.label));
        item->setData(0, kValueRole, toQString(option.value));
        item->setCheckState(0, isChosen(option.value) ? Qt::Checked : Qt::Unchecked);
        if (option.count >= 0)
            item->setText(1, locale.toString(static_cast<qlonglong>(option.count)));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    }
    const int rows = std::clamp(static_cast<int>(m_options.size()), 1, kMostRows);
    m_list->setFixedHeight(rows * metrics::kRowHeight + 2);
    showSummary();
}

void CheckListEditor::showSummary() {
    const auto total = static_cast<qsizetype>(m_options.size());
    qsizetype count = 0;
    QStringList names;
    for (const FoundOption& option : m_options) {
        if (!isChosen(option.value))
            continue;
        ++count;
        names.append(toQString(option.label.empty() ? option.value : option.label));
    }
    QString text = tr("%1 of %2").arg(count).arg(total);
    if (!m_chosen)
        text = noneMeansAll() ? (total > 0 ? tr("all %1").arg(total) : tr("all")) : tr("none");
    else if (total == 0)
        text = tr("%n chosen", nullptr, static_cast<int>(m_chosen->size()));
    else if (count == total)
        text = tr("all %1").arg(total);
    m_button->setText(text);
    m_button->setToolTip(names.isEmpty() ? toQString(spec().help) : names.join(QStringLiteral(", ")));
    const QSignalBlocker blocker(m_all);
    m_all->setCheckState(total > 0 && count == total ? Qt::Checked : count > 0 ? Qt::PartiallyChecked : Qt::Unchecked);
    m_all->setEnabled(total > 0);
}

void CheckListEditor::readItems() {
    std::vector<std::string> chosen;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        const QTreeWidgetItem* item = m_list->topLevelItem(row);
        if (item->checkState(0) == Qt::Checked)
            chosen.push_back(toStd(item->data(0, kValueRole).toString()));
    }
    const bool all = chosen.size() == m_options.size();
    const bool none = chosen.empty();
    if ((noneMeansAll() && all) || (spec().optional && !noneMeansAll() && none))
        m_chosen.reset();
    else
        m_chosen = std::move(chosen);
    showSummary();
    Q_EMIT edited();
}

void CheckListEditor::toggleAll() {
    const bool any = std::ranges::any_of(m_options, [this](const FoundOption& o) { return !isChosen(o.value); });
    {
        const QSignalBlocker blocker(m_list);
        for (int row = 0; row < m_list->topLevelItemCount(); ++row)
            m_list->topLevelItem(row)->setCheckState(0, any ? Qt::Checked : Qt::Unchecked);
    }
    readItems();
}

void CheckListEditor::setFoundOptions(const std::vector<FoundOption>& options) {
    if (spec().type != ParameterType::labelList)
        return;
    m_options = options;
    fill();
}

void CheckListEditor::setValue(const nlohmann::json& value) {
    m_chosen.reset();
    if (value.is_array()) {
        m_chosen.emplace();
        for (const nlohmann::json& item : value)
            m_chosen->push_back(item.is_string() ? item.get<std::string>() : item.dump());
    }
    fill();
}

std::optional<nlohmann::json> CheckListEditor::value() const {
    if (m_chosen)
        return nlohmann::json(*m_chosen);
    return spec().optional ? nlohmann::json(nullptr) : nlohmann::json::array();
}

QWidget* CheckListEditor::control() {
    return m_button;
}

QWidget* CheckListEditor::extension() {
    return m_extension;
}

} // namespace vitrine
