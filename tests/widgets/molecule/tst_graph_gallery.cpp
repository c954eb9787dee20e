#include "tests/widgets/molecule/small_graphs.h"
#include "widgets/molecule/gallery_model.h"
#include "widgets/molecule/gallery_sheet.h"
#include "widgets/molecule/graph_gallery.h"
#include "widgets/style/theme.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <atomic>

using namespace vitrine;

namespace {

QPoint centerOf(const GraphGallery& gallery, int row) {
    return gallery.view()->visualRect(gallery.model()->index(row)).center();
}

int colouredPixels(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            count += std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green()) +
                         std::abs(pixel.blue() - color.blue()) <
                     12;
        }
    return count;
}

} // namespace

class TestGraphGallery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init() {
        m_gallery = std::make_unique<GraphGallery>();
        m_gallery->setSelection(&m_selection);
        m_gallery->resize(520, 400);
        m_gallery->setGraphs(smallMolecules(60));
        m_gallery->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_gallery.get()));
    }
    void cleanup() {
        m_gallery.reset();
        m_selection.clear();
    }

    void modelIsConsistent() {
        QAbstractItemModelTester tester(m_gallery->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_gallery->setSubset(std::vector<int>{3, 1, 2});
        QTRY_COMPARE(m_gallery->shownCount(), 3);
        QCOMPARE(m_gallery->model()->data(m_gallery->model()->index(0), GalleryModel::kGraph).toInt(), 3);
        m_gallery->setGraphs(nullptr);
        QCOMPARE(m_gallery->shownCount(), 0);
    }
    void cellsFillTheRow() {
        const int width = m_gallery->view()->viewport()->width();
        const int columns = (width - 1) / (112 + 8);
        QVERIFY(columns >= 4);
        const QRect first = m_gallery->view()->visualRect(m_gallery->model()->index(0));
        const QRect last = m_gallery->view()->visualRect(m_gallery->model()->index(columns - 1));
        const QRect next = m_gallery->view()->visualRect(m_gallery->model()->index(columns));
        QCOMPARE(last.top(), first.top());
        QVERIFY(next.top() >= first.bottom());
        QVERIFY(first.width() - 8 >= 112);
        QVERIFY(width - last.right() < 16);
    }
    void clickSelectsForThePage() {
        QTest::mouseClick(m_gallery->view()->viewport(), Qt::LeftButton, {}, centerOf(*m_gallery, 5));
        QCOMPARE(m_selection.keys(QStringLiteral("graph")), QStringList{QStringLiteral("5")});
        QTest::mouseClick(m_gallery->view()->viewport(), Qt::LeftButton, Qt::ControlModifier, centerOf(*m_gallery, 2));
        QCOMPARE(m_selection.keys(QStringLiteral("graph")).size(), 2);
    }
    void arrowsStep() {
        QTest::mouseClick(m_gallery->view()->viewport(), Qt::LeftButton, {}, centerOf(*m_gallery, 0));
        QTest::keyClick(m_gallery->view(), Qt::Key_Right);
        QCOMPARE(m_selection.keys(QStringLiteral("graph")), QStringList{QStringLiteral("1")});
        const int columns = (m_gallery->view()->viewport()->width() - 1) / 120;
        QTest::keyClick(m_gallery->view(), Qt::Key_Down);
        QCOMPARE(m_selection.keys(QStringLiteral("graph")), QStringList{QString::number(1 + columns)});
        QSignalSpy activated(m_gallery.get(), &GraphGallery::graphActivated);
        QTest::keyClick(m_gallery->view(), Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated.front().front().toInt(), 1 + columns);
    }
    void selectionOfThePageIsShown() {
        m_selection.select(QStringLiteral("graph"), {QStringLiteral("41")});
        const QModelIndexList rows = m_gallery->view()->selectionModel()->selectedIndexes();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.front().row(), 41);
        QVERIFY(m_gallery->view()->viewport()->rect().contains(centerOf(*m_gallery, 41)));
    }
    void selectionSurvivesSorting() {
        m_selection.select(QStringLiteral("graph"), {QStringLiteral("7")});
        m_gallery->setSort(GallerySort::valueAscending);
        QTRY_VERIFY(m_gallery->shownGraphs().front() != 0);
        QCOMPARE(m_selection.keys(QStringLiteral("graph")), QStringList{QStringLiteral("7")});
        QCOMPARE(m_gallery->view()->selectionModel()->selectedIndexes().front().row(), m_gallery->model()->rowOf(7));
        const auto targets = smallMolecules(60)->graphs.columns[2].numbers();
        const auto& shown = m_gallery->shownGraphs();
        for (std::size_t i = 0; i + 1 < shown.size(); ++i)
            QVERIFY(targets[std::size_t(shown[i])] <= targets[std::size_t(shown[i + 1])]);
    }
    void filterShowsWhatFits() {
        QSignalSpy shown(m_gallery.get(), &GraphGallery::shownChanged);
        QSignalSpy problem(m_gallery.get(), &GraphGallery::filterProblem);
        m_gallery->setFilter(QStringLiteral("atoms = 4"));
        QTRY_COMPARE(shown.size(), 1);
        QCOMPARE(m_gallery->shownCount(), 12);
        QCOMPARE(shown.front().at(1).toInt(), 60);
        m_gallery->setFilter(QStringLiteral("weight < 3"));
        QTRY_COMPARE(problem.size(), 2);
        QCOMPARE(problem.back().front().toString(), QStringLiteral("there is no column \"weight\""));
        QCOMPARE(m_gallery->shownCount(), 12);
    }
    void ownValuesStandAtTheRight() {
        QCOMPARE(m_gallery->model()->valueOf(1), QStringLiteral("0.84"));
        std::vector<double> values(60, 2.0);
        values[9] = -17.25;
        m_gallery->setValues(QStringLiteral("Residual"), values);
        QCOMPARE(m_gallery->model()->valueOf(9), QString(QChar(0x2212)) + QStringLiteral("17.25"));
        QVERIFY(m_gallery->model()->toolTipOf(9).contains(QStringLiteral("Residual")));
        m_gallery->setSort(GallerySort::valueAscending);
        QTRY_COMPARE(m_gallery->shownGraphs().front(), 9);
    }
    void highlightsAreMadeForVisibleCellsOnly() {
        const auto asked = std::make_shared<std::atomic<int>>(0);
        m_gallery->setHighlights([asked](int, const std::stop_token&) {
            ++*asked;
            return std::vector<NodeSequence>{{0, 1}};
        });
        const QColor tint = mixed(tokensOf(ThemeKind::light).base, tokensOf(ThemeKind::light).series[1], 0.42);
        QTRY_VERIFY(colouredPixels(m_gallery->grab().toImage(), tint) > 500);
        QVERIFY(*asked < 60);
        m_gallery->setHighlights(nullptr);
        QTRY_COMPARE(colouredPixels(m_gallery->grab().toImage(), tint), 0);
    }
    void pointerFindsTheOccurrence() {
        m_gallery->setHighlights([](int, const std::stop_token&) { return std::vector<NodeSequence>{{0, 1, 2, 3}}; });
        QSignalSpy hovered(m_gallery.get(), &GraphGallery::occurrenceHovered);
        const QRect cell = m_gallery->view()->visualRect(m_gallery->model()->index(1));
        // The middle bond of butane lies in the middle of the picture.
        const QPoint middle(cell.center().x(), cell.center().y() - GalleryDelegate::kFooter / 2);
        QTRY_VERIFY((QTest::mouseMove(m_gallery->view()->viewport(), middle + QPoint(0, 1)),
                     QTest::mouseMove(m_gallery->view()->viewport(), middle), !hovered.isEmpty()) &&
                    hovered.back().at(1).toInt() == 0);
        QCOMPARE(hovered.back().at(0).toInt(), 1);
    }
    void sheetDrawsWhatFits() {
        const Tokens& tokens = tokensOf(ThemeKind::light);
        GallerySheetData data;
        data.graphs = smallMolecules(40);
        data.order = {3, 1, 2};
        const auto paint = [&](const QSize& size) {
            QImage paper(size, QImage::Format_RGB32);
            paper.fill(Qt::white);
            QPainter painter(&paper);
            GallerySheet(data).paint(painter, QRectF(paper.rect()), tokens);
            painter.end();
            return paper;
        };
        const QImage three = paint({400, 300});
        const int white = colouredPixels(three, Qt::white);
        QVERIFY2(400 * 300 - white > 500, qPrintable(QString::number(white)));
        QCOMPARE(colouredPixels(three.copy(0, 200, 400, 100), tokens.line), 0); // one row of cells
        data.order = {3};
        QVERIFY(colouredPixels(three, tokens.line) > 2 * colouredPixels(paint({400, 300}), tokens.line));
        // Lit only where it is asked for: the highlight lies half transparent on white.
        const GraphInk ink = printInk();
        const QColor tint = mixed(tokens.base, ink.highlight, ink.highlightOpacity);
        QCOMPARE(colouredPixels(three, tint), 0);
        data.highlights = [](int, const std::stop_token&) { return std::vector<NodeSequence>{{0, 1}}; };
        QVERIFY(colouredPixels(paint({400, 300}), tint) > 50);
        data.highlights = nullptr;
        data.csv = [] { return std::string("name\nann\n"); };
        const GallerySheet named(data);
        const auto other = named.withTexts([](const std::string&) { return std::string("[name removed]"); });
        QCOMPARE(other->csv(), std::string("[name removed]"));
        QCOMPARE(named.csv(), std::string("name\nann\n"));
        data.order.clear();
        QCOMPARE(colouredPixels(paint({400, 300}), tokens.line), 0);
        data.order.assign(5000, 7); // more than a sheet holds, on a scrap of paper
        QVERIFY(!paint({20, 20}).isNull());
    }
    void hundredThousandScroll() {
        m_gallery->setGraphs(smallMolecules(100000));
        QCoreApplication::processEvents();
        QScrollBar* bar = m_gallery->view()->verticalScrollBar();
        QVERIFY(bar->maximum() > 1000000);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 20; ++i) {
            bar->setValue(bar->maximum() / 20 * i);
            QCoreApplication::processEvents();
        }
        QVERIFY2(timer.elapsed() < 20 * 150, qPrintable(QString::number(timer.elapsed())));
        m_selection.select(QStringLiteral("graph"), {QStringLiteral("99999")});
        QVERIFY(m_gallery->view()->viewport()->rect().contains(centerOf(*m_gallery, 99999)));
    }

private:
    Selection m_selection;
    std::unique_ptr<GraphGallery> m_gallery;
};

QTEST_MAIN(TestGraphGallery)
#include "tst_graph_gallery.moc"
