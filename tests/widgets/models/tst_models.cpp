#include "core/data/ledger.h"
#include "widgets/data/column_summary_model.h"
#include "widgets/data/ledger_model.h"
#include "widgets/models/json_model.h"
#include "widgets/models/table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include <cmath>
#include <numeric>

using namespace vitrine;

/// Every model keeps what Qt asks of one, also while what it shows is replaced, sorted and filtered.
class TestModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void table();
    void rowsAreFoundByTheirKeys();
    void json();
    void ledger();
    void columnSummary();
};

namespace {

constexpr auto kMode = QAbstractItemModelTester::FailureReportingMode::QtTest;

std::shared_ptr<Table> sampleTable(int rows) {
    Column::Texts names;
    Column::Reals values;
    for (int i = 0; i < rows; ++i) {
        names.push_back("row " + std::to_string(i));
        values.push_back(i % 7 == 3 ? std::nan("") : (i * 37) % 101);
    }
    auto table = std::make_shared<Table>();
    table->columns = {Column("name", std::move(names)), Column("value", std::move(values))};
    if (rows > 2)
        table->columns[1].setMissing(2);
    return table;
}

} // namespace

void TestModels::rowsAreFoundByTheirKeys() {
    TableModel named;
    named.setTable(sampleTable(50), "name");
    QCOMPARE(named.rowsOfKeys({QStringLiteral("row 7"), QStringLiteral("7"), QStringLiteral("row 3")}),
             (std::vector<int>{7, 3}));
    auto table = sampleTable(50);
    Column::Integers numbers(50);
    std::iota(numbers.begin(), numbers.end(), 0);
    table->columns.emplace_back("row", std::move(numbers));
    TableModel model;
    QVERIFY(model.rowsOfKeys({QStringLiteral("1")}).empty());
    model.setTable(table, "row");
    model.sort(1, Qt::DescendingOrder);
    QTRY_VERIFY(!model.isArranging() && model.sortColumn() == 1);
    const QStringList keys{QStringLiteral("7"),  QStringLiteral("49"),
                           QStringLiteral("50"), QStringLiteral("-1"),
                           QStringLiteral("1x"), QString(),
                           QStringLiteral("0"),  QStringLiteral("99999999999999999999")};
    std::vector<int> expected;
    for (const QString& key : keys)
        if (const int row = model.rowOfKey(key); row >= 0)
            expected.push_back(row);
    QCOMPARE(expected.size(), std::size_t(3));
    QCOMPARE(model.rowsOfKeys(keys), expected);
    for (const int row : expected)
        QVERIFY(keys.contains(model.keyOfRow(row)));
}

void TestModels::table() {
    TableModel model;
    const QAbstractItemModelTester tester(&model, kMode);
    QCOMPARE(model.rowCount(), 0);
    model.setTable(sampleTable(50), "name");
    QCOMPARE(model.rowCount(), 50);
    model.sort(1, Qt::DescendingOrder);
    QTRY_VERIFY(!model.isArranging());
    QVERIFY(model.index(0, 1).data(RawRole).toDouble() >= model.index(1, 1).data(RawRole).toDouble());
    QCOMPARE(model.sourceRow(49), std::size_t(2)); // the missing cell comes last
    QVERIFY(model.setFilter(QStringLiteral("value < 20")).ok());
    QTRY_VERIFY(!model.isArranging() && model.rowCount() < 50);
    QVERIFY(model.rowCount() > 0);
    QVERIFY(model.setFilter(QStringLiteral("nothing has this name")).ok());
    QTRY_COMPARE(model.rowCount(), 0);
    model.setTable(sampleTable(3));
    QVERIFY(model.setFilter({}).ok());
    QTRY_COMPARE(model.rowCount(), 3);
    model.setTable(std::make_shared<Table>());
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.columnCount(), 0);
}

void TestModels::json() {
    JsonModel model;
    const QAbstractItemModelTester tester(&model, kMode);
    const auto show = [&model](const char* text) {
        auto document = std::make_shared<nlohmann::json>(nlohmann::json::parse(text));
        const nlohmann::json* root = document.get();
        model.setDocument(std::move(document), root);
    };
    QCOMPARE(model.rowCount(), 0);
    show(R"({"b": [1, [2, {"deep": null}], "x"], "a": {"n": 1.5}, "empty": {}, "none": []})");
    QCOMPARE(model.rowCount(), 4);
    const QModelIndex list = model.index(1, 0);
    QCOMPARE(list.data().toString(), QStringLiteral("b"));
    QCOMPARE(model.rowCount(list), 3);
    const QModelIndex inner = model.index(1, 0, list);
    QCOMPARE(model.rowCount(inner), 2);
    const QModelIndex deep = model.index(0, 0, model.index(1, 0, inner));
    QCOMPARE(deep.data().toString(), QStringLiteral("deep"));
    QCOMPARE(deep.parent().parent().parent(), list);
    show("[]");
    QCOMPARE(model.rowCount(), 0);
    show("[[1, 2], [3]]");
    QCOMPARE(model.rowCount(model.index(0, 0)), 2);
    model.setDocument(nullptr, nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestModels::ledger() {
    LedgerModel model;
    const QAbstractItemModelTester tester(&model, kMode);
    Ledger ledger;
    ledger.recordsRead = 10;
    model.setLedger(ledger);
    QCOMPARE(model.rowCount(), 1); // that nothing was dropped
    ledger.note(LedgerAction::trimmed, "name", "Spaces removed", 3);
    ledger.note(LedgerAction::dropped, "value", "Not a number", 4);
    ledger.recordsDropped = 1;
    model.setLedger(ledger);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, LedgerModel::kRecords).data().toString(), QStringLiteral("1"));
    model.setLedger({});
    QCOMPARE(model.rowCount(), 1);
}

void TestModels::columnSummary() {
    ColumnSummaryModel model;
    const QAbstractItemModelTester tester(&model, kMode);
    QCOMPARE(model.rowCount(), 0);
    auto summary = std::make_shared<DatasetSummary>();
    summary->columns.resize(2);
    model.setSummary(summary);
    QCOMPARE(model.rowCount(), 2);
    summary = std::make_shared<DatasetSummary>();
    model.setSummary(summary);
    QCOMPARE(model.rowCount(), 0);
    model.setSummary(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(TestModels)
#include "tst_models.moc"
