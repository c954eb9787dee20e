#pragma once

#include "widgets/report/markdown_blocks.h"
#include "widgets/report/report_layout.h"

#include <QColor>
#include <QFont>
#include <QTextLayout>

#include <vector>

namespace vitrine {

using BoxList = std::vector<std::shared_ptr<LayoutBox>>;

/// Fonts and colours of a printed report; sizes in points.
struct PaperStyle {
    static const PaperStyle& light();

    QColor text, text2, muted, accent, line, line2, alt, warning, warningGround;
    QFont font(double points, bool bold = false, bool fixed = false) const;

    static constexpr double kTitle = 18.0, kHeading = 13.0, kSubheading = 10.5, kBody = 10.0, kSmall = 8.5,
                            kFixed = 7.5;
};

/// Text in one column: lines that can go to different pages.
struct TextColumn {
    double left = 0.0; ///< from the left margin, units
    double width = 0.0;
    double points = PaperStyle::kBody;
    double lineHeight = 1.45;
    bool bold = false;
    bool fixed = false;
    bool wrapAnywhere = false; ///< hashes and commands
    Qt::Alignment alignment = Qt::AlignLeft;
    QColor color{};
    QColor ground{};    ///< behind the lines, over the whole width; invalid: none
    double padding = 0; ///< inside the ground
    QString marker{};   ///< of a list, left of the first line
    int quoteDepth = 0;
};

/// A laid out text that its lines share.
class LaidText {
public:
    LaidText(const QList<TextSpan>& spans, const TextColumn& column);

    double height() const { return m_height; }
    double width() const { return m_naturalWidth; } ///< of the longest line
    int lineCount() const { return m_layout.lineCount(); }
    double lineTop(int line) const { return m_tops[static_cast<std::size_t>(line)]; }
    double lineHeight(int line) const;
    /// One line, or all for -1, with the top left corner of the text at `topLeft`.
    void paint(QPainter& painter, QPointF topLeft, int line = -1) const;

private:
    QTextLayout m_layout;
    std::vector<double> m_tops;
    double m_height = 0.0;
    double m_naturalWidth = 0.0;
    QColor m_color;
};

/// One box per line; first and last lines stay with their neighbours, so that no line stands alone.
BoxList lineBoxes(const QList<TextSpan>& spans, const TextColumn& column);

QList<TextSpan> plainSpan(const QString& text);

} // namespace vitrine
