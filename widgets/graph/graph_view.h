#pragma once

#include "core/base/result.h"
#include "widgets/graph/graph_canvas.h"
#include "widgets/graph/layout_runner.h"
#include "widgets/molecule/gallery_delegate.h"

#include <QWidget>

#include <map>

class QComboBox;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace vitrine {

class EmptyState;
class ErrorPanel;
class GraphLegendBox;
class GraphNote;
class GraphReadOut;
class SegmentedControl;
class TextLabel;

/// One graph, in the plane or in space: layouts with seed, colour and size by attribute with a legend, a read-out of
/// the node or edge under the pointer, lit paths, export. Everything that takes time is done in the background.
class GraphView : public QWidget {
    Q_OBJECT
public:
    /// As in the switch of layouts.
    enum class Layout { structure, distances, spring, kamadaKawai, tree, circle };

    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    /// Null or -1: the empty state.
    void setGraph(std::shared_ptr<const GraphSet> graphs, int graph);
    int graph() const { return m_graphNumber; }
    /// Paths to be lit in whatever graph is shown; null: none.
    void setHighlights(HighlightFunction highlights);
    /// What the empty state says and offers.
    EmptyState* emptyState() const { return m_empty; }

    GraphCanvas* canvas() const { return m_canvas; }
    /// The view in space, null until it has been asked for.
    GraphStage* space() const { return m_space; }
    /// The one that is shown.
    GraphStage* stage() const;
    SegmentedControl* dimensionSwitch() const { return m_dimensions; }
    QComboBox* layoutBox() const { return m_layoutBox; }
    QSpinBox* seedField() const { return m_seed; }
    QComboBox* nodeColorBox() const { return m_nodeColor; }
    QComboBox* nodeSizeBox() const { return m_nodeSize; }
    QComboBox* edgeColorBox() const { return m_edgeColor; }
    QComboBox* edgeWidthBox() const { return m_edgeWidth; }
    QPushButton* stopButton() const { return m_stop; }
    GraphReadOut* readOut() const { return m_readOut; }
    GraphLegendBox* legendBox() const { return m_legend; }
    /// What is said about the picture itself; see GraphStage::note.
    GraphNote* note() const { return m_note; }
    /// Why nothing is shown or 3-D is impossible; empty: nothing is wrong.
    QString problem() const;
    Layout layoutChosen() const;
    PlacesPointer places() const { return m_places; }
    /// True while a graph is read or laid out.
    bool isBusy() const { return m_readTask.isRunning() || m_runner->isRunning(); }

    bool canPaint() const { return m_places && stage()->isReady(); }
    /// Paints graph and legend, for export; see GraphStage::painter. Null while there is nothing.
    PaintPicture painter(bool printStyle) const;

Q_SIGNALS:
    void shown(); ///< a layout stands
    void elementChosen(vitrine::GraphElement element);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// What is read of a graph before it is laid out.
    struct Read {
        ShownGraphPointer graph;
        AttributeChoices choices;
        GraphPicturePointer structure; ///< of a molecule that has one
    };
    QWidget* makeBar();
    QWidget* makeLookBar();
    QWidget* makeBusyBar();
    QWidget* makeStages();
    QToolButton* makeButton(const QString& iconName, const QString& name, const QString& hint);
    void connectParts();
    void connectStage(GraphStage* stage);
    void take(Read read);
    void fillLayouts();
    void fillAttributes();
    void startLayout();
    void takeLayout(const Result<GraphLayout>& layout);
    void showPlaces(PlacesPointer places, bool complete);
    void showDimensions();
    void showStage();
    void showProblem(const QString& sentence);
    void applyAppearance();
    void lightPaths();
    void showElement(GraphElement hovered);
    void showBusy(double fraction, double secondsLeft);
    void placeOverlays();
    void showNote();
    void fillMenu(QMenu* menu);
    void saveFigure();
    void writeFigure(const QString& path, FigureFormat format);
    bool inSpace() const;
    bool usesSeed() const;
    LayoutRequest wantedRequest() const;
    using LayoutKey = std::tuple<int, int, std::uint64_t>; // method, dimensions, seed

    std::shared_ptr<const GraphSet> m_graphs;
    int m_graphNumber = -1;
    HighlightFunction m_highlight;
    Read m_read;
    PlacesPointer m_places;                       ///< as shown
    std::map<LayoutKey, PlacesPointer> m_laidOut; ///< of this graph, complete ones
    bool m_preliminary = false;                   ///< distances are shown while springs are computed
    GraphAppearance m_appearance;

    SegmentedControl* m_dimensions;
    QComboBox* m_layoutBox;
    QSpinBox* m_seed;
    TextLabel* m_seedLabel;
    TextLabel* m_counts;
    QToolButton *m_zoomOut, *m_zoomIn, *m_fit, *m_more;
    QWidget* m_bar;
    QWidget* m_lookBar;
    QComboBox *m_nodeColor, *m_nodeSize, *m_edgeColor, *m_edgeWidth;
    QWidget* m_edgeChoices;
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    EmptyState* m_noSpace;
    QWidget* m_failed;
    ErrorPanel* m_error;
    QWidget* m_stageHolder;
    QStackedWidget* m_stages;
    GraphCanvas* m_canvas;
    GraphStage* m_space = nullptr;
    GraphLegendBox* m_legend;
    GraphReadOut* m_readOut;
    GraphNote* m_note;
    QWidget* m_busy;
    TextLabel* m_busyText;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    LayoutRunner* m_runner;
    LatestTask m_readTask, m_lightTask, m_saveTask;
};

} // namespace vitrine
