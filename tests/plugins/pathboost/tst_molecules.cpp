#include "plugins/pathboost/compute/predictor.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <QtTest>

#include <cmath>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Runs of the reference implementation on ESOL and FreeSolv: with the canonical trees everything is equal, with its
/// default trees the course is close.
class TestMolecules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void canonicalRunsAreReproduced_data() { rows(); }
    void canonicalRunsAreReproduced();
    void defaultTreesTakeACloseCourse_data() { rows(); }
    void defaultTreesTakeACloseCourse();

private:
    void rows() {
        QTest::addColumn<QString>("dataset");
        QTest::newRow("esol") << QStringLiteral("esol");
        QTest::newRow("freesolv") << QStringLiteral("freesolv");
    }
    FitResult fitted(const std::string& dataset) {
        m_graphs = test::readGraphs(dataset + "_graphs.json", "atomic_number");
        auto result = fitModel(test::moleculeInput(m_graphs, dataset), {}, 1, {});
        if (!result)
            throw std::runtime_error(result.error().message);
        return std::move(*result);
    }
    static std::vector<std::int32_t> codes(const PathBoostModel& model, const nlohmann::json& path) {
        std::vector<std::int32_t> codes;
        for (const auto& label : path)
            codes.push_back(model.scheme.labels.code(std::to_string(label.get<int>())));
        return codes;
    }
    GraphSet m_graphs;
};

void TestMolecules::canonicalRunsAreReproduced() {
    QFETCH(QString, dataset);
    const std::string name = dataset.toStdString();
    const auto fixture = test::readJson("pathboost_reference/" + name + "_canonical_100.json");
    FitOptions options;
    options.importance = ImportanceKind::absolute;
    m_graphs = test::readGraphs(name + "_graphs.json", "atomic_number");
    const auto fit = fitModel(test::moleculeInput(m_graphs, name), options, 1, {});
    QVERIFY2(fit.ok(), fit.ok() ? "" : fit.error().message.c_str());
    const PathBoostModel& model = fit->model;
    const auto& subs = fixture.at("submodels");
    QCOMPARE(model.subModels.size(), subs.size());
    int compared = 0;
    for (std::size_t s = 0; s < subs.size(); ++s) {
        const SubModel& sub = model.subModels[s];
        QCOMPARE(sub.trainRows, subs[s].at("n_train").get<int>());
        QCOMPARE(sub.iterations.size(), std::size_t{100});
        for (std::size_t t = 0; t < 100; ++t, ++compared) {
            const Iteration& iteration = sub.iterations[t];
            QCOMPARE(sub.labels(iteration.path), codes(model, subs[s].at("selected_paths").at(t)));
            QVERIFY(test::close(iteration.trainLoss, subs[s].at("train_mse").at(t), 1e-9, 1e-12));
            if (t < subs[s].at("chosen_gain").size())
                QVERIFY(test::close(iteration.gain, subs[s].at("chosen_gain").at(t), 1e-9, 1e-9));
        }
        for (const auto& tree : subs[s].at("first_trees")) {
            const Tree& own = sub.iterations.at(tree.at("iteration").get<std::size_t>()).tree;
            const auto& nodes = tree.at("nodes");
            QCOMPARE(own.size(), nodes.size());
            for (std::size_t i = 0; i < own.size(); ++i) {
                QVERIFY(test::close(own[i].value, nodes[i].at("value"), 1e-9, 1e-12));
                QCOMPARE(own[i].rows, nodes[i].at("n").get<int>());
                QCOMPARE(own[i].isLeaf(), !nodes[i].contains("column"));
                if (own[i].isLeaf())
                    continue;
                const std::string column =
                    test::referenceName(model, sub.labels(own[i].path)) + "_" +
                    (own[i].attribute == kCountColumn
                         ? "n_times_present"
                         : model.scheme.attributes[static_cast<std::size_t>(own[i].attribute)].name);
                QCOMPARE(column, nodes[i].at("column").get<std::string>());
                if (nodes[i].at("threshold").is_string())
                    QVERIFY(std::isinf(own[i].threshold));
                else
                    QVERIFY(test::close(own[i].threshold, nodes[i].at("threshold"), 1e-9));
                QCOMPARE(own[i].missingLeft, nodes[i].at("missing_left").get<bool>());
                QCOMPARE(own[i].left, nodes[i].at("left").get<int>());
                QCOMPARE(own[i].right, nodes[i].at("right").get<int>());
                QVERIFY(test::close(own[i].gain, nodes[i].at("gain"), 1e-9, 1e-9));
            }
        }
        for (const PathImportance& importance : sub.importance)
            QVERIFY(test::close(
                *importance.values[model.definition().place()],
                subs[s].at("importance_unnormalized").at(test::referenceName(model, sub.labels(importance.path))), 1e-9,
                1e-11));
        QCOMPARE(sub.importance.size(), subs[s].at("importance_unnormalized").size());
    }
    QCOMPARE(compared, 900);
    for (std::size_t t = 0; t < 100; ++t) {
        QVERIFY(test::close(fit->curves.ensemble[t][0].loss, fixture.at("train_mse_of_ensemble").at(t), 1e-9));
        QVERIFY(test::close(fit->curves.ensemble[t][1].loss, fixture.at("test_mse").at(t), 1e-9));
        QVERIFY(
            test::close(fit->curves.weightedTrainLoss[t], fixture.at("train_mse_reported_by_reference").at(t), 1e-9));
    }
    for (const ImportanceEntry& entry : importanceTable(model).entries)
        QVERIFY(test::close(entry.value, fixture.at("importance").at(test::referenceName(model, entry.labels)), 1e-9));

    const auto predictor = Predictor::make(model, m_graphs);
    QVERIFY(predictor.ok());
    const auto testRows = test::splitRows(name, "test");
    for (std::size_t i = 0; i < testRows.size(); ++i)
        QVERIFY(std::abs(predictor->evaluate(testRows[i]).value - fixture.at("test_predictions").at(i).get<double>()) <
                1e-8);
    const PartError& last = fit->curves.ensemble.back()[1];
    QVERIFY(test::close(std::sqrt(last.loss), fixture.at("final_test").at("rmse"), 1e-9));
    QVERIFY(test::close(last.miss, fixture.at("final_test").at("mae"), 1e-9));
}

