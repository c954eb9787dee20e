#include "core/base/rng.h"
#include "core/store/project_store.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/sound_project.h"

#include <QDirIterator>
#include <QtTest>

#include <set>

using namespace vitrine;
using namespace vitrine::test;

/// The program is killed at random moments while it fits and stores, on the command line and as a window. The project
/// opens afterwards: what was acknowledged is there and sound, and the run says that it was interrupted.
class TestKillWhileWriting : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runOnTheCommandLine_data();
    void runOnTheCommandLine();
    void windowWithASample_data();
    void windowWithASample();
};

namespace {

constexpr int kRounds = 5;
constexpr int kLongestMs = 1500;

void addRounds() {
    QTest::addColumn<int>("afterMs");
    QTest::addColumn<bool>("storing");
    for (std::uint32_t round = 0; round < kRounds; ++round) {
        const int ms = static_cast<int>(rng::index(kLongestMs, 2027, rng::streamOf("kill"), round));
        QTest::addRow("round %u, after %d ms", round, ms) << ms << (round % 2 == 1);
    }
}

void checkSound(const ProjectStore& store, const std::set<std::string>& acknowledged) {
    const ProjectContent content = readWholeProject(store);
    QVERIFY2(content.fault.empty(), content.fault.c_str());
    QVERIFY(content.runs <= 1);
    qInfo("%zu artifacts", content.outputs.size());
    for (const std::string& output : acknowledged)
        QVERIFY2(content.outputs.contains(output), output.c_str());
}

} // namespace

void TestKillWhileWriting::runOnTheCommandLine_data() {
    addRounds();
}

void TestKillWhileWriting::runOnTheCommandLine() {
    QFETCH(int, afterMs);
    QFETCH(bool, storing);
    const QTemporaryDir folder;
    const QString project = folder.filePath(QStringLiteral("p.vitrine"));
    CliProcess process({QStringLiteral("run"), QStringLiteral("pathboost/train"), QStringLiteral("--json"),
                        QStringLiteral("--input"),
                        QStringLiteral("graphs=" VITRINE_SOURCE_DIR "/plugins/pathboost/samples/esol_graphs.json"),
                        QStringLiteral("--set"), QStringLiteral("n_iter=3000"), QStringLiteral("--set"),
                        QStringLiteral("baselines=fast"), QStringLiteral("--project"), project});
    // The clock starts when the fit does or when the first output is stored, so that every round has something to lose.
    QVERIFY(process.waitForOutput(storing ? "\"event\":\"artifact\"" : "\"event\":\"progress\""));
    process.waitForOutput("no such text", storing ? afterMs / 50 : afterMs / 3);
    process.send(SIGKILL);
    process.finish();
    std::set<std::string> acknowledged;
    for (const auto& line : process.lines())
        if (line.is_object() && line.value("event", std::string()) == "artifact")
            acknowledged.insert(line.at("output").get<std::string>());
    const auto store = ProjectStore::open(toStd(project), OpenMode::readWrite);
    QVERIFY2(store.ok(), store.ok() ? "" : store.error().message.c_str());
    QCOMPARE((*store)->runs()->size(), std::size_t(1));
    checkSound(**store, acknowledged);
}

void TestKillWhileWriting::windowWithASample_data() {
    addRounds();
}

void TestKillWhileWriting::windowWithASample() {
    QFETCH(int, afterMs);
    const QTemporaryDir state;
    CliProcess process({QStringLiteral("--sample"), QStringLiteral("pathboost")}, {},
                       {{QStringLiteral("VITRINE_STATE_DIR"), state.path()},
                        {QStringLiteral("XDG_RUNTIME_DIR"), state.path()},
                        {QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen")}});
    const auto projectFile = [&] {
        QDirIterator files(state.path(), {QStringLiteral("*.vitrine")}, QDir::Files, QDirIterator::Subdirectories);
        return files.hasNext() ? files.next() : QString();
    };
    QTRY_VERIFY_WITH_TIMEOUT(!projectFile().isEmpty(), 20000);
    QTest::qWait(afterMs);
    process.send(SIGKILL);
    QCOMPARE(process.finish(), -2);
    qputenv("VITRINE_STATE_DIR", state.path().toUtf8());
    const auto store = ProjectStore::open(toStd(projectFile()), OpenMode::readWrite);
    QVERIFY2(store.ok(), store.ok() ? "" : store.error().message.c_str());
    checkSound(**store, {});
}

QTEST_GUILESS_MAIN(TestKillWhileWriting)
#include "tst_kill_while_writing.moc"
