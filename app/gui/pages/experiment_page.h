#pragma once

#include "app/gui/page.h"
#include "core/store/records.h"

#include <QTimer>

class QListWidget;

namespace vitrine {

class Badge;
class ExperimentPanel;
class ExperimentSession;
class InputsEditor;
class TextLabel;
class Workbench;

/// One experiment before it is run: which one, on what, and what is known beforehand. Parameters and Run stand in the
/// inspector. Every change is kept in the project.
class ExperimentPage : public Page {
    Q_OBJECT
public:
    ExperimentPage(Workbench& workbench, ExperimentId id, QWidget* parent = nullptr);
    ~ExperimentPage() override;

    QString pageId() const override;
    QString title() const override;
    QString iconName() const override { return QStringLiteral("sliders"); }
    QList<InspectorPart> inspectorParts() const override;
    QString statusText() const override;
    bool canRun() const override;
    QString runHint() const override;
    void run() override;

    ExperimentSession* session() const { return m_session; }

private:
    void build();
    QWidget* buildHeader();
    QWidget* buildChoices();
    QWidget* buildDetails();
    void fillChoices();
    void choose(int row);
    void showRecord();
    /// Stores what has changed. @param what  how the history calls it; empty: a change of the experiment
    void keep(const QString& what = {});
    void followProject();

    Workbench& m_workbench;
    ExperimentId m_id;
    ExperimentSession* m_session;
    ExperimentPanel* m_panel;
    TextLabel* m_title = nullptr;
    TextLabel* m_facts = nullptr;
    QListWidget* m_choices = nullptr;
    TextLabel* m_name = nullptr;
    TextLabel* m_summary = nullptr;
    InputsEditor* m_inputs = nullptr;
    TextLabel* m_citation = nullptr;
    QTimer m_keepSoon;       ///< single shot: typing is not written at every key
    ExperimentRecord m_kept; ///< as it stands in the project
    std::string m_seenTitle; ///< as the project said last
    bool m_loaded = false;
    bool m_adoptNext = false; ///< an undo is under way: take over what the project says
};

} // namespace vitrine
