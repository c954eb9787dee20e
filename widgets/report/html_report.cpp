#include "widgets/report/html_report.h"

#include "core/report/number_display.h"
#include "core/values/text.h"
#include "widgets/report/report_parts.h"
#include "widgets/style/tokens.h"

#include <QFile>
#include <QRegularExpression>

namespace vitrine {
namespace {

QString text(const std::string& plain) {
    return toQString(plain).toHtmlEscaped();
}

/// The style sheet with the colours of the light theme.
QString styleSheet() {
    QFile file(QStringLiteral(":/report/report.css"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString sheet = QString::fromUtf8(file.readAll());
    const Tokens& light = tokensOf(ThemeKind::light);
    const std::pair<const char*, QColor> colors[] = {
        {"@base@", light.base},     {"@text@", light.text},       {"@text2@", light.text2},
        {"@alt@", light.alt},       {"@line@", light.line},       {"@line2@", light.line2},
        {"@accent@", light.accent}, {"@warning@", light.warning}, {"@warningGround@", light.warningGround}};
    for (const auto& [name, color] : colors)
        sheet.replace(QLatin1String(name), color.name());
    return sheet;
}

QString spanHtml(const TextSpan& span) {
    QString html = span.text.toHtmlEscaped();
    html.replace(QChar::LineSeparator, QLatin1String("<br>"));
    const auto wrap = [&](bool wanted, const char* tag) {
        if (wanted)
            html = QStringLiteral("<%1>%2</%1>").arg(QLatin1String(tag), html);
    };
    wrap(span.code, "code");
    wrap(span.italic, "em");
    wrap(span.bold, "strong");
    wrap(span.strike, "del");
    if (!span.href.isEmpty())
        html = QStringLiteral("<a href=\"%1\">%2</a>").arg(span.href.toHtmlEscaped(), html);
    return html;
}

QString spansHtml(const QList<TextSpan>& spans) {
    QString html;
    for (const TextSpan& span : spans)
        html += spanHtml(span);
    return html;
}

/// Two figures of one page may use the same names inside.
QByteArray withOwnNames(const QByteArray& svg, const QString& prefix) {
    QString text = QString::fromUtf8(svg);
    const qsizetype start = text.indexOf(QLatin1String("<svg"));
    text.remove(0, std::max<qsizetype>(start, 0));
    static const QRegularExpression names(QStringLiteral("(\\bid=\"|url\\(#|href=\"#)"));
    text.replace(names, QStringLiteral("\\1") + prefix + QLatin1Char('-'));
    return text.toUtf8();
}

class HtmlWriter {
public:
    HtmlWriter(const ComposedReport& report, const FigureSvg& svg) : m_report(report), m_svg(svg) {}

    Result<QByteArray> write() {
        putHead();
        for (const PartGroup& group : groupParts(m_report)) {
            if (group.front()->kind == PartKind::figure) {
                if (const auto done = putFigures(group); !done)
                    return done.error();
            } else {
                putPart(*group.front());
            }
        }
        put("</main>\n</body>\n</html>\n");
        return std::move(m_html);
    }

private:
    void put(const QString& html) { m_html += html.toUtf8(); }
    void put(const char* html) { m_html += html; }
    void putLine(const QString& html) {
        put(html);
        put("\n");
    }

    void putHead() {
        put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
            "img-src data:\">\n<meta name=\"generator\" content=\"Vitrine " VITRINE_VERSION "\">\n");
        putLine(QStringLiteral("<title>%1</title>").arg(text(m_report.title)));
        putLine(QStringLiteral("<style>\n%1</style>\n</head>\n<body>\n<main>").arg(styleSheet()));
        putLine(QStringLiteral("<h1>%1</h1>").arg(text(m_report.title)));
        if (!m_report.subtitle.empty())
            putLine(QStringLiteral("<p class=\"subtitle\">%1</p>").arg(text(m_report.subtitle)));
    }

    void putPart(const ComposedPart& part) {
        switch (part.kind) {
        case PartKind::heading: putHeading(m_outline.composed(part.level), text(part.text)); break;
        case PartKind::text: putMarkdown(part); break;
        case PartKind::table: putTable(part); break;
        case PartKind::code:
            putLine(QStringLiteral("<pre aria-label=\"%1\">%2</pre>").arg(text(part.title), text(part.text)));
            break;
        case PartKind::notice:
            putLine(QStringLiteral("<p class=\"notice\"><strong>Missing:</strong> %1</p>").arg(text(part.text)));
            break;
        case PartKind::figure: break; // come in groups
        }
    }

    void putHeading(int level, const QString& html) { putLine(QStringLiteral("<h%1>%2</h%1>").arg(level).arg(html)); }

    Result<void> putFigures(const PartGroup& group) {
        put("<div class=\"figures\">\n");
        for (const ComposedPart* part : group) {
            const auto svg = m_svg(*part);
            if (!svg)
                return svg.error();
            putLine(QStringLiteral("<figure id=\"%1\" style=\"width:%2mm\">")
                        .arg(text(part->anchor), QString::number(part->widthMm)));
            QByteArray inlined = withOwnNames(*svg, toQString(part->anchor));
            const QByteArray name = figureDescription(*part).toHtmlEscaped().toUtf8();
            inlined.replace(0, 4, QByteArray("<svg role=\"img\" aria-label=\"" + name + "\""));
            m_html += inlined;
            putLine(QStringLiteral("<figcaption>%1%2</figcaption>\n</figure>")
                        .arg(spansHtml(captionSpans(*part)), endLines(*part)));
        }
        put("</div>\n");
        return {};
    }

    void putTable(const ComposedPart& part) {
        put("<div class=\"scroll\">\n");
        const QString name = part.number.empty() ? QStringLiteral(" aria-label=\"%1\"").arg(text(part.title))
                                                 : QStringLiteral(" id=\"%1\"").arg(text(part.anchor));
        putLine(QStringLiteral("<table%1>").arg(name));
        if (!part.number.empty())
            putLine(QStringLiteral("<caption>%1</caption>").arg(spansHtml(captionSpans(part))));
        const DisplayTable& table = *part.table;
        put("<thead><tr>");
        for (const DisplayTable::ColumnHead& column : table.columns)
            put(column.title.empty()
                    ? QStringLiteral("<td></td>")
                    : QStringLiteral("<th scope=\"col\"%1>%2</th>")
                          .arg(column.alignRight ? QStringLiteral(" class=\"num\"") : QString(), text(column.title)));
        put("</tr></thead>\n<tbody>\n");
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            putRow(table, row);
        putLine(QStringLiteral("</tbody>\n</table>\n%1</div>").arg(endLines(part)));
    }

    void putRow(const DisplayTable& table, std::size_t row) {
        const bool strong = std::find(table.strongRows.begin(), table.strongRows.end(), row) != table.strongRows.end();
        put(strong ? "<tr class=\"strong\">" : "<tr>");
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const DisplayTable::ColumnHead& head = table.columns[column];
            const QString look = head.alignRight   ? QStringLiteral(" class=\"num\"")
                                 : head.fixedPitch ? QStringLiteral(" class=\"fixed\"")
                                                   : QString();
            put(column == 0 ? QStringLiteral("<th scope=\"row\"%1>%2</th>").arg(look, text(table.rows[row][column]))
                            : QStringLiteral("<td%1>%2</td>").arg(look, text(table.rows[row][column])));
        }
        put("</tr>\n");
    }

    /// Note, fingerprint and data of a captioned part.
    QString endLines(const ComposedPart& part) const {
        QString html;
        if (part.table && !part.table->note.empty())
            html += QStringLiteral("<p class=\"note\">%1</p>\n").arg(text(part.table->note));
        if (!part.fingerprint.empty())
            html += QStringLiteral("<p class=\"fingerprint\">%1</p>\n").arg(text(part.fingerprint));
        const auto data = m_report.embedData ? partData(m_report, part) : std::nullopt;
        if (!data)
            return html;
        const QString name = toQString(part.dataName + data->suffix);
        const QString size = toQString(displayBytes(static_cast<std::int64_t>(data->text.size())));
        if (data->text.size() > kMaxEmbedded)
            return html + QStringLiteral("<p class=\"note data\">%1 (%2) is too large for this page; a report as a "
                                         "folder holds it.</p>\n")
                              .arg(name, size);
        const QByteArray kind = data->suffix == ".csv" ? "text/csv" : "application/json";
        return html +
               QStringLiteral("<p class=\"note data\"><a download=\"%1\" href=\"data:%2;charset=utf-8;base64,%3\">%1"
                              "</a> (%4)</p>\n")
                   .arg(name, QLatin1String(kind), QLatin1String(QByteArray::fromStdString(data->text).toBase64()),
                        size);
    }

    void putMarkdown(const ComposedPart& part) {
        const auto blocks = parseMarkdown(toQString(part.text));
        for (qsizetype i = 0; i < blocks.size();) {
            if (blocks[i].kind == MarkdownKind::listItem)
                putList(blocks, i, 1);
            else
                putBlock(blocks[i++]);
        }
    }

    void putBlock(const MarkdownBlock& block) {
        for (int depth = 0; depth < block.quoteDepth; ++depth)
            put("<blockquote>");
        switch (block.kind) {
        case MarkdownKind::paragraph: putLine(QStringLiteral("<p>%1</p>").arg(spansHtml(block.spans))); break;
        case MarkdownKind::heading: putHeading(m_outline.inText(block.level), spansHtml(block.spans)); break;
        case MarkdownKind::code: putLine(QStringLiteral("<pre>%1</pre>").arg(block.plainText().toHtmlEscaped())); break;
        case MarkdownKind::rule: put("<hr>\n"); break;
        case MarkdownKind::table: putMarkdownTable(block); break;
        case MarkdownKind::listItem: break; // come in lists
        }
        for (int depth = 0; depth < block.quoteDepth; ++depth)
            put("</blockquote>\n");
    }

    /// Items from `i` on at this depth; deeper ones form lists inside them.
    void putList(const QList<MarkdownBlock>& blocks, qsizetype& i, int depth) {
        const bool ordered = blocks[i].ordered;
        put(ordered ? "<ol>\n" : "<ul>\n");
        while (i < blocks.size() && blocks[i].kind == MarkdownKind::listItem && blocks[i].level >= depth) {
            put(QStringLiteral("<li>%1").arg(spansHtml(blocks[i].spans)));
            ++i;
            if (i < blocks.size() && blocks[i].kind == MarkdownKind::listItem && blocks[i].level > depth)
                putList(blocks, i, depth + 1);
            put("</li>\n");
        }
        put(ordered ? "</ol>\n" : "</ul>\n");
    }

    void putMarkdownTable(const MarkdownBlock& block) {
        put("<div class=\"scroll\"><table>\n");
        for (qsizetype row = 0; row < block.rows.size(); ++row) {
            put(row == 0 ? "<thead><tr>" : "<tr>");
            for (qsizetype column = 0; column < block.rows[row].size(); ++column)
                put(QStringLiteral("<%1%2>%3</%1>")
                        .arg(row == 0 ? QLatin1String("th") : QLatin1String("td"),
                             block.alignRight.value(column) ? QLatin1String(" class=\"num\"") : QLatin1String(),
                             spansHtml(block.rows[row][column])));
            put(row == 0 ? "</tr></thead>\n<tbody>\n" : "</tr>\n");
        }
        put("</tbody></table></div>\n");
    }

    const ComposedReport& m_report;
    const FigureSvg& m_svg;
    OutlineLevel m_outline;
    QByteArray m_html;
};

} // namespace

Result<QByteArray> htmlReport(const ComposedReport& report, const FigureSvg& svg) {
    return HtmlWriter(report, svg).write();
}

} // namespace vitrine
