#include "core/jobs/job_queue.h"

#include "core/values/text.h"
#include "tests/core/jobs/fake_experiments.h"

#include <QSignalSpy>
#include <QtTest>

#include <atomic>
#include <thread>

using namespace vitrine;
using namespace vitrine::test;

/// The queue, with and without a project.
class TestJobQueue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void finishesAndTellsInOrder();
    void runsTwoAtATimeInOrder();
    void cancelsARunningJobWithinASecond();
    void cancelsAWaitingJobWithoutRunningIt();
    void coalescesSignals();
    void showsLiveRowsWhileItRuns();
    void estimatesTheTimeLeft();
    void failsForAnUnknownExperiment();
    void runsTasks();
    void letsTasksPassWaitingRuns();
    void turnsExceptionsOfTasksIntoFailures();
    void writesTheRunIntoTheProject();
    void keepsPartialResultsOfACancelledRun();
    void failsWhenTheProjectRefuses();
    void resumesFromAnUnfinishedRun_data();
    void resumesFromAnUnfinishedRun();
    void cancelsEverythingWhenItGoes();
    void restsWhenNothingRuns();

private:
    RunRequest request(const char* experiment) const;
    std::shared_ptr<ProjectStore> project();

    std::shared_ptr<FakeSource> m_source;
    QTemporaryDir m_folder;
    int m_projects = 0;
};

namespace {

/// Waits until it is stopped; then gives up as an experiment does.
Result<void> waitForStop(const RunInputs&, RunContext& context) {
    while (!context.stopRequested())
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return makeError(ErrorCode::cancelled, "cancelled");
}

Result<void> emitAll(const RunInputs&, RunContext& context) {
    context.progress(0.5, "half");
    if (auto done = context.emitArtifact("table", numbers({1, 2})); !done)
        return done;
    return context.emitArtifact("note", note("done"));
}

} // namespace

void TestJobQueue::init() {
    m_source = std::make_shared<FakeSource>();
    m_source->bodies["wait"] = waitForStop;
    m_source->bodies["emit"] = emitAll;
}

RunRequest TestJobQueue::request(const char* experiment) const {
    RunRequest request;
    request.title = experiment;
    request.plugin = "fake";
    request.experiment = experiment;
    request.inputs.seed = 7;
    request.threads = 1;
    return request;
}

std::shared_ptr<ProjectStore> TestJobQueue::project() {
    const QString path = m_folder.filePath(QStringLiteral("p%1.vitrine").arg(++m_projects));
    auto store = ProjectStore::create(toStd(path));
    return store ? *store : nullptr;
}

void TestJobQueue::finishesAndTellsInOrder() {
    JobQueue queue(m_source);
    QSignalSpy added(&queue, &JobQueue::jobAdded);
    const auto job = queue.start(request("emit"), nullptr);
    QCOMPARE(added.count(), 1);
    QCOMPARE(job->runId(), RunId(0));
    QCOMPARE(job->title(), QStringLiteral("emit"));
    QStringList told;
    connect(job.get(), &JobHandle::artifactStored, this, [&](const QString& id) { told.append(id); });
    connect(job.get(), &JobHandle::ended, this, [&] { told.append(QStringLiteral("ended")); });
    QTRY_VERIFY(told.contains(QStringLiteral("ended")));
    QCOMPARE(told, (QStringList{QStringLiteral("table"), QStringLiteral("note"), QStringLiteral("ended")}));
    const JobStatus status = job->status();
    QCOMPARE(status.state, RunState::finished);
    QCOMPARE(status.fraction, 1.0);
    QVERIFY(status.memoryBytes > 0);
    // Without a project the results stay with the handle.
    QCOMPARE(valueAs<Table>(*job->liveValue("table"))->rowCount(), std::size_t(2));
}

void TestJobQueue::runsTwoAtATimeInOrder() {
    std::atomic<int> running = 0;
    std::atomic<int> highest = 0;
    std::mutex mutex;
    std::vector<std::uint64_t> order;
    m_source->bodies["count"] = [&](const RunInputs& inputs, RunContext&) -> Result<void> {
        {
            const std::scoped_lock lock(mutex);
            order.push_back(inputs.seed);
        }
        highest = std::max(highest.load(), ++running);
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        --running;
        return {};
    };
    JobQueue queue(m_source);
    std::vector<std::shared_ptr<JobHandle>> jobs;
    for (std::uint64_t i = 0; i < 6; ++i) {
        RunRequest next = request("count");
        next.inputs.seed = i;
        jobs.push_back(queue.start(next, nullptr));
    }
    QCOMPARE(queue.jobs().size(), std::size_t(6));
    QTRY_VERIFY(std::all_of(jobs.begin(), jobs.end(),
                            [](const auto& job) { return job->status().state == RunState::finished; }));
    QCOMPARE(highest.load(), 2);
    for (std::size_t i = 0; i < order.size(); ++i)
        QVERIFY(order[i] <= i + 1 && i <= order[i] + 1); // neighbours may swap, no more
}

