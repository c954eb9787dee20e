#include "core/report/report_document.h"

#include "core/values/text.h"

#include <QTest>

using namespace vitrine;
using nlohmann::json;

class TestReportDocument : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsEveryField();
    void leavesOutWhatIsUsual();
    void refusesWhatItCannotUnderstand_data();
    void refusesWhatItCannotUnderstand();
    void findsFreeIds();
};

void TestReportDocument::keepsEveryField() {
    ReportDocument document;
    document.title = "Fragments that drive solubility";
    document.anonymous = true;
    document.embedData = false;
    ReportBlock block;
    block.kind = BlockKind::figure;
    block.id = "importance";
    block.title = "Importance of paths";
    block.text = "Ten most important. {#fig:importance}";
    block.run = 14;
    block.outputId = "importance";
    block.dataset = 3;
    block.figureId = "demo/importance";
    block.level = 3;
    block.widthMm = 174;
    block.heightMm = 90.5;
    block.maxRows = 7;
    block.showFingerprint = false;
    block.options = {{"selected", "C–C"}, {"top", 10}};
    document.blocks = {block, ReportBlock{}};
    for (int kind = 0; kind < 10; ++kind) {
        document.blocks[1].kind = static_cast<BlockKind>(kind);
        const json written = document.toJson();
        const auto read = ReportDocument::fromJson(json::parse(written.dump()));
        QVERIFY(read);
        QCOMPARE(read->title, document.title);
        QCOMPARE(read->anonymous, true);
        QCOMPARE(read->embedData, false);
        QCOMPARE(read->blocks.size(), std::size_t(2));
        QCOMPARE(read->blocks[0].options.dump(), block.options.dump());
        QCOMPARE(read->blocks[0].heightMm, 90.5);
        QCOMPARE(read->blocks[1].kind, document.blocks[1].kind);
        QCOMPARE(read->toJson().dump(), written.dump());
    }
}

void TestReportDocument::leavesOutWhatIsUsual() {
    ReportDocument document;
    document.blocks.resize(1);
    QCOMPARE(document.toJson().at("blocks")[0].dump(), std::string(R"({"kind":"text"})"));
}

void TestReportDocument::refusesWhatItCannotUnderstand_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* text, const char* message) {
        QTest::newRow(name) << QByteArray(text)
                            << QStringLiteral("the report cannot be read: ") + QString::fromUtf8(message);
    };
    row("no object", "[]", "expected an object");
    row("newer version", R"({"version": 2})", "\"version\" should be 1; a newer program wrote this report");
    row("title is a number", R"({"title": 4})", "\"title\" should be a text");
    row("blocks are no list", R"({"blocks": {}})", "\"blocks\" should be a list of at most 2000 blocks");
    row("block is no object", R"({"blocks": [4]})", "block 1: expected an object");
    row("unknown kind", R"({"blocks": [{"kind": "text"}, {"kind": "movie"}]})",
        "block 2: \"kind\" should be heading, text, figure, table, scalars, parameters, ledger, provenance, "
        "definitions or citation");
    row("width out of range", R"({"blocks": [{"kind": "figure", "width_mm": 1e9}]})",
        "block 1: \"width_mm\" should be a length from 20 to 250 mm");
    row("negative run", R"({"blocks": [{"kind": "table", "run": -1}]})",
        "block 1: \"run\" should be the number of a run");
    row("too many rows", R"({"blocks": [{"kind": "table", "max_rows": 1000000}]})",
        "block 1: \"max_rows\" should be a number of rows from 1 to 1000");
    row("options are a list", R"({"blocks": [{"kind": "table", "options": []}]})",
        "block 1: \"options\" should be an object");
}

void TestReportDocument::refusesWhatItCannotUnderstand() {
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const auto read = ReportDocument::fromJson(json::parse(text.toStdString()));
    QVERIFY(!read);
    QCOMPARE(toQString(read.error().message), message);
}

void TestReportDocument::findsFreeIds() {
    ReportDocument document;
    QCOMPARE(document.freeId("curve"), std::string("curve"));
    document.blocks.resize(2);
    document.blocks[0].id = "curve";
    document.blocks[1].id = "curve-2";
    QCOMPARE(document.freeId("curve"), std::string("curve-3"));
}

QTEST_GUILESS_MAIN(TestReportDocument)
#include "tst_report_document.moc"
