#include "widgets/data/preview_table.h"
#include "widgets/data/preview_table_model.h"
#include "widgets/data/problem_list.h"
#include "widgets/style/theme.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace vitrine;

Q_DECLARE_METATYPE(vitrine::ColumnRole)

namespace {

ImportPreview preview(int columns) {
    ImportPreview result;
    result.records = 1128;
    std::vector<std::string> row;
    for (int i = 0; i < columns; ++i) {
        result.columns.push_back({"column " + std::to_string(i), i == 0 ? ColumnType::text : ColumnType::real,
                                  i == 0 ? ColumnRole::id : ColumnRole::attribute});
        row.push_back(std::to_string(i) + ".50");
    }
    result.firstRows = {row, row};
    result.lastRows = {row};
    result.options["roles"] = nlohmann::json::object();
    return result;
}

} // namespace

class TestPreviewTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        applyTheme(*qApp, ThemeChoice::light);
        qRegisterMetaType<vitrine::ColumnRole>();
    }

    void rowsOfTheModel() {
        PreviewTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setPreview(preview(3));
        QCOMPARE(model.rowCount(), 5); // roles, two, gap, one
        QCOMPARE(model.gapRow(), 3);
        QCOMPARE(model.data(model.index(3, 0), Qt::DisplayRole).toString(), QStringLiteral("1,125 rows not shown"));
        QCOMPARE(model.data(model.index(1, 2), Qt::DisplayRole).toString(), QStringLiteral("2.50"));
        QCOMPARE(model.data(model.index(4, 1), Qt::DisplayRole).toString(), QStringLiteral("1.50"));
        QVERIFY(!model.flags(model.index(0, 0)).testFlag(Qt::ItemIsSelectable));
        QCOMPARE(model.headerData(1, Qt::Horizontal, PreviewTableModel::kColumnType).toString(),
                 QStringLiteral("real"));
    }
    void withoutRolesThereIsNoRoleRow() {
        PreviewTableModel model;
        ImportPreview plain = preview(2);
        plain.options = nlohmann::json::object();
        plain.records = 3;
        model.setPreview(plain);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.gapRow(), -1);
    }
    void roleIsChosenWithTheKeyboard() {
        PreviewTable table;
        table.resize(700, 300);
        table.setPreview(preview(4));
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QComboBox* chooser = table.roleChooser(2);
        QVERIFY(chooser);
        QCOMPARE(chooser->currentText(), QStringLiteral("Attribute"));
        QVERIFY(!chooser->accessibleName().isEmpty());
        QSignalSpy chosen(&table, &PreviewTable::roleChosen);
        chooser->setFocus();
        QTest::keyClicks(chooser, QStringLiteral("T"));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.front().at(0).toInt(), 2);
        QCOMPARE(chosen.front().at(1).value<ColumnRole>(), ColumnRole::target);
    }
    void focusStaysWhenThePreviewIsRepeated() {
        PreviewTable table;
        table.resize(700, 300);
        table.setPreview(preview(4));
        table.show();
        table.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&table));
        table.roleChooser(1)->setFocus();
        QVERIFY(table.roleChooser(1)->hasFocus());
        table.setPreview(preview(4));
        QVERIFY(table.roleChooser(1)->hasFocus());
    }
    void thousandsOfColumnsHaveFewChoosers() {
        PreviewTable table;
        table.resize(700, 300);
        table.setPreview(preview(4000));
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QVERIFY(table.roleChooser(0));
        QVERIFY(!table.roleChooser(2000));
        QVERIFY(table.findChildren<QComboBox*>().size() < 20);
        table.horizontalScrollBar()->setValue(table.columnViewportPosition(2000) +
                                              table.horizontalScrollBar()->value());
        QVERIFY(table.roleChooser(2000));
    }
    void problemsOfferChoices() {
        ProblemList list;
        list.resize(320, 400);
        list.setProblems({{"Spaces around 276 values",
                           "Lines 2, 7 and more.",
                           {{"Trim them", {{"trim", true}}}, {"Keep them", {{"trim", false}}}},
                           0},
                          {"Only to be known", "Nothing can be done."}});
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        const auto choosers = list.findChildren<QComboBox*>();
        QCOMPARE(choosers.size(), 1);
        QSignalSpy made(&list, &ProblemList::choiceMade);
        QTest::keyClick(choosers.front(), Qt::Key_Down);
        QCOMPARE(made.size(), 1);
        QCOMPARE(made.front(), (QList<QVariant>{0, 1}));
        list.setProblems({});
        QVERIFY(list.findChildren<QComboBox*>().isEmpty());
    }
};

QTEST_MAIN(TestPreviewTable)
#include "tst_preview_table.moc"
