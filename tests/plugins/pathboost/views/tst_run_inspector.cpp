#include "core/values/text.h"
#include "plugins/pathboost/views/chain_button.h"
#include "plugins/pathboost/views/graph_facts.h"
#include "plugins/pathboost/views/graph_panel.h"
#include "plugins/pathboost/views/occurrence_boxes.h"
#include "plugins/pathboost/views/path_panel.h"
#include "plugins/pathboost/views/predictions.h"
#include "plugins/pathboost/views/run_inspector.h"
#include "tests/plugins/pathboost/views/esol_run.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/number_label.h"
#include "widgets/molecule/molecule_view.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/theme.h"
#include "widgets/views/view_registry.h"

#include <QtTest>
#include <QtWidgets>

#include <algorithm>
#include <cmath>
#include <set>

using namespace vitrine;
using namespace vitrine::pathboost;

namespace {

const QString kGraph = QStringLiteral("graph"); // kinds of keys
const QString kPath = QStringLiteral("path");
const QString kChlorine = QStringLiteral("6-6-17");

void showInspector(RunInspector& inspector, const std::shared_ptr<RunData>& data, Selection& selection) {
    inspector.setSelection(&selection);
    inspector.setRunData(data);
    inspector.resize(304, 800);
    inspector.show();
    QVERIFY(QTest::qWaitForWindowExposed(&inspector));
}

std::optional<Fact> fact(const PathPanel& panel, const char* name) {
    for (const Fact& one : panel.facts())
        if (one.name == QLatin1String(name))
            return one;
    return std::nullopt;
}

std::size_t rowOfPath(const Table& table, const QString& key) {
    const auto keys = table.find(column::kPath)->texts();
    return static_cast<std::size_t>(std::find(keys.begin(), keys.end(), toStd(key)) - keys.begin());
}

/// How often C–C–Cl occurs: simple walks over the bonds, independent of the kernel.
std::vector<int> countsByHand(const GraphSet& graphs, const std::vector<std::int64_t>& elements) {
    std::vector<int> counts;
    const GraphTopology& topology = graphs.topology;
    const auto numbers = graphs.nodes.find("atomic_number")->integers();
    for (std::size_t graph = 0; graph < graphs.graphCount(); ++graph) {
        const auto first = static_cast<std::size_t>(topology.nodeOffsets[graph]);
        std::set<std::pair<int, int>> bonds;
        for (auto edge = static_cast<std::size_t>(topology.edgeOffsets[graph]);
             edge < static_cast<std::size_t>(topology.edgeOffsets[graph + 1]); ++edge) {
            bonds.insert({topology.edgeSource[edge], topology.edgeTarget[edge]});
            bonds.insert({topology.edgeTarget[edge], topology.edgeSource[edge]});
        }
        int count = 0;
        for (const auto& [a, b] : bonds)
            for (const auto& [c, d] : bonds)
                if (b == c && a != d && numbers[first + static_cast<std::size_t>(a)] == elements[0] &&
                    numbers[first + static_cast<std::size_t>(b)] == elements[1] &&
                    numbers[first + static_cast<std::size_t>(d)] == elements[2])
                    ++count;
        counts.push_back(count);
    }
    return counts;
}

double quantile(const std::vector<double>& sorted, double part) {
    const double place = part * (static_cast<double>(sorted.size()) - 1.0);
    const double below = std::floor(place);
    const double low = sorted[static_cast<std::size_t>(below)];
    const double high = sorted[static_cast<std::size_t>(std::ceil(place))];
    return low + (place - below) * (high - low);
}

} // namespace

/// Selection half of the inspector on a real run of ESOL.
class TestRunInspector : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void nothingChosenIsOneLine();
    void factsAreThoseOfTheTables();
    void pathIsCopied();
    void boxesAreThoseOfTheTarget();
    void binsFollowTheCounts();
    void relativesCanBeClicked();
    void pathThatWasNeverSelected();
    void withoutImportance();
    void liveRunCountsByItself();
    void graphShowsItsPrediction();
    void contributionsCanBeClicked();
    void lastChoiceIsShown();
    void fingerprintIsComplete();
    void appliedRunsKnowTheElements();

