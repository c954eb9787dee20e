#include "plugins/pathboost/compute/model_json.h"
#include "plugins/pathboost/compute/predictor.h"
#include "plugins/pathboost/compute/split.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Early stopping: the rules on hand-made errors, the reference's runs, both scopes.
class TestEarlyStopping : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void paperCountsIterationsWithoutImprovement();
    void referenceLooksBackOverPatience();
    void targetErrorGoesBeforePatience();
    void bestIsTheFirstSmallest();
    void runsAreEqualToTheReference_data();
    void runsAreEqualToTheReference();
    void subModelsStopOnTheirOwn();
    void withoutRestoringEverythingIsKept();
    void validationPartIsNeeded();
    void heldOutPartIsATenth();
    void anchorsHaveIterationsOfTheirOwn();
    void oneNumberOfIterationsForEachAnchor();

private:
    FitInput input(const nlohmann::json& fixture) const;
    GraphSet m_graphs;
};

namespace {

/// Number of updates until the watcher says stop; 0: it never does.
std::size_t stopAfter(const EarlyStopping& rules, const std::vector<double>& errors) {
    StopWatcher watcher(rules);
    for (std::size_t i = 0; i < errors.size(); ++i)
        if (watcher.update(errors[i]))
            return i + 1;
    return 0;
}

EarlyStopping rules(int patience, StopRule rule) {
    EarlyStopping stopping;
    stopping.patience = patience;
    stopping.rule = rule;
    return stopping;
}

} // namespace

void TestEarlyStopping::initTestCase() {
    m_graphs = test::readGraphs("freesolv_graphs.json", "atomic_number");
}

FitInput TestEarlyStopping::input(const nlohmann::json& fixture) const {
    FitInput input = test::moleculeInput(m_graphs, "freesolv");
    const auto rows = [&](const char* name) { return fixture.at(name).get<std::vector<std::int32_t>>(); };
    input.parts = {{"train", rows("fit_rows")}, {"validation", rows("validation_rows")}, {"test", rows("test_rows")}};
    return input;
}

void TestEarlyStopping::paperCountsIterationsWithoutImprovement() {
    const std::vector<double> errors{5.0, 4.0, 4.5, 4.2, 3.9, 3.95, 3.94, 3.93};
    QCOMPARE(stopAfter(rules(2, StopRule::paper), errors), std::size_t{4});
    QCOMPARE(stopAfter(rules(3, StopRule::paper), errors), std::size_t{8});
    QCOMPARE(stopAfter(rules(4, StopRule::paper), errors), std::size_t{0});
    // Less than the tolerance is no improvement.
    QCOMPARE(stopAfter(rules(2, StopRule::paper), {1.0, 0.99995, 0.9999}), std::size_t{3});
}

void TestEarlyStopping::referenceLooksBackOverPatience() {
    QCOMPARE(stopAfter(rules(2, StopRule::reference), {5.0, 4.0, 3.0, 2.99999}), std::size_t{4});
    QCOMPARE(stopAfter(rules(3, StopRule::reference), {5.0, 4.0, 4.5, 3.0, 2.99999}), std::size_t{0});
}

void TestEarlyStopping::targetErrorGoesBeforePatience() {
    EarlyStopping stopping = rules(1, StopRule::paper);
    stopping.targetError = 2.0;
    QCOMPARE(stopAfter(stopping, {5.0, 6.0, 7.0, 2.0, 1.0}), std::size_t{4});
}

void TestEarlyStopping::bestIsTheFirstSmallest() {
    StopWatcher watcher(rules(100, StopRule::paper));
    for (const double error : {3.0, 2.0, 2.5, 2.0, 2.0 - 1e-6})
        watcher.update(error);
    QCOMPARE(watcher.best(), std::size_t{4}); // the tolerance does not matter here
    QVERIFY(watcher.lastIsBest());
    watcher.update(2.0);
    QVERIFY(!watcher.lastIsBest());
}

void TestEarlyStopping::runsAreEqualToTheReference_data() {
    QTest::addColumn<int>("run");
    QTest::newRow("patience 10") << 0;
    QTest::newRow("patience 30") << 1;
}

