#include "core/base/rng.h"
#include "core/store/project_store.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/sound_project.h"

#include <QtTest>

#include <unistd.h>

using namespace vitrine;
using namespace vitrine::test;

/// kill -9 at 200 random points of small commands, an import and a run: the project opens afterwards with everything
/// that was acknowledged. The test starts itself as the process that gives commands: "tst_kill_points --edit PROJECT".
class TestKillPoints : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void commands();
    void import();
    void run();

private:
    QString file(const QString& name) const { return m_folder.filePath(name); }
    void killAll(const char* what, int points, const QStringList& arguments);

    QTemporaryDir m_folder;
    QStringList m_tables;
    QString m_graphs;
};

namespace {

constexpr int kCommandPoints = 80;
constexpr int kImportPoints = 60;
constexpr int kRunPoints = 60;
constexpr int kTables = 6;
constexpr int kTableRows = 20'000;
constexpr int kLongestEditMs = 60;

int randomMs(int most, const char* stream, int point) {
    return static_cast<int>(
        rng::index(static_cast<std::uint64_t>(most), 2028, rng::streamOf(stream), static_cast<std::uint64_t>(point)));
}

/// Renames, reports, notes and history, each a command of its own; says its number when it is done.
int editUntilKilled(const char* path) {
    const auto store = ProjectStore::open(path, OpenMode::readWrite);
    if (!store)
        return 2;
    for (int n = 1;; ++n) {
        const std::string text = std::to_string(n);
        const bool done = (*store)->renameRun(1, text).ok() && (*store)->addReport({0, text, {{"n", n}}}).ok() &&
                          (*store)->appendHistory({{}, "done", text}).ok() && (*store)->setState("n", n).ok();
        const std::string line = text + '\n';
        if (!done || ::write(STDOUT_FILENO, line.data(), line.size()) < 0)
            return 3;
    }
}

/// Kills the process after a while. @return what it had said by then
QByteArray killAfter(QProcess& process, int ms) {
    QElapsedTimer timer;
    timer.start();
    QByteArray said;
    while (timer.elapsed() < ms && process.state() == QProcess::Running) {
        process.waitForReadyRead(std::max(1, ms - static_cast<int>(timer.elapsed())));
        said += process.readAllStandardOutput();
    }
    process.kill();
    process.waitForFinished();
    return said + process.readAllStandardOutput();
}

QList<nlohmann::json> jsonLines(const QByteArray& said) {
    QList<nlohmann::json> lines;
    for (const QByteArray& line : said.split('\n')) {
        nlohmann::json object = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
        if (object.is_object()) // the last line may be cut
            lines.append(std::move(object));
    }
    return lines;
}

} // namespace

void TestKillPoints::initTestCase() {
    for (int i = 0; i < kTables; ++i) {
        m_tables << file(QStringLiteral("table%1.csv").arg(i));
        QFile table(m_tables.last());
        QVERIFY(table.open(QIODevice::WriteOnly));
        QByteArray text = "name,x,y\n";
        for (int row = 0; row < kTableRows; ++row)
            text += QByteArrayLiteral("row ") + QByteArray::number(row) + ',' + QByteArray::number(row * (i + 0.5)) +
                    ',' + QByteArray::number(row % 17) + '\n';
        QCOMPARE(table.write(text), text.size());
    }
    m_graphs = QStringLiteral(VITRINE_SOURCE_DIR "/plugins/pathboost/samples/esol_graphs.json");
}