void TestMolecules::defaultTreesTakeACloseCourse() {
    QFETCH(QString, dataset);
    const std::string name = dataset.toStdString();
    const auto fixture = test::readJson("pathboost_reference/" + name + "_sklearn_100.json");
    const FitResult fit = fitted(name);
    for (std::size_t s = 0; s < fit.model.subModels.size(); ++s) {
        const SubModel& sub = fit.model.subModels[s];
        const auto& reference = fixture.at("submodels").at(s);
        // Trees may differ in ties, and from there the histories part: compare as long as the errors agree.
        for (std::size_t t = 0; t < reference.at("tied_best").size(); ++t) {
            const auto own = sub.labels(sub.iterations[t].path);
            bool tied = false;
            for (const auto& path : reference.at("tied_best").at(t))
                tied = tied || codes(fit.model, path) == own;
            QVERIFY2(tied, qPrintable(QStringLiteral("sub-model %1, iteration %2").arg(s).arg(t)));
            if (own != codes(fit.model, reference.at("selected_paths").at(t)) ||
                !test::close(sub.iterations[t].trainLoss, reference.at("train_mse").at(t), 1e-9))
                break;
        }
    }
    for (std::size_t t = 0; t < 100; ++t)
        QVERIFY(test::close(fit.curves.ensemble[t][1].loss, fixture.at("test_mse").at(t), 0.05));
    QVERIFY(test::close(std::sqrt(fit.curves.ensemble.back()[1].loss), fixture.at("final_test").at("rmse"), 0.03));
}

QTEST_GUILESS_MAIN(TestMolecules)
#include "tst_molecules.moc"