void TestEarlyStopping::runsAreEqualToTheReference() {
    QFETCH(int, run);
    const auto fixture = test::readJson("pathboost_reference/freesolv_early_stopping.json");
    const auto& expected = fixture.at("runs").at(static_cast<std::size_t>(run));
    FitOptions options;
    options.form = ModelForm::single;
    options.iterations = 400;
    options.learningRate = 0.3;
    options.stopping = rules(expected.at("parameters").at("patience"), StopRule::reference);
    const FitInput fitInput = input(fixture);
    const auto fit = fitModel(fitInput, options, 1, {});
    QVERIFY2(fit.ok(), fit.ok() ? "" : fit.error().message.c_str());
    QCOMPARE(fit->stopIteration, expected.at("iterations_run").get<std::size_t>());
    QCOMPARE(fit->bestIteration, expected.at("best_iteration_0based").get<std::size_t>() + 1);
    const SubModel& sub = fit->model.subModels.front();
    QCOMPARE(sub.iterations.size(), expected.at("kept_trees").get<std::size_t>());
    QCOMPARE(fit->curves.ensemble.size(), fit->stopIteration);
    for (std::size_t t = 0; t < fit->stopIteration; ++t) {
        QVERIFY(test::close(fit->curves.ensemble[t][0].loss, expected.at("train_mse_all_iterations").at(t), 1e-9));
        QVERIFY(test::close(fit->curves.ensemble[t][1].loss, expected.at("eval_mse_all_iterations").at(t), 1e-9));
    }
    for (std::size_t t = 0; t < sub.iterations.size(); ++t) {
        std::vector<std::int32_t> path;
        for (const auto& label : expected.at("selected_paths").at(t))
            path.push_back(fit->model.scheme.labels.code(std::to_string(label.get<int>())));
        QCOMPARE(sub.labels(sub.iterations[t].path), path);
    }
    const auto predictor = Predictor::make(fit->model, m_graphs);
    QVERIFY(predictor.ok());
    const auto& rows = fitInput.parts[2].graphs;
    for (std::size_t i = 0; i < rows.size(); ++i)
        QVERIFY(test::close(predictor->evaluate(rows[i]).value, expected.at("test_predictions").at(i), 1e-8));
}

void TestEarlyStopping::subModelsStopOnTheirOwn() {
    const auto fixture = test::readJson("pathboost_reference/freesolv_early_stopping.json");
    FitOptions options;
    options.iterations = 200;
    options.learningRate = 0.3;
    options.stopping = rules(10, StopRule::paper);
    options.stopping.scope = StopScope::anchor;
    const FitInput fitInput = input(fixture);
    const auto fit = fitModel(fitInput, options, 2, {});
    QVERIFY2(fit.ok(), fit.ok() ? "" : fit.error().message.c_str());
    std::set<std::size_t> lengths;
    for (std::size_t s = 0; s < fit->model.subModels.size(); ++s) {
        const auto& curve = fit->curves.subModels[s];
        const std::size_t kept = fit->model.subModels[s].iterations.size();
        lengths.insert(kept);
        if (curve.front()[1].n < static_cast<std::int64_t>(kFewestStopGraphs)) {
            QCOMPARE(kept, std::size_t{200}); // too few validation graphs: never stopped
            continue;
        }
        const auto best = std::min_element(curve.begin(), curve.end(),
                                           [](const auto& a, const auto& b) { return a[1].loss < b[1].loss; });
        QCOMPARE(kept, static_cast<std::size_t>(best - curve.begin()) + 1);
    }
    QVERIFY(lengths.size() > 2);
    QVERIFY(!fit->finalPoint);
    // The same bytes on one thread.
    const auto again = fitModel(fitInput, options, 1, {});
    QVERIFY(again->model.subModels == fit->model.subModels);
}

void TestEarlyStopping::withoutRestoringEverythingIsKept() {
    const auto fixture = test::readJson("pathboost_reference/freesolv_early_stopping.json");
    FitOptions options;
    options.iterations = 200;
    options.learningRate = 0.3;
    options.stopping = rules(5, StopRule::paper);
    options.stopping.restoreBest = false;
    const auto fit = fitModel(input(fixture), options, 1, {});
    QVERIFY(fit->stopIteration > 5 && fit->stopIteration < 200);
    QVERIFY(fit->bestIteration < fit->stopIteration);
    for (const SubModel& sub : fit->model.subModels)
        QCOMPARE(sub.iterations.size(), fit->stopIteration);
    QCOMPARE(fit->finalPoint, std::optional(fit->stopIteration - 1));
}