void TestJobQueue::cancelsARunningJobWithinASecond() {
    JobQueue queue(m_source);
    const auto job = queue.start(request("wait"), nullptr);
    QTRY_COMPARE(job->status().state, RunState::running);
    QSignalSpy ended(job.get(), &JobHandle::ended);
    QElapsedTimer timer;
    timer.start();
    job->cancel();
    QVERIFY(timer.elapsed() < 50); // returns at once
    QVERIFY(job->status().cancelRequested);
    QVERIFY(ended.wait(1000));
    QCOMPARE(job->status().state, RunState::cancelled);
    job->cancel(); // no effect any more
    QTest::qWait(60);
    QCOMPARE(ended.count(), 1);
}

void TestJobQueue::cancelsAWaitingJobWithoutRunningIt() {
    std::atomic<bool> ran = false;
    m_source->bodies["never"] = [&](const RunInputs&, RunContext&) -> Result<void> {
        ran = true;
        return {};
    };
    JobQueue queue(m_source);
    queue.setMaxRunning(1);
    const auto first = queue.start(request("wait"), nullptr);
    const auto second = queue.start(request("never"), nullptr);
    QTRY_COMPARE(first->status().state, RunState::running);
    QCOMPARE(second->status().state, RunState::queued);
    QSignalSpy ended(second.get(), &JobHandle::ended);
    second->cancel();
    QVERIFY(ended.wait(1000)); // although the first one still runs
    QCOMPARE(second->status().state, RunState::cancelled);
    QCOMPARE(first->status().state, RunState::running);
    QVERIFY(!ran);
}

