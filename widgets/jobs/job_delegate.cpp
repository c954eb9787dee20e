#include "widgets/jobs/job_delegate.h"

#include "widgets/jobs/job_model.h"
#include "widgets/style/metrics.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

namespace vitrine {

namespace {
constexpr int kPercentWidth = 48;
} // namespace

void JobDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    if (index.column() != JobModel::Progress && index.column() != JobModel::Action) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);
    if (index.column() == JobModel::Action) {
        QRect place(QPoint(), QSize(metrics::kIcon, metrics::kIcon));
        place.moveCenter(option.rect.center());
        item.icon.paint(painter, place);
        return;
    }
    QStyleOptionProgressBar bar;
    bar.palette = option.palette;
    bar.state = option.state | QStyle::State_Horizontal;
    bar.minimum = 0;
    bar.maximum = 1000;
    bar.progress = static_cast<int>(index.data(JobModel::FractionRole).toDouble() * 1000.0);
    const QRect inner = option.rect.adjusted(metrics::kGap, 0, -metrics::kGap, 0);
    bar.rect = QRect(inner.left(), inner.center().y() - metrics::kProgressHeight / 2, inner.width() - kPercentWidth,
                     metrics::kProgressHeight);
    style->drawControl(QStyle::CE_ProgressBarGroove, &bar, painter, item.widget);
    style->drawControl(QStyle::CE_ProgressBarContents, &bar, painter, item.widget);
    painter->setPen(option.palette.color(QPalette::Text));
    painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
}

QSize JobDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width(), metrics::kRowHeight};
}

bool JobDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
    if (index.column() == JobModel::Action && event->type() == QEvent::MouseButtonRelease &&
        option.rect.contains(static_cast<QMouseEvent*>(event)->position().toPoint())) {
        Q_EMIT actionClicked(index.row());
        return true;
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

} // namespace vitrine