private:
    std::shared_ptr<RunData> m_data;
};

void TestRunInspector::initTestCase() {
    applyTheme(*qApp, ThemeChoice::light);
    m_data = runs::esolRun(60);
    m_data->run.pluginVersion = "1.0.0";
    m_data->run.seed = 2026;
    m_data->run.inputs.push_back({kGraphsInput, "dataset:1", "esol_graphs", "39500aefff8d0123456789", {}, {}});
    m_data->fingerprints[kModel].command = "vitrine run pathboost/train --set n_iter=60";
}

void TestRunInspector::nothingChosenIsOneLine() {
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, m_data, selection);
    QVERIFY(inspector.findChild<EmptyState*>()->isVisible());
    QVERIFY(!inspector.pathPanel()->isVisible() && !inspector.graphPanel()->isVisible());
    selection.select(kPath, {kChlorine});
    QVERIFY(inspector.pathPanel()->isVisible());
    selection.clear();
    QVERIFY(inspector.findChild<EmptyState*>()->isVisible());
}

void TestRunInspector::factsAreThoseOfTheTables() {
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, m_data, selection);
    const Table& table = *outputTable(*m_data, kImportance);
    const auto number = [&](const char* name, std::size_t row) { return table.find(name)->number(row); };
    const auto predictions = outputTable(*m_data, kPredictions);
    const QLocale locale;
    for (const std::size_t row : {std::size_t{0}, std::size_t{7}, table.rowCount() - 1}) {
        selection.select(kPath, {toQString(table.find(column::kPath)->texts()[row])});
        QTRY_VERIFY(!inspector.pathPanel()->isBusy());
        const PathPanel& panel = *inspector.pathPanel();
        QCOMPARE(fact(panel, "Importance")->value,
                 decimalLabel(number(column::kImportance, row), 2, locale) + QStringLiteral(" %"));
        QCOMPARE(fact(panel, "Importance")->note, QStringLiteral("rank %1 of %2").arg(row + 1).arg(table.rowCount()));
        const int times = static_cast<int>(number(column::kTimesChosen, row));
        QCOMPARE(fact(panel, "Selected")->value,
                 times == 1 ? QStringLiteral("1 time") : QStringLiteral("%1 times").arg(times));
        QCOMPARE(fact(panel, "Selected")->note,
                 QStringLiteral("first in iteration %1").arg(number(column::kFirstIteration, row)));
        QCOMPARE(fact(panel, "Sub-model")->value,
                 QStringLiteral("anchor ") + toQString(table.find(column::kAnchor)->texts()[row]));
        QCOMPARE(
            fact(panel, "Occurs in")->value,
            QStringLiteral("%1 molecules").arg(locale.toString(static_cast<int>(number(column::kGraphsAll, row)))));
        QCOMPARE(
            fact(panel, "Occurs in")->note,
            QStringLiteral("%1 training").arg(locale.toString(static_cast<int>(number(column::kGraphsTrain, row)))));
        QCOMPARE(fact(panel, "Mean effect")->value, shortLabel(number(column::kMeanEffect, row), 3, locale));
        QCOMPARE(fact(panel, "Mean effect")->note, QStringLiteral("log mol/L"));
    }
    selection.select(kPath, {QStringLiteral("6-6")}); // every training molecule but a few has a carbon
    QTRY_VERIFY(!fact(*inspector.pathPanel(), "Sub-model")->note.isEmpty());
    int rows = 0;
    const GraphSet& graphs = *inputGraphs(*m_data);
    const auto elements = graphs.nodes.find("atomic_number")->integers();
    for (std::size_t graph = 0; graph < graphs.graphCount(); ++graph) {
        const auto begin = elements.begin() + graphs.topology.nodeOffsets[graph];
        const auto end = elements.begin() + graphs.topology.nodeOffsets[graph + 1];
        rows += predictions->find(column::kPart)->texts()[graph] == "train" && std::find(begin, end, 6) != end ? 1 : 0;
    }
    QCOMPARE(fact(*inspector.pathPanel(), "Sub-model")->note, QStringLiteral("%1 rows").arg(locale.toString(rows)));
}

