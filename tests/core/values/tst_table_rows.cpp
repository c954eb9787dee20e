#include "core/values/table_rows.h"

#include <QTest>

#include <cmath>

using namespace vitrine;

class TestTableRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void columnsStandAsTheyWereNamedFirst() {
        TableRows rows;
        for (const double value : {1.5, std::nan("")}) {
            rows.text("name", "a");
            rows.real("value", value);
            rows.integer("count", 2);
        }
        const Table table = rows.table();
        QCOMPARE(table.columns.size(), std::size_t(3));
        QCOMPARE(table.columns[0].name, std::string("name"));
        QCOMPARE(table.columns[1].name, std::string("value"));
        QCOMPARE(table.columns[2].type(), ColumnType::integer);
        QCOMPARE(table.rowCount(), std::size_t(2));
    }
    void notANumberIsMissing() {
        TableRows rows;
        rows.real("value", 1.0);
        rows.real("value", std::nan(""));
        const Table table = rows.table();
        QVERIFY(table.columns[0].isValid(0));
        QVERIFY(!table.columns[0].isValid(1));
    }
    void nothingIsAnEmptyTable() { QVERIFY(TableRows().table().columns.empty()); }
};

QTEST_APPLESS_MAIN(TestTableRows)
#include "tst_table_rows.moc"