void TestJobQueue::coalescesSignals() {
    m_source->bodies["busy"] = [](const RunInputs&, RunContext& context) -> Result<void> {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
        for (int i = 0; std::chrono::steady_clock::now() < end; ++i) {
            context.progress(1.0 - 1.0 / (i + 2.0), "step " + std::to_string(i));
            (void)context.append("table", numbers({static_cast<double>(i)}));
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        return {};
    };
    JobQueue queue(m_source);
    const auto job = queue.start(request("busy"), nullptr);
    QSignalSpy changed(job.get(), &JobHandle::changed);
    QSignalSpy rows(job.get(), &JobHandle::rowsAppended);
    QSignalSpy ended(job.get(), &JobHandle::ended);
    QVERIFY(ended.wait(5000));
    // 400 ms at 25 a second, and a few for begin and end
    QVERIFY2(changed.count() >= 3 && changed.count() <= 14, qPrintable(QString::number(changed.count())));
    QVERIFY2(rows.count() >= 3 && rows.count() <= 14, qPrintable(QString::number(rows.count())));
}

void TestJobQueue::showsLiveRowsWhileItRuns() {
    m_source->bodies["live"] = [](const RunInputs& inputs, RunContext& context) -> Result<void> {
        for (double x : {1.0, 2.0, 3.0})
            (void)context.append("table", numbers({x}));
        return waitForStop(inputs, context);
    };
    JobQueue queue(m_source);
    const auto job = queue.start(request("live"), nullptr);
    QVERIFY(!job->liveValue("nothing"));
    QTRY_VERIFY(job->liveValue("table") && valueAs<Table>(*job->liveValue("table"))->rowCount() == 3);
}

void TestJobQueue::estimatesTheTimeLeft() {
    m_source->bodies["steady"] = [](const RunInputs&, RunContext& context) -> Result<void> {
        for (int i = 0; i < 500 && !context.stopRequested(); ++i) {
            context.progress(i / 500.0, "step");
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return {};
    };
    JobQueue queue(m_source);
    const auto job = queue.start(request("steady"), nullptr);
    QCOMPARE(job->status().remainingSeconds, -1.0);
    QTRY_VERIFY(job->status().remainingSeconds > 0.5);
    QVERIFY(job->status().remainingSeconds < 10.0);
    QVERIFY(job->status().elapsedSeconds > 0.4);
}

void TestJobQueue::failsForAnUnknownExperiment() {
    JobQueue queue(m_source);
    const auto job = queue.start(request("unknown"), nullptr);
    QTRY_COMPARE(job->status().state, RunState::failed);
    QCOMPARE(job->status().message, std::string("there is no experiment unknown"));
}

void TestJobQueue::runsTasks() {
    JobQueue queue(m_source);
    std::atomic<bool> done = false;
    TaskRequest task;
    task.title = "Import";
    task.work = [&](std::stop_token, const std::function<void(double, const std::string&)>& progress) -> Result<void> {
        progress(0.5, "reading");
        done = true;
        return {};
    };
    const auto job = queue.start(task);
    QCOMPARE(job->runId(), RunId(0));
    QTRY_COMPARE(job->status().state, RunState::finished);
    QVERIFY(done);

    task.work = [](std::stop_token, const auto&) -> Result<void> {
        return makeError(ErrorCode::parse, "a.csv:3: expected 2 columns, found 1");
    };
    const auto failing = queue.start(task);
    QTRY_COMPARE(failing->status().state, RunState::failed);
    QCOMPARE(failing->status().message, std::string("a.csv:3: expected 2 columns, found 1"));

    task.work = [](std::stop_token stop, const auto&) -> Result<void> {
        while (!stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return makeError(ErrorCode::cancelled, "cancelled");
    };
    const auto stopped = queue.start(task);
    stopped->cancel();
    QTRY_COMPARE(stopped->status().state, RunState::cancelled);
}

void TestJobQueue::letsTasksPassWaitingRuns() {
    JobQueue queue(m_source);
    queue.setMaxRunning(1);
    const auto long1 = queue.start(request("wait"), nullptr);
    const auto long2 = queue.start(request("wait"), nullptr);
    TaskRequest task;
    task.work = [](std::stop_token, const auto&) { return Result<void>(); };
    const auto quick = queue.start(task);
    QTRY_COMPARE(quick->status().state, RunState::finished);
    QCOMPARE(long2->status().state, RunState::queued);
}

void TestJobQueue::turnsExceptionsOfTasksIntoFailures() {
    JobQueue queue(m_source);
    TaskRequest task;
    task.work = [](std::stop_token, const auto&) -> Result<void> { throw std::runtime_error("no more memory"); };
    const auto job = queue.start(task);
    QTRY_COMPARE(job->status().state, RunState::failed);
    QCOMPARE(job->status().message, std::string("the work broke off: no more memory"));
}

void TestJobQueue::writesTheRunIntoTheProject() {
    const auto store = project();
    QVERIFY(store);
    m_source->bodies["log"] = [](const RunInputs& inputs, RunContext& context) -> Result<void> {
        context.log(LogLevel::info, "first line");
        context.log(LogLevel::warning, "second line");
        return emitAll(inputs, context);
    };
    JobQueue queue(m_source);
    RunRequest run = request("log");
    run.references.push_back({"points", "dataset:1", "points.csv", "abc", "/data/points.csv", {}});
    const auto job = queue.start(run, store);
    QVERIFY(job->runId() > 0); // at once
    QSignalSpy ended(job.get(), &JobHandle::ended);
    QVERIFY(ended.wait(5000));

    const auto record = store->run(job->runId());
    QVERIFY(record.ok());
    QCOMPARE(record->state, RunState::finished);
    QCOMPARE(record->pluginVersion, std::string("1.2.3"));
    QCOMPARE(record->seed, std::uint64_t(7));
    QVERIFY(record->seconds > 0.0 && record->peakBytes > 0 && !record->created.empty());
    const auto artifacts = store->artifacts(job->runId());
    QVERIFY(artifacts.ok());
    QCOMPARE(artifacts->size(), std::size_t(2));
    for (const ArtifactRecord& artifact : *artifacts) {
        QVERIFY(!artifact.partial);
        QVERIFY(!artifact.contentHash.empty());
        QCOMPARE(artifact.fingerprint.command,
                 std::string("vitrine run fake/log --input points=/data/points.csv --seed 7"));
        QCOMPARE(artifact.fingerprint.inputHashes.front().second, std::string("abc"));
    }
    const auto log = store->runLog(job->runId());
    QVERIFY(log.ok());
    QCOMPARE(log->size(), std::size_t(2));
    QCOMPARE(log->back().text, std::string("second line"));
    QVERIFY(!job->liveValue("table")); // from here on the project has it
}

void TestJobQueue::keepsPartialResultsOfACancelledRun() {
    const auto store = project();
    m_source->bodies["half"] = [](const RunInputs& inputs, RunContext& context) -> Result<void> {
        (void)context.emitArtifact("note", note("complete"));
        (void)context.append("table", numbers({1, 2, 3}));
        return waitForStop(inputs, context);
    };
    JobQueue queue(m_source);
    const auto job = queue.start(request("half"), store);
    QTRY_VERIFY(job->liveValue("table"));
    QSignalSpy ended(job.get(), &JobHandle::ended);
    job->cancel();
    QVERIFY(ended.wait(1000));
    QCOMPARE(store->run(job->runId())->state, RunState::cancelled);
    const auto artifacts = store->artifacts(job->runId());
    QCOMPARE(artifacts->size(), std::size_t(2));
    for (const ArtifactRecord& artifact : *artifacts)
        QCOMPARE(artifact.partial, artifact.description.id == "table");
}

void TestJobQueue::failsWhenTheProjectRefuses() {
    const auto writable = project();
    const std::string path = writable->path();
    const auto store = ProjectStore::open(path, OpenMode::readOnly);
    QVERIFY(store.ok());
    JobQueue queue(m_source);
    const auto job = queue.start(request("emit"), *store);
    QSignalSpy ended(job.get(), &JobHandle::ended);
    QVERIFY(ended.wait(1000));
    QCOMPARE(job->status().state, RunState::failed);
    QVERIFY(!job->status().message.empty());
    QCOMPARE(job->runId(), RunId(0));
}

void TestJobQueue::resumesFromAnUnfinishedRun_data() {
    QTest::addColumn<RunState>("state");
    QTest::newRow("interrupted") << RunState::interrupted;
    QTest::newRow("cancelled") << RunState::cancelled;
    QTest::newRow("failed") << RunState::failed;
}

void TestJobQueue::resumesFromAnUnfinishedRun() {
    QFETCH(RunState, state);
    const auto store = project();
    RunRecord old;
    old.plugin = "fake";
    old.pluginVersion = "1.2.3";
    old.experiment = "resume";
    old.seed = 7;
    old.state = state;
    const auto id = store->addRun(old);
    QVERIFY(id.ok());
    ArtifactRecord artifact;
    artifact.run = *id;
    artifact.description = describe("note", ValueKind::document);
    QVERIFY(store->putArtifact(artifact, note("left behind")).ok());
    std::string found;
    std::string missing;
    m_source->bodies["resume"] = [&](const RunInputs&, RunContext& context) -> Result<void> {
        const auto left = context.previous("note");
        if (!left)
            return left.error();
        found = valueAs<Document>(*left)->markdown;
        missing = context.previous("table").error().message;
        return {};
    };
    JobQueue queue(m_source);
    const auto same = queue.start(request("resume"), store);
    QTRY_VERIFY(same->status().state == RunState::finished);
    QCOMPARE(found, std::string("left behind"));
    QCOMPARE(missing, std::string("no unfinished run left the output \"table\""));
    RunRequest other = request("resume");
    other.inputs.seed = 8;
    const auto different = queue.start(other, store);
    QTRY_COMPARE(different->status().state, RunState::failed);
}

void TestJobQueue::cancelsEverythingWhenItGoes() {
    const auto store = project();
    std::vector<std::shared_ptr<JobHandle>> jobs;
    int endings = 0;
    {
        JobQueue queue(m_source);
        for (int i = 0; i < 4; ++i) {
            jobs.push_back(queue.start(request("wait"), store));
            connect(jobs.back().get(), &JobHandle::ended, this, [&] { ++endings; });
        }
        QTRY_COMPARE(jobs.front()->status().state, RunState::running);
    }
    QCOMPARE(endings, 4);
    for (const auto& job : jobs) {
        QCOMPARE(job->status().state, RunState::cancelled);
        QCOMPARE(store->run(job->runId())->state, RunState::cancelled);
        job->cancel(); // the queue is gone; must do nothing
    }
}

void TestJobQueue::restsWhenNothingRuns() {
    JobQueue queue(m_source);
    const auto job = queue.start(request("emit"), nullptr);
    QTRY_COMPARE(job->status().state, RunState::finished);
    QTest::qWait(100);
    QSignalSpy changed(job.get(), &JobHandle::changed);
    const std::clock_t before = std::clock();
    QTest::qWait(1200); // longer than the clock tick of a running job
    QCOMPARE(changed.count(), 0);
    QVERIFY(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC < 0.2);
}

QTEST_GUILESS_MAIN(TestJobQueue)
#include "tst_job_queue.moc"
