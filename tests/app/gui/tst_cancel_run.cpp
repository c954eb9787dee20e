#include "app/gui/experiment/experiment_session.h"
#include "core/values/text.h"
#include "tests/app/gui/window_driver.h"
#include "widgets/style/badge.h"

#include <QElapsedTimer>

using namespace vitrine;
using namespace vitrine::test;

/// Cancel in the middle of a fit: at once, what was fitted is kept and shown as partial, nothing starts again.
class TestCancelRun : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_hand.reset(); }
    void keepsTheHalfFittedModel();
    void waitsForNoThreadWhenItHasNotBegun();

private:
    /// Starts a fit that would take minutes and waits until its curves are drawn.
    void startLongFit();
    QLineEdit* iterations() const;

    std::unique_ptr<WindowDriver> m_hand;
};

void TestCancelRun::init() {
    m_hand = std::make_unique<WindowDriver>();
    QVERIFY(m_hand->import(sampleFile(QStringLiteral("esol_graphs.json"))));
    QVERIFY(m_hand->clickButton(QStringLiteral("New Experiment")));
    QVERIFY(m_hand->waitFor(QStringLiteral("experiment:")));
}

QLineEdit* TestCancelRun::iterations() const {
    for (auto* field : m_hand->window().findChildren<QLineEdit*>())
        if (field->isVisible() && field->accessibleName() == QLatin1String("Iterations"))
            return field;
    return nullptr;
}

void TestCancelRun::startLongFit() {
    QTRY_VERIFY(iterations() != nullptr);
    m_hand->click(iterations());
    iterations()->selectAll();
    QTest::keyClicks(iterations(), QStringLiteral("10000"));
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->page()->canRun(), 20000);
    QVERIFY(m_hand->clickButton(QStringLiteral("Run")));
    QVERIFY(m_hand->waitFor(QStringLiteral("run:")));
}

void TestCancelRun::keepsTheHalfFittedModel() {
    startLongFit();
    const RunId run = m_hand->runInFront();
    QVERIFY(run != 0);
    const auto job = m_hand->bench().jobOf(run);
    QVERIFY(job);
    Pane* curves = nullptr;
    QTRY_VERIFY((curves = m_hand->pane("train_error")) != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->hasEntries(curves), 20000);
    QCOMPARE(job->status().state, RunState::running);

    QElapsedTimer timer;
    timer.start();
    QVERIFY(m_hand->clickButton(QStringLiteral("Cancel")));
    QTRY_COMPARE(job->status().state, RunState::cancelled);
    const qint64 took = timer.elapsed();
    qInfo("cancelled %lld ms after the click", static_cast<long long>(took));
    QVERIFY2(took <= 3000, qPrintable(QString::number(took)));

    // Kept, marked as partial, and shown.
    const auto store = m_hand->bench().store();
    QTRY_COMPARE(m_hand->stateOf(run), RunState::cancelled);
    std::map<std::string, ArtifactRecord> kept;
    for (const ArtifactRecord& artifact : *store->artifacts(run))
        kept[artifact.description.id] = artifact;
    for (const char* id : {"model", "train_error"}) {
        QVERIFY2(kept.contains(id), id);
        QVERIFY2(kept[id].partial, id);
    }
    const auto model = valueAs<Model>(*store->artifactValue(kept["model"].id));
    QVERIFY(model && model->format == "pathboost-model");
    const auto series = valueAs<Series>(*store->artifactValue(kept["train_error"].id));
    QVERIFY(series && series->lines.front().x.size() > 1);
    QVERIFY(series->lines.front().x.size() < 10000);
    const auto badgeSays = [this](const QString& text) {
        for (const auto* badge : m_hand->page()->findChildren<Badge*>())
            if (badge->isVisible() && badge->text() == text)
                return true;
        return false;
    };
    QTRY_VERIFY(badgeSays(QStringLiteral("Cancelled, partial")));
    QVERIFY(m_hand->hasEntries(curves));

    // The page goes on being usable and nothing starts by itself.
    QTest::qWait(1500);
    QVERIFY(!m_hand->bench().hasRunningJobs());
    QCOMPARE(m_hand->bench().contents().runs.size(), std::size_t(1));
    QTRY_VERIFY(m_hand->page()->canRun());
    QVERIFY(!m_hand->page()->canCancel());
    QVERIFY(m_hand->page()->canReport());
    QVERIFY(m_hand->button(QStringLiteral("Run again"))->isEnabled());
    QVERIFY(m_hand->clickButton(QStringLiteral("Report")));
    QVERIFY(m_hand->waitFor(QStringLiteral("report:")));
}

void TestCancelRun::waitsForNoThreadWhenItHasNotBegun() {
    startLongFit();
    const RunId first = m_hand->runInFront();
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->hasEntries(m_hand->pane("train_error")), 20000);
    m_hand->bench().jobs().setMaxRunning(1);
    auto* session = m_hand->page()->findChild<ExperimentSession*>();
    QVERIFY(session);
    QTRY_VERIFY(session->obstacle().isEmpty());
    QVERIFY(m_hand->clickButton(QStringLiteral("Run again")));
    QTRY_VERIFY(m_hand->runInFront() != first && m_hand->runInFront() != 0);
    const RunId second = m_hand->runInFront();
    QTRY_VERIFY(m_hand->page()->canCancel());
    QElapsedTimer timer;
    timer.start();
    m_hand->key(Qt::Key_Period, Qt::ControlModifier);
    QTRY_COMPARE(m_hand->stateOf(second), RunState::cancelled);
    QVERIFY(timer.elapsed() <= 3000);
    QCOMPARE(m_hand->stateOf(first), RunState::running);
}

QTEST_MAIN(TestCancelRun)
#include "tst_cancel_run.moc"