void TestRunInspector::pathIsCopied() {
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, m_data, selection);
    selection.select(kPath, {kChlorine});
    QTest::mouseClick(inspector.pathPanel()->copyButton(), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("C–C–Cl"));
}

void TestRunInspector::boxesAreThoseOfTheTarget() {
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, m_data, selection);
    selection.select(kPath, {kChlorine});
    QTRY_VERIFY(inspector.pathPanel()->boxes()->isVisible());
    const FigureSpec& spec = inspector.pathPanel()->boxes()->spec();
    QCOMPARE(spec.y.categories, (std::vector<std::string>{"0", "1–2", "3–4", "≥ 5"}));
    QCOMPARE(toQString(axisTitle(spec.x)), QStringLiteral("Measured solubility (log mol/L)"));

    const GraphSet& graphs = *inputGraphs(*m_data);
    const auto target = graphs.graphs.find(graphs.targetColumn)->reals();
    const std::vector<int> counts = countsByHand(graphs, {6, 6, 17});
    std::vector<std::vector<double>> values(4);
    for (std::size_t graph = 0; graph < counts.size(); ++graph)
        values[static_cast<std::size_t>(std::min(3, (counts[graph] + 1) / 2))].push_back(target[graph]);
    std::vector<BoxSummary> boxes;
    for (const FigureMark& mark : spec.marks)
        boxes.insert(boxes.end(), mark.boxes.begin(), mark.boxes.end());
    QCOMPARE(boxes.size(), std::size_t(4));
    for (std::size_t bin = 0; bin < boxes.size(); ++bin) {
        std::sort(values[bin].begin(), values[bin].end());
        QCOMPARE(boxes[bin].n, static_cast<std::int64_t>(values[bin].size()));
        const double q1 = quantile(values[bin], 0.25);
        const double q3 = quantile(values[bin], 0.75);
        QCOMPARE(boxes[bin].median, quantile(values[bin], 0.5));
        QCOMPARE(boxes[bin].q1, q1);
        QCOMPARE(boxes[bin].q3, q3);
        const double reach = 1.5 * (q3 - q1);
        QCOMPARE(boxes[bin].low, *std::lower_bound(values[bin].begin(), values[bin].end(), q1 - reach));
        QCOMPARE(boxes[bin].high, *(std::upper_bound(values[bin].begin(), values[bin].end(), q3 + reach) - 1));
    }
    QCOMPARE(boxes[0].n, std::int64_t(891)); // as in the data set's own account
    QCOMPARE(boxes[1].n + boxes[2].n + boxes[3].n, std::int64_t(237));
}

void TestRunInspector::binsFollowTheCounts() {
    const auto labels = [](const std::vector<std::int32_t>& counts) {
        std::vector<std::string> names;
        for (const OccurrenceBin& bin : occurrenceBins(counts))
            names.push_back(bin.label);
        return names;
    };
    using Names = std::vector<std::string>;
    QCOMPARE(labels({}), (Names{"0"}));
    QCOMPARE(labels({1, 1, 1}), (Names{"0", "1"}));
    QCOMPARE(labels({1, 2, 3}), (Names{"0", "1–2", "3"}));
    QCOMPARE(labels({1, 2, 4, 5}), (Names{"0", "1–2", "3–4", "5"}));
    QCOMPARE(labels({1, 2, 4, 9}), (Names{"0", "1–2", "3–4", "≥ 5"}));
    QCOMPARE(labels({6, 8, 10, 12, 14, 16, 40}), (Names{"0", "1–10", "11–14", "≥ 15"}));
    QCOMPARE(labels({6, 6, 6, 6}), (Names{"0", "1–6"}));
}

