#pragma once

#include <QList>
#include <QString>

namespace vitrine {

/// A run of text of one look. Hard line breaks are QChar::LineSeparator.
struct TextSpan {
    QString text;
    bool bold = false;
    bool italic = false;
    bool code = false;
    bool strike = false;
    QString href; ///< "#anchor" or an address of the web; other targets are left out
};

enum class MarkdownKind { paragraph, heading, listItem, code, rule, table };

/// One block of a Markdown text, ready to be laid out or written.
struct MarkdownBlock {
    MarkdownKind kind = MarkdownKind::paragraph;
    int level = 0;  ///< heading 1 to 6; list item: depth from 1
    QString marker; ///< list item: "•" or "3."
    bool ordered = false;
    int quoteDepth = 0;
    QList<TextSpan> spans;              ///< code: one span with all lines
    QList<QList<QList<TextSpan>>> rows; ///< table: rows, cells, spans; the first row is the head
    QList<bool> alignRight;             ///< table: per column

    QString plainText() const;
};

/// Markdown (CommonMark with tables and strike-through, HTML shown as text, pictures as their alternative text) taken
/// apart. Reentrant.
QList<MarkdownBlock> parseMarkdown(const QString& markdown);

QString plainText(const QList<TextSpan>& spans);

} // namespace vitrine
