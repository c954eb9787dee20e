#include "core/data/reader.h"
#include "core/jobs/run_executor.h"
#include "core/plugin/plugin_info.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "plugins/pathboost/compute/apply_experiments.h"
#include "plugins/pathboost/compute/cross_validate_experiment.h"
#include "plugins/pathboost/compute/model_json.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/train_experiment.h"
#include "tests/plugins/pathboost/fixtures.h"
#include "tests/support/memory_sink.h"

#include <QtTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numeric>
#include <set>
#include <stdexcept>

using namespace vitrine;
using namespace vitrine::pathboost;
namespace fixtures = vitrine::pathboost::test;
using vitrine::test::MemorySink;

/// The three experiments as the runner sees them.
class TestExperiments : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void trainEmitsWhatItPromises();
    void numbersAgreeWithTheReference();
    void threadsChangeNoByte();
    void liveCurvesEndInTheArtifact();
    void cancelledTrainingLeavesAModel();
    void cancelledLongTrainingIsNotEvaluated();
    void withoutTestPartTrainingIsJudged();
    void unusableInputsAreRefused_data();
    void unusableInputsAreRefused();
    void inspectionOffersWhatTheDataHold();
    void inspectionShowsProblemsBesideTheirField();
    void predictionRepeatsTheTraining();
    void predictionWithoutTruthHasNoErrors();
    void predictionNamesLabelsItDoesNotKnow();
    void oneSubModelHasNoSpread();
    void explanationAddsUp();
    void explanationRefusesUnknownRows();
    void foreignModelsAreRefused();
    void earlyStoppingHoldsOutAValidationPart();
    void intervalsSurroundTheImportance();
    void textsOfTwoClassesAreToldApart();
    void settingsAreCompared();
    void cancelledComparisonKeepsItsFolds();
    void cancelledComparisonStartsNoFurtherFit();
    void wholeNumbersKeepTheirDigits();
    void gridsAreChecked();

private:
    RunOutcome run(Experiment& experiment, const char* id, const RunInputs& inputs, int threads = 1);
    RunOutcome train(int threads = 1) {
        TrainExperiment experiment;
        return run(experiment, kTrain, m_inputs, threads);
    }
    RunInputs inputsFor(const char* id, Value model) const;
    std::shared_ptr<const Table> table(const char* id) const { return m_sink->as<Table>(id); }
    std::shared_ptr<const Scalars> metrics() const { return m_sink->as<Scalars>(kMetrics); }
    void set(const char* id, nlohmann::json value) { m_inputs.parameters.set(id, std::move(value)); }
    Value trainedModel();

    PluginInfo m_info;
    std::shared_ptr<const GraphSet> m_graphs;
    RunInputs m_inputs;
    std::unique_ptr<MemorySink> m_sink;
    std::stop_source m_stop;
};

namespace {

std::string manyAnchors() {
    nlohmann::json anchors = nlohmann::json::array();
    for (int i = 0; i <= 1000; ++i)
        anchors.push_back(std::to_string(i));
    return anchors.dump();
}

} // namespace

void TestExperiments::initTestCase() {
    std::ifstream file(VITRINE_SOURCE_DIR "/plugins/pathboost/plugin.json");
    auto info = PluginInfo::fromJson(nlohmann::json::parse(file));
    QVERIFY2(info.ok(), info.ok() ? "" : info.error().message.c_str());
    m_info = std::move(*info);
    const auto read = ReaderRegistry::withBuiltins().read(VITRINE_TEST_DATA "/graphs/esol_graphs.json");
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
    m_graphs = valueAs<GraphSet>(read->value);
    QVERIFY(m_graphs && m_graphs->isMolecular());
}

void TestExperiments::init() {
    m_sink = std::make_unique<MemorySink>();
    m_stop = {};
    m_inputs = {};
    m_inputs.seed = 5;
    m_inputs.items[kGraphsInput] = {m_graphs, "esol", "hash"};
    set("n_iter", 10);
    set("baselines", "none");
}

RunOutcome TestExperiments::run(Experiment& experiment, const char* id, const RunInputs& inputs, int threads) {
    RunInputs completed = inputs;
    completed.parameters = inputs.parameters.complete(m_info.experiment(id)->parameters);
    RunSettings settings;
    settings.outputs = m_info.experiment(id)->outputs;
    settings.threads = threads;
    settings.stop = m_stop.get_token();
    return executeRun(experiment, completed, settings, *m_sink);
}

RunInputs TestExperiments::inputsFor(const char* id, Value model) const {
    RunInputs inputs;
    inputs.items[kGraphsInput] = {m_graphs, "esol", "hash"};
    inputs.items[kModelInput] = {std::move(model), "model", "hash"};
    inputs.parameters = ParameterSet{}.complete(m_info.experiment(id)->parameters);
    return inputs;
}

