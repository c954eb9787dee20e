#include "widgets/report/report_layout.h"

#include "core/values/text.h"
#include "widgets/report/report_parts.h"
#include "widgets/report/table_boxes.h"
#include "widgets/report/text_boxes.h"

#include <QPainter>

#include <algorithm>

namespace vitrine {
namespace {

constexpr double kLeft = ReportLayout::units(paper::kMargin);
constexpr double kTop = ReportLayout::units(paper::kMargin);
constexpr double kWidth = ReportLayout::units(paper::kContentWidth);
constexpr double kPageHeight = ReportLayout::units(paper::kContentHeight);

/// A row of figures with their captions.
class FigureBox : public LayoutBox {
public:
    struct Item {
        const ComposedPart* part = nullptr;
        QRectF rect; ///< of the figure, from the left margin and the top of the box
        std::vector<std::pair<std::shared_ptr<const LaidText>, double>> lines; ///< caption and fingerprint with their y
    };
    std::vector<Item> items;

    std::vector<Area> areas() const override {
        std::vector<Area> found;
        for (const Item& item : items)
            found.push_back({item.part->source, QRectF(item.rect.left(), 0.0, item.rect.width(), height)});
        return found;
    }

    void paint(QPainter& painter, QPointF topLeft, const FigurePaint& figures) const override {
        for (const Item& item : items) {
            const QPointF origin(kLeft, topLeft.y());
            if (figures)
                figures(painter, item.rect.translated(origin), *item.part);
            for (const auto& [text, y] : item.lines)
                text->paint(painter, origin + QPointF(item.rect.left(), y));
        }
    }
};

class RuleBox : public LayoutBox {
public:
    void paint(QPainter& painter, QPointF topLeft, const FigurePaint&) const override {
        painter.fillRect(QRectF(kLeft, topLeft.y(), kWidth, 5.0), PaperStyle::light().line);
    }
};

class LayoutMaker {
public:
    explicit LayoutMaker(const ComposedReport& report) : m_report(report) {}

    std::vector<std::shared_ptr<const LayoutBox>> make(const std::stop_token& stop) {
        addText(plainSpan(toQString(m_report.title)),
                {.width = kWidth, .points = PaperStyle::kTitle, .lineHeight = 1.25, .bold = true}, 0.0, true);
        if (!m_report.subtitle.empty())
            addText(plainSpan(toQString(m_report.subtitle)),
                    {.width = kWidth, .points = PaperStyle::kSmall, .color = PaperStyle::light().text2},
                    ReportLayout::units(1.0));
        for (const PartGroup& group : groupParts(m_report)) {
            if (stop.stop_requested())
                break;
            m_source = group.front()->source;
            if (group.front()->kind == PartKind::figure)
                addFigures(group);
            else
                addPart(*group.front());
        }
        return std::move(m_boxes);
    }

private:
    void add(BoxList boxes, double before, bool keepWithNext = false) {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            boxes[i]->source = m_source;
            boxes[i]->before = i == 0 ? before : 0.0;
            boxes[i]->keepWithNext = boxes[i]->keepWithNext || keepWithNext;
            m_boxes.push_back(std::move(boxes[i]));
        }
    }
    void addText(const QList<TextSpan>& spans, const TextColumn& column, double before, bool keepWithNext = false) {
        add(lineBoxes(spans, column), before, keepWithNext);
    }

    void addHeading(int level, const QList<TextSpan>& spans) {
        const bool major = level <= 2;
        addText(spans,
                {.width = kWidth,
                 .points = major ? PaperStyle::kHeading : PaperStyle::kSubheading,
                 .lineHeight = 1.3,
                 .bold = true},
                ReportLayout::units(major ? 8.0 : 5.0), true);
    }

    void addPart(const ComposedPart& part) {
        switch (part.kind) {
        case PartKind::heading: addHeading(m_outline.composed(part.level), plainSpan(toQString(part.text))); break;
        case PartKind::text:
            for (const MarkdownBlock& block : parseMarkdown(toQString(part.text)))
                addBlock(block);
            break;
        case PartKind::table: addTable(part); break;
        case PartKind::code: addCode(toQString(part.text)); break;
        case PartKind::notice: addNotice(toQString(part.text)); break;
        case PartKind::figure: break; // come in groups
        }
    }

