#include "tests/widgets/molecule/small_graphs.h"
#include "widgets/data/graph_inspector.h"
#include "widgets/molecule/graph_gallery.h"
#include "widgets/style/theme.h"

#include <QScrollBar>
#include <QTableWidget>
#include <QtTest>

using namespace vitrine;

/// The properties of one graph.
class TestGraphInspector : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesAreAlwaysInSight_data();
    void valuesAreAlwaysInSight();
};

void TestGraphInspector::valuesAreAlwaysInSight_data() {
    QTest::addColumn<int>("width");
    QTest::newRow("narrow") << 220;
    QTest::newRow("usual") << 300;
}

void TestGraphInspector::valuesAreAlwaysInSight() {
    QFETCH(int, width);
    auto graphs = std::make_shared<GraphSet>(*smallMolecules(5));
    const std::string story = "a note that goes on and on and would need several hundred pixels to stand in one line";
    graphs->graphs.columns.emplace_back("notes", Column::Texts(5, story));
    graphs->graphs.columns.emplace_back("experimental value of a quantity with a very long name (kcal/mol)",
                                        Column::Reals(5, -11.01));
    Selection selection;
    GraphInspector inspector;
    inspector.setSelection(&selection);
    inspector.setGraphs(graphs, QStringLiteral("small"));
    inspector.resize(width, 700);
    inspector.show();
    selection.select(QLatin1String(GraphGallery::kKeyKind), {QStringLiteral("1")});
    const QTableWidget* table = inspector.properties();
    QVERIFY(!table->horizontalScrollBar()->isVisible());
    QVERIFY(table->columnWidth(0) + table->columnWidth(1) <= table->viewport()->width());
    const QFontMetrics metrics(table->font());
    for (int row = 0; row < table->rowCount(); ++row) {
        const QString text = table->item(row, 1)->text();
        if (text != QString::fromStdString(story)) // of a long text there is a tool tip
            QVERIFY2(metrics.horizontalAdvance(text) < table->columnWidth(1), qPrintable(text));
        QCOMPARE(table->item(row, 1)->toolTip(), text);
    }
}

QTEST_MAIN(TestGraphInspector)
#include "tst_graph_inspector.moc"
