#include "plugins/pathboost/compute/predictor.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

using namespace vitrine;
using namespace vitrine::pathboost;

/// The defects of the reference implementation, by their number in its list: none of them is here.
class TestReferenceDefects : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void d1PatienceStopsSeveralAnchors();
    void d2TrainingCurveIsTheErrorOfTheEnsemble();
    void d3AnchorOfTestGraphsAlone();
    void d4TextLabelsAreExtended();
    void d5NodesWithoutLabelBesideAPath();
    void d6StopOnAPathNeverExtended();
    void d7ImportanceCountsKeptIterations();
    void d8EachTreeKeepsItsRate();
    void d9ASecondFitForgetsTheFirst();
    void d10SelectorFollowsProbabilities();
    void d11CurveStartsAtTheFullConstant();
    void d12ClassifierGoesOnWhileItImproves();
    void d13ClassifierHasStages();
    void d14ClassifierDoesNotDiverge();
    void d15RelativeImportanceOfASinglePath();
    void d16ValidationErrorsCanBeRead();
    void d17AnchorThatBeginsAnother();
    void d18AnchorsGivenTwice();
    void d19PatienceOfOneIsNoEnd();
    void d20AttributesNamedLikeCounts();
    void d21InputsStayAsTheyAre();

private:
    FitInput stopping() const; ///< FreeSolv with train, validation and test
    FitInput classes() const;  ///< MUTAG with train and validation
    static FitOptions patience(int iterations);
    static FitResult fitted(const FitInput& input, const FitOptions& options);
    double errorOfPrediction(const GraphSet& graphs, const FitInput& input, const FitResult& fit,
                             std::size_t part) const;
    GraphSet m_graphs;
    GraphSet m_mutag;
    nlohmann::json m_stopFixture;
    nlohmann::json m_classFixture;
};

void TestReferenceDefects::initTestCase() {
    m_graphs = test::readGraphs("freesolv_graphs.json", "atomic_number");
    m_mutag = test::mutagGraphs();
    m_stopFixture = test::readJson("pathboost_reference/freesolv_early_stopping.json");
    m_classFixture = test::readJson("pathboost_reference/mutag_classification.json");
}

FitInput TestReferenceDefects::stopping() const {
    FitInput input = test::moleculeInput(m_graphs, "freesolv");
    const auto rows = [&](const char* name) { return m_stopFixture.at(name).get<std::vector<std::int32_t>>(); };
    input.parts = {{"train", rows("fit_rows")}, {"validation", rows("validation_rows")}, {"test", rows("test_rows")}};
    return input;
}

FitInput TestReferenceDefects::classes() const {
    FitInput input;
    input.graphs = &m_mutag;
    input.labelAttribute = "label";
    input.target = test::targetOf(m_mutag);
    input.classes = {"-1", "1"};
    input.parts = {{"train", m_classFixture.at("train_rows").get<std::vector<std::int32_t>>()},
                   {"validation", m_classFixture.at("test_rows").get<std::vector<std::int32_t>>()}};
    return input;
}

FitOptions TestReferenceDefects::patience(int iterations) {
    FitOptions options;
    options.iterations = 400;
    options.learningRate = 0.3;
    options.stopping.patience = iterations;
    return options;
}

FitResult TestReferenceDefects::fitted(const FitInput& input, const FitOptions& options) {
    auto fit = fitModel(input, options, 1, {});
    if (!fit)
        throw std::runtime_error(fit.error().message);
    return std::move(*fit);
}

double TestReferenceDefects::errorOfPrediction(const GraphSet& graphs, const FitInput& input, const FitResult& fit,
                                               std::size_t part) const {
    const auto predictor = Predictor::make(fit.model, graphs);
    if (!predictor)
        throw std::runtime_error(predictor.error().message);
    std::vector<double> predictions, truth;
    for (const std::int32_t graph : input.parts[part].graphs) {
        predictions.push_back(predictor->evaluate(graph).value);
        truth.push_back(input.target[static_cast<std::size_t>(graph)]);
    }
    return partError(fit.model.options.task, predictions, truth).loss;
}

