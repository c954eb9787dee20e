#include "app/gui/pages/open_data_page_preview.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/data/preview_table.h"
#include "widgets/data/preview_table_model.h"
#include "widgets/data/problem_list.h"
#include "widgets/style/badge.h"
#include "widgets/style/error_panel.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

namespace vitrine {
namespace {

enum StackPage { kTablePage, kErrorPage, kNotePage };

constexpr int kProblemsWidth = 320;

QWidget* titleRow(QHBoxLayout*& layout) {
    auto* row = new QWidget;
    row->setFixedHeight(metrics::kTitleHeight);
    layout = new QHBoxLayout(row);
    layout->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 0);
    layout->setSpacing(metrics::kSpace);
    return row;
}

} // namespace

OpenDataPreview::OpenDataPreview(QWidget* parent) : QWidget(parent) {
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(makeLeft());
    splitter->addWidget(makeRight());
    splitter->setStretchFactor(0, 72);
    splitter->setStretchFactor(1, 28);
    splitter->setChildrenCollapsible(false);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(splitter);
    connect(m_table, &PreviewTable::roleChosen, this, &OpenDataPreview::roleChosen);
    connect(m_problems, &ProblemList::choiceMade, this, [this](int problem, int choice) {
        const PreviewChoice& chosen =
            m_shownProblems[static_cast<std::size_t>(problem)].choices[static_cast<std::size_t>(choice)];
        if (chosen.options.is_object())
            Q_EMIT corrected(chosen.options);
    });
    show(nullptr);
}

QWidget* OpenDataPreview::makeLeft() {
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins({});
    column->setSpacing(0);
    QHBoxLayout* row = nullptr;
    column->addWidget(titleRow(row));
    m_name = new TextLabel({}, TextSize::body);
    m_name->setBold(true);
    m_hint = new TextLabel({}, TextSize::small, TextTone::muted);
    row->addWidget(m_name);
    row->addWidget(m_hint, 1);
    addChooser(row, QStringLiteral("separator"), tr("Separator"),
               {{tr("comma"), QStringLiteral(",")},
                {tr("semicolon"), QStringLiteral(";")},
                {tr("tab"), QStringLiteral("\t")},
                {tr("vertical bar"), QStringLiteral("|")},
                {tr("space"), QStringLiteral(" ")}});
    addChooser(row, QStringLiteral("decimal"), tr("Decimal"),
               {{tr("point"), QStringLiteral(".")}, {tr("comma"), QStringLiteral(",")}});
    addChooser(row, QStringLiteral("encoding"), tr("Encoding"),
               {{QStringLiteral("UTF-8"), QStringLiteral("utf-8")},
                {QStringLiteral("Windows-1252"), QStringLiteral("windows-1252")},
                {QStringLiteral("UTF-16 LE"), QStringLiteral("utf-16le")},
                {QStringLiteral("UTF-16 BE"), QStringLiteral("utf-16be")}});
    addChooser(row, QStringLiteral("rows"), tr("Rows"),
               {{tr("all"), QStringLiteral("all")},
                {tr("first 1,000"), QStringLiteral("1000")},
                {tr("first 10,000"), QStringLiteral("10000")},
                {tr("first 100,000"), QStringLiteral("100000")}});
    m_stack = new QStackedWidget;
    m_table = new PreviewTable;
    m_error = new ErrorPanel;
    m_note = new TextLabel({}, TextSize::body, TextTone::muted);
    m_note->setAlignment(Qt::AlignCenter);
    m_stack->addWidget(m_table);
    auto* errorPage = new QWidget;
    auto* errorLayout = new QVBoxLayout(errorPage);
    errorLayout->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin, 0);
    errorLayout->addWidget(m_error);
    errorLayout->addStretch();
    m_stack->addWidget(errorPage);
    m_stack->addWidget(m_note);
    column->addWidget(m_stack, 1);
    left->setMinimumWidth(metrics::kPaneMinimumWidth);
    return left;
}

QWidget* OpenDataPreview::makeRight() {
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins({});
    column->setSpacing(0);
    QHBoxLayout* row = nullptr;
    column->addWidget(titleRow(row));
    auto* title = new TextLabel(tr("To review"));
    title->setBold(true);
    m_count = new Badge({}, BadgeKind::warning);
    row->addWidget(title);
    row->addWidget(m_count);
    row->addStretch();
    m_problems = new ProblemList;
    m_nothing = new TextLabel({}, TextSize::body, TextTone::muted);
    m_nothing->setContentsMargins(metrics::kPadding, metrics::kSpace, metrics::kPadding, 0);
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_nothing);
    column->addWidget(m_problems, 1);
    right->setMinimumWidth(kProblemsWidth);
    return right;
}

