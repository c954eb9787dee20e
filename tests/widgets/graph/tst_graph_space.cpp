#include "tests/support/random_graph.h"
#include "widgets/graph/graph_note.h"
#include "widgets/graph/graph_space.h"
#include "widgets/graph/graph_view.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace vitrine;

namespace {

int difference(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

/// Pixels that are not ground, in the middle part where no box lies over the graph.
int inkedPixels(const QImage& image, const QColor& ground) {
    int count = 0;
    for (int y = image.height() / 4; y < image.height() * 3 / 4; ++y)
        for (int x = image.width() / 4; x < image.width() * 3 / 4; ++x)
            count += difference(image.pixelColor(x, y), ground) > 30;
    return count;
}

} // namespace

/// Needs OpenGL, so a display; without one everything is skipped.
class TestGraphSpace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!isGraphSpaceInstalled())
            QSKIP("this build has no view in space");
        if (const QString problem = openGlProblem(); !problem.isEmpty())
            QSKIP(qPrintable(problem));
        applyTheme(*qApp, ThemeChoice::light);
    }
    void init() {
        m_view = std::make_unique<GraphView>();
        m_view->resize(640, 520);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void noContextBeforeSomebodyAsks() {
        show(randomGraph(60, 90));
        QVERIFY(!m_view->space());
    }
    void aSmallGraphIsSolid() {
        show(randomGraph(60, 90));
        toSpace();
        const QImage picture = shot();
        QVERIFY(inkedPixels(picture, tokensOf(ThemeKind::light).base) > 2000);
        QCOMPARE(m_view->layoutChosen(), GraphView::Layout::kamadaKawai);
        QVERIFY(std::any_of(m_view->places()->begin(), m_view->places()->end(),
                            [](const SpacePoint& place) { return place.z != 0.0; }));
    }
    void dragTurnsAndKeysFit() {
        show(randomGraph(60, 90));
        toSpace();
        const QImage before = shot();
        QWidget* surface = m_view->space()->childAt(m_view->space()->rect().center());
        QVERIFY(surface);
        const QPoint from = surface->rect().center();
        QTest::mousePress(surface, Qt::LeftButton, {}, from);
        for (int step = 1; step <= 5; ++step)
            QTest::mouseMove(surface, from + QPoint(20 * step, 8 * step));
        QTest::mouseRelease(surface, Qt::LeftButton, {}, from + QPoint(100, 40));
        QVERIFY(!m_view->space()->isFull());
        const QImage turned = shot();
        QVERIFY(turned != before);
        m_view->space()->setFocus();
        QTest::keyClick(m_view->space(), Qt::Key_0);
        QCOMPARE(shot(), before);
        QTest::keyClick(m_view->space(), Qt::Key_Plus);
        QVERIFY(shot() != before);
    }
    void clickChoosesTheNodeUnderThePointer() {
        show(randomGraph(60, 90));
        toSpace();
        m_view->space()->setFocus();
        QTest::keyClick(m_view->space(), Qt::Key_PageDown);
        QCOMPARE(m_view->space()->chosenElement().index, 0);
        shot();
        QTest::keyClick(m_view->space(), Qt::Key_Escape);
        QWidget* surface = m_view->space()->childAt(m_view->space()->rect().center());
        GraphElement found;
        for (int y = 8; y < surface->height() && !found.isNode(); y += 6)
            for (int x = 8; x < surface->width() && !found.isNode(); x += 6) {
                QTest::mouseClick(surface, Qt::LeftButton, {}, QPoint(x, y));
                found = m_view->space()->chosenElement();
            }
        QVERIFY(found.isNode());
    }
    void themeAndAttributesColourTheSpace() {
        show(randomGraph(60, 90));
        toSpace();
        const QImage light = shot();
        m_view->nodeColorBox()->setCurrentIndex(m_view->nodeColorBox()->findText(QStringLiteral("group")));
        QVERIFY(shot() != light);
        applyTheme(*qApp, ThemeChoice::dark);
        const QImage dark = shot();
        QVERIFY(difference(dark.pixelColor(dark.width() - 4, dark.height() - 4), tokensOf(ThemeKind::dark).base) < 12);
        applyTheme(*qApp, ThemeChoice::light);
    }
    void largeGraphsMoveLightAndRestFull() {
        show(randomGraph(4000, 16000));
        toSpace();
        const QImage before = shot();
        QSignalSpy full(m_view->space(), &GraphStage::fullShown);
        m_view->space()->moveBy({30, 10});
        QVERIFY(!m_view->space()->isFull());
        QTRY_COMPARE(full.size(), 1);
        QVERIFY(m_view->space()->isFull());
        QVERIFY(shot() != before);
    }
    void whatIsTooMuchForAFrameIsSaid() {
        m_view->setGraph(randomGraph(40'000, 160'000), 0);
        QTRY_VERIFY_WITH_TIMEOUT(m_view->places(), 20000);
        m_view->layoutBox()->setCurrentIndex(m_view->layoutBox()->findText(QStringLiteral("Circle")));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->places() && !m_view->isBusy(), 20000);
        QString first;
        connect(m_view.get(), &GraphView::shown, this,
                [&] { first = m_view->canPaint() ? QString() : m_view->note()->text(); });
        QTest::mouseClick(m_view->dimensionSwitch()->button(1), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_view->places() && !m_view->isBusy(), 20000);
        disconnect(m_view.get(), &GraphView::shown, this, nullptr);
        QCOMPARE(first, QStringLiteral("Preparing the picture …"));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->stage()->isFull(), 20000);
        const QString note = m_view->note()->text(); // a fast computer shows all
        QVERIFY2(note.isEmpty() || note.endsWith(QStringLiteral("of 160,000 edges shown")), qPrintable(note));
        QVERIFY(m_view->canPaint());
        QVERIFY(inkedPixels(pictureImage(m_view->painter(true), 96), Qt::white) > 300);
        m_view->space()->moveBy({30, 10});
        QVERIFY(m_view->note()->text().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(m_view->stage()->isFull(), 20000);
    }
    void anotherParentMakesTheContextAnew() {
        show(randomGraph(60, 90));
        toSpace();
        const int inked = inkedPixels(shot(), tokensOf(ThemeKind::light).base);
        QWidget window;
        window.resize(700, 600);
        m_view->setParent(&window);
        window.show();
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        m_view->space()->zoomBy(1.0);
        QTRY_VERIFY(m_view->space()->isFull());
        QVERIFY(inkedPixels(shot(), tokensOf(ThemeKind::light).base) > inked / 2);
        m_view->setParent(nullptr);
    }
    void figuresAreOnWhiteAndBackIsBack() {
        applyTheme(*qApp, ThemeChoice::dark);
        show(randomGraph(60, 90));
        toSpace();
        const PaintPicture paint = m_view->painter(true);
        QVERIFY(paint);
        const QImage figure = pictureImage(paint, 96);
        QCOMPARE(figure.pixelColor(2, 2), QColor(Qt::white));
        QVERIFY(inkedPixels(figure, Qt::white) > 300);
        QVERIFY(difference(shot().pixelColor(636, 516), tokensOf(ThemeKind::dark).base) < 12);
        applyTheme(*qApp, ThemeChoice::light);
        m_view->dimensionSwitch()->setCurrentIndex(0);
        QTRY_VERIFY(m_view->places() && !m_view->isBusy());
        QCOMPARE(m_view->stage(), m_view->canvas());
    }

private:
    void show(std::shared_ptr<const GraphSet> graphs) {
        m_view->setGraph(std::move(graphs), 0);
        QTRY_VERIFY_WITH_TIMEOUT(m_view->places() && !m_view->isBusy(), 20000);
    }
    void toSpace() {
        QTest::mouseClick(m_view->dimensionSwitch()->button(1), Qt::LeftButton);
        QVERIFY2(m_view->space(), qPrintable(m_view->problem()));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->places() && !m_view->isBusy(), 20000);
    }
    QImage shot() {
        QTest::qWait(1);
        if (!QTest::qWaitFor([this] { return m_view->stage()->isFull(); }, 10000))
            QTest::qFail("the full picture did not come", __FILE__, __LINE__);
        return m_view->grab().toImage();
    }
    std::unique_ptr<GraphView> m_view;
};

QTEST_MAIN(TestGraphSpace)
#include "tst_graph_space.moc"
