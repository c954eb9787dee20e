#include "plugins/pathboost/compute/class_quality.h"
#include "plugins/pathboost/compute/model_json.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/predictor.h"
#include "plugins/pathboost/compute/target.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <QtTest>

#include <cmath>
#include <stdexcept>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Two classes: the runs of the reference on MUTAG, models with several anchors, measures.
class TestClassification : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void runsAreEqualToTheReference_data();
    void runsAreEqualToTheReference();
    void multiAnchorAveragesLogOdds();
    void subModelOfOneClassStaysFinite();
    void savedModelsKnowTheirClasses();
    void otherClassesAreRefused();
    void targetsOfTwoValuesAreClasses();
    void measuresOfASmallExample();
    void ranksWithTies();
    void intervalsHoldTheMeasure();
    void absoluteImportanceAddsUp();

private:
    FitInput input() const;
    FitOptions options() const;
    GraphSet m_graphs;
    nlohmann::json m_fixture;
};

void TestClassification::initTestCase() {
    m_graphs = test::mutagGraphs();
    m_fixture = test::readJson("pathboost_reference/mutag_classification.json");
    QCOMPARE(m_graphs.graphCount(), std::size_t{188});
}

FitInput TestClassification::input() const {
    FitInput input;
    input.graphs = &m_graphs;
    input.labelAttribute = "label";
    input.target = test::targetOf(m_graphs);
    input.targetName = "y";
    input.classes = {"-1", "1"};
    input.parts = {{"train", m_fixture.at("train_rows").get<std::vector<std::int32_t>>()},
                   {"test", m_fixture.at("test_rows").get<std::vector<std::int32_t>>()}};
    return input;
}

FitOptions TestClassification::options() const {
    FitOptions options;
    options.task = Task::classification;
    options.iterations = 100;
    return options;
}

void TestClassification::runsAreEqualToTheReference_data() {
    QTest::addColumn<QString>("variant");
    QTest::addColumn<bool>("parity");
    QTest::newRow("selector on hard classes") << QStringLiteral("as_reference") << true;
    QTest::newRow("selector on probabilities") << QStringLiteral("selector_on_probability_residual") << false;
}

void TestClassification::runsAreEqualToTheReference() {
    QFETCH(QString, variant);
    QFETCH(bool, parity);
    const auto& expected = m_fixture.at("variants").at(variant.toStdString());
    FitOptions chosen = options();
    chosen.form = ModelForm::single;
    chosen.parity = parity;
    const FitInput fitInput = input();
    const auto fit = fitModel(fitInput, chosen, 1, {});
    QVERIFY2(fit.ok(), fit.ok() ? "" : fit.error().message.c_str());
    const SubModel& sub = fit->model.subModels.front();
    QCOMPARE(sub.iterations.size(), std::size_t{100});
    QVERIFY(test::close(sub.iterations.front().mean, expected.at("constant_log_odds"), 1e-12));
    for (std::size_t t = 0; t < 100; ++t) {
        std::vector<std::int32_t> path;
        for (const auto& label : expected.at("selected_paths").at(t))
            path.push_back(fit->model.scheme.labels.code(std::to_string(label.get<int>())));
        QCOMPARE(sub.labels(sub.iterations[t].path), path);
        QVERIFY(test::close(fit->curves.ensemble[t][0].loss, expected.at("train_logloss").at(t), 1e-9));
        QVERIFY(test::close(1.0 - fit->curves.ensemble[t][0].miss, expected.at("train_accuracy").at(t), 1e-12));
        QVERIFY(test::close(fit->curves.ensemble[t][1].loss, expected.at("test_logloss").at(t), 1e-9));
    }
    const auto predictor = Predictor::make(fit->model, m_graphs);
    QVERIFY(predictor.ok());
    const auto& rows = fitInput.parts[1].graphs;
    for (std::size_t i = 0; i < rows.size(); ++i)
        QVERIFY(
            test::close(probability(predictor->evaluate(rows[i]).value), expected.at("test_probability").at(i), 1e-8));
    QVERIFY(test::close(1.0 - fit->curves.ensemble.back()[1].miss, expected.at("test_accuracy"), 1e-12));
}