void OpenDataPreview::addChooser(QLayout* row, const QString& option, const QString& label,
                                 const QList<std::pair<QString, QString>>& values) {
    auto* text = new TextLabel(label, TextSize::small, TextTone::muted);
    auto* box = new QComboBox;
    for (const auto& [name, value] : values)
        box->addItem(name, value);
    box->setAccessibleName(label);
    box->setToolTip(tr("%1 as it is read; the preview follows").arg(label));
    text->setBuddy(box);
    row->addWidget(text);
    row->addWidget(box);
    connect(box, &QComboBox::activated, this, [this, option, box] {
        Q_EMIT corrected(nlohmann::json{{toStd(option), toStd(box->currentData().toString())}});
    });
    m_choosers.append({option, text, box});
}

QComboBox* OpenDataPreview::chooser(const QString& option) const {
    for (const Chooser& chooser : m_choosers)
        if (chooser.option == option)
            return chooser.box;
    return nullptr;
}

void OpenDataPreview::showChoosers(const nlohmann::json& options) {
    for (const Chooser& chooser : m_choosers) {
        const std::string key = toStd(chooser.option);
        const bool used = options.is_object() && options.contains(key) && options[key].is_string();
        chooser.label->setVisible(used);
        chooser.box->setVisible(used);
        if (used)
            chooser.box->setCurrentIndex(chooser.box->findData(toQString(options[key].get<std::string>())));
    }
}

void OpenDataPreview::showReviews(const ImportPreview& preview) {
    m_shownProblems = preview.problems;
    m_problems->setProblems(m_shownProblems);
    m_count->setText(displayCount(static_cast<std::int64_t>(m_shownProblems.size())));
    m_count->setVisible(!m_shownProblems.empty());
    m_problems->setVisible(!m_shownProblems.empty());
    m_nothing->setVisible(m_shownProblems.empty());
}

QString OpenDataPreview::hintOf(const ImportItem& item) const {
    if (item.preview.columns.empty() || item.preview.records < 0)
        return {};
    const bool roles = item.preview.options.is_object() && item.preview.options.contains("roles");
    const QString rows = tr("first and last rows of %1").arg(displayCount(item.preview.records));
    return roles ? tr("%1; roles can be changed").arg(rows) : rows;
}

void OpenDataPreview::show(const ImportItem* item) {
    setBusy(false);
    m_name->setText(item ? QFileInfo(item->file.path).fileName() : QString());
    m_hint->setText({});
    const bool hasPreview = item && item->state != ImportState::looking && item->state != ImportState::refused;
    showChoosers(hasPreview ? item->options : nlohmann::json());
    showReviews(hasPreview ? item->preview : ImportPreview());
    m_nothing->setText(hasPreview ? tr("Nothing to review in this item.") : QString());
    if (!item) {
        m_note->setText(tr("Choose an item above to see its first and last rows."));
        m_stack->setCurrentIndex(kNotePage);
    } else if (item->state == ImportState::looking) {
        m_note->setText(tr("Looking at %1 …").arg(item->file.name));
        m_stack->setCurrentIndex(kNotePage);
    } else if (item->state == ImportState::refused || item->state == ImportState::failed ||
               item->state == ImportState::wrong) {
        m_error->setMessage(item->state == ImportState::refused ? tr("This file cannot be read")
                            : item->state == ImportState::wrong ? tr("The file cannot be read like this")
                                                                : tr("Reading failed"),
                            item->message);
        m_stack->setCurrentIndex(kErrorPage);
    } else {
        m_hint->setText(hintOf(*item));
        m_table->setPreview(item->preview);
        m_note->setText(tr("This kind of file has no rows to show."));
        m_stack->setCurrentIndex(item->preview.columns.empty() ? kNotePage : kTablePage);
    }
}

void OpenDataPreview::setBusy(bool busy) {
    m_table->setEnabled(!busy || m_table->hasFocus());
    if (busy)
        m_hint->setText(tr("Looking again …"));
}

void OpenDataPreview::roleChosen(int column, ColumnRole role) {
    const auto& columns = m_table->previewModel()->preview().columns;
    nlohmann::json roles = nlohmann::json::object();
    for (const PreviewColumn& other : columns)
        roles[other.name] = columnRoleName(other.role);
    // These roles belong to one column at a time. A former target would give the answer away as an attribute.
    const bool single = role == ColumnRole::id || role == ColumnRole::structure || role == ColumnRole::target ||
                        role == ColumnRole::split;
    for (const PreviewColumn& other : columns)
        if (single && other.role == role)
            roles[other.name] = columnRoleName(role == ColumnRole::target ? ColumnRole::ignore : ColumnRole::attribute);
    roles[columns[static_cast<std::size_t>(column)].name] = columnRoleName(role);
    Q_EMIT corrected(nlohmann::json{{"roles", std::move(roles)}});
}

} // namespace vitrine