void TestRunInspector::relativesCanBeClicked() {
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, m_data, selection);
    selection.select(kPath, {kChlorine});
    const auto keys = [&] {
        QStringList found;
        for (const ChainButton* chain : inspector.pathPanel()->relatives())
            found.append(chain->property("pathKey").toString());
        return found;
    };
    QCOMPARE(keys().mid(0, 3), (QStringList{QStringLiteral("6"), QStringLiteral("6-6"), kChlorine}));
    for (qsizetype i = 3; i < keys().size(); ++i)
        QVERIFY(keys()[i].startsWith(QStringLiteral("6-6-17-")));
    ChainButton* prefix = inspector.pathPanel()->relatives()[1];
    QCOMPARE(prefix->accessibleName(), QStringLiteral("C–C"));
    QTest::mouseClick(prefix, Qt::LeftButton, {}, {8, prefix->height() / 2});
    QCOMPARE(selection.keys(kPath), QStringList{QStringLiteral("6-6")});
    QCOMPARE(keys().mid(0, 2), (QStringList{QStringLiteral("6"), QStringLiteral("6-6")}));
    // Every selected extension is there, the most important first.
    QStringList extensions;
    const Table& table = *outputTable(*m_data, kImportance);
    for (const std::string& path : table.find(column::kPath)->texts())
        if (path.starts_with("6-6-") && extensions.size() < PathPanel::kMostExtensions)
            extensions.append(toQString(path));
    QVERIFY(!extensions.isEmpty());
    QCOMPARE(keys().mid(2), extensions);
}

void TestRunInspector::pathThatWasNeverSelected() {
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, m_data, selection);
    const QString never = QStringLiteral("17-6-17-6");
    QCOMPARE(rowOfPath(*outputTable(*m_data, kImportance), never), outputTable(*m_data, kImportance)->rowCount());
    selection.select(kPath, {never});
    QTRY_VERIFY(fact(*inspector.pathPanel(), "Occurs in").has_value());
    QCOMPARE(fact(*inspector.pathPanel(), "Selected")->value, QStringLiteral("never"));
    selection.select(kPath, {QStringLiteral("--")}); // a key from nowhere
    QTRY_VERIFY(!inspector.pathPanel()->isBusy());
    QVERIFY(!inspector.grab().isNull());
}

void TestRunInspector::withoutImportance() {
    const auto data =
        runs::trainedRun(runs::esolGraphs(), {{"n_iter", 10}, {"baselines", "none"}, {"importance", "off"}});
    QVERIFY(!data->outputs.contains(kImportance));
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, data, selection);
    selection.select(kPath, {QStringLiteral("6")});
    QTRY_VERIFY(fact(*inspector.pathPanel(), "Occurs in").has_value());
    QCOMPARE(fact(*inspector.pathPanel(), "Importance")->value, QStringLiteral("not asked for"));
    QVERIFY(fact(*inspector.pathPanel(), "Selected")->value.endsWith(QLatin1String("times")));
    QVERIFY(!fact(*inspector.pathPanel(), "Mean effect"));
}

void TestRunInspector::liveRunCountsByItself() {
    auto live = std::make_shared<RunData>(*m_data);
    live->live = true;
    live->fingerprints.clear();
    for (const char* id : {kImportance, kPredictions, kModel, kMetrics})
        live->outputs.erase(id);
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, live, selection);
    selection.select(kPath, {kChlorine});
    QTRY_VERIFY(inspector.pathPanel()->boxes()->isVisible());
    QCOMPARE(fact(*inspector.pathPanel(), "Importance")->value, QStringLiteral("when the run has finished"));
    QCOMPARE(fact(*inspector.pathPanel(), "Occurs in")->value, QStringLiteral("237 molecules"));
    QVERIFY(fact(*inspector.pathPanel(), "Occurs in")->note.isEmpty());
    QVERIFY(!fingerprintText(*live).contains(QLatin1String("command")));
    selection.select(kGraph, {QStringLiteral("5")});
    QVERIFY(inspector.graphPanel()->isVisible());
    QVERIFY(inspector.graphPanel()->contributions().isEmpty());
    inspector.setRunData(m_data);
    QTRY_COMPARE(inspector.graphPanel()->contributions().size(), qsizetype(GraphPanel::kLines));
}