void TestClassification::multiAnchorAveragesLogOdds() {
    FitOptions chosen = options();
    chosen.iterations = 20;
    const auto fit = fitModel(input(), chosen, 2, {});
    QVERIFY(fit.ok());
    QVERIFY(fit->model.subModels.size() > 2);
    const auto predictor = Predictor::make(fit->model, m_graphs);
    QVERIFY(predictor.ok());
    const Evaluation evaluation = predictor->evaluate(3);
    QVERIFY(evaluation.subModels >= 2);
    double sum = 0.0;
    double squares = 0.0;
    double mean = 0.0;
    for (const double one : evaluation.ofSubModel)
        if (!std::isnan(one)) {
            sum += one;
            mean += probability(one) / evaluation.subModels;
        }
    for (const double one : evaluation.ofSubModel)
        if (!std::isnan(one))
            squares += (probability(one) - mean) * (probability(one) - mean);
    QVERIFY(test::close(evaluation.value, sum / evaluation.subModels, 1e-12));
    QVERIFY(test::close(evaluation.spread, std::sqrt(squares / (evaluation.subModels - 1)), 1e-12));
    QVERIFY(evaluation.spread < 1.0);
}

void TestClassification::subModelOfOneClassStaysFinite() {
    FitInput fitInput = input();
    auto& train = fitInput.parts[0].graphs;
    std::erase_if(train, [&](std::int32_t graph) { return fitInput.target[static_cast<std::size_t>(graph)] < 0.5; });
    FitOptions chosen = options();
    chosen.iterations = 10;
    const auto fit = fitModel(fitInput, chosen, 1, {});
    QVERIFY(fit.ok());
    for (const SubModel& sub : fit->model.subModels)
        for (const Iteration& iteration : sub.iterations)
            QVERIFY(std::isfinite(iteration.mean) && std::isfinite(iteration.trainLoss));
    QCOMPARE(fit->curves.ensemble.back()[0].miss, 0.0);
}

void TestClassification::savedModelsKnowTheirClasses() {
    FitOptions chosen = options();
    chosen.iterations = 5;
    const auto fit = fitModel(input(), chosen, 1, {});
    QVERIFY(fit.ok());
    const Model document = modelDocument(fit->model);
    const auto read = readModel(document);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
    QVERIFY(read->isClassifier());
    QCOMPARE(read->classes, fit->model.classes);
    const auto before = Predictor::make(fit->model, m_graphs);
    const auto after = Predictor::make(*read, m_graphs);
    for (std::int32_t graph = 0; graph < 188; ++graph)
        QCOMPARE(after->evaluate(graph).value, before->evaluate(graph).value);
}

void TestClassification::otherClassesAreRefused() {
    FitInput fitInput = input();
    fitInput.target[static_cast<std::size_t>(fitInput.parts[0].graphs[2])] = 2.0;
    const auto fit = fitModel(fitInput, options(), 1, {});
    QVERIFY(!fit.ok());
    QCOMPARE(fit.error().message, std::string("graph 4 has the class 2; 0 or 1 would be right"));
}

void TestClassification::targetsOfTwoValuesAreClasses() {
    const Column words("activity", Column::Texts{"yes", "no", "yes", ""});
    const auto target = readTarget(words, "auto", nullptr);
    QVERIFY(!target.ok()); // an empty text is a value of its own
    Column three("activity", Column::Texts{"yes", "no", "yes", ""});
    three.setMissing(3);
    const auto two = readTarget(three, "auto", nullptr);
    QVERIFY(two.ok());
    QCOMPARE(two->task, Task::classification);
    QCOMPARE(two->classes, (std::vector<std::string>{"no", "yes"}));
    QCOMPARE(two->values[0], 1.0);
    QCOMPARE(two->values[1], 0.0);
    QVERIFY(std::isnan(two->values[3]));
    const auto turned = readTarget(three, "auto", "no");
    QCOMPARE(turned->classes, (std::vector<std::string>{"yes", "no"}));
    QCOMPARE(turned->values[1], 1.0);

    const Column signs("y", Column::Integers{1, -1, 10, 1});
    QCOMPARE(readTarget(signs, "auto", nullptr)->task, Task::regression);
    QVERIFY(!readTarget(signs, "classification", nullptr).ok());
    const Column pair("y", Column::Integers{10, 9, 10, 9});
    QCOMPARE(readTarget(pair, "auto", nullptr)->classes, (std::vector<std::string>{"9", "10"}));
    QCOMPARE(readTarget(pair, "regression", nullptr)->values[1], 9.0);
    const Column halves("y", Column::Reals{0.5, 1.5, 0.5});
    QCOMPARE(readTarget(halves, "auto", nullptr)->task, Task::regression);
    const auto unknown = readTarget(pair, "auto", "11");
    QCOMPARE(unknown.error().message, std::string("positive_class: the column \"y\" has no value \"11\"; \"9\" or "
                                                  "\"10\" would be right"));
    const auto text = readTarget(Column("t", Column::Texts{"a", "b", "c", "d"}), "auto", nullptr);
    QCOMPARE(text.error().message,
             std::string("target: the column \"t\" holds text with more than two different values; a "
                         "numeric column or one with two classes would be right"));
}

