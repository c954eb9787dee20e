#include "widgets/report/report_page_view.h"

#include "widgets/charts/figure_export.h"
#include "widgets/report/report_drag.h"
#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

namespace vitrine {
namespace {

constexpr int kMargin = metrics::kPageMargin;
constexpr int kBetweenPages = metrics::kPageMargin;
constexpr int kSmallestPage = 320;
constexpr double kOutlineRoom = 5.0; // between a block and its outline

} // namespace

ReportPageView::ReportPageView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAcceptDrops(true);
    setAccessibleName(tr("Pages of the report"));
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    verticalScrollBar()->setSingleStep(32);
    m_drawing.setSingleShot(true);
    m_drawing.setInterval(0);
    connect(&m_drawing, &QTimer::timeout, this, &ReportPageView::drawNextFigure);
}

void ReportPageView::setPreview(const ReportPreview& preview) {
    m_layout = preview.layout;
    m_keys = preview.figureKeys;
    m_wanted.clear();
    std::erase_if(m_pictures, [this](const auto& entry) { return !m_keys.contains(entry.first); });
    updateScrollBars();
    viewport()->update();
}

void ReportPageView::setSelectedBlock(int source) {
    m_selected = source;
    viewport()->update();
}

void ReportPageView::showBlock(int source) {
    const QList<QRect> rects = blockRects(source);
    if (rects.isEmpty())
        return;
    const QRect wanted = rects.first().adjusted(0, -kMargin, 0, kMargin);
    QScrollBar* bar = verticalScrollBar();
    if (wanted.top() < 0 || wanted.height() > viewport()->height())
        bar->setValue(bar->value() + wanted.top());
    else if (wanted.bottom() > viewport()->height())
        bar->setValue(bar->value() + wanted.bottom() - viewport()->height());
}

double ReportPageView::scale() const {
    const int width = std::clamp(viewport()->width() - 2 * kMargin, kSmallestPage, kWidestPage);
    return width / ReportLayout::pageSize().width();
}

QRectF ReportPageView::pageRect(int page) const {
    const QSizeF size = ReportLayout::pageSize() * scale();
    const double left = std::floor(std::max(0.0, (viewport()->width() - size.width()) / 2.0));
    const double top = kMargin + page * (std::ceil(size.height()) + kBetweenPages) - verticalScrollBar()->value();
    return {QPointF(left, top), size};
}

int ReportPageView::currentPage() const {
    int page = 0;
    while (page + 1 < pageCount() && pageRect(page).bottom() < viewport()->height() / 2.0)
        ++page;
    return page;
}

QList<QRect> ReportPageView::blockRects(int source) const {
    QList<QRect> rects;
    if (!m_layout)
        return rects;
    for (const ReportLayout::Place& place : m_layout->places(source)) {
        const QRectF page = pageRect(place.page);
        rects.append(
            QRectF(page.topLeft() + place.rect.topLeft() * scale(), place.rect.size() * scale()).toAlignedRect());
    }
    return rects;
}

int ReportPageView::blockAt(QPoint point) const {
    for (int page = 0; page < pageCount(); ++page)
        if (const QRectF rect = pageRect(page); rect.contains(point))
            return m_layout->sourceAt(page, (point - rect.topLeft()) / scale());
    return -1;
}

void ReportPageView::updateScrollBars() {
    const int step = static_cast<int>(std::ceil(ReportLayout::pageSize().height() * scale())) + kBetweenPages;
    const int height = 2 * kMargin + pageCount() * step - kBetweenPages;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    if (const int page = currentPage(); page != m_shownPage) {
        m_shownPage = page;
        Q_EMIT currentPageChanged();
    }
}

void ReportPageView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    const Tokens& tokens = tokensOf(palette());
    painter.fillRect(event->rect(), tokens.window);
    m_wanted.clear();
    for (int page = 0; page < pageCount(); ++page)
        if (pageRect(page).intersects(viewport()->rect()))
            paintPage(painter, page);
    // The page is light in both themes, so its outlines are, too.
    const Tokens& paperTokens = tokensOf(ThemeKind::light);
    if (m_hovered >= 0 && m_hovered != m_selected)
        paintOutline(painter, m_hovered, paperTokens.line2, 1.0);
    if (m_selected >= 0)
        paintOutline(painter, m_selected, paperTokens.accent, metrics::kFocusWidth);
    if (m_dropBefore >= 0)
        if (const QList<QRect> rects = blockRects(m_dropBefore); !rects.isEmpty())
            painter.fillRect(QRectF(rects.first().left(), rects.first().top() - 4, rects.first().width(), 2),
                             paperTokens.accent);
    if (hasFocus()) {
        painter.setPen(QPen(tokens.accent, metrics::kFocusWidth));
        painter.drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
    }
    if (!m_wanted.empty())
        m_drawing.start();
}