Value TestExperiments::trainedModel() {
    if (train().state != RunState::finished)
        throw std::runtime_error("the training failed");
    return m_sink->artifacts.at(kModel);
}

void TestExperiments::trainEmitsWhatItPromises() {
    set("baselines", "all");
    const RunOutcome outcome = train();
    QCOMPARE(toQString(outcome.message), QString());
    QCOMPARE(outcome.state, RunState::finished);
    for (const OutputDescription& output : m_info.experiment(kTrain)->outputs)
        QVERIFY2(m_sink->artifacts.contains(output.id), output.id.c_str());
    QCOMPARE(m_sink->lines, std::vector<std::string>());
    QCOMPARE(m_sink->fractions.back(), 1.0);
    std::vector<std::string> headline;
    for (const Scalar& item : metrics()->items)
        if (item.headline)
            headline.push_back(item.id);
    QCOMPARE(headline,
             (std::vector<std::string>{"test_rmse", "test_r2", "test_mae", "best_baseline_rmse", "selected_paths"}));
    const Scalar* rmse = metrics()->find("test_rmse");
    QVERIFY(rmse->interval && rmse->interval->lower < rmse->value && rmse->value < rmse->interval->upper);
    QCOMPARE(rmse->interval->kind, std::string("95 % bootstrap over test graphs"));
    QCOMPARE(rmse->interval->n, std::int64_t{226});
    QVERIFY(rmse->comparison.find(" baseline") != std::string::npos);
    QCOMPARE(metrics()->find("selected_paths")->comparison, std::string("Length 1 to 5, 9 anchors"));
    const auto models = table(kBaselines)->find("model")->texts();
    QCOMPARE(std::vector<std::string>(models.begin(), models.end()),
             (std::vector<std::string>{"PathBoost", "Mean", "XGBoost, graph counts", "XGBoost, descriptors",
                                       "XGBoost, Morgan counts"}));
    const auto features = table(kBaselines)->find("features")->integers();
    QCOMPARE(features[2], std::int64_t{2 + 9 + 4}); // nodes, edges, 9 elements, 4 bond orders
    QCOMPARE(features[3], std::int64_t{10});
    QCOMPARE(features[4], std::int64_t{1024});
    const Column* errors = table(kBaselines)->find("rmse");
    QVERIFY(errors->reals()[1] > 1.5);                             // the mean knows nothing
    QVERIFY(errors->reals()[3] < 0.9 && errors->reals()[4] < 1.2); // the others do
    const auto importance = table(kImportance);
    QCOMPARE(importance->find(column::kLabel)->texts()[0].substr(0, 1), std::string("C"));
    const auto values = importance->find(column::kImportance)->reals();
    QVERIFY(std::is_sorted(values.rbegin(), values.rend()));
    QVERIFY(fixtures::close(std::accumulate(values.begin(), values.end(), 0.0), 100.0, 1e-9));
    QCOMPARE(importance->find(column::kImportance)->unit, std::string("%"));
}

void TestExperiments::numbersAgreeWithTheReference() {
    const auto fixture = fixtures::readJson("pathboost_reference/esol_canonical_100.json");
    Column::Integers rows;
    Column::Texts parts;
    for (const char* part : {"train", "test"})
        for (const std::int32_t row : fixtures::splitRows("esol", part)) {
            rows.push_back(row);
            parts.emplace_back(part);
        }
    m_inputs.items[kSplitInput] = {makeValue(Table{{{"row", std::move(rows)}, {"part", std::move(parts)}}}), "split",
                                   ""};
    set("n_iter", 100);
    QCOMPARE(train().state, RunState::finished);
    QVERIFY(fixtures::close(metrics()->find("test_rmse")->value, fixture.at("final_test").at("rmse"), 1e-9));
    QVERIFY(fixtures::close(metrics()->find("test_mae")->value, fixture.at("final_test").at("mae"), 1e-9));
    QVERIFY(fixtures::close(metrics()->find("test_r2")->value, fixture.at("final_test").at("r2"), 1e-9));
    QVERIFY(fixtures::close(metrics()->find("train_rmse")->value, fixture.at("final_train").at("rmse"), 1e-9));
    const auto selected = table(kSelectedPaths);
    QCOMPARE(selected->rowCount(), std::size_t{900});
    const auto importance = table(kImportance);
    for (std::size_t row = 0; row < importance->rowCount(); ++row) {
        std::vector<std::string> labels;
        for (const QString& label : toQString(importance->find(column::kPath)->texts()[row]).split(QLatin1Char('-')))
            labels.push_back(toStd(label));
        QVERIFY(fixtures::close(importance->find(column::kImportance)->reals()[row],
                                fixture.at("importance").at(fixtures::referenceName(labels)), 1e-9));
    }
}

