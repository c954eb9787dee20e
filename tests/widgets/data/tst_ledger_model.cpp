#include "widgets/data/ledger_model.h"

#include <QAbstractItemModelTester>
#include <QIcon>
#include <QTest>

#include <numeric>

using namespace vitrine;

class TestLedgerModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysOncePerKind();
    void linesUnfoldBelowTheirRow();
    void csvHoldsEveryLine();

private:
    static Ledger ledger() {
        Ledger made;
        made.recordsRead = 1128;
        std::vector<std::int64_t> lines(20);
        std::iota(lines.begin(), lines.end(), std::int64_t{2});
        made.noteLines(LedgerAction::trimmed, "smiles", "Spaces removed", 2012, lines);
        made.noteLines(LedgerAction::marked, "smiles", "Same structure", 2, {5, 9});
        made.noteAll(LedgerAction::changed, "smiles", "Made into a graph", 1128);
        return made;
    }
    static QString dump(const LedgerModel& model) {
        QStringList rows;
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < LedgerModel::kColumns; ++column)
                cells << model.index(row, column).data().toString();
            rows << cells.join(QLatin1Char('|'));
        }
        return rows.join(QLatin1Char('\n'));
    }
};

void TestLedgerModel::saysOncePerKind() {
    LedgerModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setLedger(ledger());
    QCOMPARE(dump(model), QStringLiteral("Trimmed|2,012|smiles|Spaces removed|2, 3, 4 and 2,009 more\n"
                                         "Marked|2|smiles|Same structure|5, 9\n"
                                         "Changed|1,128|smiles|Made into a graph|all\n"
                                         "Dropped|0||Nothing was dropped|"));
}

void TestLedgerModel::linesUnfoldBelowTheirRow() {
    LedgerModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setLedger(ledger());
    QCOMPARE(model.noteCount(), std::int64_t{2014}); // conversions are none
    QVERIFY(model.canUnfold(0));
    QVERIFY(!model.canUnfold(1)); // its lines are all shown
    QVERIFY(!model.canUnfold(2));
    QVERIFY(!model.index(0, LedgerModel::kLines).data(Qt::DecorationRole).value<QIcon>().isNull());
    const QString folded = dump(model);
    model.toggle(1);
    QCOMPARE(dump(model), folded);
    model.toggle(0);
    QCOMPARE(dump(model), QStringLiteral("Trimmed|2,012|smiles|Spaces removed|2, 3, 4 and 2,009 more\n"
                                         "|||lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13|\n"
                                         "|||lines 14, 15, 16, 17, 18, 19, 20, 21 and 1,992 more|\n"
                                         "Marked|2|smiles|Same structure|5, 9\n"
                                         "Changed|1,128|smiles|Made into a graph|all\n"
                                         "Dropped|0||Nothing was dropped|"));
    QVERIFY(!model.canUnfold(1));
    QCOMPARE(model.index(0, LedgerModel::kLines).data(Qt::ToolTipRole).toString(), QStringLiteral("Fold the lines up"));
    model.toggle(0);
    QCOMPARE(dump(model), folded);
}

void TestLedgerModel::csvHoldsEveryLine() {
    LedgerModel model;
    model.setLedger(ledger());
    model.toggle(0);
    const std::string csv = model.csv();
    QVERIFY(csv.starts_with("action,records,column,what_and_why,lines\ntrimmed,2012,smiles,Spaces removed,2 3 4 5 6 "));
    QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), std::ptrdiff_t{5});
}

QTEST_MAIN(TestLedgerModel)
#include "tst_ledger_model.moc"
