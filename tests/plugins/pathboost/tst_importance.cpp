#include "tests/plugins/pathboost/fixtures.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Variable importance on FreeSolv in all variants, and on graphs whose generating paths are known.
class TestImportance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void variantsAreEqualToTheReference_data();
    void variantsAreEqualToTheReference();
    void meaninglessPercentagesAreRefused();
    void generatingPathsAreTheMostImportant();
    void singleModelIsEqualToTheReference();

private:
    FitResult fitFreesolv(const QString& variant, bool parity);
    FitResult fitSynthetic(ModelForm form);
    GraphSet m_graphs;
};

namespace {
const char* const kFixture = "pathboost_reference/freesolv_importance.json";
}

void TestImportance::variantsAreEqualToTheReference_data() {
    QTest::addColumn<QString>("variant");
    const auto fixture = test::readJson(kFixture);
    for (const auto& [name, values] : fixture.at("importance").items())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

FitResult TestImportance::fitFreesolv(const QString& variant, bool parity) {
    m_graphs = test::readGraphs("freesolv_graphs.json", "atomic_number");
    FitInput input = test::moleculeInput(m_graphs, "freesolv");
    input.anchors = {{"7"}, {"8"}, {"17"}};
    FitOptions options;
    options.iterations = 40;
    options.maximumPathLength = 4;
    options.parity = parity;
    options.importance =
        variant.startsWith(QStringLiteral("absolute")) ? ImportanceKind::absolute : ImportanceKind::relative;
    options.importanceError = variant.contains(QStringLiteral("mse")) ? ErrorMeasure::mse : ErrorMeasure::mae;
    options.importanceCorrelation = variant.contains(QStringLiteral("correlation=True"));
    auto fit = fitModel(input, options, 1, {});
    if (!fit)
        throw std::runtime_error(fit.error().message);
    return std::move(*fit);
}

void TestImportance::variantsAreEqualToTheReference() {
    QFETCH(QString, variant);
    const auto fixture = test::readJson(kFixture);
    const auto& expected = fixture.at("importance").at(variant.toStdString());
    const FitResult fit = fitFreesolv(variant, true);
    for (std::size_t s = 0; s < fit.model.subModels.size(); ++s) {
        const SubModel& sub = fit.model.subModels[s];
        QCOMPARE(sub.trainRows, expected.at("n_obs").at(s).get<int>());
        QCOMPARE(sub.importance.size(), expected.at("submodels_unnormalized").at(s).size());
        for (const PathImportance& importance : sub.importance) {
            const std::string name = test::referenceName(fit.model, sub.labels(importance.path));
            QVERIFY2(test::close(*importance.values[fit.model.definition().place()],
                                 expected.at("submodels_unnormalized").at(s).at(name), 1e-9, 1e-11),
                     name.c_str());
        }
    }
    std::map<std::vector<std::int32_t>, double> own;
    for (const ImportanceEntry& entry : importanceTable(fit.model).entries)
        own[entry.labels] = entry.value;
    QCOMPARE(own.size(), expected.at("normalized").size());
    for (const auto& entry : expected.at("normalized")) {
        std::vector<std::int32_t> path;
        for (const auto& label : entry.at(0))
            path.push_back(fit.model.scheme.labels.code(std::to_string(label.get<int>())));
        QVERIFY(own.contains(path));
        QVERIFY(test::close(own[path], entry.at(1), 1e-8, 1e-9));
    }
}

void TestImportance::meaninglessPercentagesAreRefused() {
    const QString variant = QStringLiteral("relative|mse|correlation=False");
    const ImportanceTable refused = importanceTable(fitFreesolv(variant, false).model);
    QVERIFY(refused.refused);
    QVERIFY(!refused.normalized);
    const ImportanceTable accepted =
        importanceTable(fitFreesolv(QStringLiteral("absolute|mse|correlation=False"), false).model);
    QVERIFY(accepted.normalized);
    QVERIFY(!accepted.refused);
}

FitResult TestImportance::fitSynthetic(ModelForm form) {
    m_graphs = test::readGraphs("synthetic_paths_graphs.json", "type");
    FitOptions options;
    options.iterations = 150;
    options.maximumPathLength = 4;
    options.form = form;
    options.importance = ImportanceKind::absolute;
    auto fit = fitModel(test::moleculeInput(m_graphs, "synthetic_paths"), options, 2, {});
    if (!fit)
        throw std::runtime_error(fit.error().message);
    return std::move(*fit);
}

void TestImportance::generatingPathsAreTheMostImportant() {
    const FitResult fit = fitSynthetic(ModelForm::multiAnchor);
    auto entries = importanceTable(fit.model).entries;
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
    std::set<std::string> top;
    for (std::size_t i = 0; i < 4; ++i)
        top.insert(pathKey(fit.model.scheme.labels, entries[i].labels));
    QCOMPARE(top, (std::set<std::string>{"0-2-3", "3-2-0", "1-4-4", "4-4-1"}));
    const auto expected = test::readJson("pathboost_reference/synthetic_paths.json").at("multi_anchor");
    QVERIFY(test::close(std::sqrt(fit.curves.ensemble.back()[1].loss), expected.at("test").at("rmse"), 1e-9));
    QCOMPARE(entries.size(), expected.at("importance").size());
    for (std::size_t i = 0; i < entries.size(); ++i)
        QVERIFY(test::close(entries[i].value, expected.at("importance").at(i).at(1), 1e-7, 1e-9));
}

void TestImportance::singleModelIsEqualToTheReference() {
    const FitResult fit = fitSynthetic(ModelForm::single);
    const auto expected = test::readJson("pathboost_reference/synthetic_paths.json").at("single_model");
    QCOMPARE(fit.model.subModels.size(), std::size_t{1});
    for (std::size_t t = 0; t < expected.at("train_mse").size(); ++t)
        QVERIFY(test::close(fit.curves.ensemble[t][0].loss, expected.at("train_mse").at(t), 1e-9));
    QVERIFY(test::close(std::sqrt(fit.curves.ensemble.back()[1].loss), expected.at("test").at("rmse"), 1e-9));
}

QTEST_GUILESS_MAIN(TestImportance)
#include "tst_importance.moc"