void TestExperiments::threadsChangeNoByte() {
    set("baselines", "fast");
    std::map<std::string, std::string> hashes;
    for (const int threads : {1, 2, 8}) {
        m_sink = std::make_unique<MemorySink>();
        QCOMPARE(train(threads).state, RunState::finished);
        for (const auto& [id, value] : m_sink->artifacts)
            QCOMPARE(hashes.try_emplace(id, contentSha256(value)).first->second, contentSha256(value));
    }
    QCOMPARE(hashes.size(), std::size_t{8});
    m_inputs.seed = 6; // another seed, another test part
    QCOMPARE(train().state, RunState::finished);
    QVERIFY(contentSha256(m_sink->artifacts.at(kPredictions)) != hashes.at(kPredictions));
}

void TestExperiments::liveCurvesEndInTheArtifact() {
    QCOMPARE(train().state, RunState::finished);
    QVERIFY(m_sink->rowReports[kTrainError] >= 1);
    QCOMPARE(m_sink->rowReports[kSelectedPaths], m_sink->rowReports[kTrainError]);
    const auto curves = m_sink->as<Series>(kTrainError);
    std::set<std::string> ids;
    for (const SeriesLine& line : curves->lines) {
        ids.insert(line.id);
        QCOMPARE(line.x.size(), std::size_t{10});
        QCOMPARE(line.x.front(), 1.0);
        QCOMPARE(line.y.size(), std::size_t{10});
    }
    for (const char* id :
         {"ensemble/train", "ensemble/test", "ensemble/train_weighted", "anchor:6/train", "anchor:17/test"})
        QVERIFY2(ids.contains(id), id);
    const auto last = [&](const char* id) {
        for (const SeriesLine& line : curves->lines)
            if (line.id == id)
                return line.y.back();
        return 0.0;
    };
    QVERIFY(last("ensemble/test") == metrics()->find("test_rmse")->value); // bit for bit
    QVERIFY(last("ensemble/train") == metrics()->find("train_rmse")->value);
}

void TestExperiments::cancelledTrainingLeavesAModel() {
    set("n_iter", 10000);
    set("baselines", "all");
    m_sink->onProgress = [this](double fraction) {
        if (fraction > 0.0005)
            m_stop.request_stop();
    };
    const RunOutcome outcome = train(2);
    QCOMPARE(outcome.state, RunState::cancelled);
    QVERIFY(outcome.seconds < 5.0);
    for (const char* id : {kModel, kSelectedPaths, kTrainError, kPredictions, kImportance, kMetrics}) {
        QVERIFY2(m_sink->artifacts.contains(id), id);
        QVERIFY2(m_sink->partials[id], id);
    }
    QVERIFY(!m_sink->artifacts.contains(kBaselines));
    const auto done = static_cast<std::size_t>(metrics()->find("iterations")->value);
    QVERIFY(done >= 1 && done < 10000);
    QCOMPARE(m_sink->as<Series>(kTrainError)->lines.front().x.size(), done);
    // The half-fitted model predicts what the run says it predicts.
    const auto trained = table(kPredictions);
    PredictExperiment predict;
    m_stop = {};
    RunInputs inputs = inputsFor(kPredict, m_sink->artifacts.at(kModel));
    m_sink = std::make_unique<MemorySink>();
    QCOMPARE(run(predict, kPredict, inputs).state, RunState::finished);
    const auto again = table(kPredictions)->find(column::kPrediction)->reals();
    const auto before = trained->find(column::kPrediction)->reals();
    QVERIFY(std::equal(again.begin(), again.end(), before.begin(), before.end()));
}

// Predicting with ten thousand trees would take longer than anybody waits after Cancel.
void TestExperiments::cancelledLongTrainingIsNotEvaluated() {
    set("n_iter", 10000);
    m_sink->onProgress = [this](double fraction) {
        if (fraction > 0.1)
            m_stop.request_stop();
    };
    QCOMPARE(train(2).state, RunState::cancelled);
    for (const char* id : {kModel, kSelectedPaths, kTrainError})
        QVERIFY2(m_sink->artifacts.contains(id), id);
    for (const char* id : {kPredictions, kImportance, kMetrics, kBaselines})
        QVERIFY2(!m_sink->artifacts.contains(id), id);
    const std::size_t done = m_sink->as<Series>(kTrainError)->lines.front().x.size();
    QVERIFY(done > 500 && done < 10000);
    const auto model = readModel(*m_sink->as<Model>(kModel));
    QVERIFY(model.ok());
    QCOMPARE(model->subModels.front().iterations.size(), done);
}

