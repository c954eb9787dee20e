#include "plugins/pathboost/compute/booster.h"
#include "plugins/pathboost/compute/predictor.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <QtTest>

#include <cmath>

using namespace vitrine;
using namespace vitrine::pathboost;

/// The hand-made graphs, for which the reference's run is known value by value.
class TestTinyCase : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void occurrencesAndColumnsAreEqual();
    void evaluationColumnsAreEqual();
    void iterationsAreEqual();
    void importanceVariantsAreEqual_data();
    void importanceVariantsAreEqual();
    void multiAnchorModelIsEqual();

private:
    FitOptions options() const;
    FitInput input() const;
    void compareColumns(const GraphSet& graphs, const nlohmann::json& values);

    nlohmann::json m_fixture;
    nlohmann::json m_run; // the canonical part
    std::vector<std::string> m_train;
    std::vector<std::string> m_eval;
    GraphSet m_trainGraphs;
    GraphSet m_allGraphs; // training graphs, then evaluation graphs
    std::vector<double> m_target;
};

namespace {

double numberOrNan(const nlohmann::json& cell) {
    return cell.is_null() ? std::nan("") : cell.get<double>();
}

std::vector<std::int32_t> range(std::size_t from, std::size_t to) {
    std::vector<std::int32_t> rows;
    for (std::size_t i = from; i < to; ++i)
        rows.push_back(static_cast<std::int32_t>(i));
    return rows;
}

// "(1, 2)_x" taken apart.
std::pair<std::vector<std::string>, std::string> columnName(const std::string& name) {
    const auto close = name.find(')');
    std::vector<std::string> labels(1);
    for (const char letter : name.substr(1, close - 1)) {
        if (letter == ',')
            labels.emplace_back();
        else if (letter != ' ')
            labels.back() += letter;
    }
    if (labels.back().empty())
        labels.pop_back();
    return {labels, name.substr(close + 2)};
}

} // namespace

void TestTinyCase::initTestCase() {
    m_fixture = test::readJson("pathboost_reference/tiny_case.json");
    m_run = m_fixture.at("canonical");
    m_train = m_fixture.at("train_order").get<std::vector<std::string>>();
    m_eval = m_fixture.at("eval_order").get<std::vector<std::string>>();
    m_trainGraphs = test::tinyGraphs(m_fixture, m_train);
    std::vector<std::string> all = m_train;
    all.insert(all.end(), m_eval.begin(), m_eval.end());
    m_allGraphs = test::tinyGraphs(m_fixture, all);
    m_target = m_fixture.at("y_train").get<std::vector<double>>();
    for (const auto& y : m_fixture.at("y_eval"))
        m_target.push_back(y.get<double>());
}

FitOptions TestTinyCase::options() const {
    FitOptions options;
    options.iterations = 10;
    options.maximumPathLength = 3;
    options.learningRate = 0.4;
    options.treeDepth = 1;
    options.form = ModelForm::single;
    options.parity = true;
    options.noAnchor = NoAnchorValue::zero;
    return options;
}

FitInput TestTinyCase::input() const {
    FitInput input;
    input.graphs = &m_allGraphs;
    input.labelAttribute = "t";
    input.target = m_target;
    input.targetName = "y";
    input.parts = {{"train", range(0, m_train.size())}, {"test", range(m_train.size(), m_target.size())}};
    input.anchors = {{"1"}};
    return input;
}

void TestTinyCase::compareColumns(const GraphSet& graphs, const nlohmann::json& values) {
    const auto scheme = makeScheme(m_trainGraphs, "t", true);
    QVERIFY(scheme.ok());
    const auto data = prepareGraphs(graphs, *scheme);
    QVERIFY(data.ok());
    const PathIndex index(data->adjacency, data->labelOfNode);
    for (const auto& [name, cells] : values.items()) {
        const auto [labels, attribute] = columnName(name);
        std::vector<std::int32_t> codes;
        for (const std::string& label : labels)
            codes.push_back(scheme->labels.code(label));
        const auto path = index.find(codes);
        QVERIFY(path.ok() && *path != nullptr);
        std::vector<double> column(graphs.graphCount(), attribute == "n_times_present" ? 0.0 : std::nan(""));
        for (std::size_t i = 0; i < (*path)->graphs().size(); ++i)
            column[static_cast<std::size_t>((*path)->graphs()[i])] = (*path)->offsets()[i + 1] - (*path)->offsets()[i];
        if (attribute != "n_times_present") {
            for (std::size_t a = 0; a < scheme->attributes.size(); ++a) {
                if (scheme->attributes[a].name != attribute)
                    continue;
                const auto means = attributeMeans(**path, scheme->attributes[a].scope, data->attributes[a]);
                for (std::size_t i = 0; i < means.size(); ++i)
                    column[static_cast<std::size_t>((*path)->graphs()[i])] = static_cast<double>(means[i]);
            }
        }
        QCOMPARE(column.size(), cells.size());
        for (std::size_t row = 0; row < column.size(); ++row)
            QVERIFY2(test::close(column[row], numberOrNan(cells[row]), 1e-6),
                     qPrintable(QStringLiteral("%1 row %2").arg(QString::fromStdString(name)).arg(row)));
    }
}