    void addBlock(const MarkdownBlock& block) {
        TextColumn column{.width = kWidth};
        column.quoteDepth = block.quoteDepth;
        column.left = ReportLayout::units(4.0 * block.quoteDepth);
        double before = ReportLayout::units(2.4);
        switch (block.kind) {
        case MarkdownKind::heading: return addHeading(m_outline.inText(block.level), block.spans);
        case MarkdownKind::code: return addCode(block.plainText());
        case MarkdownKind::table: return addMarkdownTable(block);
        case MarkdownKind::rule: {
            auto rule = std::make_shared<RuleBox>();
            rule->height = 5.0;
            return add({rule}, ReportLayout::units(4.0));
        }
        case MarkdownKind::listItem:
            column.left += ReportLayout::units(6.0 * block.level);
            column.marker = block.marker;
            before = ReportLayout::units(1.2);
            break;
        case MarkdownKind::paragraph: break;
        }
        column.width -= column.left;
        if (block.quoteDepth > 0)
            column.color = PaperStyle::light().text2;
        addText(block.spans, column, before);
    }

    void addMarkdownTable(const MarkdownBlock& block) {
        DisplayTable table;
        for (qsizetype row = 0; row < block.rows.size(); ++row) {
            std::vector<std::string> cells;
            for (const auto& cell : block.rows[row])
                cells.push_back(toStd(plainText(cell)));
            if (row > 0) {
                table.rows.push_back(std::move(cells));
                continue;
            }
            for (std::size_t column = 0; column < cells.size(); ++column)
                table.columns.push_back({cells[column], block.alignRight.value(static_cast<qsizetype>(column)), false});
        }
        add(tableBoxes(table, kWidth), ReportLayout::units(3.0));
    }

    void addCode(const QString& code) {
        QString text = code;
        text.replace(QLatin1Char('\n'), QChar::LineSeparator);
        addText(plainSpan(text),
                {.width = kWidth,
                 .points = PaperStyle::kFixed,
                 .fixed = true,
                 .wrapAnywhere = true,
                 .ground = PaperStyle::light().alt,
                 .padding = ReportLayout::units(2.5)},
                ReportLayout::units(3.0));
    }

    void addNotice(const QString& sentence) {
        TextSpan lead;
        lead.text = QStringLiteral("Missing: ");
        lead.bold = true;
        addText(QList<TextSpan>{lead} + plainSpan(sentence),
                {.width = kWidth,
                 .points = PaperStyle::kSmall,
                 .color = PaperStyle::light().warning,
                 .ground = PaperStyle::light().warningGround,
                 .padding = ReportLayout::units(2.5)},
                ReportLayout::units(3.0));
    }

    void addTable(const ComposedPart& part) {
        double before = ReportLayout::units(part.number.empty() ? 2.0 : 5.0);
        if (!part.number.empty()) {
            addText(captionSpans(part), {.width = kWidth, .points = PaperStyle::kSmall, .lineHeight = 1.4}, before,
                    true);
            before = ReportLayout::units(1.0);
        }
        const bool hasEnd = !part.table->note.empty() || !part.fingerprint.empty();
        BoxList rows = tableBoxes(*part.table, kWidth);
        if (hasEnd && !rows.empty())
            rows.back()->keepWithNext = true;
        add(std::move(rows), before);
        if (!part.table->note.empty())
            addText(plainSpan(toQString(part.table->note)),
                    {.width = kWidth, .points = PaperStyle::kSmall, .color = PaperStyle::light().text2},
                    ReportLayout::units(1.0), !part.fingerprint.empty());
        if (!part.fingerprint.empty())
            addText(plainSpan(toQString(part.fingerprint)), fingerprintColumn(kWidth), ReportLayout::units(1.0));
    }

    static TextColumn fingerprintColumn(double width) {
        return {.width = width, .points = PaperStyle::kFixed, .fixed = true, .color = PaperStyle::light().text2};
    }

    void addFigures(const PartGroup& group) {
        auto box = std::make_shared<FigureBox>();
        double left = 0.0;
        for (const ComposedPart* part : group) {
            FigureBox::Item item = makeFigure(*part);
            item.rect.moveLeft(left);
            left += item.rect.width() + ReportLayout::units(paper::kGap);
            box->height = std::max(box->height, bottomOf(item));
            box->items.push_back(std::move(item));
        }
        add({box}, ReportLayout::units(5.0));
    }

    static double bottomOf(const FigureBox::Item& item) {
        return item.lines.empty() ? item.rect.bottom() : item.lines.back().second + item.lines.back().first->height();
    }

