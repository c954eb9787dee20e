#include "tests/support/many_molecules.h"
#include "widgets/data/dataset_summary.h"

#include <QtTest>

#include <numeric>

using namespace vitrine;

class TestDatasetSummary : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ofManyGraphsThoseWithALabelAreCounted() {
        const auto figure = labelFigure(*samples::manyMolecules(50));
        QVERIFY(figure);
        QCOMPARE(figure->x.label.title, std::string("Molecules that contain the element"));
        QCOMPARE(figure->y.categories.front(), std::string("C"));
        QCOMPARE(figure->marks.front().y.front(), 50.0);
    }
    void ofOneGraphItsNodesAreCounted() {
        const auto graphs = samples::manyMolecules(1);
        const auto figure = labelFigure(*graphs);
        QVERIFY(figure);
        QCOMPARE(figure->x.label.title, std::string("Atoms of the element"));
        const std::vector<double>& counts = figure->marks.front().y;
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), 0.0), static_cast<double>(graphs->topology.nodeCount()));
        graphs->structureColumn.clear();
        graphs->nodes.columns.front().name = graphs->labelAttribute = "kind";
        QCOMPARE(labelFigure(*graphs)->x.label.title, std::string("Nodes with the label"));
    }
    void aSingleTargetHasNoMedian() {
        DatasetRecord record;
        record.kind = ValueKind::graphSet;
        const auto labelsOf = [&](int molecules) {
            const DatasetSummary summary =
                summariseDataset(record, makeValue(GraphSet(*samples::manyMolecules(molecules))), {});
            QStringList labels;
            for (const CardText& card : summary.cards)
                labels << card.label;
            return labels;
        };
        QVERIFY(labelsOf(1).contains(QStringLiteral("Target")));
        QVERIFY(labelsOf(9).contains(QStringLiteral("Target, median")));
    }
};

QTEST_MAIN(TestDatasetSummary)
#include "tst_dataset_summary.moc"