void TestExperiments::withoutTestPartTrainingIsJudged() {
    set("split", "none");
    set("baselines", "fast");
    QCOMPARE(train().state, RunState::finished);
    QVERIFY(!metrics()->find("test_rmse"));
    QCOMPARE(metrics()->find("train_rmse")->label, std::string("Training RMSE"));
    QCOMPARE(metrics()->find("train_rmse")->interval->n, std::int64_t{1128});
    QCOMPARE(table(kBaselines)->find("part")->texts()[0], std::string("train"));
}

void TestExperiments::unusableInputsAreRefused_data() {
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("message");
    QTest::newRow("unknown target") << "target"
                                    << "\"z\""
                                    << "target: the graphs have no column \"z\"; one of \"measured log "
                                       "solubility (mol/L)\" would be right";
    QTest::newRow("text target") << "target"
                                 << "\"smiles\""
                                 << "target: the column \"smiles\" holds text with more than two different values; a "
                                    "numeric column or one with two classes would be right";
    QTest::newRow("split not understood")
        << "split"
        << "\"0.2\""
        << "split: \"0.2\" is not understood; none, fraction:0.2 or column:NAME would "
           "be right";
    QTest::newRow("fraction too large")
        << "split"
        << "\"fraction:1\""
        << "split: \"fraction:1\" is not understood; a fraction between 0 and 1 would be "
           "right";
    QTest::newRow("fraction without test graph")
        << "split"
        << "\"fraction:0.0001\""
        << "split: a fraction of 1e-04 of 1128 graphs leaves nothing to test on";
    QTest::newRow("split column") << "split"
                                  << "\"column:part\""
                                  << "split: the graphs have no column \"part\"";
    QTest::newRow("split column without parts")
        << "split"
        << "\"column:id\""
        << "split: row 0 of the column \"id\" says \"Amigdalin\"; train, validation or test would be right";
    QTest::newRow("label attribute") << "label_attribute"
                                     << "\"kind\""
                                     << "the graphs have no node attribute \"kind\"; they have atomic_number, degree, "
                                        "formal_charge, aromatic, mass, num_h";
    QTest::newRow("anchors") << "anchors"
                             << "[\"U\"]"
                             << "anchors: none of them is a label of the graphs; one of C, N, O, F, P, S, Cl, Br, I "
                                "would be right";
    QTest::newRow("class of a regression")
        << "positive_class"
        << "\"z\""
        << "positive_class: the column \"measured log solubility (mol/L)\" holds numbers, not classes; none, or the "
           "task classification, would be right";
    QTest::newRow("as many models as labels")
        << "anchors" << QString::fromStdString(manyAnchors())
        << "anchors: 1001 anchors would make as many models; up to 1000 anchors, or one model for all of them, would "
           "be right";
}

void TestExperiments::unusableInputsAreRefused() {
    QFETCH(QString, parameter);
    QFETCH(QString, value);
    QFETCH(QString, message);
    set(toStd(parameter).c_str(), nlohmann::json::parse(toStd(value)));
    const RunOutcome outcome = train();
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(toQString(outcome.message), message);
    QVERIFY(m_sink->artifacts.empty());
}

void TestExperiments::inspectionOffersWhatTheDataHold() {
    m_inputs.parameters = m_inputs.parameters.complete(m_info.experiment(kTrain)->parameters);
    const Inspection inspection = TrainExperiment().inspect(m_inputs);
    QCOMPARE(inspection.problems.size(), std::size_t{0});
    const auto& anchors = inspection.options.at("anchors");
    QCOMPARE(anchors.size(), std::size_t{9});
    QCOMPARE(anchors.front().value, std::string("6"));
    QCOMPARE(anchors.front().label, std::string("C"));
    QCOMPARE(anchors.front().count, std::int64_t{1128});
    QCOMPARE(anchors.back().label, std::string("I"));
    QCOMPARE(inspection.suggested.at("target"), nlohmann::json("measured log solubility (mol/L)"));
    QCOMPARE(inspection.suggested.at("label_attribute"), nlohmann::json("atomic_number"));
    const auto& splits = inspection.options.at("split");
    QCOMPARE(splits.front().value, std::string("fraction:0.1"));
    QCOMPARE(splits.back().value, std::string("none"));
    QCOMPARE(splits.size(), std::size_t{4}); // no column of these data names parts
    const Estimate estimate = TrainExperiment().estimate(m_inputs);
    QVERIFY(estimate.seconds > 0.0 && estimate.seconds < 5.0);
    QVERIFY(estimate.peakBytes > 10'000'000);
    // The model and its tables grow with the iterations.
    RunInputs longer = m_inputs;
    const nlohmann::json many = {{"n_iter", 20000}};
    longer.parameters = ParameterSet::fromJson(many).complete(m_info.experiment(kTrain)->parameters);
    QVERIFY(TrainExperiment().estimate(longer).peakBytes > estimate.peakBytes + 500'000'000);
}

