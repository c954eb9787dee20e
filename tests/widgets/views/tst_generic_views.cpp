#include "widgets/charts/chart_view.h"
#include "widgets/models/table_model.h"
#include "widgets/style/card.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/theme.h"
#include "widgets/views/chart_result_view.h"
#include "widgets/views/scalars_view.h"
#include "widgets/views/table_panel.h"
#include "widgets/views/table_result_view.h"
#include "widgets/views/view_registry.h"

#include <QtTest>
#include <QtWidgets>

using namespace vitrine;

namespace {

OutputDescription output(ValueKind kind, const char* id, const char* view = "{}") {
    OutputDescription description;
    description.id = id;
    description.kind = kind;
    description.title = "Importance";
    description.key = "path";
    description.view = nlohmann::json::parse(view);
    return description;
}

Table paths(int count) {
    Table table;
    Column::Texts names;
    Column::Reals importance;
    for (int i = 0; i < count; ++i) {
        names.push_back("C" + std::to_string(i));
        importance.push_back(100.0 - i);
    }
    table.columns.emplace_back("path", std::move(names));
    table.columns.emplace_back("importance", std::move(importance));
    return table;
}

std::shared_ptr<const RunData> run(const OutputDescription& description, std::optional<Value> value,
                                   bool live = false) {
    auto data = std::make_shared<RunData>();
    data->descriptions[description.id] = description;
    if (value)
        data->outputs[description.id] = *value;
    data->live = live;
    return data;
}

} // namespace

class TestGenericViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void everyKindHasAView();
    void missingOutputsAreExplained();
    void chartShowsTopOfAll();
    void chartSwitchesToItsTable();
    void tableFollowsTheSelection();
    void tableSetsTheSelection();
    void filterTellsWhatIsWrong();
    void scalarsBecomeCards();
    void documentsLoadNothing();
    void graphSetsShowTheirSizes();
};

void TestGenericViews::everyKindHasAView() {
    const ViewRegistry registry;
    Matrix matrix;
    matrix.rows = 1;
    matrix.columns = 2;
    matrix.cells = {1, 2};
    Series series;
    series.lines.push_back({"a", "a", "", {1, 2}, {3, 4}, {}, {}});
    Scalars scalars;
    scalars.items.emplace_back().id = "r2";
    Model model;
    model.document = {{"trees", {1, 2, 3}}};
    const std::vector<Value> values{makeValue(scalars),
                                    makeValue(paths(3)),
                                    makeValue(series),
                                    makeValue(matrix),
                                    makeValue(GraphSet{}),
                                    makeValue(model),
                                    makeValue(Files{"f", {"a.txt"}}),
                                    makeValue(Document{"# Title"})};
    for (const Value& value : values) {
        const OutputDescription description = output(kindOf(value), "x");
        std::unique_ptr<ResultView> view(registry.createGenericView(description, nullptr));
        QVERIFY(view != nullptr);
        view->setRunData(run(description, value));
        view->resize(400, 300);
        view->show();
        QVERIFY(!view->grab().isNull());
        QCOMPARE(view->outputId(), std::string("x"));
        const bool hasFigure = kindOf(value) == ValueKind::series || kindOf(value) == ValueKind::matrix;
        QCOMPARE(view->figure().has_value(), hasFigure);
    }
}

void TestGenericViews::missingOutputsAreExplained() {
    const ViewRegistry registry;
    const OutputDescription description = output(ValueKind::table, "importance");
    std::unique_ptr<ResultView> view(registry.createGenericView(description, nullptr));
    view->setRunData(run(description, std::nullopt, true));
    auto* empty = view->findChild<EmptyState*>();
    QVERIFY(empty && !empty->isHidden());
    QVERIFY(!view->figure());
    QVERIFY(view->csv().empty());
    view->setRunData(run(description, makeValue(paths(2))));
    QVERIFY(empty->isHidden());
    QCOMPARE(view->subtitle(), QStringLiteral("2 rows"));
}

void TestGenericViews::chartShowsTopOfAll() {
    const OutputDescription description =
        output(ValueKind::table, "importance", R"({"chart": "bar", "x": "path", "y": "importance", "top": 10})");
    ChartResultView view(description, nullptr);
    view.setRunData(run(description, makeValue(paths(119))));
    QCOMPARE(view.subtitle(), QStringLiteral("10 of 119"));
    const auto figure = view.figure();
    QVERIFY(figure.has_value());
    QCOMPARE(figure->marks.front().y.size(), std::size_t(10));
    QCOMPARE(figure->dataHash.size(), std::size_t(64));
    QVERIFY(view.chart() != nullptr);
}

void TestGenericViews::chartSwitchesToItsTable() {
    const OutputDescription description =
        output(ValueKind::table, "importance", R"({"chart": "bar", "x": "path", "y": "importance", "top": 10})");
    ChartResultView view(description, nullptr);
    view.setRunData(run(description, makeValue(paths(50))));
    view.resize(400, 300);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(view.chart()->isVisible());
    QTest::mouseClick(view.pageSwitch()->button(1), Qt::LeftButton);
    QVERIFY(!view.chart()->isVisible());
    const auto* panel = view.findChild<TablePanel*>();
    QVERIFY(panel->isVisible());
    QCOMPARE(panel->model()->rowCount(), 50);
}

