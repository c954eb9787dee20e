#include "core/data/reader.h"
#include "core/store/project_store.h"
#include "tests/app/cli/cli_process.h"

#include <QDir>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::test;

/// `vitrine export`: files and data sets of projects, written in other formats.
class TestCliExport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesWhatTheEndingSays_data();
    void writesWhatTheEndingSays();
    void tellsTheLedger();
    void writesADataSetOfAProject();
    void replacesNothingBesideTheNamedFile_data();
    void replacesNothingBesideTheNamedFile();
    void refuses_data();
    void refuses();

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }

    QTemporaryDir m_folder;
};

namespace {

const QString kExport = QStringLiteral("export");
const QString kTo = QStringLiteral("--to");
const QString kSamples = QStringLiteral(VITRINE_SOURCE_DIR "/tests/data/graphs/samples/");

QString lastLine(const CliProcess& process) {
    return process.err().trimmed().section(QLatin1Char('\n'), -1);
}

} // namespace

void TestCliExport::writesWhatTheEndingSays_data() {
    QTest::addColumn<QString>("format");
    for (const char* ending : {"graphml", "gml", "json"})
        QTest::newRow(ending) << (QLatin1String(ending) == QLatin1String("json") ? QStringLiteral("graphset")
                                                                                 : QString::fromLatin1(ending));
}

void TestCliExport::writesWhatTheEndingSays() {
    QFETCH(QString, format);
    const QString to = path("out.") + QLatin1String(QTest::currentDataTag());
    CliProcess process({kExport, kSamples + QStringLiteral("esol_row11.gml"), kTo, to, QStringLiteral("--json")});
    QCOMPARE(process.finish(), 0);
    const auto lines = process.lines();
    QCOMPARE(lines.size(), std::size_t{3});
    QCOMPARE(lines[0]["event"], "dataset");
    QCOMPARE(lines[1]["event"], "exported");
    QCOMPARE(lines[1]["format"], format.toStdString());
    QCOMPARE(lines[1]["files"][0], to.toStdString());
    QCOMPARE(lines[2]["exit"], 0);
    const auto again = ReaderRegistry::withBuiltins().read(to.toStdString());
    QVERIFY(again.ok());
    QCOMPARE(again->contentHash, lines[1]["content_sha256"].get<std::string>());
}

void TestCliExport::tellsTheLedger() {
    writeFile(path("twice.gml"), "graph [\nnode [ id 0 ]\nnode [ id 0 ]\n]\n");
    CliProcess process({kExport, path("twice.gml"), kTo, path("twice.graphml")});
    QCOMPARE(process.finish(), 0);
    QCOMPARE(process.out(),
             QStringLiteral("twice.gml (graph_set): 1 read, 1 merged, 0 dropped\n"
                            "  merged 1: Node id that stands twice in its graph, the first is kept (line "
                            "3)\nwrote ") +
                 path("twice.graphml") + QLatin1Char('\n'));
}

void TestCliExport::writesADataSetOfAProject() {
    const QString project = path("two.vitrine");
    writeFile(path("lengths.csv"), lengthsCsv(5));
    CliProcess import({QStringLiteral("import"), path("lengths.csv"), kSamples + QStringLiteral("mutag_000.gml"),
                       QStringLiteral("--project"), project});
    QCOMPARE(import.finish(), 0);
    CliProcess table({kExport, project, QStringLiteral("--dataset"), QStringLiteral("1"), kTo, path("lengths2.csv")});
    QCOMPARE(table.finish(), 0);
    QCOMPARE(readFile(path("lengths2.csv")), readFile(path("lengths.csv")));
    CliProcess graph({kExport, project, QStringLiteral("--dataset"), QStringLiteral("2"), kTo, path("m.graphml")});
    QCOMPARE(graph.finish(), 0);
    QVERIFY(readFile(path("m.graphml")).contains("attr.name=\"weight\""));
    CliProcess open({kExport, project, kTo, path("x.graphml")});
    QCOMPARE(open.finish(), 2);
    QVERIFY2(lastLine(open).endsWith(QStringLiteral("choose a data set with --dataset, there are 1, 2")),
             qPrintable(open.err()));
    CliProcess none({kExport, project, QStringLiteral("--dataset"), QStringLiteral("7"), kTo, path("x.graphml")});
    QCOMPARE(none.finish(), 2);
    QVERIFY2(lastLine(none).endsWith(QStringLiteral("there is no data set 7, there are 1, 2")), qPrintable(none.err()));
}

