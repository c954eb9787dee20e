#pragma once

#include "app/gui/page.h"
#include "core/compare/run_table.h"
#include "widgets/latest_task.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

class QPushButton;
class QStackedWidget;

namespace vitrine {

class RunNotesPanel;
class TablePanel;
class TextLabel;
class Workbench;

/// All runs of the project as a table that is sorted and filtered: what they are, their headline numbers, the
/// parameters that differ, tags and notes. Several are chosen to be compared, reported or removed.
class RunsPage : public Page {
    Q_OBJECT
public:
    explicit RunsPage(Workbench& workbench, QWidget* parent = nullptr);

    QString pageId() const override { return QStringLiteral("runs"); }
    QString title() const override { return tr("Runs"); }
    QString iconName() const override { return QStringLiteral("table"); }
    Selection* selection() const override { return m_selection; }
    QList<InspectorPart> inspectorParts() const override;
    QString statusText() const override;
    bool canCancel() const override; ///< one of the chosen runs waits or goes on
    void cancel() override;          ///< all of these

    QList<qint64> chosenRuns() const;
    /// Chooses these runs and filters the others away.
    void showOnly(const QList<qint64>& runs);
    TablePanel* panel() const { return m_panel; }
    RunNotesPanel* notes() const { return m_notes; }

private:
    using Known = std::map<RunId, std::shared_ptr<const ComparedRun>>;
    struct Loaded {
        Known runs;
        RunTable table;
    };
    QWidget* buildHeader();
    void reload();
    void take(Loaded loaded);
    void showWanted();
    void showChosen();
    void removeChosen();

    Workbench& m_workbench;
    Selection* m_selection;
    RunNotesPanel* m_notes;
    TextLabel* m_line = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_report = nullptr;
    QPushButton* m_remove = nullptr;
    QStackedWidget* m_stack = nullptr;
    TablePanel* m_panel = nullptr;
    Known m_known;          ///< headline numbers that are read already, of runs that have ended
    QList<qint64> m_wanted; ///< to be chosen and shown alone once the table stands
    LatestTask m_task;
};

} // namespace vitrine
