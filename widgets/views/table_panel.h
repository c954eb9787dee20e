#pragma once

#include "core/values/table.h"
#include "widgets/selection.h"

#include <QPointer>
#include <QWidget>

#include <memory>

class QLineEdit;
class QTableView;

namespace vitrine {

class SelectedKeys;
class TableModel;
class TextLabel;

/// A table with filter field and linked selection: sortable by header, digits under digits, missing cells marked.
class TablePanel : public QWidget {
    Q_OBJECT
public:
    explicit TablePanel(QWidget* parent = nullptr);

    /// Rows stand for keys of `keyKind`, found in `keyColumn`; both may be empty.
    void setTable(std::shared_ptr<const Table> table, const QString& keyKind, const std::string& keyColumn);
    void setSelection(Selection* selection);
    TableModel* model() const { return m_model; }
    QTableView* view() const { return m_view; }
    QLineEdit* filterField() const { return m_filter; }
    std::function<std::string()> csvMaker() const;

private:
    void applyFilter();
    void updateCount();
    void followSelection();
    void selectionEdited();
    void sizeColumns();

    TableModel* m_model;
    SelectedKeys* m_selectedKeys = nullptr;
    QTableView* m_view;
    QWidget* m_filterRow;
    QLineEdit* m_filter;
    TextLabel* m_count;
    QPointer<Selection> m_selection;
    QString m_keyKind;
    bool m_following = false; ///< the view is being set from the selection, not by the user
    bool m_sized = false;
};

} // namespace vitrine