void TestExperiments::inspectionShowsProblemsBesideTheirField() {
    set("anchors", {"Cl", "Xe"});
    m_inputs.parameters = m_inputs.parameters.complete(m_info.experiment(kTrain)->parameters);
    Inspection inspection = TrainExperiment().inspect(m_inputs);
    QCOMPARE(inspection.problems.size(), std::size_t{2});
    QCOMPARE(inspection.problems[0].message, std::string("no node has the label 54"));
    QVERIFY(inspection.problems[0].isWarning);
    QVERIFY(inspection.problems[1].message.find("training graphs contain none of them") != std::string::npos);
    set("anchors", nullptr);
    set("split", "thirds");
    inspection = TrainExperiment().inspect(m_inputs);
    QCOMPARE(inspection.problems.size(), std::size_t{1});
    QCOMPARE(inspection.problems[0].parameter, std::string("split"));
    QVERIFY(!inspection.problems[0].isWarning);
    QVERIFY(inspection.problems[0].message.starts_with("\"thirds\" is not understood"));
    m_inputs.items.clear(); // nothing chosen yet is no problem
    QVERIFY(TrainExperiment().inspect(m_inputs).problems.empty());
}

void TestExperiments::predictionRepeatsTheTraining() {
    const Value model = trainedModel();
    const auto trained = table(kPredictions);
    m_sink = std::make_unique<MemorySink>();
    PredictExperiment experiment;
    QCOMPARE(run(experiment, kPredict, inputsFor(kPredict, model)).state, RunState::finished);
    for (const char* name : {column::kPrediction, column::kSpread, column::kTruth}) {
        const auto before = trained->find(name)->reals();
        const auto after = table(kPredictions)->find(name)->reals();
        QVERIFY(std::equal(before.begin(), before.end(), after.begin(), after.end(),
                           [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }));
    }
    QVERIFY(!table(kPredictions)->find(column::kPart));
    QCOMPARE(metrics()->find("graphs")->value, 1128.0);
    QVERIFY(metrics()->find("rmse")->value > 0.5);
    QVERIFY(metrics()->find("rmse")->comparison.find("training graphs") != std::string::npos);
    const auto residuals = table(kPredictions)->find("residual")->reals();
    QCOMPARE(residuals[0], table(kPredictions)->find(column::kTruth)->reals()[0] -
                               table(kPredictions)->find(column::kPrediction)->reals()[0]);
}

void TestExperiments::predictionWithoutTruthHasNoErrors() {
    const Value model = trainedModel();
    GraphSet unknown = *m_graphs;
    unknown.targetColumn.clear();
    std::erase_if(unknown.graphs.columns, [](const Column& one) { return one.name.starts_with("measured"); });
    RunInputs inputs = inputsFor(kPredict, model);
    inputs.items[kGraphsInput].value = makeValue(std::move(unknown));
    m_sink = std::make_unique<MemorySink>();
    PredictExperiment experiment;
    QCOMPARE(run(experiment, kPredict, inputs).state, RunState::finished);
    QVERIFY(!metrics()->find("rmse"));
    QVERIFY(!table(kPredictions)->find(column::kTruth));
    QCOMPARE(table(kPredictions)->rowCount(), std::size_t{1128});
}

// A silicon atom among molecules without any: its paths match nothing, which must be said.
void TestExperiments::predictionNamesLabelsItDoesNotKnow() {
    const Value model = trainedModel();
    GraphSet strange = *m_graphs;
    for (Column& column : strange.nodes.columns)
        if (column.name == "atomic_number") {
            Column::Integers numbers(column.integers().begin(), column.integers().end());
            numbers[0] = 14;
            numbers[1] = 5;
            column = Column("atomic_number", std::move(numbers));
        }
    RunInputs inputs = inputsFor(kPredict, model);
    inputs.items[kGraphsInput].value = makeValue(std::move(strange));
    m_sink = std::make_unique<MemorySink>();
    PredictExperiment experiment;
    QCOMPARE(run(experiment, kPredict, inputs).state, RunState::finished);
    const Column* unseen = table(kPredictions)->find(column::kUnseen);
    QVERIFY(unseen);
    QCOMPARE(unseen->cellText(0), std::string("B, Si"));
    QCOMPARE(unseen->missingCount(), std::size_t{1127});
    QVERIFY(std::ranges::any_of(m_sink->lines, [](const std::string& line) {
        return line.find("1 graph holds labels that the model was not trained on") != std::string::npos;
    }));
    m_sink = std::make_unique<MemorySink>();
    QCOMPARE(run(experiment, kPredict, inputsFor(kPredict, model)).state, RunState::finished);
    QVERIFY(!table(kPredictions)->find(column::kUnseen));
}

