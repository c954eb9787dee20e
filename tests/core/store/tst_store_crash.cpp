#include "core/base/rng.h"
#include "core/store/database.h"
#include "core/store/project_store.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"

#include <QtTest>

#include <cstdio>
#include <map>
#include <unistd.h>

using namespace vitrine;

// The test starts itself as the process that is killed: "tst_store_crash --write PROJECT".

namespace {

Value artifactNumber(int n) {
    Table table;
    // Now and then larger than one transaction, so that the kill falls between two of them as well.
    const std::size_t rows = n % 5 == 4 ? 1'500'000 : 2'000 + static_cast<std::size_t>(n) * 100;
    Column::Reals cells(rows);
    for (std::size_t i = 0; i < rows; ++i)
        cells[i] = rng::u01(static_cast<std::uint64_t>(n), 1, i);
    table.columns.emplace_back("x", std::move(cells));
    return makeValue(std::move(table));
}

/// Writes artifacts until it is killed; says "id hash" on standard output only after the store has acknowledged one.
int writeUntilKilled(const char* path) {
    auto store = ProjectStore::open(path, OpenMode::readWrite);
    if (!store)
        return 2;
    RunRecord run;
    run.title = "doomed";
    run.state = RunState::running;
    const auto id = (*store)->addRun(run);
    for (int n = 0; id.ok(); ++n) {
        ArtifactRecord artifact;
        artifact.run = *id;
        artifact.description.id = "out_" + std::to_string(n);
        const Value value = artifactNumber(n);
        const auto put = (*store)->putArtifact(artifact, value);
        if (!put)
            return 3;
        const std::string line = std::to_string(*put) + ' ' + contentSha256(value) + '\n';
        if (write(STDOUT_FILENO, line.data(), line.size()) < 0)
            return 4;
    }
    return 5;
}

} // namespace

class TestStoreCrash : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void acknowledgedArtifactsSurviveAKill_data();
    void acknowledgedArtifactsSurviveAKill();

private:
    std::map<std::int64_t, std::string> killWriter(const std::string& path, int afterMs);
};

std::map<std::int64_t, std::string> TestStoreCrash::killWriter(const std::string& path, int afterMs) {
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--write"), toQString(path)});
    QByteArray output;
    // The clock starts with the first acknowledgement, so that every round has something to lose.
    while (!output.contains('\n') && child.waitForReadyRead(20'000))
        output += child.readAllStandardOutput();
    const auto refused = ProjectStore::open(path, OpenMode::readWrite);
    const std::string holder = "another Vitrine (process " + std::to_string(child.processId()) + ")";
    if (refused || refused.error().message.find(holder) == std::string::npos)
        qFatal("a project that a living process writes could be opened for writing");
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < afterMs &&
           child.waitForReadyRead(std::max<int>(1, afterMs - static_cast<int>(timer.elapsed()))))
        output += child.readAllStandardOutput();
    child.kill();
    child.waitForFinished();
    output += child.readAllStandardOutput();
    std::map<std::int64_t, std::string> acknowledged;
    for (const QByteArray& line : output.split('\n')) {
        const QList<QByteArray> parts = line.split(' ');
        if (parts.size() == 2 && parts[1].size() == 64)
            acknowledged[parts[0].toLongLong()] = parts[1].toStdString();
    }
    return child.exitStatus() == QProcess::CrashExit ? acknowledged : std::map<std::int64_t, std::string>{};
}

void TestStoreCrash::acknowledgedArtifactsSurviveAKill_data() {
    QTest::addColumn<int>("afterMs");
    for (std::uint32_t round = 0; round < 8; ++round) {
        const int ms = static_cast<int>(rng::index(250, 2026, rng::streamOf("kill"), round));
        QTest::addRow("round %u, after %d ms", round, ms) << ms;
    }
}

void TestStoreCrash::acknowledgedArtifactsSurviveAKill() {
    QFETCH(int, afterMs);
    QTemporaryDir folder;
    const std::string path = toStd(folder.filePath(QStringLiteral("a.vitrine")));
    QVERIFY(ProjectStore::create(path).ok());
    const auto acknowledged = killWriter(path, afterMs);
    QVERIFY(!acknowledged.empty());
    QVERIFY(QFile::exists(toQString(path + ".lock"))); // left behind, and taken over now

    auto store = ProjectStore::open(path, OpenMode::readWrite);
    QVERIFY2(store.ok(), store.ok() ? "" : store.error().message.c_str());
    QCOMPARE((*store)->runs()->size(), std::size_t{1});
    QVERIFY((*store)->run(1)->state == RunState::interrupted);
    std::map<std::int64_t, std::string> found;
    for (const ArtifactRecord& artifact : *(*store)->artifacts(1))
        found[artifact.id] = artifact.contentHash;
    for (const auto& [id, hash] : acknowledged) {
        QCOMPARE(found[id], hash);
        QCOMPARE(contentSha256(*(*store)->artifactValue(id)), hash);
    }
    // At most the one that was being written may be there without having been acknowledged.
    QVERIFY(found.size() <= acknowledged.size() + 1);
    QVERIFY((*store)->damage()->empty());
    store->reset();

    auto database = Database::open(path, {.readOnly = true, .create = false, .immutable = false, .vfs = {}});
    QCOMPARE(*(*database)->queryInteger("SELECT COUNT(*) FROM content"), static_cast<std::int64_t>(found.size()));
    QCOMPARE(*(*database)->queryInteger("SELECT COUNT(*) FROM content_chunk WHERE content NOT IN (SELECT id FROM "
                                        "content)"),
             std::int64_t{0});
}

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--write")
        return writeUntilKilled(argv[2]);
    QCoreApplication application(argc, argv);
    TestStoreCrash test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_store_crash.moc"