void ReportPageView::paintPage(QPainter& painter, int page) {
    const QRectF rect = pageRect(page);
    painter.setPen(QPen(tokensOf(palette()).line, 1.0));
    painter.setBrush(tokensOf(ThemeKind::light).base);
    painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.save();
    painter.setClipRect(rect);
    painter.translate(rect.topLeft());
    painter.scale(scale(), scale());
    m_layout->paintPage(painter, page, [this](QPainter& target, const QRectF& figure, const ComposedPart& part) {
        paintFigurePicture(target, figure, part);
    });
    painter.restore();
}

/// Draws the picture that there is, even one of another size, and asks for a fresh one if it is not up to date.
void ReportPageView::paintFigurePicture(QPainter& painter, const QRectF& rect, const ComposedPart& part) {
    const QRectF place = painter.transform().mapRect(rect);
    if (!place.intersects(viewport()->rect()))
        return;
    const QSize wanted = (place.size() * devicePixelRatioF()).toSize();
    const auto found = m_pictures.find(part.anchor);
    if (found == m_pictures.end() || found->second.size != wanted || found->second.key != m_keys[part.anchor])
        m_wanted[part.anchor] = {&part, wanted};
    if (found == m_pictures.end())
        return;
    painter.save();
    painter.resetTransform();
    if (found->second.size == wanted)
        painter.drawPixmap(place.topLeft(), found->second.pixmap);
    else
        painter.drawPixmap(place, found->second.pixmap, QRectF(found->second.pixmap.rect()));
    painter.restore();
}

void ReportPageView::paintOutline(QPainter& painter, int source, const QColor& color, double width) const {
    painter.save();
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    for (const QRect& rect : blockRects(source))
        painter.drawRoundedRect(QRectF(rect).adjusted(-kOutlineRoom, -kOutlineRoom, kOutlineRoom, kOutlineRoom),
                                metrics::kRadius, metrics::kRadius);
    painter.restore();
}

void ReportPageView::drawNextFigure() {
    if (m_wanted.empty())
        return;
    const auto [anchor, work] = *m_wanted.begin();
    m_wanted.erase(m_wanted.begin());
    const auto& [part, size] = work;
    Picture picture{m_keys[anchor], QPixmap(size), size};
    picture.pixmap.setDevicePixelRatio(devicePixelRatioF());
    picture.pixmap.fill(tokensOf(ThemeKind::light).base);
    {
        QPainter painter(&picture.pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        paintFigure(&painter, QRectF(QPointF(0, 0), QSizeF(size) / devicePixelRatioF()), *part->figure,
                    {part->widthMm, part->heightMm});
    }
    m_pictures[anchor] = std::move(picture);
    viewport()->update();
}

bool ReportPageView::isComplete() const {
    return m_layout && m_wanted.empty() && !m_drawing.isActive();
}

void ReportPageView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

void ReportPageView::scrollContentsBy(int, int) {
    updateScrollBars();
    viewport()->update();
}

void ReportPageView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_layout)
        Q_EMIT blockClicked(blockAt(event->position().toPoint()));
}

void ReportPageView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const int source = m_layout ? blockAt(event->position().toPoint()) : -1; source >= 0)
        Q_EMIT blockDoubleClicked(source);
}

void ReportPageView::mouseMoveEvent(QMouseEvent* event) {
    const int source = m_layout ? blockAt(event->position().toPoint()) : -1;
    if (source == m_hovered)
        return;
    m_hovered = source;
    viewport()->setCursor(source >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    viewport()->update();
}

void ReportPageView::leaveEvent(QEvent* event) {
    m_hovered = -1;
    viewport()->update();
    QAbstractScrollArea::leaveEvent(event);
}

void ReportPageView::dragEnterEvent(QDragEnterEvent* event) {
    if (holdsBlock(event->mimeData()))
        event->acceptProposedAction();
}

void ReportPageView::dragMoveEvent(QDragMoveEvent* event) {
    if (!holdsBlock(event->mimeData()))
        return;
    m_dropBefore = m_layout ? blockAt(event->position().toPoint()) : -1;
    viewport()->update();
    event->acceptProposedAction();
}

void ReportPageView::dragLeaveEvent(QDragLeaveEvent*) {
    m_dropBefore = -1;
    viewport()->update();
}

void ReportPageView::dropEvent(QDropEvent* event) {
    const auto block = blockFromMimeData(event->mimeData());
    const int before = std::exchange(m_dropBefore, -1);
    viewport()->update();
    if (!block)
        return;
    event->acceptProposedAction();
    Q_EMIT blockDropped(*block, before);
}

void ReportPageView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

} // namespace vitrine
