#pragma once

#include <QTreeWidget>

class QUndoStack;

namespace vitrine {

/// The steps of an undo stack with their times, the first of them being the state before all. The current row is the
/// state that stands; choosing another goes there.
class HistorySteps : public QTreeWidget {
    Q_OBJECT
public:
    explicit HistorySteps(QUndoStack& stack, QWidget* parent = nullptr);

private:
    void fill();
    void follow();

    QUndoStack& m_stack;
    bool m_following = false;
};

} // namespace vitrine