void TestTinyCase::occurrencesAndColumnsAreEqual() {
    const auto& sequential = m_run.at("sequential");
    compareColumns(m_trainGraphs, sequential.at("ebm_values"));
    const auto scheme = makeScheme(m_trainGraphs, "t", true);
    const auto data = prepareGraphs(m_trainGraphs, *scheme);
    const PathIndex index(data->adjacency, data->labelOfNode);
    for (const auto& [name, perGraph] : sequential.at("path_occurrences").items()) {
        std::vector<std::int32_t> codes;
        for (const std::string& label : columnName(name + "_x").first)
            codes.push_back(scheme->labels.code(label));
        const auto path = index.find(codes);
        QVERIFY(path.ok() && *path != nullptr);
        std::map<std::string, std::vector<std::vector<int>>> found;
        for (std::int32_t i = 0; i < (*path)->occurrenceCount(); ++i) {
            auto nodes = (*path)->nodesOf(i);
            const std::int32_t graph = data->adjacency.graphOf(nodes.front());
            for (std::int32_t& node : nodes)
                node -= data->adjacency.firstNode(graph);
            found[m_train[static_cast<std::size_t>(graph)]].push_back(nodes);
        }
        for (const auto& [graph, sequences] : perGraph.items()) {
            auto expected = sequences.get<std::vector<std::vector<int>>>();
            std::sort(expected.begin(), expected.end());
            std::sort(found[graph].begin(), found[graph].end());
            QCOMPARE(found[graph], expected);
        }
    }
}

void TestTinyCase::evaluationColumnsAreEqual() {
    // Only the paths that occur among the evaluation graphs can be looked up there.
    nlohmann::json present;
    for (const auto& [name, cells] : m_run.at("sequential").at("eval_ebm_values").items())
        present[name] = cells;
    compareColumns(test::tinyGraphs(m_fixture, m_eval), present);
}

void TestTinyCase::iterationsAreEqual() {
    const auto scheme = makeScheme(m_allGraphs, "t", true);
    const auto data = prepareGraphs(m_allGraphs, *scheme);
    const PathIndex index(data->adjacency, data->labelOfNode);
    const BoostingData shared{*scheme, *data, index, m_target};
    const FitOptions chosen = options();
    Booster booster(shared, chosen, {{scheme->labels.code("1")}},
                    makeRowMap(data->graphCount(), range(0, m_train.size()), range(m_train.size(), m_target.size())));
    QVERIFY(booster.start({}).ok());
    PathBoostModel names;
    names.scheme = *scheme;
    for (const auto& expected : m_run.at("sequential").at("iterations")) {
        QVERIFY(booster.step({}).ok());
        const Iteration& own = booster.model().iterations.back();
        std::vector<std::string> labels;
        for (const auto& label : expected.at("selected_path"))
            labels.push_back(std::to_string(label.get<int>()));
        QCOMPARE(test::referenceName(names, booster.model().labels(own.path)), test::referenceName(labels));
        QCOMPARE(booster.selector().gains().size(), expected.at("candidates").size());
        for (std::size_t i = 0; i < booster.selector().gains().size(); ++i) {
            const std::string candidate =
                test::referenceName(names, booster.selector().path(static_cast<std::int32_t>(i)).labels());
            QVERIFY(test::close(std::max(0.0, booster.selector().gains()[i]),
                                expected.at("candidate_gain").at(candidate), 1e-9));
        }
        QVERIFY(test::close(own.mean, expected.at("target_mean"), 1e-9, 1e-12));
        const auto& nodes = expected.at("tree");
        QCOMPARE(own.tree.size(), nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            QVERIFY(test::close(own.tree[i].value, nodes[i].at("value"), 1e-9));
            QCOMPARE(own.tree[i].rows, nodes[i].at("n").get<int>());
            if (own.tree[i].isLeaf())
                continue;
            if (nodes[i].at("threshold").is_string())
                QVERIFY(std::isinf(own.tree[i].threshold));
            else
                QVERIFY(test::close(own.tree[i].threshold, nodes[i].at("threshold"), 1e-9));
            QVERIFY(test::close(own.tree[i].gain, nodes[i].at("gain"), 1e-9));
            QCOMPARE(own.tree[i].missingLeft, nodes[i].at("missing_left").get<bool>());
        }
        QVERIFY(test::close(own.trainLoss, expected.at("train_mse"), 1e-9));
        QVERIFY(test::close(own.trainMiss, expected.at("train_mae"), 1e-9));
        for (std::size_t row = 0; row < m_target.size(); ++row) {
            const auto& reference = row < m_train.size() ? expected.at("train_prediction").at(row)
                                                         : expected.at("eval_prediction").at(row - m_train.size());
            QVERIFY(test::close(booster.prediction()[row], reference, 1e-9));
        }
    }
}