void TestExperiments::oneSubModelHasNoSpread() {
    QCOMPARE(train().state, RunState::finished);
    const auto predictions = table(kPredictions);
    const Column* spread = predictions->find(column::kSpread);
    const Column* count = predictions->find(column::kSubModels);
    std::size_t single = 0;
    for (std::size_t row = 0; row < predictions->rowCount(); ++row) {
        QCOMPARE(spread->isValid(row), count->number(row) >= 2.0);
        single += count->number(row) == 1.0 ? 1 : 0;
    }
    QVERIFY(single > 50); // hydrocarbons
}

void TestExperiments::explanationAddsUp() {
    const Value model = trainedModel();
    const auto before = table(kPredictions);
    const auto trained = before->find(column::kPrediction)->reals();
    RunInputs inputs = inputsFor(kExplain, model);
    inputs.parameters.set("rows", {7, 0, 7, 934});
    m_sink = std::make_unique<MemorySink>();
    ExplainExperiment experiment;
    QCOMPARE(run(experiment, kExplain, inputs).state, RunState::finished);
    const auto contributions = table(kContributions);
    std::map<std::int64_t, double> sums;
    for (std::size_t row = 0; row < contributions->rowCount(); ++row) {
        const std::int64_t graph = contributions->find(column::kGraph)->integers()[row];
        const bool base = contributions->find(column::kPath)->texts()[row] == kBaseRow;
        QCOMPARE(base, !sums.contains(graph));
        sums[graph] += contributions->find(column::kValue)->reals()[row];
    }
    QCOMPARE(sums.size(), std::size_t{3});
    for (const auto& [graph, sum] : sums)
        QVERIFY(sum == trained[static_cast<std::size_t>(graph)]);
    const auto rows = table(kPredictions)->find(column::kRow)->integers();
    QCOMPARE(std::vector<std::int64_t>(rows.begin(), rows.end()), (std::vector<std::int64_t>{0, 7, 934}));
}

void TestExperiments::explanationRefusesUnknownRows() {
    RunInputs inputs = inputsFor(kExplain, trainedModel());
    inputs.parameters.set("rows", {3, 1128});
    ExplainExperiment experiment;
    const RunOutcome outcome = run(experiment, kExplain, inputs);
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(toQString(outcome.message),
             QStringLiteral("rows: there is no row 1128; rows from 0 to 1127 would be right"));
    const Inspection inspection = experiment.inspect(inputs);
    QCOMPARE(inspection.problems.size(), std::size_t{1});
    QCOMPARE(inspection.problems.front().parameter, std::string("rows"));
}

void TestExperiments::foreignModelsAreRefused() {
    PredictExperiment experiment;
    const RunOutcome outcome =
        run(experiment, kPredict, inputsFor(kPredict, makeValue(Model{"forest", 1, nlohmann::json::object()})));
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(toQString(outcome.message),
             QStringLiteral("the model has the format \"forest\"; \"pathboost-model\" would be right"));
}

void TestExperiments::earlyStoppingHoldsOutAValidationPart() {
    set("n_iter", 400);
    set("learning_rate", 0.5);
    set("patience", 5);
    QCOMPARE(train().state, RunState::finished);
    const double best = metrics()->find("best_iteration")->value;
    const double stop = metrics()->find("stop_iteration")->value;
    QVERIFY(best < stop && stop < 400.0);
    QCOMPARE(metrics()->find("iterations")->value, best);
    const auto curves = m_sink->as<Series>(kTrainError);
    for (const SeriesLine& line : curves->lines)
        if (line.id == "ensemble/validation") {
            QCOMPARE(line.y.size(), static_cast<std::size_t>(stop));
            QVERIFY(line.y[static_cast<std::size_t>(best) - 1] == metrics()->find("validation_rmse")->value);
        }
    const Column* parts = table(kPredictions)->find(column::kPart);
    const auto count = [&](const char* name) {
        std::size_t rows = 0;
        for (std::size_t row = 0; row < parts->size(); ++row)
            rows += parts->cellText(row) == name ? 1 : 0;
        return rows;
    };
    QCOMPARE(count("test"), std::size_t{226});
    QCOMPARE(count("validation"), std::size_t{90});
    QCOMPARE(count("train"), std::size_t{812});
}