void TestKillPoints::commands() {
    std::size_t most = 0;
    for (int point = 0; point < kCommandPoints; ++point) {
        const std::string path = toStd(file(QStringLiteral("commands%1.vitrine").arg(point)));
        {
            const auto made = ProjectStore::create(path);
            QVERIFY(made.ok());
            RunRecord run;
            run.title = "0";
            run.state = RunState::finished;
            QVERIFY((*made)->addRun(run).ok());
        }
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--edit"), toQString(path)});
        QByteArray said;
        while (!said.contains('\n') && process.waitForReadyRead(20'000))
            said += process.readAllStandardOutput();
        said += killAfter(process, randomMs(kLongestEditMs, "commands", point));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        const auto acknowledged = static_cast<std::size_t>(said.count('\n'));
        QVERIFY(acknowledged > 0);
        most = std::max(most, acknowledged);
        const auto store = ProjectStore::open(path, OpenMode::readWrite);
        QVERIFY2(store.ok(), store.ok() ? "" : store.error().message.c_str());
        const ProjectContent content = readWholeProject(**store);
        QVERIFY2(content.fault.empty(), content.fault.c_str());
        // The round that was going on may be there in part, in the order in which it was done.
        const auto title = static_cast<std::size_t>(std::stoul((*store)->run(1)->title));
        const std::size_t reports = (*store)->reports()->size();
        const std::size_t history = (*store)->history()->size();
        const auto state = (*store)->state("n").get<std::size_t>();
        QVERIFY(state >= acknowledged && history >= state && reports >= history && title >= reports);
        QVERIFY(title <= acknowledged + 1);
        QFile::remove(toQString(path));
    }
    qInfo("killed %d times, after at most %zu rounds of four commands", kCommandPoints, most);
}

/// Kills the program at random moments between its start and the time it takes when it is left alone.
void TestKillPoints::killAll(const char* what, int points, const QStringList& arguments) {
    const auto start = [&](QProcess& process, const QString& project) {
        process.start(QStringLiteral(VITRINE_PROGRAM), arguments + QStringList{QStringLiteral("--project"), project});
        process.waitForStarted();
    };
    QElapsedTimer timer;
    timer.start();
    QProcess whole;
    start(whole, file(QStringLiteral("%1.vitrine").arg(QLatin1String(what))));
    QVERIFY(whole.waitForFinished(120'000));
    QCOMPARE(whole.exitCode(), 0);
    const int wholeMs = static_cast<int>(timer.elapsed());
    int killed = 0;
    int begun = 0;
    for (int point = 0; point < points; ++point) {
        const QString project = file(QStringLiteral("%1%2.vitrine").arg(QLatin1String(what)).arg(point));
        QProcess process;
        start(process, project);
        const QByteArray said = killAfter(process, randomMs(wholeMs, what, point));
        killed += process.exitStatus() == QProcess::CrashExit;
        if (!QFile::exists(project))
            continue;
        const auto store = ProjectStore::open(toStd(project), OpenMode::readWrite);
        // A file that was just being made and of which nothing was acknowledged may be refused with a sentence.
        QVERIFY2(store.ok() || said.isEmpty(), store.ok() ? "" : store.error().message.c_str());
        if (!store) {
            QVERIFY(!store.error().message.empty());
            continue;
        }
        const ProjectContent content = readWholeProject(**store);
        QVERIFY2(content.fault.empty(), content.fault.c_str());
        begun += !content.datasets.empty() || content.runs > 0;
        for (const nlohmann::json& line : jsonLines(said)) {
            const std::string event = line.value("event", std::string());
            QVERIFY(event != "dataset" || content.datasets.contains(line.at("dataset").get<DatasetId>()));
            QVERIFY(event != "artifact" || content.outputs.contains(line.at("output").get<std::string>()));
        }
        QFile::remove(project);
    }
    qInfo("%s: %d ms when left alone; killed %d times, %d times with something stored", what, wholeMs, killed, begun);
    QVERIFY(killed > points / 2 && begun > points / 10);
}

void TestKillPoints::import() {
    killAll("import", kImportPoints, QStringList{QStringLiteral("import"), QStringLiteral("--json")} + m_tables);
}

void TestKillPoints::run() {
    killAll("run", kRunPoints,
            {QStringLiteral("run"), QStringLiteral("pathboost/train"), QStringLiteral("--json"),
             QStringLiteral("--input"), QStringLiteral("graphs=") + m_graphs, QStringLiteral("--set"),
             QStringLiteral("n_iter=50")});
}

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--edit")
        return editUntilKilled(argv[2]);
    QCoreApplication application(argc, argv);
    TestKillPoints test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_kill_points.moc"
