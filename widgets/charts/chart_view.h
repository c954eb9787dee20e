#pragma once

#include "core/figure/figure_changes.h"
#include "widgets/charts/plot_map.h"
#include "widgets/charts/prepared_figure.h"
#include "widgets/selection.h"

#include <QGraphicsView>
#include <QPointer>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace vitrine {

class FigureScene;
class ReadOutItem;
struct FigureHit;
struct FigureView;

/// A figure on screen. Wheel zooms at the pointer, drag pans, Shift-drag zooms to a rectangle, double click shows all,
/// arrow keys move the cursor or step the selection, Esc clears. Hovering shows a read-out.
class ChartView : public QGraphicsView {
    Q_OBJECT
public:
    explicit ChartView(QWidget* parent = nullptr);
    ~ChartView() override;

    /// Shows a figure; zoom and cursor stay. Cheap enough for ten calls a second.
    void setSpec(std::shared_ptr<const FigureSpec> spec);
    void setSpec(FigureSpec spec) { setSpec(std::make_shared<const FigureSpec>(std::move(spec))); }
    /// As shown, with the user's axes.
    const FigureSpec& spec() const;
    /// The same, and with the visible range as fixed range when zoomed: what exports show.
    FigureSpec visibleSpec() const;
    /// Another figure of the same axes as this one is shown: with the user's axes and the visible range.
    FigureSpec asShown(FigureSpec figure) const;
    /// Only the data inside the visible range.
    FigureSpec visibleData() const;

    /// Keys of spec().keyKind follow this selection. Null: clicks only emit `pointClicked`.
    void setSelection(Selection* selection);

    /// As set, without the user's axes.
    const FigureSpec& givenSpec() const { return *m_given; }
    /// What the user has changed about the axes of the figure that is shown. A view that shows one figure after the
    /// other keeps the changes of each: they belong to the titles and scales of its axes.
    void setChanges(const FigureChanges& changes);
    FigureChanges changes() const;
    /// The changes, and the visible range as fixed range when zoomed: what a report shows.
    FigureChanges visibleChanges() const;
    /// Changes of all figures as a page keeps them; null: none.
    nlohmann::json axesState() const;
    void setAxesState(const nlohmann::json& state);

    /// Vertical cursor line in data units; linked between panes by CursorLink.
    void setCursorX(std::optional<double> x);
    std::optional<double> cursorX() const { return m_cursorX; }
    /// The cursor and what the curves have there; nothing: takes both away.
    void followCursor(std::optional<double> x);

    /// Visible x range in data units; empty when everything is shown.
    std::optional<std::pair<double, double>> visibleX() const;
    bool isZoomed() const;
    bool hidesData() const; ///< by zoom or by the user's range
    /// Rectangle of the plot in widget coordinates.
    QRectF plotRect() const;
    /// Where a datum is in widget coordinates.
    QPointF pixelOf(double x, double y) const;
    QStringList badges() const;
    QStringList readOut() const; ///< lines shown now, empty: none

public Q_SLOTS:
    void resetView();

Q_SIGNALS:
    void pointClicked(vitrine::MarkPoint point, const QString& key);
    void cursorMoved(double x); ///< by pointer or keys, to a datum of a curve
    void cursorLeft();          ///< the pointer is on no curve any more
    void viewChanged();         ///< zoomed, panned or reset
    void axesChanged();         ///< `changes` have changed by setChanges
    void otherAxesShown();      ///< the figure that was set has other axes than the one before

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Drag { none, pressed, pan, band };
    struct Zoomable {
        bool x = false, y = false;
    };

    void applySpec();
    void keepZoom(const FigureAxis& oldX, const FigureAxis& oldY);
    void setZoom(const FigureView& view);
    std::string axesKey() const;
    void planSoon();
    void planNow();
    void onPlanned();
    void updateEmphasis();
    void hoverAt(const QPointF& position);
    void clearHover();
    void clickAt(const QPointF& position, Qt::KeyboardModifiers modifiers);
    void zoomAt(const QPointF& position, double factor, Qt::KeyboardModifiers modifiers);
    void panTo(const QPointF& position);
    void zoomToBand(const QRectF& band);
    void setRanges(AxisRange x, AxisRange y);
    void stepCursor(int steps);
    void readOutAt(double x);
    void tellCursor(const std::optional<FigureHit>& hit);
    void stepSelection(int steps);
    Zoomable zoomable() const;
    QString keyKind() const;

    std::shared_ptr<const FigureSpec> m_given; ///< without the user's axes
    FigureScene* m_scene;
    ReadOutItem* m_readOut;
    QPointer<Selection> m_selection;
    std::map<std::string, FigureChanges> m_changes; ///< by axesKey
    std::optional<double> m_cursorX;
    Drag m_drag = Drag::none;
    QPointF m_pressedAt;
    AxisRange m_pressedX, m_pressedY;
    QPointF m_pointer{-1, -1};
    bool m_planQueued = false;
};

} // namespace vitrine

Q_DECLARE_METATYPE(vitrine::MarkPoint)
