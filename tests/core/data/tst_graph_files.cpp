#include "core/data/graph_files.h"
#include "core/data/reader.h"
#include "tests/core/data/graph_dump.h"
#include "tests/support/data_folder.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using namespace vitrine;

/// Several files with one graph each as one data set.
class TestGraphFiles : public QObject {
    Q_OBJECT

private slots:
    void joins_data();
    void joins();
    void isRefused_data();
    void isRefused();
    void sourceReadsTheSameAgain();
    void previewIsAProposal();
    void filesOfAFolderThatAreNone();
    void badFilesAreLeftOut();
    void countsAsPeopleDo();
    void pathsThatCanBeJoined();
    void fewCellsOfManyAttributes();
    void manyFilesCanBeCancelled();

private:
    std::string folder(const QByteArray& files) {
        const std::string name = "set" + std::to_string(++m_count);
        const QByteArray place = "== " + QByteArray::fromStdString(name) + '/';
        m_folder.writeAll(place + ".hidden.gml\ngraph [ ]\n" + QByteArray(files).replace("== ", place));
        return m_folder.path() + '/' + name;
    }
    samples::DataFolder m_folder;
    int m_count = 0;
    const ReaderRegistry m_readers = ReaderRegistry::withBuiltins();
};

void TestGraphFiles::joins_data() {
    QTest::addColumn<QByteArray>("files");
    QTest::addColumn<QByteArray>("graphs");
    QTest::addColumn<QByteArray>("ledger");
    const auto row = [](const char* claim, const char* files, const char* graphs, const char* ledger) {
        QTest::newRow(claim) << QByteArray(files) << QByteArray(graphs) << QByteArray(ledger);
    };
    row("in the order of the names, from several formats",
        "== g10.gml\ngraph [\nnode [ id 0 label 6 ]\nnode [ id 1 label 7 ]\nedge [ source 0 target 1 w 1.5 ]\ny 2.5 ]\n"
        "== g9.json\n{\"nodes\": [{\"id\": 0, \"label\": 8}], \"links\": [], \"graph\": {\"y\": 1}}\n"
        "== G1.edges\n0 1\n1 2\n",
        "undirected | 3: 0-1 1-2 | 1: | 2: 0-1\n"
        "nodes | label integer: ?, ?, ?, 8, 6, 7\nedges | w real: ?, ?, 1.5\n"
        "graphs | row integer: 0, 1, 2 | file text: G1.edges, g9.json, g10.gml | y real: ?, 1, 2.5\n",
        "coerced 1 y| Whole numbers in some files and reals in others, all taken as reals\n"
        "marked 1 label| Attribute that some of the files lack, missing there\n"
        "marked 2 w| Attribute that some of the files lack, missing there\n"
        "marked 1 y| Attribute that some of the files lack, missing there\n");
    row("types that do not go together become text",
        "== a.gml\ngraph [ node [ id 0 label 1 v 1 ] ]\n== b.gml\ngraph [ node [ id 0 label 1 v \"x\" ] ]\n"
        "== c.gml\ngraph [ node [ id 0 label 1 v 2.5 ] ]\n",
        "undirected | 1: | 1: | 1:\nnodes | label integer: 1, 1, 1 | v text: 1, x, 2.5\nedges\n"
        "graphs | row integer: 0, 1, 2 | file text: a.gml, b.gml, c.gml\n",
        "coerced 2 v| Values of several types in the files, all taken as text\n");
    row("edges without direction among directed ones",
        "== a.gml\ngraph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 1 target 0 w 1 ] ]\n"
        "== b.gml\ngraph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 w 2 ] edge [ source 1 target 1 w 3 ] "
        "]\n",
        "directed | 2: 1-0 | 2: 0-1 1-0 1-1\nnodes\nedges | w integer: 1, 2, 2, 3\n"
        "graphs | row integer: 0, 1 | file text: a.gml, b.gml\n",
        "changed 1 | Edge without direction, taken as two since other files have directions (b.gml)\n"
        "marked 1 | Edge from a node to itself, kept; paths pass over it (b.gml) 1\n");
    row("places in some of the files, names that are taken",
        "== a.gml\ngraph [ file \"f\" row 7 node [ id 0 graphics [ x 1.0 y 2.0 ] ] ]\n"
        "== b.gml\ngraph [ file \"g\" row 0 node [ id 0 ] ]\n",
        "undirected | 1: | 1:\nnodes\nedges\n"
        "graphs | row integer: 0, 1 | file_ text: a.gml, b.gml | file text: f, g | row_ integer: 7, ?\n"
        "layout | x real: 1, ? | y real: 2, ?\n",
        "marked 1 row_| Attribute that some of the files lack, missing there\n"
        "changed 1 graphics.x| Taken with \"graphics.y\" as the places of the nodes, not as attributes (a.gml)\n");
    row("what the files say is told once, with their names",
        "== a.gml\ngraph [ node [ id 0 ] edge [ source 0 target 5 ] ]\n== b.gml\ngraph [ node [ id 0 ]\nedge [ source "
        "0 "
        "target 9 ] edge [ source 9 target 0 ] ]\n"
        "== c.gml\ngraph [\n]\n",
        "undirected | 1: | 1: | 0:\nnodes\nedges\ngraphs | row integer: 0, 1, 2 | file text: a.gml, b.gml, c.gml\n",
        "dropped 3 | Edge to a node that is not in its graph (a.gml, b.gml)\n"
        "marked 1 | Graph without nodes (c.gml) 1\n");
}