void TestReferenceDefects::d1PatienceStopsSeveralAnchors() {
    const FitResult fit = fitted(stopping(), patience(10));
    QVERIFY(fit.model.subModels.size() > 5);
    QVERIFY(fit.stopIteration > 0 && fit.stopIteration < 400);
    for (const SubModel& sub : fit.model.subModels)
        QCOMPARE(sub.iterations.size(), fit.bestIteration);
}

void TestReferenceDefects::d2TrainingCurveIsTheErrorOfTheEnsemble() {
    FitOptions options;
    options.iterations = 40;
    const FitInput input = stopping();
    const FitResult fit = fitted(input, options);
    const double shown = fit.curves.ensemble.back()[0].loss;
    QVERIFY(test::close(shown, errorOfPrediction(m_graphs, input, fit, 0), 1e-9));
    QVERIFY(std::abs(fit.curves.weightedTrainLoss.back() - shown) > 0.05 * shown); // the reference's number is another
}

void TestReferenceDefects::d3AnchorOfTestGraphsAlone() {
    FitInput input = stopping();
    const auto iodine = [&](std::int32_t graph) {
        const Column& numbers = *m_graphs.nodes.find("atomic_number");
        for (auto node = m_graphs.topology.nodeOffsets[static_cast<std::size_t>(graph)];
             node < m_graphs.topology.nodeOffsets[static_cast<std::size_t>(graph) + 1]; ++node)
            if (numbers.number(static_cast<std::size_t>(node)) == 53.0)
                return true;
        return false;
    };
    for (Part& part : input.parts)
        std::erase_if(part.graphs, iodine);
    for (std::int32_t graph = 0; graph < static_cast<std::int32_t>(m_graphs.graphCount()); ++graph)
        if (iodine(graph))
            input.parts[2].graphs.push_back(graph);
    input.anchors = {{"6"}, {"53"}};
    FitOptions options;
    options.iterations = 5;
    const FitResult fit = fitted(input, options);
    QCOMPARE(fit.model.subModels.size(), std::size_t{1});
    QVERIFY(std::isfinite(errorOfPrediction(m_graphs, input, fit, 2)));
}

void TestReferenceDefects::d4TextLabelsAreExtended() {
    GraphSet graphs = m_graphs;
    const Column& numbers = *m_graphs.nodes.find("atomic_number");
    Column::Texts symbols;
    for (std::size_t node = 0; node < numbers.size(); ++node)
        symbols.push_back("element " + numbers.cellText(node));
    graphs.nodes.columns.emplace_back("symbol", std::move(symbols));
    FitInput input = stopping();
    input.graphs = &graphs;
    input.labelAttribute = "symbol";
    FitOptions options;
    options.iterations = 20;
    const FitResult fit = fitted(input, options);
    int longest = 0;
    for (const SubModel& sub : fit.model.subModels)
        for (const Iteration& iteration : sub.iterations)
            longest = std::max(longest, sub.length(iteration.path));
    QVERIFY(longest >= 2);
}

void TestReferenceDefects::d5NodesWithoutLabelBesideAPath() {
    GraphSet graphs = m_graphs;
    for (Column& column : graphs.nodes.columns)
        if (column.name == "atomic_number")
            for (std::size_t node = 0; node < column.size(); node += 7)
                column.setMissing(node);
    FitInput input = stopping();
    input.graphs = &graphs;
    FitOptions options;
    options.iterations = 20;
    const FitResult fit = fitted(input, options);
    QVERIFY(fit.curves.ensemble.back()[0].loss < fit.curves.ensemble.front()[0].loss);
}

void TestReferenceDefects::d6StopOnAPathNeverExtended() {
    FitOptions options = patience(5);
    options.stopping.restoreBest = false;
    const FitInput input = stopping();
    const FitResult fit = fitted(input, options);
    for (const std::size_t part : {0U, 1U, 2U})
        QVERIFY(
            test::close(fit.curves.ensemble.back()[part].loss, errorOfPrediction(m_graphs, input, fit, part), 1e-9));
}