void TestExperiments::intervalsSurroundTheImportance() {
    set("n_iter", 5);
    set("importance_intervals", true);
    QCOMPARE(train(2).state, RunState::finished);
    const auto importance = table(kImportance);
    const Column* lower = importance->find(column::kLower);
    const Column* upper = importance->find(column::kUpper);
    QVERIFY(lower && upper);
    QVERIFY(lower->number(0) <= importance->find(column::kImportance)->number(0));
    QVERIFY(upper->number(0) >= importance->find(column::kImportance)->number(0));
    const auto definitions = table(kImportanceDefinitionsOutput);
    QCOMPARE(definitions->rowCount(), 4 * importance->rowCount());
    QVERIFY(definitions->find(column::kStability));
}

void TestExperiments::textsOfTwoClassesAreToldApart() {
    GraphSet graphs = *m_graphs;
    const Column& y = *graphs.graphs.find(graphs.targetColumn);
    Column::Texts classes;
    for (std::size_t row = 0; row < y.size(); ++row)
        classes.push_back(y.number(row) > -3.0 ? "soluble" : "hardly");
    graphs.graphs.columns.emplace_back("class of solubility", std::move(classes));
    m_inputs.items[kGraphsInput] = {std::make_shared<const GraphSet>(std::move(graphs)), "esol", "with classes"};
    set("target", "class of solubility");
    set("n_iter", 40);
    set("baselines", "fast");
    QCOMPARE(train().state, RunState::finished);
    const Scalar* accuracy = metrics()->find("test_accuracy");
    QVERIFY(accuracy && accuracy->interval && accuracy->headline);
    QVERIFY(accuracy->value > 0.75);
    QVERIFY(metrics()->find("test_auc")->value > 0.8);
    QVERIFY(!metrics()->find("test_rmse"));
    const auto predictions = table(kPredictions);
    double right = 0.0, tested = 0.0;
    for (std::size_t row = 0; row < predictions->rowCount(); ++row) {
        const double p = predictions->find(column::kPrediction)->number(row);
        QVERIFY(p > 0.0 && p < 1.0);
        QCOMPARE(predictions->find(column::kClass)->cellText(row), std::string(p >= 0.5 ? "soluble" : "hardly"));
        if (predictions->find(column::kPart)->cellText(row) != "test")
            continue;
        tested += 1.0;
        right += predictions->find(column::kCorrect)->cellText(row) == "yes" ? 1.0 : 0.0;
    }
    QVERIFY(fixtures::close(accuracy->value, right / tested, 1e-12));
    QCOMPARE(table(kBaselines)->find("model")->cellText(1), std::string("Share of the classes"));
    QVERIFY(table(kBaselines)->find("auc"));
    QVERIFY(table(kSelectedPaths)->find(column::kTrainLogLoss));
    // The model goes on to predict and to explain classes.
    const Value model = m_sink->artifacts.at(kModel);
    PredictExperiment predict;
    RunInputs inputs = inputsFor(kPredict, model);
    inputs.items[kGraphsInput] = m_inputs.items[kGraphsInput];
    m_sink = std::make_unique<MemorySink>();
    QCOMPARE(run(predict, kPredict, inputs).state, RunState::finished);
    QVERIFY(metrics()->find("accuracy"));
    const auto again = table(kPredictions)->find(column::kPrediction)->reals();
    const auto before = predictions->find(column::kPrediction)->reals();
    QVERIFY(std::equal(again.begin(), again.end(), before.begin(), before.end()));
    ExplainExperiment explain;
    inputs = inputsFor(kExplain, model);
    inputs.parameters.set("rows", {3});
    m_sink = std::make_unique<MemorySink>();
    QCOMPARE(run(explain, kExplain, inputs).state, RunState::finished);
    const Column* values = table(kContributions)->find(column::kValue);
    double sum = values->number(0);
    for (std::size_t line = 1; line < values->size(); ++line)
        sum += values->number(line);
    QCOMPARE(probability(sum), before[3]);
    QCOMPARE(values->unit, std::string("log-odds"));
}