void TestGraphFiles::joins() {
    QFETCH(QByteArray, files);
    QFETCH(QByteArray, graphs);
    QFETCH(QByteArray, ledger);
    const std::string path = folder(files);
    for (const std::string& given : {path, path + '/'}) {
        const auto dataset = m_readers.read(given);
        QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(test::dump(*valueAs<GraphSet>(dataset->value))), graphs);
        QCOMPARE(QByteArray::fromStdString(test::dump(dataset->ledger)), ledger);
        QVERIFY(valueAs<GraphSet>(dataset->value)->idColumn.starts_with("file"));
        QCOMPARE(dataset->source.path, path);
        QCOMPARE(dataset->source.readerId, kGraphFilesReader);
        QCOMPARE(dataset->title, dataset->source.fileName);
    }
}

void TestGraphFiles::isRefused_data() {
    QTest::addColumn<QByteArray>("files");
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* claim, const char* files, const char* options, const char* sentence) {
        QTest::newRow(claim) << QByteArray(files) << QByteArray(options) << QByteArray(sentence);
    };
    const char* good = "== a.gml\ngraph [ ]\n== b.gml\ngraph [ ]\n";
    row("no graph at all", "== a.txt\nhello\n== b.pdf\n%PDF-1.4\n", "{}",
        "SET: no graphs and no data set of several files in the folder, open one of its files");
    row("nodes without edges", "== nodes.csv\nid,kind\n0,x\n", "{}",
        "SET: \"nodes.csv\" stands there without \"edges.csv\", graphs need both; or open the file itself");
    row("edges without nodes", "== X_edges.csv\na,b\n0,1\n", "{}",
        "SET: \"X_edges.csv\" stands there without \"X_nodes.csv\", graphs need both; or open the file itself");
    row("edges without ends", "== nodes.csv\nid,kind\n0,x\n== edges.csv\na,b\n0,1\n", "{}",
        "SET: \"edges.csv\" has no columns for the two ends of an edge");
    row("nothing that can be read", "== a.gml\ngraph [ node [ ]\n== b.gml\ngraph [ edge [ ] ]\n", "{}",
        "a.gml:1: a node without the field \"id\"; nor can any other file be read");
    row("a chosen file with several graphs", "== a.gml\ngraph [ ]\n== b.gml\ngraph [ ]\ngraph [ ]\n",
        R"({"files": ["a.gml", "b.gml"]})", "b.gml: 2 graphs in the file, expected one graph in each of several files");
    row("another option", good, R"({"directed": true})", "SET: there is no option \"directed\"");
    row("no list", good, R"({"files": "a.gml"})",
        "SET: the option \"files\" must be a list of names of files in the folder");
    row("an empty list", good, R"({"files": []})",
        "SET: the option \"files\" must be a list of names of files in the folder");
    row("a file elsewhere", good, R"({"files": ["../a.gml", "b.gml"]})",
        "SET: the option \"files\" must be a list of names of files in the folder");
    row("an absolute path", good, R"({"files": ["/etc/passwd", "b.gml"]})",
        "SET: the option \"files\" must be a list of names of files in the folder");
}