    /// Width and height as wanted, both smaller when the page is too small for them.
    static FigureBox::Item makeFigure(const ComposedPart& part) {
        FigureBox::Item item;
        item.part = &part;
        const double width = std::min(ReportLayout::units(part.widthMm), kWidth);
        double height = ReportLayout::units(part.heightMm) * width / ReportLayout::units(part.widthMm);
        const auto caption = std::make_shared<const LaidText>(
            captionSpans(part), TextColumn{.width = width, .points = PaperStyle::kSmall, .lineHeight = 1.4});
        std::shared_ptr<const LaidText> print;
        if (!part.fingerprint.empty())
            print = std::make_shared<const LaidText>(plainSpan(toQString(part.fingerprint)), fingerprintColumn(width));
        const double below = ReportLayout::units(1.5) + caption->height() + (print ? print->height() : 0.0);
        height = std::min(height, kPageHeight - below);
        item.rect = QRectF(0.0, 0.0, width, height);
        item.lines.emplace_back(caption, height + ReportLayout::units(1.5));
        if (print)
            item.lines.emplace_back(print, item.lines.back().second + caption->height());
        return item;
    }

    const ComposedReport& m_report;
    std::vector<std::shared_ptr<const LayoutBox>> m_boxes;
    OutlineLevel m_outline;
    int m_source = -1;
};

} // namespace

std::vector<LayoutBox::Area> LayoutBox::areas() const {
    return {{source, QRectF(0.0, 0.0, kWidth, height)}};
}

QSizeF ReportLayout::pageSize() {
    return {units(paper::kWidth), units(paper::kHeight)};
}

ReportLayout::ReportLayout(std::shared_ptr<const ComposedReport> report, std::stop_token stop)
    : m_report(std::move(report)) {
    paginate(LayoutMaker(*m_report).make(stop));
}

/// Fills pages from top to bottom. Boxes that belong together move to the next page together, unless they are higher
/// than a page.
void ReportLayout::paginate(const std::vector<std::shared_ptr<const LayoutBox>>& boxes) {
    m_pages.emplace_back();
    double y = 0.0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        double together = boxes[i]->before + boxes[i]->height;
        for (std::size_t j = i; boxes[j]->keepWithNext && j + 1 < boxes.size(); ++j)
            together += boxes[j + 1]->before + boxes[j + 1]->height;
        const bool alone = y + boxes[i]->before + boxes[i]->height > kPageHeight;
        const bool chain =
            y + together > kPageHeight && together <= kPageHeight && (i == 0 || !boxes[i - 1]->keepWithNext);
        if ((alone || chain) && !m_pages.back().empty()) {
            m_pages.emplace_back();
            y = 0.0;
            if (const auto& head = boxes[i]->head) {
                m_pages.back().push_back({head, kTop, true});
                y = head->height;
            }
        }
        y += m_pages.back().empty() ? 0.0 : boxes[i]->before;
        m_pages.back().push_back({boxes[i], kTop + y, false});
        y += boxes[i]->height;
    }
}

void ReportLayout::paintPage(QPainter& painter, int page, const FigurePaint& figures) const {
    for (const Placed& placed : m_pages[static_cast<std::size_t>(page)])
        placed.box->paint(painter, {0.0, placed.y}, figures);
    paintFooter(painter, page);
}

void ReportLayout::paintFooter(QPainter& painter, int page) const {
    const double y = units(paper::kHeight - paper::kMargin) + units(2.0);
    const TextColumn left{.width = kWidth * 0.75, .points = PaperStyle::kFixed, .color = PaperStyle::light().muted};
    TextColumn right = left;
    right.width = kWidth;
    right.alignment = Qt::AlignRight;
    const LaidText number(plainSpan(QStringLiteral("%1 / %2").arg(page + 1).arg(pageCount())), right);
    number.paint(painter, {kLeft, y});
    if (page > 0)
        LaidText(plainSpan(toQString(m_report->title)), left).paint(painter, {kLeft, y}, 0);
}

std::vector<ReportLayout::Place> ReportLayout::places(int source) const {
    std::vector<Place> found;
    for (int page = 0; page < pageCount() && source >= 0; ++page) {
        QRectF rect;
        for (const Placed& placed : m_pages[static_cast<std::size_t>(page)])
            for (const LayoutBox::Area& area : placed.box->areas())
                if (area.source == source)
                    rect |= area.rect.translated(kLeft, placed.y);
        if (!rect.isEmpty())
            found.push_back({page, rect});
    }
    return found;
}

int ReportLayout::sourceAt(int page, QPointF point) const {
    if (page < 0 || page >= pageCount())
        return -1;
    for (const Placed& placed : m_pages[static_cast<std::size_t>(page)])
        for (const LayoutBox::Area& area : placed.box->areas())
            if (area.rect.translated(kLeft, placed.y)
                    .adjusted(0.0, -placed.box->before / 2.0, 0.0, 0.0)
                    .contains(point))
                return area.source;
    return -1;
}

} // namespace vitrine
