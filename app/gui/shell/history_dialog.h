#pragma once

#include "widgets/latest_task.h"

#include <QDialog>

class QTreeWidget;

namespace vitrine {

class HistorySteps;
class Workbench;

/// What was done to the project: the steps that can be undone, to go back or forward to any of them, and the record
/// that the project keeps. Stays open beside the window.
class HistoryDialog : public QDialog {
    Q_OBJECT
public:
    explicit HistoryDialog(Workbench& workbench, QWidget* parent = nullptr);

    HistorySteps* steps() const { return m_steps; }
    QTreeWidget* record() const { return m_record; }

private:
    QWidget* buildSteps();
    QWidget* buildRecord();
    void readRecord();

    Workbench& m_workbench;
    HistorySteps* m_steps;
    QTreeWidget* m_record;
    LatestTask m_task;
};

} // namespace vitrine
