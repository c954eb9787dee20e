#include "widgets/report/markdown_blocks.h"

#include "core/report/markdown_text.h"
#include "core/values/text.h"

#include <QTest>

using namespace vitrine;

class TestMarkdownBlocks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEveryKind();
    void keepsLooks();
    void keepsNoDangerousTargets();
    void readsTables();
    void escapedTextStaysAsItIs_data();
    void escapedTextStaysAsItIs();
};

namespace {

QString dump(const QString& markdown) {
    static const char* const kNames[] = {"paragraph", "heading", "item", "code", "rule", "table"};
    QStringList lines;
    for (const MarkdownBlock& block : parseMarkdown(markdown))
        lines << QStringLiteral("%1%2%3%4: %5")
                     .arg(QLatin1String(kNames[static_cast<int>(block.kind)]))
                     .arg(block.level > 0 ? QString::number(block.level) : QString())
                     .arg(block.marker.isEmpty() ? QString() : QChar(QLatin1Char(' ')) + block.marker)
                     .arg(block.quoteDepth > 0 ? QStringLiteral(" quoted") : QString())
                     .arg(block.plainText());
    return lines.join(QLatin1Char('\n'));
}

} // namespace

void TestMarkdownBlocks::readsEveryKind() {
    const QString text =
        QStringLiteral("# Title\n\nA line\nthat goes on.\n\n- one\n- two\n    - deep\n\n1. first\n2. second\n\n"
                       "> said\n\n```\ncode 1\n  code 2\n```\n\n---\n\nlast <b>html</b>");
    QCOMPARE(dump(text), QStringLiteral("heading1: Title\nparagraph: A line that goes on.\nitem1 •: one\nitem1 •: two\n"
                                        "item2 •: deep\nitem1 1.: first\nitem1 2.: second\nparagraph quoted: said\n"
                                        "code: code 1\n  code 2\nrule: \nparagraph: last <b>html</b>"));
    QCOMPARE(dump(QString()), QString());
}

void TestMarkdownBlocks::keepsLooks() {
    const auto blocks = parseMarkdown(QStringLiteral("a **b** *c* `d` ~~e~~ [f](#fig-x) ![picture](x.png)"));
    QCOMPARE(blocks.size(), 1);
    QStringList looks;
    for (const TextSpan& span : blocks.first().spans)
        looks << span.text.trimmed() + QStringLiteral("/") + (span.bold ? QStringLiteral("b") : QString()) +
                     (span.italic ? QStringLiteral("i") : QString()) + (span.code ? QStringLiteral("c") : QString()) +
                     (span.strike ? QStringLiteral("s") : QString()) + span.href;
    looks.removeAll(QStringLiteral("/"));
    QCOMPARE(looks.join(QLatin1Char(' ')), QStringLiteral("a/ b/b c/i d/c e/s f/#fig-x picture/"));
}

void TestMarkdownBlocks::keepsNoDangerousTargets() {
    for (const char* target : {"javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "other.html"}) {
        const auto blocks = parseMarkdown(QStringLiteral("[x](%1)").arg(QLatin1String(target)));
        QCOMPARE(blocks.size(), 1);
        QVERIFY2(blocks.first().spans.first().href.isEmpty(), target);
    }
    QCOMPARE(parseMarkdown(QStringLiteral("[x](https://example.org)")).first().spans.first().href,
             QStringLiteral("https://example.org"));
}

void TestMarkdownBlocks::readsTables() {
    const auto blocks =
        parseMarkdown(QStringLiteral("> q\n\n| a | b |\n| --- | ---: |\n| **x** | 1 |\n| y |  |\n\nafter"));
    QCOMPARE(blocks.size(), 3);
    QCOMPARE(blocks[1].kind, MarkdownKind::table);
    QCOMPARE(blocks[1].rows.size(), 3);
    QCOMPARE(blocks[1].alignRight, (QList<bool>{false, true}));
    QCOMPARE(plainText(blocks[1].rows[0][0]), QStringLiteral("a"));
    QVERIFY(blocks[1].rows[1][0].first().bold);
    QCOMPARE(plainText(blocks[1].rows[1][1]), QStringLiteral("1"));
    QCOMPARE(plainText(blocks[1].rows[2][1]), QString());
    QCOMPARE(blocks[2].plainText(), QStringLiteral("after"));
}

void TestMarkdownBlocks::escapedTextStaysAsItIs_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"a*b*c _d_ [e](f) <g> `h`", "# no heading", "- no item", "12. no list", "+ x", "S|S ~~x~~",
                             "&amp; &lt;", "C:\\x\\y", "F/C=C/F", "[0.78, 1.02]", "C[C@@H](N)C(=O)O", "1.5", "http"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestMarkdownBlocks::escapedTextStaysAsItIs() {
    QFETCH(QString, text);
    QCOMPARE(dump(toQString(escapeMarkdown(toStd(text)))), QStringLiteral("paragraph: ") + text);
}

QTEST_MAIN(TestMarkdownBlocks)
#include "tst_markdown_blocks.moc"
