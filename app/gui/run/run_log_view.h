#pragma once

#include "core/store/project_store.h"
#include "widgets/latest_task.h"

#include <QWidget>

class QPlainTextEdit;
class QStackedWidget;

namespace vitrine {

/// What a run has logged, read from the project in the background.
class RunLogView : public QWidget {
    Q_OBJECT
public:
    explicit RunLogView(QWidget* parent = nullptr);
    /// Reads the log again.
    void show(const std::shared_ptr<ProjectStore>& store, RunId run);

private:
    QStackedWidget* m_stack;
    QPlainTextEdit* m_text;
    LatestTask m_task;
    bool m_again = false; ///< asked for while a reading was under way
};

} // namespace vitrine
