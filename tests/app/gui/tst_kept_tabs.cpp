#include "app/gui/shell/document_area.h"
#include "app/gui/shell/main_actions.h"
#include "tests/app/gui/window_driver.h"

#include <QAction>

using namespace vitrine;
using namespace vitrine::test;

/// The pages of a project come back with it.
class TestKeptTabs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        WindowDriver hand;
        QVERIFY(hand.import(sampleFile(QStringLiteral("esol.csv"))));
        hand.bench().requestOpen(QStringLiteral("runs"));
        hand.bench().requestOpen(QStringLiteral("verify"));
        hand.bench().requestOpen(QStringLiteral("import")); // work under way, nothing of the project
        hand.bench().requestOpen(QStringLiteral("runs"));
        m_pages = {hand.page()->pageId()};
        m_pages = pagesOf(hand);
        QCOMPARE(m_pages.size(), 4);
        m_pages.removeOne(QStringLiteral("import"));
        hand.bench().saveProjectAs(file());
        QTRY_VERIFY(!hand.bench().store()->isUntitled());
        QVERIFY(hand.window().close());
    }
    void comeBackInTheirOrder() {
        WindowDriver hand;
        hand.bench().openProject(file());
        QTRY_COMPARE_WITH_TIMEOUT(pagesOf(hand), m_pages, 20000);
        QCOMPARE(hand.page()->pageId(), QStringLiteral("runs"));
    }
    void whatWasOpenedMeanwhileStays() {
        WindowDriver hand;
        connect(&hand.bench(), &Workbench::projectChanged, this,
                [&hand] { hand.bench().requestOpen(QStringLiteral("verify")); });
        hand.bench().openProject(file());
        QTRY_VERIFY_WITH_TIMEOUT(!hand.bench().contents().datasets.empty(), 20000);
        QTest::qWait(300);
        QCOMPARE(pagesOf(hand), QStringList{QStringLiteral("verify")});
    }
    void pagesOfWhatIsGoneStayAway() {
        {
            WindowDriver hand;
            hand.bench().openProject(file());
            QTRY_COMPARE_WITH_TIMEOUT(pagesOf(hand), m_pages, 20000);
            const auto id = hand.bench().contents().datasets.front().id;
            // Not through the window, which would close the page.
            QVERIFY(hand.bench().store()->removeDataset(id).ok());
            QVERIFY(hand.window().close());
        }
        WindowDriver hand;
        hand.bench().openProject(file());
        const QStringList left{QStringLiteral("runs"), QStringLiteral("verify")};
        QTRY_COMPARE_WITH_TIMEOUT(pagesOf(hand), left, 20000);
    }

private:
    QString file() const { return m_folder.filePath(QStringLiteral("tabs.vitrine")); }
    static QStringList pagesOf(WindowDriver& hand) {
        QStringList ids;
        const QList<Page*> pages = hand.window().findChild<DocumentArea*>()->pages();
        for (const Page* page : pages)
            ids.append(page->pageId());
        return ids;
    }

    QTemporaryDir m_folder;
    QStringList m_pages;
};

QTEST_MAIN(TestKeptTabs)
#include "tst_kept_tabs.moc"
