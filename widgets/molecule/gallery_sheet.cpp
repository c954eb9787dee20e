#include "widgets/molecule/gallery_sheet.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/molecule/gallery_cell.h"
#include "widgets/molecule/gallery_model.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace vitrine {
namespace {

constexpr double kLongestEdge = 44.0; ///< of a graph that stands alone

} // namespace

GallerySheet::GallerySheet(GallerySheetData data) : m_data(std::move(data)) {
    GalleryModel texts;
    texts.setGraphs(m_data.graphs);
    texts.setValues({}, m_data.values);
    const std::size_t count = std::min<std::size_t>(m_data.order.size(), kMostCells);
    for (std::size_t i = 0; i < count; ++i)
        m_cells.push_back({texts.nameOf(m_data.order[i]), texts.valueOf(m_data.order[i])});
}

std::shared_ptr<const FigureDrawing> GallerySheet::withTexts(const ChangeText& change) const {
    auto changed = std::make_shared<GallerySheet>(*this);
    for (GalleryCell& cell : changed->m_cells)
        cell.name = toQString(change(toStd(cell.name)));
    if (m_data.csv)
        changed->m_data.csv = [csv = m_data.csv, change] { return change(csv()); };
    return changed;
}

void GallerySheet::paint(QPainter& painter, const QRectF& area, const Tokens& tokens) const {
    const double smallest = GalleryDelegate::kSmallestWidth + GalleryCell::kGap;
    const int columns = std::max(1, static_cast<int>(area.width() / smallest));
    const double width = area.width() / columns;
    const double height =
        std::min(area.height(), (width - GalleryCell::kGap) / GalleryDelegate::kAspect + GalleryCell::kGap);
    const int rows = std::max(1, static_cast<int>(area.height() / height));
    const GraphInk ink = printInk();
    const auto count = std::min(m_cells.size(), static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t column = i % static_cast<std::size_t>(columns);
        const std::size_t row = i / static_cast<std::size_t>(columns);
        const QRectF frame =
            GalleryCell::frameOf(QRectF(area.left() + static_cast<double>(column) * width,
                                        area.top() + static_cast<double>(row) * height, width, height));
        m_cells[i].paint(painter, frame, tokens.line, tokens);
        paintGraph(painter, GalleryCell::pictureOf(frame), m_data.order[i], ink, tokens);
    }
}

void GallerySheet::paintGraph(QPainter& painter, const QRectF& area, int graph, const GraphInk& ink,
                              const Tokens& tokens) const {
    const auto& offsets = m_data.graphs->topology.nodeOffsets;
    const auto at = static_cast<std::size_t>(graph);
    if (const std::int64_t nodes = offsets[at + 1] - offsets[at]; nodes > kMostNodes) {
        painter.setPen(tokens.muted);
        painter.drawText(area, Qt::AlignCenter,
                         QCoreApplication::translate("GallerySheet", "%1 nodes").arg(displayCount(nodes)));
        return;
    }
    GraphHighlights lit;
    if (m_data.highlights)
        lit.sequences = m_data.highlights(graph, {});
    makeGraphPicture(*m_data.graphs, graph)->paint(painter, area, ink, lit);
}

GraphDrawing::Paint GraphDrawing::paintOf(GraphPicturePointer picture, std::vector<NodeSequence> lit) {
    return [picture = std::move(picture), lit = std::move(lit)](QPainter& painter, const QRectF& area) {
        GraphInk ink = printInk();
        ink.longestEdge = kLongestEdge;
        picture->paint(painter, area, ink, {lit, -1, -1});
    };
}

std::shared_ptr<const FigureDrawing> GraphDrawing::withTexts(const ChangeText& change) const {
    auto changed = std::make_shared<GraphDrawing>(*this);
    if (m_csv)
        changed->m_csv = [csv = m_csv, change] { return change(csv()); };
    return changed;
}

} // namespace vitrine
