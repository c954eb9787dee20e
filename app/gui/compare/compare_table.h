#pragma once

#include "app/gui/compare/compare_model.h"
#include "widgets/selection.h"

#include <QPointer>
#include <QTableView>

#include <vector>

namespace vitrine {

/// Rows of a comparison with a column per run. A column is chosen as a whole; keys of kind "run" are linked.
class CompareTable : public QTableView {
    Q_OBJECT
public:
    explicit CompareTable(const QString& name, QWidget* parent = nullptr);

    void setRows(std::vector<CompareHead> heads, std::vector<CompareRow> rows);
    void setSelection(Selection* selection);
    CompareModel* compareModel() const { return m_model; }

Q_SIGNALS:
    void runActivated(qint64 run); ///< double click or Enter on its column

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void sizeColumns();
    void fitColumns();
    void followSelection();
    void takeSelection();

    CompareModel* m_model;
    std::vector<int> m_wanted; ///< width by column that shows everything
    QPointer<Selection> m_selection;
    bool m_following = false; ///< the view is being set from the selection, not by the user
};

} // namespace vitrine
