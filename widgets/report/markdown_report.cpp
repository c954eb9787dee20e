#include "widgets/report/markdown_report.h"

#include "core/report/markdown_text.h"
#include "core/values/text.h"
#include "widgets/report/report_parts.h"

#include <algorithm>

namespace vitrine {
namespace {

class MarkdownWriter {
public:
    explicit MarkdownWriter(const ComposedReport& report) : m_report(report) {}

    std::string write() {
        put("# " + escapeMarkdown(m_report.title));
        if (!m_report.subtitle.empty())
            put(escapeMarkdown(m_report.subtitle));
        for (const ComposedPart& part : m_report.parts)
            putPart(part);
        return std::move(m_text);
    }

private:
    /// A block with an empty line after it.
    void put(const std::string& block) { m_text += block + "\n\n"; }

    void putPart(const ComposedPart& part) {
        if (!part.anchor.empty())
            put("<a id=\"" + part.anchor + "\"></a>");
        switch (part.kind) {
        case PartKind::heading:
            put(std::string(static_cast<std::size_t>(part.level), '#') + ' ' + escapeMarkdown(part.text));
            break;
        case PartKind::text: put(part.text); break;
        case PartKind::figure:
            put("![" + markdownCell(part.title) + "](figures/" + part.dataName + ".svg)");
            put("**" + part.number + ".** " + part.text);
            putEnd(part);
            break;
        case PartKind::table: putTable(part); break;
        case PartKind::code: put("```\n" + part.text + "\n```"); break;
        case PartKind::notice: put("> **Missing:** " + escapeMarkdown(part.text)); break;
        }
    }

    void putTable(const ComposedPart& part) {
        if (!part.number.empty())
            put("**" + part.number + ".** " + part.text);
        const DisplayTable& table = *part.table;
        for (const DisplayTable::ColumnHead& column : table.columns)
            m_text += "| " + markdownCell(column.title) + ' ';
        m_text += "|\n";
        for (const DisplayTable::ColumnHead& column : table.columns)
            m_text += column.alignRight ? "| ---: " : "| --- ";
        m_text += "|\n";
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const bool strong =
                std::find(table.strongRows.begin(), table.strongRows.end(), row) != table.strongRows.end();
            for (const std::string& cell : table.rows[row])
                m_text +=
                    "| " + (strong && !cell.empty() ? "**" + markdownCell(cell) + "**" : markdownCell(cell)) + ' ';
            m_text += "|\n";
        }
        m_text += '\n';
        putEnd(part);
    }

    void putEnd(const ComposedPart& part) {
        if (part.table && !part.table->note.empty())
            put("*" + escapeMarkdown(part.table->note) + "*");
        if (!part.fingerprint.empty())
            put("`" + part.fingerprint + "`");
        if (!m_report.embedData)
            return;
        if (const auto data = partData(m_report, part)) {
            const std::string name = part.dataName + data->suffix;
            put("[" + escapeMarkdown(name) + "](data/" + name + ")");
        }
    }

    const ComposedReport& m_report;
    std::string m_text;
};

} // namespace

QByteArray markdownReport(const ComposedReport& report) {
    return QByteArray::fromStdString(MarkdownWriter(report).write());
}

} // namespace vitrine
