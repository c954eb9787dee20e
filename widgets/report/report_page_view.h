#pragma once

#include "widgets/report/report_preview.h"

#include <QAbstractScrollArea>
#include <QPixmap>
#include <QTimer>

namespace vitrine {

/// The pages of a report as they will be printed, white in both themes. A click selects the block under it; blocks can
/// be dropped. Figures are drawn one per turn of the event loop, what is visible first.
class ReportPageView : public QAbstractScrollArea {
    Q_OBJECT
public:
    static constexpr int kWidestPage = 720;

    explicit ReportPageView(QWidget* parent = nullptr);

    /// Shows a report; keeps the place and the figures that look the same.
    void setPreview(const ReportPreview& preview);
    /// Outlines a block; -1: none.
    void setSelectedBlock(int source);
    int selectedBlock() const { return m_selected; }
    /// Scrolls so that the block can be seen.
    void showBlock(int source);

    int pageCount() const { return m_layout ? m_layout->pageCount() : 0; }
    int currentPage() const; ///< the one in the middle of the view, from 0
    /// True when all figures that can be seen are drawn.
    bool isComplete() const;
    /// Rectangles of a block in viewport coordinates.
    QList<QRect> blockRects(int source) const;

    QSize sizeHint() const override { return {kWidestPage + 48, 600}; }

Q_SIGNALS:
    void blockClicked(int source);       ///< -1: beside all blocks
    void blockDoubleClicked(int source); ///< wants to be edited
    void blockDropped(const vitrine::ReportBlock& block, int before);
    void currentPageChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Picture {
        QByteArray key;
        QPixmap pixmap;
        QSize size; ///< device pixels it was drawn for
    };
    double scale() const; ///< pixels per layout unit
    QRectF pageRect(int page) const;
    int blockAt(QPoint point) const;
    void paintPage(QPainter& painter, int page);
    void paintFigurePicture(QPainter& painter, const QRectF& rect, const ComposedPart& part);
    void paintOutline(QPainter& painter, int source, const QColor& color, double width) const;
    void drawNextFigure();
    void updateScrollBars();

    std::shared_ptr<const ReportLayout> m_layout;
    std::map<std::string, QByteArray> m_keys;
    std::map<std::string, Picture> m_pictures;
    /// Figures that were painted without a fresh picture; drawn one by one.
    std::map<std::string, std::pair<const ComposedPart*, QSize>> m_wanted;
    QTimer m_drawing;
    int m_selected = -1;
    int m_hovered = -1;
    int m_dropBefore = -1;
    int m_shownPage = -1;
};

} // namespace vitrine
