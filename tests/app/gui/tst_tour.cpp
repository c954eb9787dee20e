#include "app/gui/shell/callout.h"
#include "app/gui/shell/link_button.h"
#include "tests/app/gui/window_tour.h"
#include "widgets/style/pane_frame.h"

#include <QLabel>
#include <QPushButton>

using namespace vitrine;
using namespace vitrine::test;

/// The hints for somebody new: shown once by themselves, walked and ended with keys or mouse, always beside the control
/// they are about, never in the way.
class TestTour : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isOfferedOnce();
    void isNotForSomebodyWithProjects();
    void isWalkedWithKeys();
    void isWalkedWithTheMouse();
    void everyHintStandsBesideItsControl_data();
    void everyHintStandsBesideItsControl();
    void theWindowGoesOn();
};

namespace {

/// Gap between two rectangles, by the longer axis; negative where they overlap.
int gap(const QRect& a, const QRect& b) {
    const int across = std::max(a.left() - b.right(), b.left() - a.right());
    const int down = std::max(a.top() - b.bottom(), b.top() - a.bottom());
    return std::max(across, down);
}

QRect inWindow(const QWidget* widget) {
    return {widget->mapTo(widget->window(), QPoint()), widget->size()};
}

} // namespace

void TestTour::isOfferedOnce() {
    WindowDriver hand;
    hand.activate();
    QVERIFY(!hand.window().tour()); // only the start of the program offers it
    hand.window().offerTour();
    Tour* tour = hand.window().tour();
    QVERIFY(tour && tour->isRunning() && tour->callout()->isVisible());
    QCOMPARE(tour->stepCount(), 5);
    QVERIFY(AppSettings().tourShown());
    hand.key(Qt::Key_Escape);
    QVERIFY(!tour->isRunning() && !tour->callout()->isVisible());
    hand.window().offerTour();
    QVERIFY(!tour->isRunning());
    QCOMPARE(hand.window().mainActions().menuOf(hand.window().mainActions().tour), QStringLiteral("Help"));
    hand.window().mainActions().tour->trigger();
    QVERIFY(tour->isRunning() && tour->step() == 0);
}

void TestTour::isNotForSomebodyWithProjects() {
    WindowDriver hand;
    hand.bench().settings().addRecentProject(QStringLiteral("/data/solubility.vitrine"));
    hand.window().offerTour();
    QVERIFY(!hand.window().tour());
}

void TestTour::isWalkedWithKeys() {
    WindowDriver hand;
    hand.activate();
    QWidget* before = hand.window().focusWidget();
    hand.window().showTour();
    Tour& tour = *hand.window().tour();
    QVERIFY(tour.callout()->accessibleName().contains(tour.callout()->title()));
    QVERIFY(!tour.callout()->accessibleDescription().isEmpty());
    QVERIFY(!tour.callout()->backButton()->isEnabled());
    hand.key(Qt::Key_Return);
    hand.key(Qt::Key_Return);
    QCOMPARE(tour.step(), 2);
    hand.key(Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(tour.callout()->backButton()));
    hand.key(Qt::Key_Space);
    hand.key(Qt::Key_Return); // the same button is Back still
    QCOMPARE(tour.step(), 0);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(tour.callout()->nextButton()));
    QSet<QString> titles;
    for (int step = 0; step < tour.stepCount(); ++step) {
        QCOMPARE(tour.step(), step);
        titles.insert(tour.callout()->title());
        hand.key(Qt::Key_Return);
    }
    QCOMPARE(titles.size(), 5);
    QVERIFY(!tour.isRunning());
    QVERIFY(!before || hand.window().focusWidget() == before);
    hand.window().showTour();
    hand.window().centralWidget()->setFocus(); // Esc ends it wherever the keyboard is
    hand.key(Qt::Key_Escape);
    QVERIFY(!tour.isRunning());
}

void TestTour::isWalkedWithTheMouse() {
    WindowDriver hand;
    hand.window().showTour();
    Tour& tour = *hand.window().tour();
    for (int step = 1; step < tour.stepCount(); ++step) {
        hand.click(tour.callout()->nextButton());
        QCOMPARE(tour.step(), step);
    }
    hand.click(tour.callout()->backButton());
    QCOMPARE(tour.step(), 3);
    hand.click(tour.callout()->skipButton());
    QVERIFY(!tour.isRunning() && !tour.callout()->isVisible());
}

void TestTour::everyHintStandsBesideItsControl_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1440, 900), QSize(1280, 800), QSize(960, 600)})
        QTest::addRow("%d x %d", size.width(), size.height()) << size;
}

void TestTour::everyHintStandsBesideItsControl() {
    QFETCH(QSize, size);
    WindowDriver hand;
    hand.window().resize(size);
    hand.window().showTour();
    Tour& tour = *hand.window().tour();
    const auto check = [&] {
        const QWidget* target = tour.target();
        QVERIFY2(target, qPrintable(tour.callout()->title()));
        const QRect bubble = inWindow(tour.callout());
        QVERIFY2(hand.window().rect().contains(bubble), qPrintable(tour.callout()->title()));
        const auto labels = tour.callout()->findChildren<QLabel*>();
        QVERIFY(labels.size() >= 3);
        for (const QLabel* label : labels) { // nothing is cut
            const QRect room(0, 0, label->width(), QWIDGETSIZE_MAX);
            const int needed = label->fontMetrics().boundingRect(room, Qt::TextWordWrap, label->text()).height();
            QVERIFY2(label->height() >= needed, qPrintable(label->text()));
        }
        const int distance = gap(bubble, inWindow(target));
        QVERIFY2(distance > 0 && distance <= 2, qPrintable(tour.callout()->title()));
    };
    for (int step = 0; step < tour.stepCount(); ++step) {
        check();
        if (step + 1 < tour.stepCount())
            hand.click(tour.callout()->nextButton());
    }
    const int before = tour.callout()->x();
    hand.window().resize(size + QSize(120, 0)); // the search field goes with the edge
    QTRY_COMPARE(tour.callout()->x(), before + 120);
    check();
}

void TestTour::theWindowGoesOn() {
    WindowDriver hand;
    hand.window().showTour();
    Tour& tour = *hand.window().tour();
    QVERIFY(!QApplication::activeModalWidget() && !QApplication::activePopupWidget());
    for (int step = 0; step < 3; ++step)
        hand.click(tour.callout()->nextButton());
    hand.window().openSample(QStringLiteral("pathboost"));
    QVERIFY(hand.waitFor(QStringLiteral("run:"), 30000));
    QTRY_VERIFY_WITH_TIMEOUT(tour.target() && qobject_cast<PaneFrame*>(tour.target()->parentWidget()->parentWidget()),
                             30000);
    QVERIFY(tour.isRunning());
    QTRY_VERIFY(std::abs(gap(inWindow(tour.callout()), inWindow(tour.target()))) <= 2);
    QVERIFY(hand.window().rect().contains(inWindow(tour.callout())));
}

QTEST_MAIN(TestTour)
#include "tst_tour.moc"
