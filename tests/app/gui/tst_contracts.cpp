#include "core/values/text.h"
#include "tests/app/gui/window_tour.h"
#include "tests/support/stall_probe.h"

#include <QElapsedTimer>
#include <QTimer>

#include <sys/resource.h>

using namespace vitrine;
using namespace vitrine::test;

/// What the window promises about time: idle costs nothing, the event loop never hangs, cancel comes at once. The
/// numbers are printed; the limits here are three times the promise or wider.
class TestContracts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void idleCostsNothing();
    void eventLoopNeverHangs();
    void importIsCancelledAtOnce();
    void exportIsCancelledAtOnce();
};

namespace {

constexpr double kIdleSeconds = 3.0;
constexpr double kMostIdleCpu = 0.150; // promised: 0.05
constexpr int kMostIdleEvents = 60;
constexpr double kWorstStallMs = 600; // promised: 150
constexpr double kP99StallMs = 150;   // promised: 50
constexpr qint64 kCancelMs = 3000;    // promised: 1000

double cpuSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Counts timers and paints of the whole program.
class EventCounter : public QObject {
public:
    EventCounter() { qApp->installEventFilter(this); }
    int count() const { return m_count; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Timer || event->type() == QEvent::Paint || event->type() == QEvent::UpdateRequest)
            ++m_count;
        return QObject::eventFilter(watched, event);
    }

private:
    int m_count = 0;
};

struct Idle {
    double cpu = 0.0;
    int events = 0;
};

/// Lets the program alone in its own event loop, without the polling of QTest.
Idle beIdle() {
    EventCounter counter;
    QEventLoop loop;
    QTimer::singleShot(static_cast<int>(1000 * kIdleSeconds), &loop, &QEventLoop::quit);
    const double before = cpuSeconds();
    loop.exec();
    return {cpuSeconds() - before, counter.count()};
}

/// The sample many times over, so that reading it takes seconds.
QString largeFile(const WindowDriver& hand) {
    QFile whole(sampleFile(QStringLiteral("esol.csv")));
    QFile large(hand.path(QStringLiteral("large.csv")));
    if (!whole.open(QIODevice::ReadOnly) || !large.open(QIODevice::WriteOnly))
        return {};
    const QByteArray header = whole.readLine();
    const QByteArray rows = whole.readAll();
    large.write(header);
    for (int i = 0; i < 60; ++i)
        large.write(rows);
    return large.fileName();
}

} // namespace

