#include "widgets/report/table_boxes.h"

#include "core/values/text.h"
#include "widgets/report/report_parts.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <numeric>

namespace vitrine {
namespace {

const double kColumnGap = ReportLayout::units(4.0);
const double kRowPadding = ReportLayout::units(1.1);

struct ColumnPlace {
    double left = 0.0;
    double width = 0.0;
};

class RowBox : public LayoutBox {
public:
    struct Cell {
        std::shared_ptr<const LaidText> text;
        double left = 0.0;
    };
    std::vector<Cell> cells;
    double width = 0.0;
    bool isHead = false;

    void paint(QPainter& painter, QPointF topLeft, const FigurePaint&) const override {
        const PaperStyle& style = PaperStyle::light();
        const double left = ReportLayout::units(paper::kMargin);
        for (const Cell& cell : cells) {
            const double drop = isHead ? height - 2.0 * kRowPadding - cell.text->height() : 0.0;
            cell.text->paint(painter, {left + cell.left, topLeft.y() + kRowPadding + drop});
        }
        const double thickness = isHead ? 7.0 : 5.0;
        painter.fillRect(QRectF(left, topLeft.y() + height - thickness, width, thickness),
                         isHead ? style.line2 : style.line);
    }
};

/// Width that the text of a column wants, without any wrapping.
double naturalWidth(const DisplayTable& table, std::size_t column) {
    const PaperStyle& style = PaperStyle::light();
    const DisplayTable::ColumnHead& head = table.columns[column];
    const double points = head.fixedPitch ? PaperStyle::kFixed : PaperStyle::kSmall;
    const QFontMetricsF plain(style.font(points, false, head.fixedPitch));
    const QFontMetricsF strong(style.font(points, true, head.fixedPitch));
    double widest = QFontMetricsF(style.font(PaperStyle::kSmall)).horizontalAdvance(toQString(head.title));
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const bool bold = std::find(table.strongRows.begin(), table.strongRows.end(), row) != table.strongRows.end();
        widest = std::max(widest, (bold ? strong : plain).horizontalAdvance(toQString(table.rows[row][column])));
    }
    return widest + 4.0; // rounding of the line breaker
}

/// Widths that fit: columns keep what they want up to a common cap; room that is left is shared in proportion.
std::vector<double> fittingWidths(const std::vector<double>& wanted, double room) {
    const double total = std::accumulate(wanted.begin(), wanted.end(), 0.0);
    std::vector<double> widths = wanted;
    if (total <= room) {
        for (double& width : widths)
            width *= room / total;
        return widths;
    }
    std::vector<double> sorted = wanted;
    std::sort(sorted.begin(), sorted.end());
    double left = room;
    double cap = 0.0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        cap = left / static_cast<double>(sorted.size() - i);
        if (sorted[i] > cap)
            break;
        left -= sorted[i];
    }
    for (double& width : widths)
        width = std::min(width, cap);
    return widths;
}

std::vector<ColumnPlace> columnPlaces(const DisplayTable& table, double width) {
    std::vector<double> wanted;
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        wanted.push_back(naturalWidth(table, column));
    const double gaps = kColumnGap * static_cast<double>(table.columns.size() - 1);
    const std::vector<double> widths = fittingWidths(wanted, width - gaps);
    std::vector<ColumnPlace> places;
    double left = 0.0;
    for (const double columnWidth : widths) {
        places.push_back({left, columnWidth});
        left += columnWidth + kColumnGap;
    }
    return places;
}

void addCell(RowBox& box, const std::string& text, const ColumnPlace& place, TextColumn column,
             const DisplayTable::ColumnHead& head) {
    column.width = place.width;
    column.lineHeight = 1.35;
    column.alignment = head.alignRight ? Qt::AlignRight : Qt::AlignLeft;
    auto laid = std::make_shared<const LaidText>(plainSpan(toQString(text)), column);
    box.height = std::max(box.height, laid->height() + 2.0 * kRowPadding);
    box.cells.push_back({std::move(laid), place.left});
}

std::shared_ptr<RowBox> makeHead(const DisplayTable& table, const std::vector<ColumnPlace>& places, double width) {
    auto box = std::make_shared<RowBox>();
    box->isHead = true;
    box->width = width;
    for (std::size_t i = 0; i < places.size(); ++i)
        addCell(*box, table.columns[i].title, places[i],
                {.points = PaperStyle::kSmall, .color = PaperStyle::light().text2}, table.columns[i]);
    return box;
}

std::shared_ptr<RowBox> makeRow(const DisplayTable& table, std::size_t row, const std::vector<ColumnPlace>& places,
                                double width) {
    auto box = std::make_shared<RowBox>();
    box->width = width;
    const bool bold = std::find(table.strongRows.begin(), table.strongRows.end(), row) != table.strongRows.end();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool fixed = table.columns[i].fixedPitch;
        addCell(*box, table.rows[row][i], places[i],
                {.points = fixed ? PaperStyle::kFixed : PaperStyle::kSmall,
                 .bold = bold,
                 .fixed = fixed,
                 .wrapAnywhere = fixed},
                table.columns[i]);
    }
    return box;
}

} // namespace

BoxList tableBoxes(const DisplayTable& table, double width) {
    BoxList boxes;
    if (table.columns.empty())
        return boxes;
    const std::vector<ColumnPlace> places = columnPlaces(table, width);
    const auto head = makeHead(table, places, width);
    head->keepWithNext = true;
    boxes.push_back(head);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        auto box = makeRow(table, row, places, width);
        box->head = head;
        // The first and the last row never stand alone on a page.
        box->keepWithNext = (row == 0 && table.rows.size() > 1) || row + 2 == table.rows.size();
        boxes.push_back(std::move(box));
    }
    return boxes;
}

} // namespace vitrine
