#pragma once

#include "plugins/pathboost/views/run_view.h"

#include <QSet>

class QLineEdit;
class QTreeView;

namespace vitrine {
class TextLabel;
}

namespace vitrine::pathboost {

class PathTreeFilter;
class PathTreeModel;

/// The selected paths as a tree of prefixes with what the run says about each.
class PathBrowser : public RunView {
    Q_OBJECT
public:
    explicit PathBrowser(QWidget* parent);

    std::function<std::string()> csvMaker() const override;
    std::string outputId() const override { return pathOutput(); }

    QTreeView* view() const { return m_view; }
    PathTreeModel* model() const { return m_model; }
    QLineEdit* filterField() const { return m_filterField; }
    /// Row of a path as the view has it; invalid when it is not there or filtered out.
    QModelIndex viewIndex(const QString& key) const;

protected:
    void showData() override;
    void followSelection(const QString& kind) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeView();
    void applyFilter(const QString& text);
    void showSelection();
    void selectionEdited();
    bool hasValues(int column) const;
    int titleWidth(int column) const;
    void sizeColumns();
    void showSubtitle();
    QSet<QString> expandedKeys() const;
    void expandKeys(const QSet<QString>& keys);
    QSet<QString> prefixesOfBest() const;
    QString keyAt(const QModelIndex& viewIndex) const;

    QWidget* m_content;
    QWidget* m_filterRow;
    QLineEdit* m_filterField;
    TextLabel* m_noMatch;
    QTreeView* m_view;
    PathTreeModel* m_model;
    PathTreeFilter* m_filter;
    QSet<QString> m_expandedBeforeFilter;
    bool m_following = false; ///< the view is being set from the selection, not by the user
    bool m_sortedByUser = false;
};

} // namespace vitrine::pathboost
