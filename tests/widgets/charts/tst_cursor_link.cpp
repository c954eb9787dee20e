#include "widgets/charts/chart_view.h"
#include "widgets/charts/cursor_link.h"
#include "widgets/style/theme.h"

#include <QDir>
#include <QHBoxLayout>
#include <QtTest>

#include <memory>

using namespace vitrine;

/// Charts over the same quantity follow each other's pointer.
class TestCursorLink : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init();
    void cleanup() { m_window.reset(); }
    void othersShowTheSamePlace();
    void otherAxesStayAlone();
    void leavingTakesAllAway();
    void keysMoveAll();
    void zoomedAwayShowsNothing();
    void pictures();

private:
    void pointAt(double x);

    std::unique_ptr<QWidget> m_window;
    ChartView* m_loss = nullptr;
    ChartView* m_rate = nullptr;
    ChartView* m_other = nullptr;
};

namespace {

FigureSpec over(const char* quantity, const char* name, double factor) {
    FigureSpec spec;
    spec.x.label = {quantity, ""};
    spec.y.label = {name, ""};
    FigureMark line;
    line.kind = MarkKind::line;
    line.label = name;
    line.slot = 1;
    for (int i = 0; i <= 20; ++i) {
        line.x.push_back(i);
        line.y.push_back(factor * i);
    }
    spec.marks.push_back(line);
    return spec;
}

} // namespace

void TestCursorLink::init() {
    m_window = std::make_unique<QWidget>();
    m_window->resize(1200, 300);
    auto* row = new QHBoxLayout(m_window.get());
    auto* link = new CursorLink(m_window.get());
    for (ChartView** chart : {&m_loss, &m_rate, &m_other}) {
        *chart = new ChartView;
        row->addWidget(*chart);
        link->add(*chart);
    }
    m_loss->setSpec(over("Step", "Loss", 2));
    m_rate->setSpec(over("Step", "Rate", 3));
    m_other->setSpec(over("Epoch", "Loss", 1));
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestCursorLink::pointAt(double x) {
    QTest::mouseMove(m_loss->viewport(), m_loss->pixelOf(x, 2 * x).toPoint() + QPoint(3, 3)); // else nothing moves
    QTest::mouseMove(m_loss->viewport(), m_loss->pixelOf(x, 2 * x).toPoint());
}

void TestCursorLink::othersShowTheSamePlace() {
    pointAt(7);
    QTRY_COMPARE(m_rate->cursorX(), std::optional(7.0));
    QCOMPARE(m_loss->cursorX(), std::optional(7.0));
    QCOMPARE(m_loss->readOut(), (QStringList{QStringLiteral("Step 7"), QStringLiteral("Loss 14")}));
    QCOMPARE(m_rate->readOut(), (QStringList{QStringLiteral("Step 7"), QStringLiteral("Rate 21")}));
    pointAt(8);
    QTRY_COMPARE(m_rate->readOut(), (QStringList{QStringLiteral("Step 8"), QStringLiteral("Rate 24")}));
    QCOMPARE(m_loss->readOut().value(1), QStringLiteral("Loss 16"));
}

void TestCursorLink::otherAxesStayAlone() {
    QVERIFY(CursorLink::shareAxis(*m_loss, *m_rate) && !CursorLink::shareAxis(*m_loss, *m_other));
    pointAt(7);
    QTRY_COMPARE(m_rate->cursorX(), std::optional(7.0));
    QVERIFY(!m_other->cursorX() && m_other->readOut().isEmpty());
    // A title by hand does not part what belongs together.
    FigureChanges changes;
    changes.x.title = "Iteration";
    m_rate->setChanges(changes);
    QVERIFY(CursorLink::shareAxis(*m_loss, *m_rate));
}

void TestCursorLink::leavingTakesAllAway() {
    pointAt(7);
    QTRY_COMPARE(m_rate->cursorX(), std::optional(7.0));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(m_loss->viewport(), &leave);
    QVERIFY(!m_rate->cursorX() && m_rate->readOut().isEmpty());
    QVERIFY(!m_loss->cursorX() && m_loss->readOut().isEmpty());
}

void TestCursorLink::keysMoveAll() {
    m_loss->setFocus();
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(m_loss, Qt::Key_Right);
    QCOMPARE(m_rate->cursorX(), std::optional(2.0));
    QCOMPARE(m_rate->readOut().value(1), QStringLiteral("Rate 6"));
    QTest::keyClick(m_loss, Qt::Key_Escape);
    QVERIFY(!m_rate->cursorX());
}

void TestCursorLink::zoomedAwayShowsNothing() {
    FigureChanges changes;
    changes.x.minimum = 10;
    m_rate->setChanges(changes);
    pointAt(7);
    QTRY_COMPARE(m_loss->readOut().value(0), QStringLiteral("Step 7"));
    QVERIFY(m_rate->readOut().isEmpty());
}

void TestCursorLink::pictures() {
    QDir folder(QStringLiteral(VITRINE_BINARY_DIR));
    QVERIFY(folder.mkpath(QStringLiteral("gallery")));
    for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
        applyTheme(*qApp, theme);
        pointAt(theme == ThemeChoice::dark ? 12 : 5);
        QTest::qWait(30);
        QVERIFY(m_window->grab().save(
            folder.filePath(QStringLiteral("gallery/cursor_link_%1.png")
                                .arg(theme == ThemeChoice::dark ? QStringLiteral("dark") : QStringLiteral("light")))));
    }
    applyTheme(*qApp, ThemeChoice::light);
}

QTEST_MAIN(TestCursorLink)
#include "tst_cursor_link.moc"
