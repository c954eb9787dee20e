#include "app/gui/shell/history_steps.h"

#include "app/gui/undo_command.h"

#include <QHeaderView>
#include <QUndoStack>

namespace vitrine {

HistorySteps::HistorySteps(QUndoStack& stack, QWidget* parent) : QTreeWidget(parent), m_stack(stack) {
    setHeaderLabels({tr("Time"), tr("Step")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Steps that can be undone"));
    header()->setStretchLastSection(true);
    header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    connect(&stack, &QUndoStack::indexChanged, this, &HistorySteps::fill);
    connect(&stack, &QUndoStack::cleanChanged, this, &HistorySteps::fill);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item && !m_following)
            m_stack.setIndex(indexOfTopLevelItem(item));
    });
    fill();
}

void HistorySteps::fill() {
    m_following = true;
    // Steps that are taken back stand until another is done in their place.
    while (topLevelItemCount() > m_stack.count() + 1)
        delete takeTopLevelItem(topLevelItemCount() - 1);
    if (topLevelItemCount() == 0)
        addTopLevelItem(new QTreeWidgetItem({QString(), tr("As the project was opened")}));
    for (int i = 0; i < m_stack.count(); ++i) {
        const auto* command = dynamic_cast<const UndoCommand*>(m_stack.command(i));
        const QString time = command ? command->time().toString(QStringLiteral("HH:mm:ss")) : QString();
        const QStringList texts{time, m_stack.text(i)};
        if (i + 1 == topLevelItemCount())
            addTopLevelItem(new QTreeWidgetItem(texts));
        QTreeWidgetItem* item = topLevelItem(i + 1);
        for (int column = 0; column < columnCount(); ++column)
            item->setText(column, texts[column]);
        item->setToolTip(1, texts[1]);
    }
    follow();
    m_following = false;
}

void HistorySteps::follow() {
    const QColor undone = palette().color(QPalette::Disabled, QPalette::Text);
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = topLevelItem(i);
        for (int column = 0; column < columnCount(); ++column)
            item->setForeground(column, i > m_stack.index() ? QBrush(undone) : QBrush());
    }
    setCurrentItem(topLevelItem(m_stack.index()));
}

} // namespace vitrine
