#include "app/gui/pages/verify_page.h"
#include "app/gui/shell/history_dialog.h"
#include "app/gui/shell/history_steps.h"
#include "app/gui/shell/main_actions.h"
#include "app/gui/verify/verdict_tree.h"
#include "tests/app/gui/window_tour.h"

#include <QAction>
#include <QPushButton>
#include <QTreeWidget>
#include <QUndoView>

using namespace vitrine;
using namespace vitrine::test;

/// Numbers computed again in the window, and the history that can be read.
class TestVerifyPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_hand.reset(); }
    void nothingIsDoneBeforeItIsAskedFor();
    void everyOutputIsGreen();
    void aChangedNumberIsRed();
    void cancelKeepsThePageUsable();
    void historyGoesBackAndForward();
    void recordSaysWhatWasDone();

private:
    VerifyPage* page() const { return m_hand->pageAs<VerifyPage>(); }
    bool open();
    bool verify();
    void picture(const char* name) const;

    std::unique_ptr<WindowDriver> m_hand;
};

void TestVerifyPage::initTestCase() {
    m_hand = std::make_unique<WindowDriver>();
    QVERIFY(m_hand->import(smallSample(*m_hand)));
    QVERIFY(m_hand->clickButton(QStringLiteral("New Experiment")));
    QVERIFY(m_hand->waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->page()->canRun(), 20000);
    m_hand->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m_hand->waitFor(QStringLiteral("run:")));
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->stateOf(m_hand->runInFront()) == RunState::finished, 60000);
}

void TestVerifyPage::picture(const char* name) const {
    if (qEnvironmentVariableIsSet("VITRINE_PICTURES"))
        m_hand->window().grab().save(qEnvironmentVariable("VITRINE_PICTURES") + QLatin1Char('/') + QLatin1String(name));
}

bool TestVerifyPage::open() {
    m_hand->window().mainActions().verify->trigger();
    return m_hand->waitFor(QStringLiteral("verify"));
}

bool TestVerifyPage::verify() {
    if (!open() || !page()->startButton()->isVisible())
        return false;
    m_hand->click(page()->startButton());
    return QTest::qWaitFor([this] { return page()->canRun() && !page()->summary().isEmpty(); }, 60000);
}

void TestVerifyPage::nothingIsDoneBeforeItIsAskedFor() {
    QVERIFY(open());
    QCOMPARE(page()->tree()->topLevelItemCount(), 0);
    QVERIFY(page()->canRun() && !page()->canCancel());
    picture("verify_empty.png");
}

void TestVerifyPage::everyOutputIsGreen() {
    QVERIFY(verify());
    QCOMPARE(page()->tree()->topLevelItemCount(), 1);
    const QTreeWidgetItem* run = page()->tree()->topLevelItem(0);
    QVERIFY(run->text(0).startsWith(QStringLiteral("Run 1")));
    QVERIFY(run->childCount() > 3);
    for (int i = 0; i < run->childCount(); ++i)
        QVERIFY2(run->child(i)->text(1).startsWith(QStringLiteral("Green")), qPrintable(run->child(i)->text(0)));
    const QString all = QStringLiteral("%1 of %1 outputs are green").arg(run->childCount());
    QVERIFY2(page()->summary().startsWith(all), qPrintable(page()->summary()));
    picture("verify_green.png");
}

void TestVerifyPage::aChangedNumberIsRed() {
    const auto store = m_hand->bench().store();
    const auto artifacts = store->artifacts(1);
    QVERIFY(artifacts.ok());
    int changed = 0;
    for (const ArtifactRecord& artifact : *artifacts) {
        const auto value = store->artifactValue(artifact.id);
        const auto scalars = value ? valueAs<Scalars>(*value) : nullptr;
        if (!scalars)
            continue;
        Scalars other = *scalars;
        other.items.front().value += 1.0;
        QVERIFY(store->putArtifact(artifact, makeValue(std::move(other))).ok());
        ++changed;
    }
    QCOMPARE(changed, 1);
    QVERIFY(verify());
    const QTreeWidgetItem* run = page()->tree()->topLevelItem(0);
    QCOMPARE(run->text(1), QStringLiteral("Red"));
    QVERIFY(page()->summary().contains(
        QStringLiteral("%1 of %2 outputs").arg(run->childCount() - 1).arg(run->childCount())));
    picture("verify_red.png");
    applyTheme(*qApp, ThemeChoice::dark);
    QTest::qWait(50);
    picture("verify_red_dark.png");
    applyTheme(*qApp, ThemeChoice::light);
}

void TestVerifyPage::cancelKeepsThePageUsable() {
    QVERIFY(open());
    page()->run();
    QVERIFY(page()->canCancel() && !page()->canRun());
    page()->cancel();
    QVERIFY(page()->canRun());
    QVERIFY(page()->summary().contains(QStringLiteral("cancelled")));
    QVERIFY(verify());
}

void TestVerifyPage::historyGoesBackAndForward() {
    m_hand->window().mainActions().history->trigger();
    auto* dialog = m_hand->window().findChild<HistoryDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QUndoStack& stack = m_hand->bench().undoStack();
    const int steps = stack.count();
    QVERIFY(steps > 0);
    QCOMPARE(dialog->steps()->model()->rowCount(), steps + 1);
    QCOMPARE(dialog->steps()->topLevelItem(0)->text(0), QString());
    QVERIFY(QTime::fromString(dialog->steps()->topLevelItem(steps)->text(0), QStringLiteral("HH:mm:ss")).isValid());
    const std::size_t datasets = m_hand->bench().contents().datasets.size();
    dialog->steps()->setCurrentIndex(dialog->steps()->model()->index(0, 0)); // before everything
    QTRY_VERIFY(m_hand->bench().contents().datasets.size() < datasets);
    dialog->steps()->setCurrentIndex(dialog->steps()->model()->index(steps, 0));
    QTRY_COMPARE(m_hand->bench().contents().datasets.size(), datasets);
    if (qEnvironmentVariableIsSet("VITRINE_PICTURES"))
        dialog->grab().save(qEnvironmentVariable("VITRINE_PICTURES") + QStringLiteral("/history_steps.png"));
}

void TestVerifyPage::recordSaysWhatWasDone() {
    auto* dialog = m_hand->window().findChild<HistoryDialog*>();
    QVERIFY(dialog);
    const auto has = [dialog](const QString& how) {
        for (int i = 0; i < dialog->record()->topLevelItemCount(); ++i)
            if (dialog->record()->topLevelItem(i)->text(2) == how &&
                !dialog->record()->topLevelItem(i)->text(1).isEmpty())
                return true;
        return false;
    };
    QTRY_VERIFY(has(QStringLiteral("Done")));
    QTRY_VERIFY(has(QStringLiteral("Undone")));
    QTRY_VERIFY(has(QStringLiteral("Done again")));
    QTRY_VERIFY(has(QStringLiteral("Started"))); // a run, which is no step
    dialog->close();
}

QTEST_MAIN(TestVerifyPage)
#include "tst_verify_page.moc"
