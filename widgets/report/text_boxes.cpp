#include "widgets/report/text_boxes.h"

#include "widgets/report/report_parts.h"
#include "widgets/style/fonts.h"
#include "widgets/style/tokens.h"

#include <QPainter>

#include <cmath>

namespace vitrine {
namespace {

constexpr double kPoint = ReportLayout::kUnitsPerInch / 72.0;

/// Left edge of everything that is printed.
double marginLeft() {
    return ReportLayout::units(paper::kMargin);
}

class LineBox : public LayoutBox {
public:
    std::shared_ptr<const LaidText> text;
    TextColumn column;
    int line = 0;
    double paddingAbove = 0.0;

    void paint(QPainter& painter, QPointF topLeft, const FigurePaint&) const override {
        const PaperStyle& style = PaperStyle::light();
        const double left = marginLeft() + column.left;
        if (column.ground.isValid())
            painter.fillRect(QRectF(left, topLeft.y(), column.width, height), column.ground);
        for (int depth = 0; depth < column.quoteDepth; ++depth)
            painter.fillRect(QRectF(left - ReportLayout::units(4.0 * (depth + 1)), topLeft.y(), 1.5 * kPoint, height),
                             style.line2);
        if (line == 0 && !column.marker.isEmpty()) {
            const LaidText marker(plainSpan(column.marker), {.width = ReportLayout::units(10), .color = style.text});
            marker.paint(painter, {left - marker.width() - ReportLayout::units(1.8), topLeft.y()}, 0);
        }
        text->paint(painter, {left + column.padding, topLeft.y() + paddingAbove - text->lineTop(line)}, line);
    }
};

} // namespace

const PaperStyle& PaperStyle::light() {
    static const PaperStyle style = [] {
        const Tokens& tokens = tokensOf(ThemeKind::light);
        PaperStyle made;
        made.text = tokens.text;
        made.text2 = tokens.text2;
        made.muted = tokens.muted;
        made.accent = tokens.accent;
        made.line = tokens.line;
        made.line2 = tokens.line2;
        made.alt = tokens.alt;
        made.warning = tokens.warning;
        made.warningGround = tokens.warningGround;
        return made;
    }();
    return style;
}

QFont PaperStyle::font(double points, bool bold, bool fixed) const {
    QFont font = fixed ? fonts::fixedPitch() : fonts::body();
    font.setPixelSize(static_cast<int>(std::lround(points * kPoint)));
    font.setHintingPreference(QFont::PreferNoHinting);
    // Shaping would put in glyphs that no character stands for (the case-sensitive brackets and dashes of Inter), and a
    // PDF reader could neither find nor copy them.
    font.setStyleStrategy(QFont::PreferNoShaping);
    if (bold)
        font.setWeight(QFont::DemiBold);
    return font;
}

LaidText::LaidText(const QList<TextSpan>& spans, const TextColumn& column)
    : m_color(column.color.isValid() ? column.color : PaperStyle::light().text) {
    const PaperStyle& style = PaperStyle::light();
    QString text;
    QList<QTextLayout::FormatRange> formats;
    for (const TextSpan& span : spans) {
        QTextLayout::FormatRange range;
        range.start = static_cast<int>(text.size());
        range.length = static_cast<int>(span.text.size());
        QFont font = style.font(span.code ? column.points * 0.88 : column.points, column.bold || span.bold,
                                column.fixed || span.code);
        font.setItalic(span.italic);
        font.setStrikeOut(span.strike);
        range.format.setFont(font);
        if (span.href.startsWith(QLatin1String("http")))
            range.format.setForeground(style.accent);
        formats.append(range);
        text += span.text;
    }
    QTextOption option(column.alignment);
    option.setWrapMode(column.wrapAnywhere ? QTextOption::WrapAnywhere : QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setUseDesignMetrics(true);
    m_layout.setText(text);
    m_layout.setFont(style.font(column.points, column.bold, column.fixed));
    m_layout.setTextOption(option);
    m_layout.setFormats(formats);
    m_layout.beginLayout();
    for (QTextLine line = m_layout.createLine(); line.isValid(); line = m_layout.createLine()) {
        line.setLineWidth(std::max(1.0, column.width - 2.0 * column.padding));
        const double step = std::max(column.points * kPoint * column.lineHeight, line.height());
        line.setPosition({0.0, m_height + (step - line.height()) / 2.0});
        m_tops.push_back(m_height);
        m_height += step;
        m_naturalWidth = std::max(m_naturalWidth, line.naturalTextWidth());
    }
    m_layout.endLayout();
    m_tops.push_back(m_height);
}

double LaidText::lineHeight(int line) const {
    return m_tops[static_cast<std::size_t>(line) + 1] - m_tops[static_cast<std::size_t>(line)];
}

void LaidText::paint(QPainter& painter, QPointF topLeft, int line) const {
    painter.setPen(m_color);
    for (int i = 0; i < m_layout.lineCount(); ++i)
        if (line < 0 || line == i)
            m_layout.lineAt(i).draw(&painter, topLeft);
}

BoxList lineBoxes(const QList<TextSpan>& spans, const TextColumn& column) {
    const auto text = std::make_shared<const LaidText>(spans, column);
    BoxList boxes;
    const int count = text->lineCount();
    for (int line = 0; line < count; ++line) {
        auto box = std::make_shared<LineBox>();
        box->text = text;
        box->column = column;
        box->line = line;
        box->paddingAbove = line == 0 ? column.padding : 0.0;
        box->height = text->lineHeight(line) + box->paddingAbove + (line + 1 == count ? column.padding : 0.0);
        box->keepWithNext = (line == 0 && count > 1) || line == count - 2;
        boxes.push_back(std::move(box));
    }
    return boxes;
}

QList<TextSpan> plainSpan(const QString& text) {
    TextSpan span;
    span.text = text;
    return {span};
}

} // namespace vitrine
