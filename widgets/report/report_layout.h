#pragma once

#include "core/report/composed_report.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

class QPainter;

namespace vitrine {

/// Paints the figure of a part into a rectangle given in layout units.
using FigurePaint = std::function<void(QPainter&, const QRectF&, const ComposedPart&)>;

/// One piece of a page that is never divided: a line, a row of a table, a row of figures.
class LayoutBox {
public:
    virtual ~LayoutBox() = default;
    virtual void paint(QPainter& painter, QPointF topLeft, const FigurePaint& figures) const = 0;

    /// Which block stands where in the box, from its top left corner.
    struct Area {
        int source = -1;
        QRectF rect;
    };
    virtual std::vector<Area> areas() const;

    double height = 0.0;
    double before = 0.0;                   ///< space above, left out at the top of a page
    bool keepWithNext = false;             ///< on one page with the box below
    int source = -1;                       ///< block of the document
    std::shared_ptr<const LayoutBox> head; ///< head of the table, repeated above this row at the top of a page
};

/// A report laid out on A4 pages, for the PDF and for the page on the screen. Lengths are layout units, a tenth of a
/// point, counted from the top left corner of the page. Immutable; may be made on any thread.
class ReportLayout {
public:
    static constexpr double kUnitsPerInch = 720.0;
    static constexpr double units(double mm) { return mm * kUnitsPerInch / 25.4; }
    static QSizeF pageSize();

    /// `report` must live as long as the layout. Stops early when asked; the layout is then not complete.
    explicit ReportLayout(std::shared_ptr<const ComposedReport> report, std::stop_token stop = {});

    const ComposedReport& report() const { return *m_report; }
    int pageCount() const { return static_cast<int>(m_pages.size()); }
    void paintPage(QPainter& painter, int page, const FigurePaint& figures) const;

    /// Where a block stands: a rectangle per page, empty when it shows nothing.
    struct Place {
        int page = 0;
        QRectF rect;
    };
    std::vector<Place> places(int source) const;
    /// Block at a point of a page, -1: none.
    int sourceAt(int page, QPointF point) const;

private:
    struct Placed {
        std::shared_ptr<const LayoutBox> box;
        double y = 0.0;
        bool isRepeat = false; ///< head of a table that goes on from the page before
    };
    using Page = std::vector<Placed>;

    void paginate(const std::vector<std::shared_ptr<const LayoutBox>>& boxes);
    void paintFooter(QPainter& painter, int page) const;

    std::shared_ptr<const ComposedReport> m_report;
    std::vector<Page> m_pages;
};

} // namespace vitrine
