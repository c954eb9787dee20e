#include "core/data/reader.h"

#include <QTest>

using namespace vitrine;

/// Files that are damaged, hostile or not what they seem: each gives one exact sentence.
class TestMalformedFiles : public QObject {
    Q_OBJECT

private slots:
    void refusedWithOneSentence_data();
    void refusedWithOneSentence();
};

void TestMalformedFiles::refusedWithOneSentence_data() {
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* file, const char* sentence) { QTest::newRow(file) << sentence; };

    row("edge_out_of_range.json", ":3: graph 1: an edge names node 2, but there are 2 nodes, counted from 0");
    row("edge_negative.json", ":2: graph 0: an edge must begin with two node positions counted from 0");
    row("edge_before_nodes.json", ":3: graph 0: an edge names node 5, but there are 2 nodes, counted from 0");
    row("edge_too_short.json", ":2: graph 0: an edge must begin with two node positions counted from 0");
    row("node_count.json", ":2: graph 0: expected 1 attribute of a node, found 2");
    row("nan.json", ":2: NaN and Infinity are no JSON numbers; write null where a value is missing");
    row("huge_number.json", ":2: a number is too large for a double");
    row("deep.json", ":2: found a list where a number or text was expected");
    row("no_nodes.json", ":2: graph 0 has no list \"nodes\"");
    row("mixed_types.json", ":2: graph 0: attribute 1 is of another type than before, expected integer");
    row("cut_off.json", ":2: the JSON text ends too early, the file is cut off");
    row("other_format.json", ":1: the format is \"graphset-2\", expected \"graphset-1\"");
    row("twice.json", ":2: the field \"y\" stands twice in one object");
    row("names.json", ": \"node_attributes\" names \"a\" twice");
    row("not_utf8.json", ":2: the text is not valid UTF-8");
    row("stray_comma.json", ":2: this is not valid JSON, unexpected character ']'");

    row("split_twice.json", ": row 2 stands in both \"train\" and \"test\"");
    row("split_range.json", ": row 3 in \"test\", but \"n\" is 3");
    row("split_negative.json", ": entry 2 of \"train\" must be a row counted from 0");
    row("split_no_test.json", ": expected a list \"test\" of rows");
    row("split_many.json", ": the file holds the splits \"a\", \"b\"; choose one with the option \"entry\"");
    row("other.json",
        ": JSON of a kind that no reader knows, expected graphset-1, node-link graphs, a split or a model");

    row("empty.csv", ": the file is empty");
    row("page.csv", ": this is an HTML page, perhaps saved in place of the file behind it; download the file itself");
    row("model.pkl", ": this is a Python pickle, opening it could run code; save the data as CSV or JSON");
    row("lfs.csv", ": this is a Git LFS pointer, not the data it stands for; run \"git lfs pull\" and open the file "
                   "again");
    row("paper.csv", ": this is a PDF document; save the table in it as CSV");
    row("table.xlsx", ": this is an Excel workbook; export the sheet as CSV");
    row("binary.csv", ": binary data of a kind that no reader knows");
    row("broken.csv.gz", ": the gzip data end too early, the file is cut off");
    row("zstd.csv", ": the zstd data end too early, the file is cut off");
    row("missing.csv", ": there is no such file");
}

void TestMalformedFiles::refusedWithOneSentence() {
    QFETCH(QString, sentence);
    const std::string name = QTest::currentDataTag();
    const auto registry = ReaderRegistry::withBuiltins();
    const std::string path = std::string(VITRINE_TEST_DATA "/readers/") + name;
    const auto dataset = registry.read(path);
    QVERIFY(!dataset.ok());
    QCOMPARE(QString::fromStdString(dataset.error().message), QString::fromStdString(name) + sentence);
    // The plan says the same before anything is read.
    const auto preview = registry.preview(path);
    QVERIFY(!preview.ok());
    QCOMPARE(QString::fromStdString(preview.error().message), QString::fromStdString(name) + sentence);
}

QTEST_GUILESS_MAIN(TestMalformedFiles)
#include "tst_malformed_files.moc"
