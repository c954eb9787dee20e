#pragma once

#include "core/store/run_notes.h"

#include <QWidget>

class QLineEdit;
class QPlainTextEdit;

namespace vitrine {

class TextLabel;
class Workbench;

/// Tags and note of one run, for the inspector. What is typed is kept when the field is left, as an undo step.
class RunNotesPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunNotesPanel(Workbench& workbench, QWidget* parent = nullptr);

    /// 0: no run, or several.
    void setRun(RunId run);
    QLineEdit* tagsField() const { return m_tags; }
    QPlainTextEdit* noteField() const { return m_note; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show();
    void keep();

    Workbench& m_workbench;
    TextLabel* m_title;
    QLineEdit* m_tags;
    QPlainTextEdit* m_note;
    RunId m_run = 0;
    RunNotes m_shown; ///< as the fields were filled; what differs was typed
};

} // namespace vitrine