void TestGraphFiles::isRefused() {
    QFETCH(QByteArray, files);
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, sentence);
    const std::string path = folder(files);
    sentence.replace("SET", QByteArray::fromStdString("set" + std::to_string(m_count)));
    const auto json = nlohmann::json::parse(options.toStdString());
    const auto dataset = m_readers.read(path, json);
    QVERIFY(!dataset.ok());
    QCOMPARE(QByteArray::fromStdString(dataset.error().message), sentence);
    const auto preview = m_readers.preview(path, json);
    QVERIFY(!preview.ok());
    QCOMPARE(QByteArray::fromStdString(preview.error().message), sentence);
}

void TestGraphFiles::sourceReadsTheSameAgain() {
    const std::string path =
        folder("== a/x.gml\ngraph [ node [ id 0 ] ]\n== b/x.gml\ngraph [ ]\n== b/y.gml\ngraph [ ]\n");
    const nlohmann::json options = {{"files", {"b/x.gml", "a/x.gml"}}};
    const auto dataset = m_readers.read(path, options);
    QVERIFY(dataset.ok());
    const auto names = valueAs<GraphSet>(dataset->value)->graphs.find("file");
    QCOMPARE(names->texts()[0], "a/x.gml");
    QCOMPARE(names->texts()[1], "b/x.gml");
    QCOMPARE(dataset->source.fileBytes, 24 + 10);
    const auto again = m_readers.read(dataset->source.path, dataset->source.corrections);
    QVERIFY(again.ok());
    QCOMPARE(again->contentHash, dataset->contentHash);
    QCOMPARE(again->source.fileSha256, dataset->source.fileSha256);
}

void TestGraphFiles::previewIsAProposal() {
    const std::string path = folder("== a.gml\ngraph [ node [ id 0 ] ]\n== b.gml\ngraph [ ]\n");
    const auto preview = m_readers.preview(path);
    QVERIFY(preview.ok());
    QCOMPARE(preview->recognisedAs, "One graph in each file");
    QCOMPARE(preview->becomes, "2 graphs, 1 node, 0 edges");
    QCOMPARE(preview->records, 2);
    QCOMPARE(preview->problems.front().title, "2 files with one graph each");
    QCOMPARE(preview->problems.front().choices.size(), std::size_t{2});
    QCOMPARE(preview->problems.front().chosen, std::size_t{0});
    const auto single = m_readers.preview(path, preview->problems.front().choices[1].options);
    QVERIFY(single.ok());
    QCOMPARE(single->problems.front().chosen, std::size_t{1});
    QVERIFY(single->options == nlohmann::json({{"joined", false}}));
    const std::string one = folder("== only.gml\ngraph [ ]\ngraph [ ]\n== notes.txt\nhello\n");
    const auto dataset = m_readers.read(one);
    QVERIFY(dataset.ok());
    QCOMPARE(dataset->source.fileName, "only.gml"); // the one file stands for its folder
    QCOMPARE(valueAs<GraphSet>(dataset->value)->graphCount(), std::size_t{2});
}

void TestGraphFiles::filesOfAFolderThatAreNone() {
    const auto dataset =
        m_readers.read(folder("== a.gml\ngraph [ ]\n== b.gml\ngraph [ ]\n== labels.csv\nfile,y\na.gml,1\n"
                              "== README.txt\nhello\n== deep/c.gml\ngraph [ ]\n"));
    QVERIFY(dataset.ok());
    QCOMPARE(valueAs<GraphSet>(dataset->value)->graphCount(), std::size_t{2});
    QCOMPARE(test::dump(dataset->ledger),
             "marked 2 | Graph without nodes (a.gml, b.gml)\n"
             "read 2 | File of the folder that holds no graph, passed over (README.txt, labels.csv)\n");
}

void TestGraphFiles::badFilesAreLeftOut() {
    const std::string path =
        folder("== a.graphml\n<graphml><graph edgedefault='directed'><node id='a'/></graph></graphml>\n"
               "== b.graphml\n<graphml><graph>\n</node></graph></graphml>\n== c.gml\n<!DOCTYPE html><html></html>\n"
               "== d.gml\ngraph [ ]\ngraph [ ]\n== e.gml\ngraph [ node [ id 0 ] ]\n");
    const auto dataset = m_readers.read(path);
    QVERIFY(dataset.ok());
    QCOMPARE(valueAs<GraphSet>(dataset->value)->graphCount(), std::size_t{2});
    QCOMPARE(dataset->ledger.recordsRead, 5);
    QCOMPARE(dataset->ledger.recordsDropped, 3);
    const auto again = m_readers.read(path, dataset->source.options); // as a run names its input
    QVERIFY(again.ok());
    QCOMPARE(again->contentHash, dataset->contentHash);
    const std::string told = test::dump(dataset->ledger);
    for (const char* sentence :
         {"dropped 1 | File left out, b.graphml:2: this is not well-formed XML: ",
          "dropped 1 | File left out, c.gml: this is an HTML page",
          "dropped 1 | File left out, d.gml: 2 graphs in the file, expected one graph in each of several files\n"})
        QVERIFY2(told.find(sentence) != std::string::npos, told.c_str());
    const auto preview = m_readers.preview(path);
    QVERIFY(preview.ok());
    QVERIFY(std::any_of(preview->problems.begin(), preview->problems.end(), [](const PreviewProblem& problem) {
        return problem.title.starts_with("File left out, b.graphml:2: ");
    }));
}

