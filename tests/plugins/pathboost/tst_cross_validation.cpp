#include "plugins/pathboost/compute/cross_validation.h"
#include "plugins/pathboost/compute/resampled_importance.h"
#include "plugins/pathboost/compute/split.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Folds, grid and subsamples against fits made one by one.
class TestCrossValidation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyGraphIsHeldOutOnce();
    void candidatesAreAllCombinations();
    void errorsAreThoseOfSingleFits();
    void threadsChangeNothing();
    void heldOutPredictionsGiveTheSameErrors();
    void aStopKeepsFinishedFolds();
    void tooManyFoldsAreRefused();
    void bestHasTheSmallestMeanOverAllFolds();
    void subsamplesHoldTheImportance();

private:
    FitInput m_input;
    GraphSet m_graphs;
    std::shared_ptr<const PreparedGraphs> m_prepared;
    std::vector<std::int32_t> m_rows;
    Grid m_grid;
    FoldPlan m_plan{3, 2, 5};
    FitOptions m_options;
};

void TestCrossValidation::initTestCase() {
    m_graphs = test::readGraphs("freesolv_graphs.json", "atomic_number");
    m_input = test::moleculeInput(m_graphs, "freesolv");
    m_input.parts.clear();
    m_rows.resize(m_graphs.graphCount());
    std::iota(m_rows.begin(), m_rows.end(), 0);
    m_grid = {{0.3, 0.1}, {3}, {3, 2}, {20, 5}};
    m_grid.tidy();
    auto prepared = prepareForFits(m_graphs, "atomic_number", false, 50'000'000);
    QVERIFY(prepared.ok());
    m_prepared = *prepared;
}

void TestCrossValidation::everyGraphIsHeldOutOnce() {
    for (int repeat = 0; repeat < 2; ++repeat) {
        std::vector<int> held(m_rows.size(), 0);
        std::size_t smallest = m_rows.size(), largest = 0;
        for (const auto& fold : drawFolds(m_rows, 5, repeat, 5)) {
            smallest = std::min(smallest, fold.size());
            largest = std::max(largest, fold.size());
            for (const std::int32_t graph : fold)
                ++held[static_cast<std::size_t>(graph)];
        }
        QVERIFY(std::all_of(held.begin(), held.end(), [](int times) { return times == 1; }));
        QVERIFY(largest - smallest <= 1);
    }
}

void TestCrossValidation::candidatesAreAllCombinations() {
    const auto candidates = candidatesOf(m_grid);
    QCOMPARE(candidates.size(), std::size_t{8});
    QCOMPARE(candidates[0].iterations, 5);
    QCOMPARE(candidates[1].iterations, 20);
    QCOMPARE(candidates[1].treeDepth, 2);
    QCOMPARE(candidates[7].learningRate, 0.3);
}

void TestCrossValidation::errorsAreThoseOfSingleFits() {
    const auto result = crossValidate(m_input, m_options, m_grid, m_plan, m_rows, *m_prepared, 1, {});
    QVERIFY(result.ok());
    QCOMPARE(result->errors.size(), std::size_t{48});
    const auto parts = divisions(m_plan, m_rows);
    for (const std::size_t which : {0U, 9U, 30U, 47U}) {
        const FoldError& one = result->errors[which];
        const Candidate& candidate = result->candidates[static_cast<std::size_t>(one.candidate)];
        FitInput input = m_input;
        input.parts = parts[static_cast<std::size_t>(one.repeat * m_plan.folds + one.fold)];
        FitOptions options = m_options;
        options.learningRate = candidate.learningRate;
        options.treeDepth = candidate.treeDepth;
        options.maximumPathLength = candidate.pathLength;
        options.iterations = candidate.iterations; // fewer of them are a stage of the longer fit
        const auto fit = fitModel(input, options, 1, {});
        QVERIFY(fit.ok());
        QCOMPARE(one.error.loss, fit->curves.ensemble.back()[1].loss);
        QCOMPARE(one.error.n, static_cast<std::int64_t>(input.parts[1].graphs.size()));
    }
}

void TestCrossValidation::threadsChangeNothing() {
    const auto one = crossValidate(m_input, m_options, m_grid, m_plan, m_rows, *m_prepared, 1, {});
    int calls = 0;
    double share = 0.0;
    const auto four = crossValidate(m_input, m_options, m_grid, m_plan, m_rows, *m_prepared, 4, {},
                                    [&](const std::vector<FoldError>& errors, double done) {
                                        calls += static_cast<int>(errors.size());
                                        share = std::max(share, done);
                                    });
    QVERIFY(one.ok() && four.ok());
    QCOMPARE(calls, 48);
    QCOMPARE(share, 1.0);
    for (std::size_t i = 0; i < one->errors.size(); ++i) {
        QCOMPARE(four->errors[i].candidate, one->errors[i].candidate);
        QCOMPARE(four->errors[i].fold, one->errors[i].fold);
        QCOMPARE(four->errors[i].error.loss, one->errors[i].error.loss);
        QCOMPARE(four->errors[i].r2, one->errors[i].r2);
    }
}

