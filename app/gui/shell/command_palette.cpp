#include "app/gui/shell/command_palette.h"

#include "app/gui/shell/palette_delegate.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {

namespace {

constexpr int kWidth = 560;
constexpr int kRows = 12;
constexpr int kEntryRole = Qt::UserRole + 1;

/// How well a name fits what was typed: at a start of a word best, anywhere next, letters in order last; -1: not at
/// all.
int fit(const QString& name, const QString& typed) {
    if (typed.isEmpty())
        return 0;
    const qsizetype at = name.indexOf(typed, 0, Qt::CaseInsensitive);
    if (at == 0)
        return 3;
    if (at > 0)
        return name.at(at - 1).isLetterOrNumber() ? 1 : 2;
    qsizetype from = 0;
    for (const QChar letter : typed) {
        from = name.indexOf(letter, from, Qt::CaseInsensitive);
        if (from < 0)
            return -1;
        ++from;
    }
    return 0;
}

class PaletteFilter : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setTyped(const QString& typed) {
        m_typed = typed;
        invalidate();
        sort(0);
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        return fit(sourceModel()->index(row, 0, parent).data().toString(), m_typed) >= 0;
    }
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        const int a = fit(left.data().toString(), m_typed);
        const int b = fit(right.data().toString(), m_typed);
        return a != b ? a > b : left.row() < right.row();
    }

private:
    QString m_typed;
};

} // namespace

CommandPalette::CommandPalette(QWidget* window)
    : QDialog(window, Qt::Popup), m_field(new QLineEdit(this)), m_list(new QListView(this)),
      m_model(new QStandardItemModel(this)), m_proxy(new PaletteFilter(this)) {
    setWindowTitle(tr("Search or run a command"));
    m_field->setPlaceholderText(tr("Type a command, data set, run or report"));
    m_field->setAccessibleName(tr("Search or run a command"));
    m_field->addAction(icon(QStringLiteral("search"), IconTint::text2), QLineEdit::LeadingPosition);
    m_field->installEventFilter(this);
    m_proxy->setSourceModel(m_model);
    m_list->setModel(m_proxy);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setAccessibleName(tr("Results"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kSpace, metrics::kSpace, metrics::kSpace, metrics::kSpace);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    setFixedSize(kWidth, metrics::kFieldHeight + kRows * metrics::kButtonHeight + 3 * metrics::kSpace);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListView::clicked, this, &CommandPalette::trigger);
}

void CommandPalette::openBelow(const QWidget* anchor, std::vector<PaletteEntry> entries, const QString& text) {
    m_entries = std::move(entries);
    m_model->clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const PaletteEntry& entry = m_entries[i];
        auto* item = new QStandardItem(entry.icon, entry.text);
        item->setData(entry.note, PaletteDelegate::kNoteRole);
        item->setData(static_cast<qulonglong>(i), kEntryRole);
        item->setEnabled(entry.enabled);
        item->setEditable(false);
        m_model->appendRow(item);
    }
    const QPoint corner = anchor->mapToGlobal(QPoint(anchor->width() - width(), anchor->height() + metrics::kGap));
    move(std::max(corner.x(), parentWidget()->mapToGlobal(QPoint()).x()), corner.y());
    m_field->setText(text);
    filter(text);
    show();
    m_field->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::filter(const QString& text) {
    static_cast<PaletteFilter*>(m_proxy)->setTyped(text.trimmed());
    m_list->setCurrentIndex(m_proxy->index(0, 0));
}

void CommandPalette::trigger() {
    const QModelIndex index = m_list->currentIndex();
    const auto at = static_cast<std::size_t>(index.data(kEntryRole).toULongLong());
    if (!index.isValid() || at >= m_entries.size() || !m_entries[at].enabled)
        return;
    const std::function<void()> act = m_entries[at].act;
    hide();
    act();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int rows = m_proxy->rowCount();
    const auto step = [&](int by) {
        const int row = std::clamp(m_list->currentIndex().row() + by, 0, std::max(0, rows - 1));
        m_list->setCurrentIndex(m_proxy->index(row, 0));
        return true;
    };
    switch (key->key()) {
    case Qt::Key_Down: return step(1);
    case Qt::Key_Up: return step(-1);
    case Qt::Key_PageDown: return step(kRows);
    case Qt::Key_PageUp: return step(-kRows);
    case Qt::Key_Return:
    case Qt::Key_Enter: trigger(); return true;
    default: return QDialog::eventFilter(watched, event);
    }
}

} // namespace vitrine
