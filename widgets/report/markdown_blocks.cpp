#include "widgets/report/markdown_blocks.h"

#include <QTextBlock>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>

namespace vitrine {
namespace {

/// Anchors of this page and addresses of the web; nothing that opens files or runs something.
QString safeTarget(const QString& href) {
    for (const QLatin1String start : {QLatin1String("#"), QLatin1String("https://"), QLatin1String("http://"),
                                      QLatin1String("mailto:"), QLatin1String("doi:")})
        if (href.startsWith(start, Qt::CaseInsensitive))
            return href;
    return {};
}

TextSpan spanOf(const QTextFragment& fragment) {
    const QTextCharFormat format = fragment.charFormat();
    TextSpan span;
    span.text = fragment.text();
    if (format.isImageFormat()) {
        const QTextImageFormat image = format.toImageFormat();
        const QString alternative = image.stringProperty(QTextFormat::ImageAltText);
        span.text = alternative.isEmpty() ? image.name() : alternative;
    }
    span.bold = format.fontWeight() >= QFont::DemiBold;
    span.italic = format.fontItalic();
    span.code = format.fontFixedPitch();
    span.strike = format.fontStrikeOut();
    span.href = safeTarget(format.anchorHref());
    return span;
}

QList<TextSpan> spansOf(const QTextBlock& block) {
    QList<TextSpan> spans;
    for (auto it = block.begin(); !it.atEnd(); ++it)
        spans.append(spanOf(it.fragment()));
    return spans;
}

class Reader {
public:
    QList<MarkdownBlock> read(const QTextDocument& document) {
        readFrame(document.rootFrame());
        return std::move(m_blocks);
    }

private:
    void readFrame(const QTextFrame* frame) {
        for (auto it = frame->begin(); !it.atEnd(); ++it) {
            if (const auto* table = qobject_cast<QTextTable*>(it.currentFrame()))
                readTable(*table);
            else if (it.currentFrame())
                readFrame(it.currentFrame());
            else
                readBlock(it.currentBlock());
        }
    }

    void readTable(const QTextTable& table) {
        MarkdownBlock block;
        block.kind = MarkdownKind::table;
        for (int row = 0; row < table.rows(); ++row) {
            QList<QList<TextSpan>> cells;
            for (int column = 0; column < table.columns(); ++column) {
                // Qt puts an empty block into the first cell after some kinds of blocks.
                const QTextTableCell place = table.cellAt(row, column);
                QTextBlock cell = place.firstCursorPosition().block();
                const QTextBlock last = place.lastCursorPosition().block();
                QList<TextSpan> spans = spansOf(cell);
                for (; cell.isValid() && cell != last; spans += spansOf(cell))
                    cell = cell.next();
                // It merges an empty cell with the one before it.
                cells.append(place.column() == column ? std::move(spans) : QList<TextSpan>{});
                if (row == table.rows() - 1) // Qt keeps the alignment in the cells below the head
                    block.alignRight.append(cell.blockFormat().alignment().testFlag(Qt::AlignRight));
            }
            block.rows.append(std::move(cells));
        }
        m_blocks.append(std::move(block));
    }

    void readBlock(const QTextBlock& source) {
        const QTextBlockFormat format = source.blockFormat();
        MarkdownBlock block;
        block.quoteDepth = format.intProperty(QTextFormat::BlockQuoteLevel);
        block.spans = spansOf(source);
        if (format.hasProperty(QTextFormat::BlockCodeFence) || format.nonBreakableLines())
            return readCode(std::move(block));
        m_inCode = false;
        if (format.headingLevel() > 0) {
            block.kind = MarkdownKind::heading;
            block.level = format.headingLevel();
        } else if (const QTextList* list = source.textList()) {
            block.kind = MarkdownKind::listItem;
            block.level = std::max(1, list->format().indent());
            block.ordered = list->format().style() <= QTextListFormat::ListDecimal;
            block.marker = block.ordered ? list->itemText(source).trimmed() : QStringLiteral("•");
        } else if (format.hasProperty(QTextFormat::BlockTrailingHorizontalRulerWidth)) {
            block.kind = MarkdownKind::rule;
        } else if (block.spans.isEmpty()) {
            return;
        }
        m_blocks.append(std::move(block));
    }

    /// Each line of code is a block of its own; they belong together.
    void readCode(MarkdownBlock block) {
        const QString line = plainText(block.spans);
        if (m_inCode) {
            m_blocks.last().spans.first().text += QChar(QLatin1Char('\n')) + line;
            return;
        }
        block.kind = MarkdownKind::code;
        TextSpan span;
        span.text = line;
        span.code = true;
        block.spans = {span};
        m_blocks.append(std::move(block));
        m_inCode = true;
    }

    QList<MarkdownBlock> m_blocks;
    bool m_inCode = false;
};

} // namespace

QString plainText(const QList<TextSpan>& spans) {
    QString text;
    for (const TextSpan& span : spans)
        text += span.text;
    return text.replace(QChar::LineSeparator, QLatin1Char(' '));
}

QString MarkdownBlock::plainText() const {
    if (kind != MarkdownKind::table)
        return vitrine::plainText(spans);
    QString text;
    for (const auto& row : rows)
        for (const auto& cell : row)
            text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + vitrine::plainText(cell);
    return text;
}

QList<MarkdownBlock> parseMarkdown(const QString& markdown) {
    QTextDocument document;
    document.setUndoRedoEnabled(false);
    document.setMarkdown(markdown, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                                       QTextDocument::MarkdownNoHTML);
    return Reader().read(document);
}

} // namespace vitrine
