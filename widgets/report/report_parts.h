#pragma once

#include "core/report/composed_report.h"
#include "core/values/value_export.h"
#include "widgets/report/markdown_blocks.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace vitrine {

// What all writers of reports share.

namespace paper { // A4, in millimetres
constexpr double kWidth = 210.0;
constexpr double kHeight = 297.0;
constexpr double kMargin = 18.0;
constexpr double kContentWidth = kWidth - 2.0 * kMargin;
constexpr double kContentHeight = kHeight - 2.0 * kMargin - 6.0; ///< above the line with the page number
constexpr double kGap = 6.0;                                     ///< between figures in one row
} // namespace paper

/// Parts in reading order; figures that fit beside each other form one group, any other part is a group by itself.
using PartGroup = std::vector<const ComposedPart*>;
std::vector<PartGroup> groupParts(const ComposedReport& report);

/// "Figure 1", bold in front of the caption, then the caption. Empty spans for parts without either.
QList<TextSpan> captionSpans(const ComposedPart& part);

/// Caption and alternative text of a figure in plain words.
QString figureDescription(const ComposedPart& part);

/// The exact data behind a figure or table as a file; empty when the part has none. Names are taken out of it when the
/// report is anonymous.
std::optional<ExportedFile> partData(const ComposedReport& report, const ComposedPart& part);

/// Headings inside Markdown texts come below the heading of the report before them and leave no hole in the outline.
class OutlineLevel {
public:
    int composed(int level) { return m_current = m_base = level; }
    int inText(int level) { return m_current = std::min({m_base + level, m_current + 1, 6}); }

private:
    int m_base = 1;
    int m_current = 1;
};

} // namespace vitrine
