#include "core/report/markdown_text.h"

#include <QTest>

using namespace vitrine;

class TestMarkdownText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void escapes();
    void cells();
    void fileNames();
};

void TestMarkdownText::escapes() {
    QCOMPARE(escapeMarkdown("a*b_c [1] <x> `y` # | ~ & \\"),
             std::string("a\\*b\\_c \\[1\\] \\<x\\> \\`y\\` \\# \\| \\~ \\& \\\\"));
    QCOMPARE(escapeMarkdown("- one\n+ two\n12. three\n3) four"),
             std::string("\\- one\n\\+ two\n12\\. three\n3\\) four"));
    QCOMPARE(escapeMarkdown("0.90 and 1. x, C-C, a 2. b"), std::string("0.90 and 1. x, C-C, a 2. b"));
    QCOMPARE(escapeMarkdown(""), std::string());
}

void TestMarkdownText::cells() {
    QCOMPARE(markdownCell("S|S\nsecond"), std::string("S\\|S second"));
}

void TestMarkdownText::fileNames() {
    QCOMPARE(fileNameText("Learning curve (1)"), std::string("Learning-curve-1"));
    QCOMPARE(fileNameText("../../etc/passwd"), std::string("etc-passwd"));
    QCOMPARE(fileNameText("pfad_größe"), std::string("pfad_gr-e"));
    QCOMPARE(fileNameText("…"), std::string("data"));
}

QTEST_GUILESS_MAIN(TestMarkdownText)
#include "tst_markdown_text.moc"
