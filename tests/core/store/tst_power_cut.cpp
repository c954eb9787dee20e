#include "core/store/sqlite_project_store.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "tests/support/power_cut.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>

using namespace vitrine;
using namespace vitrine::test;

/// The power goes at every single call that changes a file: whatever was acknowledged is there afterwards, whatever was
/// not is there as a whole or not at all.
class TestPowerCut : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyMomentOfAProject_data();
    void everyMomentOfAProject();
};

namespace {

Value numbers(std::size_t rows, double start) {
    Table table;
    Column::Reals cells(rows);
    for (std::size_t i = 0; i < rows; ++i)
        cells[i] = start + static_cast<double>(i);
    table.columns.emplace_back("x", std::move(cells));
    return makeValue(std::move(table));
}

Dataset dataset(const char* title, std::size_t rows) {
    Dataset made;
    made.title = title;
    made.value = numbers(rows, 1.0);
    made.contentHash = contentSha256(made.value);
    return made;
}

ArtifactRecord artifact(RunId run, const char* output) {
    ArtifactRecord record;
    record.run = run;
    record.description.id = output;
    return record;
}

/// What the store has acknowledged.
struct Acknowledged {
    bool first = false, second = false, renamed = false, run = false, small = false, large = false, closed = false,
         removed = false, history = false, saved = false, replaced = false;
};

/// An import, a command, a run and a save, until one of them is refused.
void work(ProjectStore& store, Acknowledged& told) {
    const auto step = [](bool& flag, bool done) {
        flag = done;
        return done;
    };
    if (!step(told.first, store.addDataset(dataset("first", 3'000)).ok()) ||
        !step(told.second, store.addDataset(dataset("second", 600'000)).ok()) || // several transactions
        !step(told.renamed, store.renameDataset(1, "renamed").ok()))
        return;
    RunRecord run;
    run.title = "run";
    run.state = RunState::running;
    const auto id = store.addRun(run);
    if (!step(told.run, id.ok()) ||
        !step(told.small, store.putArtifact(artifact(*id, "small"), numbers(10, 2.0)).ok()) ||
        !step(told.large, store.putArtifact(artifact(*id, "large"), numbers(6'000, 3.0)).ok()) ||
        !step(told.replaced, store.putArtifact(artifact(*id, "small"), numbers(20, 4.0)).ok()))
        return;
    run.id = *id;
    run.state = RunState::finished;
    if (!step(told.closed, store.updateRun(run).ok()) || !step(told.saved, store.save().ok()) ||
        !step(told.removed, store.removeDataset(2).ok()))
        return;
    told.history = store.appendHistory({{}, "done", "Remove second"}).ok();
}

QString problemOf(const std::string& path, const Acknowledged& told) {
    const auto store = ProjectStore::open(path, OpenMode::readWrite);
    if (!store)
        return toQString("it does not open: " + store.error().message + " / " + store.error().context);
    if (const auto damage = (*store)->damage(); !damage || !damage->empty())
        return QStringLiteral("it is damaged: ") + toQString(damage ? damage->front() : damage.error().message);
    const auto datasets = (*store)->datasets();
    const auto has = [&](const char* title) {
        return std::ranges::any_of(*datasets, [&](const DatasetRecord& one) { return one.title == title; });
    };
    if (told.first && !has(told.renamed ? "renamed" : "first") && !has("renamed"))
        return QStringLiteral("the first data set is lost");
    if (told.renamed && !has("renamed"))
        return QStringLiteral("the name is lost");
    if (told.second && !told.removed && !has("second") && !told.saved)
        return QStringLiteral("the second data set is lost");
    const auto runs = (*store)->runs();
    if (told.run && runs->size() != 1)
        return QStringLiteral("the run is lost");
    if (told.closed && runs->front().state != RunState::finished)
        return QStringLiteral("the end of the run is lost");
    const auto artifacts = runs->empty() ? std::vector<ArtifactRecord>() : *(*store)->artifacts(1);
    const auto hashOf = [&](const char* output) {
        for (const ArtifactRecord& one : artifacts)
            if (one.description.id == output)
                return contentSha256(*(*store)->artifactValue(one.id));
        return std::string();
    };
    if (told.replaced && hashOf("small") != contentSha256(numbers(20, 4.0)))
        return QStringLiteral("the second result is lost");
    if (told.small && !told.replaced && hashOf("small") != contentSha256(numbers(10, 2.0)) &&
        hashOf("small") != contentSha256(numbers(20, 4.0)))
        return QStringLiteral("the small result is lost");
    if (told.large && hashOf("large") != contentSha256(numbers(6'000, 3.0)))
        return QStringLiteral("the large result is lost");
    if (told.history && (*store)->history()->size() != 1)
        return QStringLiteral("the history is lost");
    return {};
}

} // namespace

void TestPowerCut::everyMomentOfAProject_data() {
    QTest::addColumn<bool>("lost");
    QTest::newRow("what was not synced is there") << false;
    QTest::newRow("what was not synced is lost") << true;
}

void TestPowerCut::everyMomentOfAProject() {
    QFETCH(bool, lost);
    const auto mode = lost ? PowerCut::Unsynced::lost : PowerCut::Unsynced::kept;
    PowerCut power;
    SqliteProjectStore::Options options;
    options.vfs = PowerCut::kName;
    // Memory is as good a disk as any here, and a sync of it takes no time.
    const QString memory = QStringLiteral("/dev/shm");
    QTemporaryDir folder((QFileInfo(memory).isWritable() ? memory : QDir::tempPath()) +
                         QStringLiteral("/vitrine-power-XXXXXX"));
    int moments = 0;
    const auto round = [&](int calls, Acknowledged& told) {
        const std::string path = toStd(folder.filePath(QStringLiteral("p%1.vitrine").arg(calls)));
        power.arm(0, mode);
        {
            auto store = SqliteProjectStore::createAt(path, options);
            if (!store)
                qFatal("%s", store.error().message.c_str());
            power.arm(calls, mode);
            work(**store, told);
            moments = power.calls();
        }
        return path;
    };
    Acknowledged all;
    QCOMPARE(problemOf(round(0, all), all), QString());
    QVERIFY(all.history); // nothing failed with power
    const int last = moments;
    QVERIFY2(last > 60, qPrintable(QString::number(last)));
    // Long stretches of pages are alike; the ends and every 97th moment say enough.
    int tried = 0;
    for (int calls = 1; calls <= last; calls += calls < 40 || calls > last - 60 ? 1 : 97) {
        Acknowledged told;
        const std::string path = round(calls, told);
        QVERIFY(power.isCut());
        const QString problem = problemOf(path, told);
        QVERIFY2(problem.isEmpty(),
                 qPrintable(QStringLiteral("after %1 of %2 calls: %3").arg(calls).arg(last).arg(problem)));
        QFile::remove(toQString(path));
        ++tried;
    }
    qInfo("%d moments of %d", tried, last);
}

QTEST_GUILESS_MAIN(TestPowerCut)
#include "tst_power_cut.moc"
