#pragma once

#include "core/report/report_document.h"
#include "core/store/records.h"
#include "widgets/data/dataset_summary.h"
#include "widgets/latest_task.h"
#include "widgets/selection.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QHBoxLayout;
class QLineEdit;
class QMenu;
class QPushButton;
class QStackedWidget;
class QTableView;
class QTimer;

namespace vitrine {

class Badge;
class Card;
class ChartView;
class ColumnSummaryModel;
class GraphGallery;
class GraphView;
class LedgerModel;
class PaneFrame;
class SegmentedControl;
class SelectedKeys;
class TableModel;
class TextLabel;

/// A data set as a whole: cards, distributions, gallery, graph or table, columns, and the import ledger. Statistics are
/// made in the background. Works for every kind of value; what a kind does not have is not shown.
class DatasetView : public QWidget {
    Q_OBJECT
    Q_MOC_INCLUDE("QMenu")
    Q_MOC_INCLUDE("widgets/charts/chart_view.h")
public:
    enum Tab { kGallery, kGraph, kTable, kColumns };

    explicit DatasetView(QWidget* parent = nullptr);

    void setDataset(const DatasetRecord& record, Value value);
    /// Whether the data can be written as a file now.
    void setExportable(bool exportable);
    /// At the right of the head, before the button for the export.
    void addHeadWidget(QWidget* widget);
    Selection* selection() { return &m_selection; }
    const DatasetSummary* summary() const { return m_summary.get(); }
    GraphGallery* gallery() const { return m_gallery; }
    GraphView* graphView() const { return m_graphView; }
    TableModel* tableModel() const { return m_tableModel; }
    LedgerModel* ledgerModel() const { return m_ledgerModel; }
    QLineEdit* filterField() const { return m_filter; }
    TextLabel* countLabel() const { return m_count; }
    SegmentedControl* tabs() const { return m_tabs; }
    Tab currentTab() const;
    /// Does nothing when this data set has no such tab.
    void setCurrentTab(Tab tab);
    Card* card(int number) const { return m_cards[static_cast<std::size_t>(number)]; }
    ChartView* distribution() const { return m_distribution; }
    ChartView* labelsChart() const { return m_labels; }
    QString shownText() const;

Q_SIGNALS:
    void ledgerReportWanted();
    void figureReportWanted(const vitrine::ReportBlock& block);
    void figureMenuWanted(QMenu* menu, vitrine::ChartView* chart, const QString& title); ///< to be filled now
    void summaryReady();
    void exportWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makeCards();
    QWidget* makeLeft();
    void reportFigure(ReportBlock block, const ChartView* chart);
    QWidget* makeRight();
    QWidget* makeBar();
    QWidget* makeStack();
    void connectRight();
    void sizeColumns();
    QWidget* makeLedger();
    void summarise();
    void takeRows();
    void takeSummary(std::shared_ptr<const DatasetSummary> summary);
    void showLedger();
    void showTab();
    void showColumn(int column);
    void applyFilter();
    QString filterHelp() const;
    void showFilterProblem(const QString& sentence);
    void updateCount();
    void fitFilterHint();
    void tableSelectionChanged();
    void followSelection();
    void selectInTable();
    void makeTabs(const GraphSet* graphs);
    /// Graph chosen last, else the first one shown; -1: none.
    int graphToShow() const;
    void followGraph();

    DatasetRecord m_record;
    Value m_value;
    Selection m_selection;
    std::shared_ptr<const DatasetSummary> m_summary;
    LatestTask m_task;
    TextLabel* m_title;
    Badge* m_kind;
    TextLabel* m_facts;
    QPushButton* m_export;
    QHBoxLayout* m_head;
    std::vector<Card*> m_cards;
    PaneFrame* m_distributionPane;
    ChartView* m_distribution;
    PaneFrame* m_labelsPane;
    ChartView* m_labels;
    SegmentedControl* m_tabs;
    QWidget* m_bar;
    QLineEdit* m_filter;
    QStringList m_filterHints; ///< from long to short
    QTimer* m_filterSoon;
    QComboBox* m_sort;
    TextLabel* m_count;
    QStackedWidget* m_stack;
    GraphGallery* m_gallery;
    GraphView* m_graphView;
    QTableView* m_table;
    TableModel* m_tableModel;
    SelectedKeys* m_selectedKeys = nullptr;
    QTableView* m_columns;
    ColumnSummaryModel* m_columnModel;
    PaneFrame* m_ledgerPane;
    LedgerModel* m_ledgerModel;
    Badge* m_read;
    Badge* m_notes;
    Badge* m_dropped;
    DatasetId m_summarised = 0;                    ///< of which the statistics are
    int m_shownColumn = -1;                        ///< in the distribution pane
    std::vector<Tab> m_tabOrder{kTable, kColumns}; ///< as in the switch
    bool m_hasGallery = false;
    bool m_following = false;
    bool m_tableIsBehind = false; ///< the selection has changed while the table was not to be seen
};

} // namespace vitrine