void TestClassification::measuresOfASmallExample() {
    const std::vector<double> p{0.9, 0.8, 0.4, 0.3, 0.6};
    const std::vector<double> y{1.0, 1.0, 1.0, 0.0, 0.0};
    const ClassQuality quality = classQuality(p, y);
    QCOMPARE(quality.n, 5);
    QVERIFY(test::close(quality[ClassMeasure::accuracy], 3.0 / 5.0, 1e-12));
    QVERIFY(test::close(quality[ClassMeasure::balancedAccuracy], (2.0 / 3.0 + 1.0 / 2.0) / 2.0, 1e-12));
    QVERIFY(test::close(quality[ClassMeasure::recall], 2.0 / 3.0, 1e-12));
    QVERIFY(test::close(quality[ClassMeasure::f1], 4.0 / 6.0, 1e-12));
    QVERIFY(test::close(quality[ClassMeasure::auc], 5.0 / 6.0, 1e-12));
    const double loss = -(std::log(0.9) + std::log(0.8) + std::log(0.4) + std::log(0.7) + std::log(0.4)) / 5.0;
    QVERIFY(test::close(quality[ClassMeasure::logLoss], loss, 1e-12));
    std::vector<double> logOdds;
    for (const double one : p)
        logOdds.push_back(std::log(one / (1.0 - one)));
    const PartError error = partError(Task::classification, logOdds, y);
    QVERIFY(test::close(error.loss, loss, 1e-12));
    QVERIFY(test::close(error.miss, 2.0 / 5.0, 1e-12));
    QVERIFY(test::close(error.balancedAccuracy(), quality[ClassMeasure::balancedAccuracy], 1e-12));
}

void TestClassification::ranksWithTies() {
    const std::vector<double> same(4, 0.5);
    QCOMPARE(classQuality(same, std::vector<double>{1.0, 0.0, 1.0, 0.0})[ClassMeasure::auc], 0.5);
    QVERIFY(std::isnan(classQuality(same, std::vector<double>(4, 1.0))[ClassMeasure::auc]));
    QVERIFY(std::isnan(classQuality(same, std::vector<double>(4, 1.0))[ClassMeasure::balancedAccuracy]));
    QCOMPARE(classQuality(same, std::vector<double>(4, 1.0))[ClassMeasure::recall], 1.0);
    const std::vector<double> none(2, std::nan(""));
    QCOMPARE(classQuality(none, std::vector<double>{1.0, 0.0}).n, 0);
}

void TestClassification::intervalsHoldTheMeasure() {
    std::vector<double> p, y;
    for (int i = 0; i < 200; ++i) {
        y.push_back(i % 3 == 0 ? 1.0 : 0.0);
        p.push_back(0.5 + 0.3 * std::sin(i) + (i % 3 == 0 ? 0.15 : -0.1));
    }
    const ClassQuality quality = classQuality(p, y);
    const auto one = bootstrapClasses(p, y, 1, 500, 1, {});
    const auto two = bootstrapClasses(p, y, 1, 500, 2, {});
    QVERIFY(one.ok() && two.ok());
    for (std::size_t k = 0; k < kClassMeasures; ++k) {
        QVERIFY((*one)[k].first < quality.values[k] && quality.values[k] < (*one)[k].second);
        QCOMPARE((*two)[k], (*one)[k]);
    }
}

void TestClassification::absoluteImportanceAddsUp() {
    FitOptions chosen = options();
    chosen.importance = ImportanceKind::relative;
    chosen.iterations = 30;
    const auto fit = fitModel(input(), chosen, 1, {});
    QVERIFY(fit.ok());
    for (const SubModel& sub : fit->model.subModels) {
        double sum = 0.0;
        for (const PathImportance& entry : sub.importance) {
            sum += *entry.values[ImportanceDefinition{}.place()];
            for (const auto& value : entry.values)
                QVERIFY(value && std::isfinite(*value));
        }
        QVERIFY(test::close(sum, sub.baseLoss - sub.iterations.back().trainLoss, 1e-9));
    }
}

QTEST_GUILESS_MAIN(TestClassification)
#include "tst_classification.moc"
