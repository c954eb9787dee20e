#pragma once

#include "widgets/molecule/gallery_delegate.h"
#include "widgets/molecule/gallery_order.h"
#include "widgets/selection.h"

#include <QWidget>

#include <optional>

class QListView;

namespace vitrine {

class GalleryModel;

/// Browsable pictures of the graphs of a set: cells at least 112 px wide, filled row by row. Linked to the page's
/// Selection by kind "graph"; the key of a graph is its position in the set. Only visible cells are laid out and drawn,
/// pictures and highlights are made in the background.
class GraphGallery : public QWidget {
    Q_OBJECT
public:
    explicit GraphGallery(QWidget* parent = nullptr);
    ~GraphGallery() override;

    static QString keyOf(int graph) { return QString::number(graph); }
    static constexpr char kKeyKind[] = "graph";

    /// Null: an empty gallery. Resets filter, order, values and highlights.
    void setGraphs(std::shared_ptr<const GraphSet> graphs);
    void setSelection(Selection* selection);
    /// Paths to be lit in each graph; null: none.
    void setHighlights(HighlightFunction highlights);
    /// Shows only these graphs, in this order unless sorted; empty option: all.
    void setSubset(std::optional<std::vector<int>> subset);
    /// Number at the right of each cell instead of the target, also used for sorting; one per graph, empty: target.
    void setValues(const QString& title, std::vector<double> values);
    void setSort(GallerySort sort);
    /// See RowFilter. What is wrong with it is told by filterProblem.
    void setFilter(const QString& text);

    int shownCount() const;
    int totalCount() const;
    /// Graphs in the order shown.
    const std::vector<int>& shownGraphs() const;
    QListView* view() const { return m_view; }
    GalleryModel* model() const { return m_model; }
    /// True while order, visible pictures or highlights are being made.
    bool isBusy() const { return m_orderTask.isRunning(); }

Q_SIGNALS:
    void shownChanged(int shown, int total);
    void filterProblem(const QString& sentence); ///< empty when the filter is right
    void graphActivated(int graph);              ///< double click or Return
    void occurrenceHovered(int graph, int sequence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void requestOrder();
    void layoutCells();
    void takeViewSelection();
    void applySelection();
    void updateCells(const QList<int>& graphs);
    void hoverAt(const QPoint& point);

    QListView* m_view;
    GalleryModel* m_model;
    GalleryDelegate* m_delegate;
    Selection* m_selection = nullptr;
    GalleryRequest m_request;
    LatestTask m_orderTask;
    bool m_applying = false;
};

} // namespace vitrine