void TestReferenceDefects::d7ImportanceCountsKeptIterations() {
    FitOptions options = patience(5);
    options.importance = ImportanceKind::absolute;
    const FitResult fit = fitted(stopping(), options);
    QVERIFY(fit.bestIteration < fit.stopIteration);
    for (const SubModel& sub : fit.model.subModels) {
        double sum = 0.0;
        for (const PathImportance& entry : sub.importance)
            sum += *entry.values[0];
        QVERIFY(test::close(sum, sub.baseLoss - sub.iterations.back().trainLoss, 1e-9));
    }
}

void TestReferenceDefects::d8EachTreeKeepsItsRate() {
    const FitInput input = stopping();
    for (const RateSchedule schedule : {RateSchedule::exponential, RateSchedule::step, RateSchedule::linear}) {
        FitOptions options;
        options.iterations = 40;
        options.schedule = schedule;
        const FitResult fit = fitted(input, options);
        QVERIFY(fit.model.subModels.front().iterations.back().rate < options.learningRate);
        QVERIFY(test::close(fit.curves.ensemble.back()[0].loss, errorOfPrediction(m_graphs, input, fit, 0), 1e-9));
    }
}

void TestReferenceDefects::d9ASecondFitForgetsTheFirst() {
    const FitInput input = stopping();
    const FitResult first = fitted(input, patience(10));
    const FitResult second = fitted(input, patience(10));
    QCOMPARE(second.stopIteration, first.stopIteration);
    QVERIFY(second.model.subModels == first.model.subModels);
}

void TestReferenceDefects::d10SelectorFollowsProbabilities() {
    FitOptions options;
    options.task = Task::classification;
    options.form = ModelForm::single;
    options.iterations = 6;
    const FitResult fit = fitted(classes(), options);
    const auto& expected = m_classFixture.at("variants").at("selector_on_probability_residual").at("selected_paths");
    for (std::size_t t = 0; t < 6; ++t) {
        const Iteration& iteration = fit.model.subModels.front().iterations[t];
        QCOMPARE(fit.model.subModels.front().length(iteration.path), static_cast<int>(expected.at(t).size()));
    }
}

void TestReferenceDefects::d11CurveStartsAtTheFullConstant() {
    FitOptions options;
    options.task = Task::classification;
    options.form = ModelForm::single;
    options.iterations = 1;
    const FitInput input = classes();
    const FitResult fit = fitted(input, options);
    QVERIFY(test::close(fit.curves.ensemble[0][1].loss, errorOfPrediction(m_mutag, input, fit, 1), 1e-12));
}

void TestReferenceDefects::d12ClassifierGoesOnWhileItImproves() {
    FitOptions options;
    options.task = Task::classification;
    options.form = ModelForm::single;
    options.stopping.patience = 5;
    const FitResult fit = fitted(classes(), options);
    QVERIFY(fit.bestIteration > 20);
}

void TestReferenceDefects::d13ClassifierHasStages() {
    FitOptions options;
    options.task = Task::classification;
    options.iterations = 12;
    const FitResult fit = fitted(classes(), options);
    const auto predictor = Predictor::make(fit.model, m_mutag);
    QVERIFY(predictor.ok());
    const std::vector<double> stages = predictor->stages(5);
    QCOMPARE(stages.size(), std::size_t{12});
    QCOMPARE(stages.back(), predictor->evaluate(5).value);
}

void TestReferenceDefects::d14ClassifierDoesNotDiverge() {
    FitOptions options;
    options.task = Task::classification;
    options.form = ModelForm::single;
    options.iterations = 200;
    const FitResult fit = fitted(classes(), options);
    QVERIFY(fit.curves.ensemble.back()[0].loss < 0.5 * fit.curves.ensemble.front()[0].loss);
}

