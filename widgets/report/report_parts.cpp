#include "widgets/report/report_parts.h"

#include "core/report/anonymous_text.h"
#include "core/values/text.h"

namespace vitrine {

std::vector<PartGroup> groupParts(const ComposedReport& report) {
    std::vector<PartGroup> groups;
    double used = 0.0; // width of the row of figures that is being filled
    for (const ComposedPart& part : report.parts) {
        const bool isFigure = part.kind == PartKind::figure;
        const bool fits = isFigure && used > 0.0 && used + paper::kGap + part.widthMm <= paper::kContentWidth + 0.5;
        if (fits)
            groups.back().push_back(&part);
        else
            groups.push_back({&part});
        used = !isFigure ? 0.0 : fits ? used + paper::kGap + part.widthMm : part.widthMm;
    }
    return groups;
}

QList<TextSpan> captionSpans(const ComposedPart& part) {
    QList<TextSpan> spans;
    if (!part.number.empty()) {
        TextSpan number;
        number.text = toQString(part.number) + QStringLiteral(". ");
        number.bold = true;
        spans.append(number);
    }
    if (!part.isCaptioned())
        return spans;
    bool first = true;
    for (const MarkdownBlock& block : parseMarkdown(toQString(part.text))) {
        if (!first) {
            TextSpan space;
            space.text = QStringLiteral(" ");
            spans.append(space);
        }
        spans.append(block.spans);
        first = false;
    }
    return spans;
}

QString figureDescription(const ComposedPart& part) {
    const QString title = toQString(part.title);
    QString caption;
    for (const MarkdownBlock& block : parseMarkdown(toQString(part.text)))
        caption += (caption.isEmpty() ? QString() : QStringLiteral(" ")) + block.plainText();
    return caption.startsWith(title) || caption.isEmpty() ? (caption.isEmpty() ? title : caption)
                                                          : title + QStringLiteral(". ") + caption;
}

std::optional<ExportedFile> partData(const ComposedReport& report, const ComposedPart& part) {
    if (part.dataName.empty())
        return std::nullopt;
    ExportedFile file;
    if (part.figure)
        file = {".csv", figureCsv(*part.figure)};
    else if (part.data)
        file = exportValue(*part.data);
    if (file.text.empty())
        return std::nullopt;
    if (report.names)
        file.text = report.names->apply(file.text);
    return file;
}

} // namespace vitrine
