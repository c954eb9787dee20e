#include "widgets/selection.h"

#include <QSignalSpy>
#include <QTest>

using vitrine::Selection;

class TestSelection : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void selectKeepsTheOrderAndDropsDoubles();
    void sameSelectionIsSilent();
    void toggleAddsAndRemoves();
    void clearTellsEveryKind();
    void backAndForwardRestoreAllKinds();
    void selectAfterBackForgetsTheForwardSteps();
    void historyIsBounded();
    void hoverIsNotPartOfTheHistory();
};

void TestSelection::selectKeepsTheOrderAndDropsDoubles() {
    Selection selection;
    selection.select(QStringLiteral("path"), {QStringLiteral("b"), QStringLiteral("a"), QStringLiteral("b")});
    QCOMPARE(selection.keys(QStringLiteral("path")), (QStringList{QStringLiteral("b"), QStringLiteral("a")}));
    QCOMPARE(selection.currentKind(), QStringLiteral("path"));
}

void TestSelection::sameSelectionIsSilent() {
    Selection selection;
    QSignalSpy changed(&selection, &Selection::changed);
    selection.select(QStringLiteral("path"), {QStringLiteral("a")});
    selection.select(QStringLiteral("path"), {QStringLiteral("a")});
    QCOMPARE(changed.count(), 1);
}

void TestSelection::toggleAddsAndRemoves() {
    Selection selection;
    selection.toggle(QStringLiteral("graph"), QStringLiteral("1"));
    selection.toggle(QStringLiteral("graph"), QStringLiteral("2"));
    selection.toggle(QStringLiteral("graph"), QStringLiteral("1"));
    QCOMPARE(selection.keys(QStringLiteral("graph")), QStringList{QStringLiteral("2")});
}

void TestSelection::clearTellsEveryKind() {
    Selection selection;
    selection.select(QStringLiteral("path"), {QStringLiteral("a")});
    selection.select(QStringLiteral("graph"), {QStringLiteral("1")});
    QSignalSpy changed(&selection, &Selection::changed);
    selection.clear();
    QCOMPARE(changed.count(), 2);
    QVERIFY(selection.keys(QStringLiteral("path")).isEmpty());
    selection.clear();
    QCOMPARE(changed.count(), 2);
}

void TestSelection::backAndForwardRestoreAllKinds() {
    Selection selection;
    selection.select(QStringLiteral("path"), {QStringLiteral("a")});
    selection.select(QStringLiteral("graph"), {QStringLiteral("1")});
    selection.clear();
    selection.back();
    QCOMPARE(selection.keys(QStringLiteral("path")), QStringList{QStringLiteral("a")});
    QCOMPARE(selection.keys(QStringLiteral("graph")), QStringList{QStringLiteral("1")});
    selection.back();
    QVERIFY(selection.keys(QStringLiteral("graph")).isEmpty());
    QCOMPARE(selection.currentKind(), QStringLiteral("path"));
    selection.forward();
    QCOMPARE(selection.currentKind(), QStringLiteral("graph"));
}

void TestSelection::selectAfterBackForgetsTheForwardSteps() {
    Selection selection;
    selection.select(QStringLiteral("path"), {QStringLiteral("a")});
    selection.select(QStringLiteral("path"), {QStringLiteral("b")});
    selection.back();
    QVERIFY(selection.canGoForward());
    selection.select(QStringLiteral("path"), {QStringLiteral("c")});
    QVERIFY(!selection.canGoForward());
}

void TestSelection::historyIsBounded() {
    Selection selection;
    for (int i = 0; i < 2 * Selection::kMaxHistory; ++i)
        selection.select(QStringLiteral("step"), {QString::number(i)});
    int steps = 0;
    while (selection.canGoBack()) {
        selection.back();
        ++steps;
    }
    QCOMPARE(steps, static_cast<int>(Selection::kMaxHistory) - 1);
}

void TestSelection::hoverIsNotPartOfTheHistory() {
    Selection selection;
    QSignalSpy hovered(&selection, &Selection::hoverChanged);
    selection.hover(QStringLiteral("path"), QStringLiteral("a"));
    selection.hover(QStringLiteral("path"), QStringLiteral("a"));
    QCOMPARE(hovered.count(), 1);
    QVERIFY(!selection.canGoBack());
}

QTEST_MAIN(TestSelection)
#include "tst_selection.moc"
