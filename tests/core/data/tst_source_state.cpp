#include "core/data/source_state.h"
#include "tests/support/data_folder.h"

#include <QtTest>

#include <filesystem>

using namespace vitrine;
namespace fs = std::filesystem;

/// Whether the file of a data set is still there and the same.
class TestSourceState : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readingKeepsWhatIsNeeded();
    void sameUntilItIsTouched();
    void otherBytesOfTheSameLengthAreFound();
    void goneAndBack();
    void everyFileOfASetCounts();
    void aFolderOfGraphs();
    void comparingCanBeCancelled();
    void hostileSourcesAreOnlyLookedAt();

private:
    DatasetSource sourceOf(const std::string& path) {
        const auto read = m_readers.read(path);
        if (!read)
            qFatal("%s", read.error().message.c_str());
        return read->source;
    }
    static void setTime(const std::string& path, int seconds) {
        fs::last_write_time(path, fs::file_time_type::clock::now() + std::chrono::seconds(seconds));
    }
    SourceState compared(const DatasetSource& source) const {
        const auto check = compareSource(source, m_readers);
        return check ? check->state : SourceState::unknown;
    }

    samples::DataFolder m_folder;
    const ReaderRegistry m_readers = ReaderRegistry::withBuiltins();
};

void TestSourceState::readingKeepsWhatIsNeeded() {
    const DatasetSource source = sourceOf(m_folder.write(QStringLiteral("kept.csv"), "a,b\n1,2\n3,4\n"));
    QCOMPARE(source.fileBytes, std::int64_t{12});
    QVERIFY(source.modifiedNs > 0);
    QCOMPARE(source.fileSha256.size(), std::size_t{64});
    QCOMPARE(*sourceSha256({source.path}), source.fileSha256);
}

void TestSourceState::sameUntilItIsTouched() {
    const std::string path = m_folder.write(QStringLiteral("touched.csv"), "a,b\n1,2\n");
    const DatasetSource source = sourceOf(path);
    QCOMPARE(lookAtSource(source, m_readers).state, SourceState::same);
    setTime(path, 60);
    // The time alone says nothing; the bytes do.
    QCOMPARE(lookAtSource(source, m_readers).state, SourceState::unsure);
    const auto check = compareSource(source, m_readers);
    QVERIFY(check);
    QCOMPARE(check->state, SourceState::same);
    QVERIFY(check->now.modifiedNs != source.modifiedNs);
}

void TestSourceState::otherBytesOfTheSameLengthAreFound() {
    const std::string path = m_folder.write(QStringLiteral("other.csv"), "a,b\n1,2\n");
    const DatasetSource source = sourceOf(path);
    m_folder.write(QStringLiteral("other.csv"), "a,b\n1,3\n");
    setTime(path, 60);
    QCOMPARE(compared(source), SourceState::changed);
    m_folder.write(QStringLiteral("other.csv"), "a,b\n1,2\n5,6\n");
    QCOMPARE(lookAtSource(source, m_readers).state, SourceState::changed); // the length says it without the hash
}

void TestSourceState::goneAndBack() {
    const std::string path = m_folder.write(QStringLiteral("gone.csv"), "a,b\n1,2\n");
    const DatasetSource source = sourceOf(path);
    fs::rename(path, path + ".away");
    QCOMPARE(compared(source), SourceState::missing);
    fs::rename(path + ".away", path);
    QCOMPARE(compared(source), SourceState::same);
    fs::remove(path);
    fs::create_directory(path); // what stands there now is no file
    QCOMPARE(compared(source), SourceState::missing);
}

void TestSourceState::everyFileOfASetCounts() {
    const std::string main = m_folder.writeAll("== set/nodes.csv\nnode,kind\na,1\nb,2\nc,1\n"
                                               "== set/edges.csv\nsource,target\na,b\nb,c\n");
    const DatasetSource source = sourceOf(main);
    QCOMPARE(sourceFiles(source, m_readers).size(), std::size_t{2});
    QCOMPARE(lookAtSource(source, m_readers).state, SourceState::same);
    m_folder.write(QStringLiteral("set/edges.csv"), "source,target\na,b\na,c\n");
    setTime(m_folder.path() + "/set/edges.csv", 60);
    QCOMPARE(compared(source), SourceState::changed);
}

void TestSourceState::aFolderOfGraphs() {
    const QByteArray graph = "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]\n";
    m_folder.write(QStringLiteral("graphs/a.gml"), graph);
    const std::string second = m_folder.write(QStringLiteral("graphs/b.gml"), graph);
    const DatasetSource source = sourceOf(m_folder.path() + "/graphs");
    QCOMPARE(sourceFiles(source, m_readers).size(), std::size_t{2});
    QCOMPARE(lookAtSource(source, m_readers).state, SourceState::same);
    fs::remove(second);
    QCOMPARE(compared(source), SourceState::missing);
}

void TestSourceState::comparingCanBeCancelled() {
    const std::string path = m_folder.write(QStringLiteral("long.csv"), "a,b\n" + QByteArray("1,2\n").repeated(200000));
    const DatasetSource source = sourceOf(path);
    setTime(path, 60);
    std::stop_source stop;
    std::int64_t read = 0;
    const auto check = compareSource(source, m_readers, {stop.get_token(), [&](std::int64_t bytes) {
                                                             read += bytes;
                                                             stop.request_stop();
                                                         }});
    QVERIFY(!check);
    QCOMPARE(check.error().code, ErrorCode::cancelled);
    QVERIFY(read < source.fileBytes);
}

void TestSourceState::hostileSourcesAreOnlyLookedAt() {
    DatasetSource source;
    source.fileSha256 = "ab";
    QCOMPARE(compared(source), SourceState::unknown); // no path
    source.path = "/dev/zero";                        // would never end
    QCOMPARE(compared(source), SourceState::missing);
    source.readerId = "graph_files";
    source.options = {{"files", {1, nullptr, "x.gml"}}};
    QCOMPARE(compared(source), SourceState::missing);
}

QTEST_GUILESS_MAIN(TestSourceState)
#include "tst_source_state.moc"
