#include "widgets/latest_task.h"

#include <QTest>
#include <QThread>

#include <atomic>
#include <semaphore>
#include <stdexcept>

using vitrine::LatestTask;

class TestLatestTask : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void resultArrivesOnTheOwnersThread();
    void newerTaskMakesTheOlderStale();
    void deadOwnerGetsNoCallback();
    void cancelSetsTheStopToken();
    void exceptionEndsTheTaskWithoutCallback();
    void voidWorkIsDelivered();
    void callbackMayStartTheNextTask();
};

void TestLatestTask::resultArrivesOnTheOwnersThread() {
    LatestTask task;
    int answer = 0;
    QThread* workThread = nullptr;
    QThread* doneThread = nullptr;
    task.start(
        [&workThread](std::stop_token) {
            workThread = QThread::currentThread();
            return 42;
        },
        [&](int value) {
            answer = value;
            doneThread = QThread::currentThread();
        });
    QVERIFY(task.isRunning());
    QTRY_COMPARE(answer, 42);
    QVERIFY(!task.isRunning());
    QCOMPARE(doneThread, QThread::currentThread());
    QVERIFY(workThread != QThread::currentThread());
}

void TestLatestTask::newerTaskMakesTheOlderStale() {
    LatestTask task;
    auto gate = std::make_shared<std::binary_semaphore>(0);
    auto firstStopped = std::make_shared<std::atomic_bool>(false);
    QList<int> seen;
    task.start(
        [gate, firstStopped](std::stop_token stop) {
            gate->acquire();
            *firstStopped = stop.stop_requested();
            return 1;
        },
        [&seen](int value) { seen.append(value); });
    task.start([](std::stop_token) { return 2; }, [&seen](int value) { seen.append(value); });
    gate->release();
    QTRY_COMPARE(seen, QList<int>{2});
    task.start([](std::stop_token) { return 3; }, [&seen](int value) { seen.append(value); });
    QTRY_COMPARE(seen, (QList<int>{2, 3}));
}

void TestLatestTask::deadOwnerGetsNoCallback() {
    auto gate = std::make_shared<std::binary_semaphore>(0);
    auto begun = std::make_shared<std::atomic_bool>(false);
    auto stopSeen = std::make_shared<std::atomic_int>(-1);
    bool called = false;
    {
        QObject owner;
        auto* task = new LatestTask(&owner);
        task->start(
            [gate, begun, stopSeen](std::stop_token stop) {
                *begun = true;
                gate->acquire();
                *stopSeen = stop.stop_requested() ? 1 : 0;
                return 0;
            },
            [&called](int) { called = true; });
        QTRY_VERIFY(begun->load());
    }
    gate->release();
    QTRY_COMPARE(stopSeen->load(), 1);
    QCoreApplication::processEvents();
    QVERIFY(!called);
}

void TestLatestTask::cancelSetsTheStopToken() {
    LatestTask task;
    auto stopped = std::make_shared<std::atomic_bool>(false);
    auto begun = std::make_shared<std::atomic_bool>(false);
    bool called = false;
    task.start(
        [stopped, begun](std::stop_token stop) {
            *begun = true;
            while (!stop.stop_requested())
                QThread::yieldCurrentThread();
            *stopped = true;
        },
        [&called] { called = true; });
    QTRY_VERIFY(begun->load());
    task.cancel();
    QVERIFY(!task.isRunning());
    QTRY_VERIFY(stopped->load());
    QCoreApplication::processEvents();
    QVERIFY(!called);
}

void TestLatestTask::exceptionEndsTheTaskWithoutCallback() {
    LatestTask task;
    bool called = false;
    task.start([](std::stop_token) -> int { throw std::runtime_error("no"); }, [&called](int) { called = true; });
    QTRY_VERIFY(!task.isRunning());
    QVERIFY(!called);
}

void TestLatestTask::voidWorkIsDelivered() {
    LatestTask task;
    bool called = false;
    task.start([](std::stop_token) {}, [&called] { called = true; });
    QTRY_VERIFY(called);
}

void TestLatestTask::callbackMayStartTheNextTask() {
    LatestTask task;
    int last = 0;
    task.start([](std::stop_token) { return 1; },
               [&](int) { task.start([](std::stop_token) { return 2; }, [&last](int value) { last = value; }); });
    QTRY_COMPARE(last, 2);
}

QTEST_MAIN(TestLatestTask)
#include "tst_latest_task.moc"
