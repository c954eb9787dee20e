#pragma once

#include "app/gui/project_contents.h"

#include <QWidget>

class QLineEdit;
class QMenu;
class QSortFilterProxyModel;
class QToolButton;
class QTreeView;

namespace vitrine {

class ProjectModel;
class Workbench;

/// Tree of the project with filter and context menus; the content of the project dock.
class ProjectPanel : public QWidget {
    Q_OBJECT
public:
    explicit ProjectPanel(Workbench& workbench, QWidget* parent = nullptr);

    ProjectModel* model() const { return m_model; }
    QTreeView* tree() const { return m_tree; }
    QWidget* titleBar() const { return m_title; }
    /// Runs chosen in the tree, with Ctrl and Shift.
    QList<qint64> chosenRuns() const;
    /// Marks the row of the page in front.
    void setCurrentPage(const QString& pageId);

Q_SIGNALS:
    void openDataWanted();
    void newExperimentWanted();
    void newReportWanted();
    void compareWanted(); ///< of the chosen runs

private:
    void buildTitle();
    void buildTree();
    void followJobs();
    void openMenu(const QPoint& at);
    void addSourceActions(QMenu* menu, qint64 dataset);
    void rename(int section, qint64 id, const QString& name);
    void remove(const QModelIndex& index);
    void removeChosen();
    void openIndex(const QModelIndex& index);

    Workbench& m_workbench;
    ProjectModel* m_model;
    QSortFilterProxyModel* m_filter;
    QTreeView* m_tree;
    QWidget* m_title = nullptr;
    QLineEdit* m_search = nullptr;
    QToolButton* m_filterButton = nullptr;
    QString m_currentPage;
};

} // namespace vitrine