void TestGenericViews::tableFollowsTheSelection() {
    const OutputDescription description = output(ValueKind::table, "importance");
    TableResultView view(description, nullptr);
    Selection selection;
    view.setSelection(&selection);
    view.setRunData(run(description, makeValue(paths(500))));
    view.resize(300, 200);
    view.show();
    selection.select(QStringLiteral("path"), {QStringLiteral("C400"), QStringLiteral("C7")});
    QItemSelectionModel* rows = view.panel()->view()->selectionModel();
    QCOMPARE(rows->selectedRows().size(), 2);
    QVERIFY(rows->isRowSelected(400, {}));
    QVERIFY(view.panel()->view()->visualRect(view.panel()->model()->index(400, 0)).isValid());
    view.panel()->model()->sort(1, Qt::AscendingOrder);
    QVERIFY(rows->isRowSelected(99, {}));
    selection.clear();
    QCOMPARE(rows->selectedRows().size(), 0);
}

void TestGenericViews::tableSetsTheSelection() {
    const OutputDescription description = output(ValueKind::table, "importance");
    TableResultView view(description, nullptr);
    Selection selection;
    view.setSelection(&selection);
    view.setRunData(run(description, makeValue(paths(5))));
    view.resize(300, 200);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QTableView* table = view.panel()->view();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(2, 0)).center());
    QCOMPARE(selection.keys(QStringLiteral("path")), QStringList{QStringLiteral("C2")});
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      table->visualRect(table->model()->index(4, 0)).center());
    QCOMPARE(selection.keys(QStringLiteral("path")), (QStringList{QStringLiteral("C2"), QStringLiteral("C4")}));
}

void TestGenericViews::filterTellsWhatIsWrong() {
    const OutputDescription description = output(ValueKind::table, "importance");
    TableResultView view(description, nullptr);
    view.setRunData(run(description, makeValue(paths(100))));
    QTest::keyClicks(view.panel()->filterField(), QStringLiteral("importance > 90"));
    QCOMPARE(view.panel()->model()->rowCount(), 10);
    view.panel()->filterField()->setText(QStringLiteral("importance > many"));
    QVERIFY(!view.panel()->filterField()->toolTip().isEmpty());
    QCOMPARE(view.panel()->model()->rowCount(), 10);
    view.panel()->filterField()->clear();
    QCOMPARE(view.panel()->model()->rowCount(), 100);
}

void TestGenericViews::scalarsBecomeCards() {
    Scalars scalars;
    scalars.items.push_back({"rmse",
                             "Test RMSE",
                             0.8991,
                             "log mol/L",
                             Interval{0.781, 1.019, "95 % bootstrap over graphs", 226},
                             {},
                             {},
                             true,
                             true});
    scalars.items.push_back({"paths", "Selected paths", 1141, "", std::nullopt, "Length 1 to 5", {}, false, true});
    const OutputDescription description = output(ValueKind::scalars, "metrics");
    ScalarsView view(description, nullptr);
    view.resize(600, 200);
    view.setRunData(run(description, makeValue(scalars)));
    const QList<Card*> cards = view.findChildren<Card*>();
    QCOMPARE(cards.size(), 2);
    QCOMPARE(cards[0]->value(), QStringLiteral("0.899"));
    QCOMPARE(cards[0]->note(), QStringLiteral("95 % [0.781, 1.02]"));
    QCOMPARE(cards[1]->note(), QStringLiteral("Length 1 to 5"));
    QCOMPARE(view.csv(), std::string("id,value,unit,lower,upper,interval\n"
                                     "rmse,0.8991,log mol/L,0.781,1.019,95 % bootstrap over graphs\n"
                                     "paths,1141,\"\",,,\n"));
}

void TestGenericViews::documentsLoadNothing() {
    const ViewRegistry registry;
    const OutputDescription description = output(ValueKind::document, "notes");
    std::unique_ptr<ResultView> view(registry.createGenericView(description, nullptr));
    view->setRunData(
        run(description,
            makeValue(Document{"# Head\n\n![x](file:///etc/hostname) <b>bold</b> [link](file:///etc/passwd)"})));
    auto* browser = view->findChild<QTextBrowser*>();
    QVERIFY(browser->toPlainText().startsWith(QStringLiteral("Head")));
    QVERIFY(!browser->openLinks());
    QVERIFY(
        !browser->loadResource(QTextDocument::ImageResource, QUrl(QStringLiteral("file:///etc/hostname"))).isValid());
}

void TestGenericViews::graphSetsShowTheirSizes() {
    GraphSet graphs;
    graphs.topology.nodeOffsets = {0, 3, 5};
    graphs.topology.edgeOffsets = {0, 2, 3};
    graphs.graphs.columns.emplace_back("name", Column::Texts{"a", "b"});
    const OutputDescription description = output(ValueKind::graphSet, "graphs");
    TableResultView view(description, nullptr);
    view.setRunData(run(description, makeValue(graphs)));
    const TableModel* model = view.panel()->model();
    QCOMPARE(model->columnCount(), 3);
    QCOMPARE(model->index(0, 1).data().toString(), QStringLiteral("3"));
    QCOMPARE(model->index(1, 2).data().toString(), QStringLiteral("1"));
}

QTEST_MAIN(TestGenericViews)
#include "tst_generic_views.moc"
