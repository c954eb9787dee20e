#include "app/gui/shell/project_delegate.h"

#include "app/gui/shell/project_model.h"
#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

namespace vitrine {

namespace {

bool isSection(const QModelIndex& index) {
    return !index.parent().isValid();
}

bool hasPlus(const QModelIndex& index) {
    return isSection(index) && index.row() != ProjectModel::Runs;
}

QRect plusRect(const QRect& row) {
    QRect place(0, 0, metrics::kIcon, metrics::kIcon);
    place.moveCenter({row.right() - metrics::kSpace - metrics::kIcon / 2, row.center().y()});
    return place;
}

} // namespace

void ProjectDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    const Tokens& tokens = tokensOf(item.palette);
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);
    QRect rest = item.rect.adjusted(0, 0, -metrics::kSpace, 0);
    const QString note = index.data(ProjectModel::NoteRole).toString();
    if (!note.isEmpty()) {
        painter->setFont(fonts::small());
        const bool warns = index.data(ProjectModel::WarnRole).toBool();
        painter->setPen(warns ? tokens.warning : item.state & QStyle::State_Selected ? tokens.text2 : tokens.muted);
        painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter, note);
        rest.setRight(rest.right() - QFontMetrics(fonts::small()).horizontalAdvance(note) - metrics::kSpace);
    }
    if (hasPlus(index)) {
        icon(QStringLiteral("plus"), IconTint::text2).paint(painter, plusRect(item.rect));
        rest.setRight(rest.right() - metrics::kIcon);
    }
    if (!item.icon.isNull()) {
        item.icon.paint(painter,
                        QRect(rest.left(), rest.center().y() - metrics::kIcon / 2 + 1, metrics::kIcon, metrics::kIcon));
        rest.setLeft(rest.left() + metrics::kIcon + metrics::kSpace - 2);
    }
    painter->setFont(isSection(index) ? fonts::bold(fonts::body()) : fonts::body());
    painter->setPen(isSection(index) ? tokens.text2 : tokens.text);
    painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(item.text, Qt::ElideRight, rest.width()));
    if (item.state & QStyle::State_HasFocus) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(item);
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, item.widget);
    }
}

QSize ProjectDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width(), metrics::kRowHeight};
}

bool ProjectDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                  const QModelIndex& index) {
    if (event->type() == QEvent::MouseButtonRelease && hasPlus(index) &&
        plusRect(option.rect).adjusted(-4, -4, 4, 4).contains(static_cast<QMouseEvent*>(event)->position().toPoint())) {
        Q_EMIT addClicked(index.row());
        return true;
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

void ProjectDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                           const QModelIndex&) const {
    editor->setGeometry(option.rect.adjusted(metrics::kIcon + metrics::kGap, 0, -metrics::kSpace, 0));
}

} // namespace vitrine