void TestRunInspector::graphShowsItsPrediction() {
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, m_data, selection);
    selection.select(kGraph, {QStringLiteral("7")});
    const GraphPanel& panel = *inspector.graphPanel();
    const auto table = outputTable(*m_data, kPredictions);
    const auto cell = [&](const char* name) { return decimalLabel(table->find(name)->number(7), 3, QLocale()); };
    QCOMPARE(panel.facts()->name(), toQString(table->find(column::kGraph)->texts()[7]));
    QCOMPARE(panel.facts()->facts().size(), 4);
    QCOMPARE(panel.facts()->facts()[0].value, cell(column::kTruth));
    QCOMPARE(panel.facts()->facts()[1].value, cell(column::kPrediction));
    QCOMPARE(panel.facts()->facts()[3].value, cell(column::kSpread));
    QTRY_VERIFY(panel.picture()->hasPicture());
}

void TestRunInspector::contributionsCanBeClicked() {
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, m_data, selection);
    selection.select(kGraph, {QStringLiteral("7")});
    QTRY_COMPARE(inspector.graphPanel()->contributions().size(), qsizetype(GraphPanel::kLines));
    const auto result = Decomposer::of(*m_data)->decompose(7, nullptr, {});
    QVERIFY(result.ok());
    std::vector<ContributionLine> lines(result->lines.begin() + 1, result->lines.end());
    std::stable_sort(lines.begin(), lines.end(),
                     [](const auto& a, const auto& b) { return std::abs(a.value) > std::abs(b.value); });
    for (qsizetype i = 0; i < GraphPanel::kLines; ++i)
        QCOMPARE(inspector.graphPanel()->contributions()[i]->property("pathKey").toString(),
                 toQString(lines[static_cast<std::size_t>(i)].path));
    ChainButton* first = inspector.graphPanel()->contributions().front();
    QTest::mouseClick(first, Qt::LeftButton, {}, {8, first->height() / 2});
    QCOMPARE(selection.keys(kPath), QStringList{toQString(lines.front().path)});
    QVERIFY(inspector.pathPanel()->isVisible());
}

void TestRunInspector::lastChoiceIsShown() {
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, m_data, selection);
    selection.select(kPath, {kChlorine});
    selection.select(kGraph, {QStringLiteral("7")});
    QVERIFY(inspector.graphPanel()->isVisible() && !inspector.pathPanel()->isVisible());
    selection.select(kGraph, {});
    QVERIFY(inspector.pathPanel()->isVisible() && !inspector.graphPanel()->isVisible());
    selection.back();
    QVERIFY(inspector.graphPanel()->isVisible());
}

void TestRunInspector::fingerprintIsComplete() {
    QCOMPARE(fingerprintText(*m_data), QStringLiteral("data esol_graphs 39500aefff8d\n"
                                                      "plugin pathboost 1.0.0, seed 2026\n"
                                                      "command vitrine run pathboost/train --set n_iter=60"));
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, m_data, selection);
    selection.select(kPath, {kChlorine});
    QVERIFY(inspector.fingerprint()->isVisible());
    QCOMPARE(inspector.fingerprint()->toPlainText(), fingerprintText(*m_data));
}

void TestRunInspector::appliedRunsKnowTheElements() {
    ViewRegistry registry;
    registerPredictions(registry);
    for (const char* id : {kTrain, kPredict, kExplain}) {
        const std::unique_ptr<SelectionInspector> made(registry.createInspector(kPluginId, id, nullptr));
        QVERIFY(qobject_cast<RunInspector*>(made.get()));
    }
    auto applied = std::make_shared<RunData>(*m_data);
    applied->run.experiment = kPredict;
    applied->run.parameters = {};
    applied->inputs[kModelInput] = m_data->outputs.at(kModel);
    for (const char* id : {kImportance, kSelectedPaths, kModel})
        applied->outputs.erase(id);
    RunInspector inspector;
    Selection selection;
    showInspector(inspector, applied, selection);
    selection.select(kPath, {kChlorine});
    QTRY_VERIFY(inspector.pathPanel()->boxes()->isVisible());
    QVERIFY(!fact(*inspector.pathPanel(), "Importance")); // such a run knows of none
    QCOMPARE(inspector.pathPanel()->relatives().back()->accessibleName(), QStringLiteral("C–C–Cl"));
    selection.select(kGraph, {QStringLiteral("7")});
    QTRY_COMPARE(inspector.graphPanel()->contributions().size(), qsizetype(GraphPanel::kLines));
}

QTEST_MAIN(TestRunInspector)
#include "tst_run_inspector.moc"