void TestEarlyStopping::validationPartIsNeeded() {
    FitInput fitInput = test::moleculeInput(m_graphs, "freesolv");
    FitOptions options;
    options.stopping = rules(5, StopRule::paper);
    const auto fit = fitModel(fitInput, options, 1, {});
    QCOMPARE(fit.error().message, std::string("early stopping needs a validation part and the split has none"));
}

void TestEarlyStopping::heldOutPartIsATenth() {
    std::vector<std::int32_t> train;
    for (std::int32_t graph = 0; graph < 100; ++graph)
        train.push_back(2 * graph);
    std::vector<Part> parts{{"train", train}, {"test", {1, 3}}};
    QVERIFY(holdOutValidation(parts, 0.1, 7).ok());
    QCOMPARE(parts[1].name, std::string("validation"));
    QCOMPARE(parts[1].graphs.size(), std::size_t{10});
    QCOMPARE(parts[0].graphs.size(), std::size_t{90});
    std::vector<std::int32_t> both = parts[0].graphs;
    both.insert(both.end(), parts[1].graphs.begin(), parts[1].graphs.end());
    std::sort(both.begin(), both.end());
    QCOMPARE(both, train);
    std::vector<Part> two{{"train", {4, 5}}};
    QVERIFY(holdOutValidation(two, 0.1, 7).ok());
    QCOMPARE(two[1].graphs.size(), std::size_t{1});
    std::vector<Part> one{{"train", {4}}};
    QVERIFY(!holdOutValidation(one, 0.1, 7).ok());
    const auto folds = drawFolds(train, 3, 0, 1);
    QCOMPARE(folds[0].size() + folds[1].size() + folds[2].size(), std::size_t{100});
    QVERIFY(drawFolds(train, 3, 1, 1) != folds);
}

void TestEarlyStopping::anchorsHaveIterationsOfTheirOwn() {
    FitInput fitInput = test::moleculeInput(m_graphs, "freesolv");
    fitInput.anchors = {{"8"}, {"6"}, {"17"}};
    FitOptions options;
    options.iterations = 40;
    const auto all = fitModel(fitInput, options, 1, {});
    QVERIFY(all.ok());
    options.anchorIterations = {10, 40, 25};
    const auto fit = fitModel(fitInput, options, 2, {});
    QVERIFY2(fit.ok(), fit.ok() ? "" : fit.error().message.c_str());
    QCOMPARE(fit->stopIteration, std::size_t{0}); // that was no early stop
    for (std::size_t s = 0; s < 3; ++s) {
        const auto count = static_cast<std::size_t>(options.anchorIterations[s]);
        const auto& longer = all->model.subModels[s].iterations;
        QCOMPARE(fit->model.subModels[s].iterations,
                 std::vector<Iteration>(longer.begin(), longer.begin() + options.anchorIterations[s]));
        QCOMPARE(fit->curves.subModels[s].size(), count);
    }
    // The end of the ensemble's curve is the error of the model that is kept.
    const auto predictor = Predictor::make(fit->model, m_graphs);
    const auto& train = fitInput.parts.front().graphs;
    std::vector<double> predicted;
    std::vector<double> truth;
    for (const std::int32_t graph : train) {
        predicted.push_back(predictor->evaluate(graph).value);
        truth.push_back(fitInput.target[static_cast<std::size_t>(graph)]);
    }
    QCOMPARE(fit->finalPoint, std::optional(std::size_t{39}));
    QVERIFY(
        test::close(partError(Task::regression, predicted, truth).loss, fit->curves.ensemble.back()[0].loss, 1e-12));
    const auto read = readModel(modelDocument(fit->model));
    QVERIFY(read.ok());
    QCOMPARE(read->options.anchorIterations, options.anchorIterations);
}

void TestEarlyStopping::oneNumberOfIterationsForEachAnchor() {
    FitInput fitInput = test::moleculeInput(m_graphs, "freesolv");
    fitInput.anchors = {{"8"}, {"6"}};
    FitOptions options;
    options.anchorIterations = {10};
    const auto fit = fitModel(fitInput, options, 1, {});
    QCOMPARE(fit.error().message, std::string("there are 1 numbers of iterations for 2 anchors"));
}

QTEST_GUILESS_MAIN(TestEarlyStopping)
#include "tst_early_stopping.moc"
