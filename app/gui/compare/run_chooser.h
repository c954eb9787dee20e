#pragma once

#include "app/gui/project_contents.h"

#include <QWidget>

#include <vector>

class QPushButton;
class QTreeWidget;

namespace vitrine {

class TextLabel;
class Workbench;

/// All runs of the project with a box before each; at least two are compared.
class RunChooser : public QWidget {
    Q_OBJECT
public:
    explicit RunChooser(Workbench& workbench, QWidget* parent = nullptr);

    /// Checks these runs and no others.
    void setChosen(const std::vector<RunId>& runs);
    std::vector<RunId> chosen() const; ///< in the order of the list
    QTreeWidget* list() const { return m_list; }

Q_SIGNALS:
    void compareWanted();

private:
    void fill();
    void showCount();

    Workbench& m_workbench;
    TextLabel* m_sentence;
    QTreeWidget* m_list;
    QPushButton* m_compare;
};

} // namespace vitrine
