#include "core/values/text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/theme.h"

#include <QtTest>

using namespace vitrine;

namespace {

/// Two rows of three cells, the last one stands for nothing.
FigureSpec map(std::vector<std::string> keys) {
    Matrix matrix;
    matrix.rows = 2;
    matrix.columns = 3;
    matrix.cells = {1, 2, 3, 4, 5, std::nan("")};
    matrix.rowLabels = {"0", "1"};
    matrix.columnLabels = {"q", "k", "v"};
    FigureSpec spec;
    spec.keyKind = "layer";
    spec.x.scale = spec.y.scale = AxisScale::category;
    spec.x.categories = matrix.columnLabels;
    spec.y.categories = matrix.rowLabels;
    FigureMark cells;
    cells.kind = MarkKind::cells;
    cells.matrix = std::make_shared<const Matrix>(std::move(matrix));
    cells.keys = std::move(keys);
    spec.marks.push_back(std::move(cells));
    return spec;
}

} // namespace

/// Keys of heat maps: of rows, or of single cells.
class TestCellKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void clickChoosesByRowOrCell_data();
    void clickChoosesByRowOrCell();
    void arrowsSkipCellsWithoutKey();
    void firstFigureIsDrawnWhereNoneWas();
};

void TestCellKeys::clickChoosesByRowOrCell_data() {
    QTest::addColumn<QStringList>("keys");
    QTest::addColumn<QString>("chosen");
    QTest::newRow("rows") << QStringList{QStringLiteral("a"), QStringLiteral("b")} << QStringLiteral("b");
    QTest::newRow("cells") << QStringList{QStringLiteral("0q"), QStringLiteral("0k"), QStringLiteral("0v"),
                                          QStringLiteral("1q"), QStringLiteral("1k"), QString()}
                           << QStringLiteral("1k");
}

void TestCellKeys::clickChoosesByRowOrCell() {
    QFETCH(QStringList, keys);
    QFETCH(QString, chosen);
    std::vector<std::string> texts;
    for (const QString& key : keys)
        texts.push_back(toStd(key));
    ChartView chart;
    Selection selection;
    chart.resize(400, 300);
    chart.setSelection(&selection);
    chart.setSpec(map(texts));
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, chart.pixelOf(1.0, 1.0).toPoint());
    QCOMPARE(selection.keys(QStringLiteral("layer")), QStringList{chosen});
}

void TestCellKeys::arrowsSkipCellsWithoutKey() {
    ChartView chart;
    Selection selection;
    chart.resize(400, 300);
    chart.setSelection(&selection);
    chart.setSpec(map({"0q", "", "0v", "1q", "1k", ""}));
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    selection.select(QStringLiteral("layer"), {QStringLiteral("0q")});
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(selection.keys(QStringLiteral("layer")), QStringList{QStringLiteral("0v")});
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(selection.keys(QStringLiteral("layer")), QStringList{QStringLiteral("1k")}); // the last one with a key
}

void TestCellKeys::firstFigureIsDrawnWhereNoneWas() {
    ChartView chart;
    chart.resize(400, 300);
    chart.setSpec(FigureSpec{});
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    const QRgb page = chart.grab().toImage().pixel(2, 2);
    chart.setSpec(map({"a", "b"}));
    const auto painted = [&] {
        const QPoint cell = chart.pixelOf(1.0, 0.0).toPoint() + QPoint(12, 12);
        const QImage image = chart.grab().toImage();
        return image.rect().contains(cell) && image.pixel(cell) != page;
    };
    QTRY_VERIFY(painted());
}

QTEST_MAIN(TestCellKeys)
#include "tst_cell_keys.moc"