void TestGraphFiles::countsAsPeopleDo() {
    std::vector<std::string> names{
        "g10", "g9", "g", "g09", "a/2", "g2.5", "g2", "G1", "a/10", "g2a", "g99999999999999999999"};
    std::sort(names.begin(), names.end(), comesBefore);
    QCOMPARE(names, (std::vector<std::string>{"G1", "a/2", "a/10", "g", "g2", "g2.5", "g2a", "g09", "g9", "g10",
                                              "g99999999999999999999"}));
    for (const std::string& a : names)
        QVERIFY(!comesBefore(a, a));
}

void TestGraphFiles::pathsThatCanBeJoined() {
    const std::string path = folder("== a/x.gml\ngraph [ ]\n== b/x.gml\ngraph [ ]\n== b/t.csv\na,b\n1,2\n");
    const auto found = joinable(m_readers, {path + "/b/x.gml", path + "/a/../a/x.gml"});
    QVERIFY(found);
    QCOMPARE(found->folder, path);
    QCOMPARE(found->names, (std::vector<std::string>{"a/x.gml", "b/x.gml"}));
    QVERIFY(!joinable(m_readers, {path + "/a/x.gml"}));
    QVERIFY(!joinable(m_readers, {path + "/a/x.gml", path + "/a/x.gml"}));
    QVERIFY(!joinable(m_readers, {path + "/a/x.gml", path + "/b/t.csv"}));
    QVERIFY(!joinable(m_readers, {path + "/a/x.gml", path + "/gone.gml"}));
    QVERIFY(!joinable(m_readers, {path + "/a", path + "/b"}));
}

/// The cells of the joined columns are not in the files: thousands of files with columns of their own are refused.
void TestGraphFiles::fewCellsOfManyAttributes() {
    QByteArray files;
    for (int file = 0; file < 60; ++file) {
        files += "== f" + QByteArray::number(file) + ".gml\ngraph [\n";
        for (int node = 0; node < 100; ++node) {
            files += "node [ id " + QByteArray::number(node);
            for (int i = 0; i < (node == 0 ? 150 : 0); ++i)
                files += " a" + QByteArray::number(file) + 'x' + QByteArray::number(i) + " 1";
            files += " ]\n";
        }
        files += "]\n";
    }
    const auto dataset = m_readers.read(folder(files));
    QVERIFY(!dataset.ok());
    QCOMPARE(dataset.error().code, ErrorCode::outOfRange);
    QVERIFY2(dataset.error().message.ends_with(": too many different attributes: most of their cells would be empty"),
             dataset.error().message.c_str());
}

void TestGraphFiles::manyFilesCanBeCancelled() {
    QByteArray files;
    for (int file = 0; file < 200; ++file)
        files += "== g" + QByteArray::number(file) + ".gml\ngraph [ node [ id 0 label \"x\" ] ]\n";
    const std::string path = folder(files);
    std::stop_source stop;
    ReadContext context;
    context.stop = stop.get_token();
    std::vector<double> fractions;
    context.progress = [&](double fraction, const std::string&) {
        fractions.push_back(fraction);
        if (fractions.size() == 50)
            stop.request_stop();
    };
    const auto stopped = m_readers.read(path, {}, context);
    QVERIFY(!stopped.ok());
    QCOMPARE(stopped.error().code, ErrorCode::cancelled);
    QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
    const auto all = m_readers.read(path);
    QVERIFY(all.ok());
    const auto graphs = valueAs<GraphSet>(all->value);
    QCOMPARE(graphs->graphCount(), std::size_t{200});
    QCOMPARE(graphs->graphs.find("file")->texts()[2], "g2.gml");
    QCOMPARE(graphs->labelAttribute, "label");
}

QTEST_GUILESS_MAIN(TestGraphFiles)
#include "tst_graph_files.moc"