void TestTinyCase::importanceVariantsAreEqual_data() {
    QTest::addColumn<QString>("variant");
    const auto fixture = test::readJson("pathboost_reference/tiny_case.json");
    for (const auto& [name, values] : fixture.at("canonical").at("sequential").at("importance").items())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestTinyCase::importanceVariantsAreEqual() {
    QFETCH(QString, variant);
    FitOptions chosen = options();
    chosen.importance =
        variant.startsWith(QStringLiteral("absolute")) ? ImportanceKind::absolute : ImportanceKind::relative;
    chosen.importanceError = variant.contains(QStringLiteral("mse")) ? ErrorMeasure::mse : ErrorMeasure::mae;
    chosen.importanceCorrelation = variant.contains(QStringLiteral("correlation=True"));
    chosen.importanceNormalize = variant.contains(QStringLiteral("normalize=True"));
    const auto fit = fitModel(input(), chosen, 1, {});
    QVERIFY(fit.ok());
    const auto& expected = m_run.at("sequential").at("importance").at(variant.toStdString());
    const auto entries = importanceTable(fit->model).entries;
    QCOMPARE(entries.size(), expected.size());
    for (const ImportanceEntry& entry : entries)
        QVERIFY(test::close(entry.value, expected.at(test::referenceName(fit->model, entry.labels)), 1e-9));
}

void TestTinyCase::multiAnchorModelIsEqual() {
    const auto& expected = m_run.at("multi_anchor");
    FitOptions chosen = options();
    chosen.form = ModelForm::multiAnchor;
    chosen.importance = ImportanceKind::absolute;
    FitInput given = input();
    given.anchors = {{"1"}, {"2"}};
    const auto fit = fitModel(given, chosen, 1, {});
    QVERIFY(fit.ok());
    const auto predictor = Predictor::make(fit->model, m_allGraphs);
    QVERIFY(predictor.ok());
    QCOMPARE(fit->model.subModels.size(), std::size_t{2});
    for (std::size_t s = 0; s < 2; ++s) {
        const auto& reference = expected.at("submodels").at(s);
        for (std::size_t t = 0; t < 10; ++t)
            QVERIFY(
                test::close(fit->model.subModels[s].iterations[t].trainLoss, reference.at("train_mse").at(t), 1e-9));
    }
    for (std::size_t t = 0; t < 10; ++t) {
        QVERIFY(test::close(fit->curves.weightedTrainLoss[t], expected.at("train_mse_reported").at(t), 1e-9));
        QVERIFY(test::close(fit->curves.ensemble[t][1].loss, expected.at("eval_mse_by_iteration").at(t), 1e-9));
    }
    for (std::size_t i = 0; i < m_target.size(); ++i) {
        const auto graph = static_cast<std::int32_t>(i);
        const Evaluation evaluation = predictor->evaluate(graph);
        if (i < m_train.size()) {
            QVERIFY(test::close(evaluation.value, expected.at("predict_train").at(i), 1e-9));
            continue;
        }
        const std::size_t row = i - m_train.size();
        QVERIFY(test::close(evaluation.value, expected.at("predict_eval").at(row), 1e-9));
        const auto stages = predictor->stages(graph);
        for (std::size_t t = 0; t < 10; ++t)
            QVERIFY(test::close(stages[t], expected.at("predict_eval_by_iteration").at(t).at(row), 1e-9));
        const double z = 1.959963984540054;
        const double half = evaluation.subModels < 2 ? 0.0 : z * evaluation.spread / std::sqrt(evaluation.subModels);
        QVERIFY(test::close(evaluation.value - half, expected.at("uncertainty_95").at("lower").at(row), 1e-9));
        QVERIFY(test::close(evaluation.value + half, expected.at("uncertainty_95").at("upper").at(row), 1e-9));
    }
    const auto entries = importanceTable(fit->model).entries;
    QCOMPARE(entries.size(), expected.at("importance").size());
    for (const ImportanceEntry& entry : entries)
        QVERIFY(test::close(entry.value, expected.at("importance").at(test::referenceName(fit->model, entry.labels)),
                            1e-9));
}

QTEST_GUILESS_MAIN(TestTinyCase)
#include "tst_tiny_case.moc"