void TestContracts::idleCostsNothing() {
    WindowDriver hand;
    const auto check = [](const char* place) {
        QTest::qWait(1500); // what was begun in the background ends
        const Idle idle = beIdle();
        qInfo("%s: %.0f ms of processor, %d events in %.0f s", place, 1000 * idle.cpu, idle.events, kIdleSeconds);
        QVERIFY2(idle.cpu <= kMostIdleCpu, place);
        QVERIFY2(idle.events <= kMostIdleEvents, place);
    };
    QVERIFY(QTest::qWaitForWindowExposed(&hand.window()));
    check("welcome page");
    QVERIFY(hand.import(sampleFile(QStringLiteral("esol_graphs.json"))));
    check("data set page");
    QVERIFY(hand.clickButton(QStringLiteral("New Experiment")));
    QVERIFY(hand.waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY_WITH_TIMEOUT(hand.page()->canRun(), 10000);
    check("experiment page");
    hand.key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(hand.waitFor(QStringLiteral("run:")));
    QTRY_COMPARE_WITH_TIMEOUT(hand.stateOf(hand.runInFront()), RunState::finished, 60000);
    check("run page");
    QVERIFY(hand.clickButton(QStringLiteral("Report")));
    QVERIFY(hand.waitFor(QStringLiteral("report:")));
    check("report page");
}

void TestContracts::eventLoopNeverHangs() {
    WindowDriver hand;
    QVERIFY(QTest::qWaitForWindowExposed(&hand.window()));
    QTest::qWait(300);
    StallProbe probe;
    probe.setPlace(QStringLiteral("import"));
    QVERIFY(hand.import(sampleFile(QStringLiteral("esol.csv"))));
    QTest::qWait(500);
    visitSegments(hand, QStringLiteral("data set"), [&](const QString& place) { probe.setPlace(place); });
    probe.setPlace(QStringLiteral("experiment"));
    QVERIFY(hand.clickButton(QStringLiteral("New Experiment")));
    QVERIFY(hand.waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY_WITH_TIMEOUT(hand.page()->canRun(), 10000);
    probe.setPlace(QStringLiteral("run"));
    hand.key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(hand.waitFor(QStringLiteral("run:")));
    QTRY_COMPARE_WITH_TIMEOUT(hand.stateOf(hand.runInFront()), RunState::finished, 60000);
    QTest::qWait(500);
    visitSegments(hand, QStringLiteral("run"), [&](const QString& place) { probe.setPlace(place); });
    for (int i = 0; i < 6; ++i) {
        probe.setPlace(QStringLiteral("change of pages"));
        hand.key(Qt::Key_PageDown, Qt::ControlModifier);
        QTest::qWait(150);
    }
    probe.setPlace(QStringLiteral("report"));
    QTRY_VERIFY(hand.page() != nullptr);
    for (int i = 0; i < 5 && !hand.page()->canReport(); ++i)
        hand.key(Qt::Key_PageDown, Qt::ControlModifier);
    QVERIFY(hand.clickButton(QStringLiteral("Report")));
    QTest::qWait(1500);
    qInfo("event loop: median %.1f ms, 99th percentile %.1f ms, worst %.1f ms (%s)", probe.quantile(0.5),
          probe.quantile(0.99), probe.worst(), qPrintable(probe.worstPlace()));
    QVERIFY(probe.quantile(0.99) <= kP99StallMs);
    QVERIFY2(probe.worst() <= kWorstStallMs, qPrintable(probe.worstPlace()));
}

void TestContracts::importIsCancelledAtOnce() {
    WindowDriver hand;
    QVERIFY(hand.drop({largeFile(hand)}));
    QVERIFY(hand.waitFor(QStringLiteral("import")));
    QVERIFY(hand.clickButton(QStringLiteral("Read 1 item"), 30000));
    QTRY_VERIFY(hand.bench().hasRunningJobs() && hand.page()->canCancel());
    QTest::qWait(300);
    QVERIFY2(hand.bench().hasRunningJobs(), "the file was read before it could be cancelled");
    QElapsedTimer timer;
    timer.start();
    hand.key(Qt::Key_Period, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!hand.bench().hasRunningJobs(), 10000);
    qInfo("import cancelled after %lld ms", static_cast<long long>(timer.elapsed()));
    QVERIFY(timer.elapsed() <= kCancelMs);
    QTest::qWait(300);
    // What was read until then stays, and says so; the rest is not read on behind.
    for (const DatasetRecord& kept : hand.bench().contents().datasets)
        QVERIFY2(kept.title.find("first ") != std::string::npos, kept.title.c_str());
    QVERIFY(!hand.bench().hasRunningJobs());
}

void TestContracts::exportIsCancelledAtOnce() {
    WindowDriver hand;
    QVERIFY(hand.import(smallSample(hand)));
    QVERIFY(hand.clickButton(QStringLiteral("New Experiment")));
    QVERIFY(hand.waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY_WITH_TIMEOUT(hand.page()->canRun(), 10000);
    hand.key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(hand.waitFor(QStringLiteral("run:")));
    const RunId run = hand.runInFront();
    QTRY_COMPARE_WITH_TIMEOUT(hand.stateOf(run), RunState::finished, 60000);
    // A report that takes a while: the same figure again and again.
    ReportDocument document;
    document.title = "Long";
    for (int i = 0; i < 300; ++i) {
        ReportBlock block;
        block.kind = BlockKind::figure;
        block.id = document.freeId("figure");
        block.run = run;
        block.outputId = "importance";
        document.blocks.push_back(std::move(block));
    }
    const auto id = hand.bench().store()->addReport({0, document.title, document.toJson()});
    QVERIFY(id.ok());
    hand.bench().reload();
    QTRY_VERIFY(hand.bench().contents().report(*id) != nullptr);
    hand.bench().requestOpen(QStringLiteral("report:%1").arg(*id));
    QVERIFY(hand.waitFor(QStringLiteral("report:")));
    const QString pdf = hand.path(QStringLiteral("long.pdf"));
    QVERIFY(hand.clickButton(QStringLiteral("Export PDF")));
    QVERIFY(hand.answerFileDialog(pdf));
    QTRY_VERIFY(hand.page()->canCancel());
    QTest::qWait(200);
    QVERIFY2(hand.bench().hasRunningJobs(), "the report was written before it could be cancelled");
    QElapsedTimer timer;
    timer.start();
    QVERIFY(hand.clickButton(QStringLiteral("Cancel")));
    QTRY_VERIFY_WITH_TIMEOUT(!hand.bench().hasRunningJobs(), 20000);
    qInfo("export cancelled after %lld ms", static_cast<long long>(timer.elapsed()));
    QVERIFY(timer.elapsed() <= kCancelMs);
    QVERIFY(!QFile::exists(pdf));
}

QTEST_MAIN(TestContracts)
#include "tst_contracts.moc"