void TestCrossValidation::heldOutPredictionsGiveTheSameErrors() {
    const auto result = crossValidate(m_input, m_options, m_grid, m_plan, m_rows, *m_prepared, 2, {});
    const Candidate& candidate = result->candidates[3];
    const auto predictions = heldOutPredictions(m_input, m_options, candidate, m_plan, m_rows, *m_prepared, 2, {});
    QVERIFY(predictions.ok());
    QCOMPARE(predictions->size(), std::size_t{2});
    const auto parts = divisions(m_plan, m_rows);
    for (const FoldError& one : result->errors) {
        if (one.candidate != 3)
            continue;
        std::vector<double> predicted, truth;
        for (const std::int32_t graph :
             parts[static_cast<std::size_t>(one.repeat * m_plan.folds + one.fold)][1].graphs) {
            predicted.push_back((*predictions)[static_cast<std::size_t>(one.repeat)][static_cast<std::size_t>(graph)]);
            truth.push_back(m_input.target[static_cast<std::size_t>(graph)]);
        }
        QVERIFY(test::close(partError(Task::regression, predicted, truth).loss, one.error.loss, 1e-12));
    }
}

void TestCrossValidation::aStopKeepsFinishedFolds() {
    std::stop_source source;
    int fits = 0;
    const auto result = crossValidate(m_input, m_options, m_grid, m_plan, m_rows, *m_prepared, 1, source.get_token(),
                                      [&](const std::vector<FoldError>&, double) {
                                          if (++fits == 5)
                                              source.request_stop();
                                      });
    QVERIFY(result.ok());
    QVERIFY(result->stopped);
    QCOMPARE(result->errors.size(), std::size_t{10}); // two numbers of iterations each
    const auto all = summaries(*result, Task::regression);
    const std::int32_t best = bestCandidate(all);
    QVERIFY(best >= 0);
    QVERIFY(std::isfinite(all[static_cast<std::size_t>(best)].loss));
}

void TestCrossValidation::tooManyFoldsAreRefused() {
    const std::vector<std::int32_t> few{1, 2, 3};
    const auto result = crossValidate(m_input, m_options, m_grid, {5, 1, 1}, few, *m_prepared, 1, {});
    QCOMPARE(result.error().message, std::string("folds: 3 graphs with a target cannot be divided into 5 folds"));
    Grid empty = m_grid;
    empty.treeDepths.clear();
    QVERIFY(!crossValidate(m_input, m_options, empty, m_plan, m_rows, *m_prepared, 1, {}).ok());
}

void TestCrossValidation::bestHasTheSmallestMeanOverAllFolds() {
    CrossValidation result;
    result.candidates = {{}, {}, {}};
    const auto add = [&](std::int32_t candidate, double loss) {
        result.errors.push_back({candidate, 0, 0, {loss, 0.5, 10, 0, 0}, 0.5});
    };
    add(0, 4.0);
    add(0, 16.0);
    add(1, 9.0);
    add(1, 4.0);
    add(2, 1.0); // a fold is missing
    const auto all = summaries(result, Task::regression);
    QVERIFY(test::close(all[0].loss, 3.0, 1e-12));
    QVERIFY(test::close(all[0].lossDeviation, std::sqrt(2.0), 1e-12));
    QCOMPARE(bestCandidate(all), 1);
}

void TestCrossValidation::subsamplesHoldTheImportance() {
    FitInput input = test::moleculeInput(m_graphs, "freesolv");
    input.anchors = {{"7"}, {"8"}};
    FitOptions options;
    options.iterations = 15;
    options.maximumPathLength = 3;
    options.importance = ImportanceKind::absolute;
    const auto fit = fitModel(input, options, *m_prepared, 1, {});
    QVERIFY(fit.ok());
    const auto one = resampleImportance(input, fit->model, *m_prepared, 3, 1, {});
    const auto two = resampleImportance(input, fit->model, *m_prepared, 3, 2, {});
    QVERIFY(one.ok() && two.ok());
    const ImportanceTable table = importanceTable(fit->model);
    const auto most = std::max_element(table.entries.begin(), table.entries.end(),
                                       [](const auto& a, const auto& b) { return a.value < b.value; });
    const auto& spread = one->at(most->labels)[fit->model.definition().place()];
    QVERIFY(spread.has_value());
    QVERIFY(spread->lower < spread->upper);
    QVERIFY(spread->lower <= most->value && most->value <= spread->upper);
    QCOMPARE(spread->stability, 1.0);
    QVERIFY(!one->at(most->labels)[ImportanceDefinition{ImportanceKind::relative}.place()].has_value());
    QCOMPARE(two->size(), one->size());
    for (const auto& [labels, spreads] : *one)
        QCOMPARE(two->at(labels)[0]->upper, spreads[0]->upper);
    std::stop_source source;
    source.request_stop();
    QVERIFY(!resampleImportance(input, fit->model, *m_prepared, 3, 1, source.get_token()).ok());
}

QTEST_GUILESS_MAIN(TestCrossValidation)
#include "tst_cross_validation.moc"