void TestExperiments::settingsAreCompared() {
    m_inputs.parameters = {};
    set("folds", 3);
    set("repeats", 2);
    set("n_iter", {5, 10});
    set("learning_rate", {0.1, 0.3});
    set("max_path_length", {3});
    set("baselines", "fast");
    std::map<std::string, std::string> hashes;
    for (const int threads : {1, 3}) {
        m_sink = std::make_unique<MemorySink>();
        CrossValidateExperiment experiment;
        const RunOutcome outcome = run(experiment, kCrossValidate, m_inputs, threads);
        QCOMPARE(toQString(outcome.message), QString());
        for (const OutputDescription& output : m_info.experiment(kCrossValidate)->outputs)
            QVERIFY2(m_sink->artifacts.contains(output.id), output.id.c_str());
        for (const auto& [id, value] : m_sink->artifacts)
            QCOMPARE(hashes.try_emplace(id, contentSha256(value)).first->second, contentSha256(value));
    }
    QCOMPARE(table(kFolds)->rowCount(), std::size_t{24});
    const auto grid = table(kGrid);
    QCOMPARE(grid->rowCount(), std::size_t{4});
    const auto errors = grid->find("rmse")->reals();
    const double best = *std::min_element(errors.begin(), errors.end());
    QVERIFY(metrics()->find("best_rmse")->value == best);
    QVERIFY(grid->find("rmse")->number(static_cast<std::size_t>(metrics()->find("best_candidate")->value) - 1) == best);
    QVERIFY(table(kBaselines)->find("rmse")->number(0) == best);
    QCOMPARE(table(kPredictions)->rowCount(), m_graphs->graphCount());
    QVERIFY(m_sink->rowReports[kFolds] >= 1);
}

void TestExperiments::cancelledComparisonKeepsItsFolds() {
    m_inputs.parameters = {};
    set("n_iter", {2000});
    m_sink->onProgress = [this](double fraction) {
        if (fraction > 0.0)
            m_stop.request_stop();
    };
    CrossValidateExperiment experiment;
    QCOMPARE(run(experiment, kCrossValidate, m_inputs, 2).state, RunState::cancelled);
    QVERIFY(table(kFolds)->rowCount() >= 1);
    QVERIFY(table(kFolds)->rowCount() < 30);
    QVERIFY(m_sink->partials[kGrid]);
    QVERIFY(metrics()->find("best_rmse"));
}

// 600,000 fits are waiting; each used to search its first candidates before it noticed.
void TestExperiments::cancelledComparisonStartsNoFurtherFit() {
    m_inputs.parameters = {};
    set("folds", 50);
    set("repeats", 100);
    set("n_iter", {10});
    set("tree_depth", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    set("max_path_length", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    std::chrono::steady_clock::time_point stopped;
    m_sink->onProgress = [&](double fraction) {
        if (fraction > 0.0 && !m_stop.stop_requested()) {
            stopped = std::chrono::steady_clock::now();
            m_stop.request_stop();
        }
    };
    CrossValidateExperiment experiment;
    QCOMPARE(run(experiment, kCrossValidate, m_inputs, 2).state, RunState::cancelled);
    QVERIFY(std::chrono::steady_clock::now() - stopped < std::chrono::seconds(10));
}

void TestExperiments::wholeNumbersKeepTheirDigits() {
    GraphSet graphs = *m_graphs;
    Column::Integers huge(graphs.graphCount(), (std::int64_t{1} << 53) + 1);
    graphs.graphs.columns.emplace_back("huge", std::move(huge));
    m_inputs.items[kGraphsInput].value = makeValue(std::move(graphs));
    set("target", "huge");
    QCOMPARE(toQString(train().message),
             QStringLiteral("target: the column \"huge\" holds whole numbers beyond 9007199254740992, which lose their "
                            "last digits; smaller numbers would be right"));
}

void TestExperiments::gridsAreChecked() {
    m_inputs.parameters = {};
    CrossValidateExperiment experiment;
    const auto message = [&] { return toQString(run(experiment, kCrossValidate, m_inputs).message); };
    set("tree_depth", nlohmann::json::array());
    QCOMPARE(message(), QStringLiteral("tree_depth: the list is empty; at least one value would be right"));
    set("tree_depth", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    set("max_path_length", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    set("n_iter", {1, 2, 3, 4, 5, 6, 7, 8, 9});
    QCOMPARE(message(), QStringLiteral("n_iter: the grid has 3240 combinations; up to 1000 would be right"));
    RunInputs completed = m_inputs;
    completed.parameters = m_inputs.parameters.complete(m_info.experiment(kCrossValidate)->parameters);
    const Inspection inspection = experiment.inspect(completed);
    QCOMPARE(inspection.problems.size(), std::size_t{1});
    QCOMPARE(inspection.problems[0].parameter, std::string("n_iter"));
    QVERIFY(inspection.options.contains("anchors"));
}

QTEST_GUILESS_MAIN(TestExperiments)
#include "tst_experiments.moc"