void TestCliExport::replacesNothingBesideTheNamedFile_data() {
    QTest::addColumn<QString>("named");
    QTest::addColumn<QString>("other");
    QTest::newRow("tables") << QStringLiteral("Z_nodes.csv") << QStringLiteral("Z_edges.csv");
    QTest::newRow("TU") << QStringLiteral("Z_A.txt") << QStringLiteral("Z_graph_indicator.txt");
}

void TestCliExport::replacesNothingBesideTheNamedFile() {
    QFETCH(QString, named);
    QFETCH(QString, other);
    const QString folder = path(QTest::currentDataTag());
    QVERIFY(QDir().mkpath(folder));
    const QString to = folder + QLatin1Char('/') + named;
    const QString beside = folder + QLatin1Char('/') + other;
    writeFile(to, "the named file\n");
    writeFile(beside, "the work of somebody\n");
    CliProcess refused({kExport, kSamples + QStringLiteral("mutag_000.gml"), kTo, to});
    QCOMPARE(refused.finish(), 2);
    QCOMPARE(lastLine(refused), QStringLiteral("vitrine: ") + named + QStringLiteral(": ") + other +
                                    QStringLiteral(" stands there and would be replaced, too; choose another name or "
                                                   "folder, or remove it"));
    QCOMPARE(readFile(beside), QByteArray("the work of somebody\n"));
    QCOMPARE(readFile(to), QByteArray("the named file\n"));
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), qsizetype{2});
    QVERIFY(QFile::remove(beside));
    CliProcess written({kExport, kSamples + QStringLiteral("mutag_000.gml"), kTo, to});
    QCOMPARE(written.finish(), 0);
    QVERIFY(QFile::exists(beside));
}

void TestCliExport::refuses_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* claim, const char* from, const char* to, int code, const char* sentence) {
        QTest::newRow(claim) << from << to << code << sentence;
    };
    row("an ending that is no format", "g.gml", "g.txt", 2,
        "--to: g.txt: the ending names no format that can be written, expected .graphml, .gml");
    row("graphs as a table", "lengths.csv", "l.graphml", 2, "expected .csv");
    row("the file itself", "g.gml", "./g.gml", 2, "--to: g.gml is the file that is read");
    row("a file that is not there", "none.gml", "x.gml", 2, "none.gml: there is no such file");
    row("a damaged file", "broken.gml", "x.gml", 1, "broken.gml:1: a bracket \"]\" that closes nothing");
    row("a folder that is not there", "g.gml", "no/x.gml", 1, "cannot be written");
}

void TestCliExport::refuses() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(int, code);
    QFETCH(QString, sentence);
    writeFile(path("g.gml"), "graph [ node [ id 0 ] ]");
    writeFile(path("broken.gml"), "graph [ ] ]");
    writeFile(path("lengths.csv"), lengthsCsv(5));
    CliProcess process({kExport, from, kTo, to}, m_folder.path());
    QCOMPARE(process.finish(), code);
    QVERIFY2(process.err().contains(sentence), qPrintable(process.err()));
    QVERIFY(!QFile::exists(path("x.gml")));
    QCOMPARE(readFile(path("g.gml")), QByteArray("graph [ node [ id 0 ] ]"));
}

QTEST_GUILESS_MAIN(TestCliExport)
#include "tst_cli_export.moc"