void TestReferenceDefects::d15RelativeImportanceOfASinglePath() {
    FitInput input = stopping();
    input.anchors = {{"53"}};
    FitOptions options;
    options.iterations = 5;
    options.maximumPathLength = 1;
    options.importance = ImportanceKind::relative;
    const FitResult fit = fitted(input, options);
    const SubModel& sub = fit.model.subModels.front();
    QCOMPARE(sub.importance.size(), std::size_t{1});
    QVERIFY(test::close(*sub.importance.front().values[fit.model.definition().place()],
                        sub.baseLoss - sub.iterations.back().trainLoss, 1e-9));
}

void TestReferenceDefects::d16ValidationErrorsCanBeRead() {
    FitOptions options = patience(10);
    options.form = ModelForm::single;
    const FitInput input = stopping();
    const FitResult fit = fitted(input, options);
    QCOMPARE(fit.curves.parts[1], std::string("validation"));
    QVERIFY(test::close(fit.curves.ensemble[fit.bestIteration - 1][1].loss, errorOfPrediction(m_graphs, input, fit, 1),
                        1e-9));
}

void TestReferenceDefects::d17AnchorThatBeginsAnother() {
    FitInput input = stopping();
    input.anchors = {{"6"}, {"6", "8"}};
    FitOptions options;
    options.form = ModelForm::single;
    options.iterations = 20;
    const FitResult fit = fitted(input, options);
    std::set<std::vector<std::int32_t>> paths;
    const SubModel& sub = fit.model.subModels.front();
    for (std::size_t path = 0; path < sub.paths.size(); ++path)
        QVERIFY(paths.insert(sub.labels(static_cast<std::int32_t>(path))).second);
}

void TestReferenceDefects::d18AnchorsGivenTwice() {
    FitInput input = stopping();
    input.anchors = {{"8"}, {"8"}};
    FitOptions options;
    options.form = ModelForm::single;
    options.iterations = 5;
    const FitResult fit = fitted(input, options);
    QCOMPARE(fit.model.subModels.front().anchors.size(), std::size_t{1});
    QCOMPARE(fit.warnings, (std::vector<std::string>{"the anchor 8 is given more than once"}));
}

void TestReferenceDefects::d19PatienceOfOneIsNoEnd() {
    const FitResult fit = fitted(stopping(), patience(1));
    QVERIFY(fit.stopIteration > 2);
}

void TestReferenceDefects::d20AttributesNamedLikeCounts() {
    GraphSet graphs = m_graphs;
    for (Column& column : graphs.nodes.columns)
        if (column.name == "mass")
            column.name = "mass_n_times_present";
    FitInput input = stopping();
    FitOptions options;
    options.iterations = 20;
    const FitResult before = fitted(input, options);
    input.graphs = &graphs;
    const FitResult after = fitted(input, options);
    // The new name stands at another place in the order of attributes, so ties of trees may fall differently, but the
    // selector sees the same counts in the first iteration.
    for (std::size_t s = 0; s < before.model.subModels.size(); ++s)
        QCOMPARE(after.model.subModels[s].iterations.front().path, before.model.subModels[s].iterations.front().path);
    QVERIFY(test::close(after.curves.ensemble.back()[0].loss, before.curves.ensemble.back()[0].loss, 0.05));
}

void TestReferenceDefects::d21InputsStayAsTheyAre() {
    FitInput input = stopping();
    input.anchors = {{"8"}, {"8"}, {"99"}, {"6"}};
    FitOptions options;
    options.iterations = 5;
    options.importance = ImportanceKind::absolute;
    const auto anchors = input.anchors;
    const auto target = input.target;
    fitted(input, options);
    QCOMPARE(input.anchors, anchors);
    QVERIFY(input.target == target);
    QCOMPARE(options.importance, ImportanceKind::absolute);
}

QTEST_GUILESS_MAIN(TestReferenceDefects)
#include "tst_reference_defects.moc"
