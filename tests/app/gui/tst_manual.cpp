#include "app/gui/shell/manual_dialog.h"
#include "tests/app/gui/window_tour.h"

#include <QListWidget>

using namespace vitrine;
using namespace vitrine::test;

/// F1 says what the page in front is for.
class TestManual : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pageInFrontIsExplained();
    void everyPageHasItsText();
};

void TestManual::pageInFrontIsExplained() {
    WindowDriver hand;
    hand.key(Qt::Key_F1);
    ManualDialog* manual = nullptr;
    QTRY_VERIFY((manual = hand.window().findChild<ManualDialog*>()) && manual->isVisible());
    QVERIFY(manual->shownText().startsWith(QStringLiteral("Start")));
    manual->close();
    hand.activate();
    QVERIFY(hand.import(smallSample(hand)));
    QVERIFY(hand.waitFor(QStringLiteral("dataset:")));
    hand.key(Qt::Key_F1);
    QTRY_VERIFY(manual->isVisible());
    QVERIFY2(manual->shownText().startsWith(QStringLiteral("Data set")), qPrintable(manual->shownText().left(40)));
    for (const char* name : {"Runs", "Compare"}) {
        manual->close();
        hand.activate();
        hand.bench().requestOpen(QString::fromLatin1(name).toLower());
        QVERIFY(hand.waitFor(QString::fromLatin1(name).toLower()));
        hand.key(Qt::Key_F1);
        QTRY_VERIFY(manual->isVisible());
        QVERIFY2(manual->shownText().startsWith(QLatin1String(name)), qPrintable(manual->shownText().left(40)));
    }
}

void TestManual::everyPageHasItsText() {
    ManualDialog manual;
    auto* list = manual.findChild<QListWidget*>();
    QVERIFY(list && list->count() == 9);
    QSet<QString> texts;
    for (int row = 0; row < list->count(); ++row) {
        list->setCurrentRow(row);
        QVERIFY2(manual.shownText().startsWith(list->item(row)->text()), qPrintable(list->item(row)->text()));
        QVERIFY(manual.shownText().size() > 400);
        texts.insert(manual.shownText());
    }
    QCOMPARE(texts.size(), 9);
}

QTEST_MAIN(TestManual)
#include "tst_manual.moc"
