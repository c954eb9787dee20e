#include "core/base/rng.h"
#include "plugins/intruder_threshold/compute/finite_size.h"
#include "plugins/intruder_threshold/compute/layer_spectrum.h"
#include "plugins/intruder_threshold/compute/prediction_quality_table.h"
#include "plugins/intruder_threshold/compute/rank_one_scan.h"
#include "tests/plugins/intruder_threshold/reference_cases.h"
#include "tests/plugins/intruder_threshold/toy_runs.h"
#include "tests/support/tensor_fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace vitrine;
using namespace vitrine::intruder;
using intruder_threshold::kAudit;
using intruder_threshold::kBaseInput;
namespace runs = vitrine::intruder_threshold::runs;
namespace column = vitrine::intruder_threshold::column;

namespace {

/// Singular values of an m x n matrix of independent entries of variance 1 / max(m, n).
Vector marchenkoPastur(Eigen::Index m, Eigen::Index n, std::uint64_t seed) {
    linalg::Matrix w(m, n);
    for (Eigen::Index j = 0; j < n; ++j)
        for (Eigen::Index i = 0; i < m; ++i)
            w(i, j) = rng::normal(seed, 92, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)) /
                      std::sqrt(static_cast<double>(std::max(m, n)));
    return layerSpectrum(w, SpectrumPart::values)->sigma;
}

} // namespace

/// The threshold by drawn directions: its scan against the reference, and its quality as measured elsewhere.
class TestFiniteSize : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scanIsThatOfTheReference();
    void gaussianThresholds_data();
    void gaussianThresholds();
    void toyModelIsPredictedAsElsewhere();
    void scaleAndTranspositionChangeNothing();
    void followsItsSeedAndItsCriterion();
    void emptyAndUnreachableLayers();
    void runShowsItOnlyWhenAsked();
    void stops();
};

void TestFiniteSize::scanIsThatOfTheReference() {
    const QString folder = QStringLiteral(VITRINE_TEST_DATA "/intruder_reference/");
    const TensorFixture tensors(folder + QStringLiteral("rank1_zscan.safetensors"));
    const auto file = jsonFixture(folder + QStringLiteral("theory_checks.json"));
    const linalg::Matrix& w = tensors.at("W");
    const auto svd = linalg::svd(w, true);
    const Vector u = tensors.at("u").col(0), v = tensors.at("v").col(0);
    RankOneUpdate update{svd->u.transpose() * u, svd->v.transpose() * v, 0.0, 0.0};
    update.beyondU = (u - svd->u * update.a).squaredNorm();
    update.beyondV = (v - svd->v * update.b).squaredNorm();
    const auto clusters = clustersOf(svd->values);
    int seen = 0;
    for (const auto& row : file.at("rank1_zscan")) {
        const double z = row.at("z");
        const RankOnePoint point = rankOneAt(svd->values, update, z);
        QVERIFY(close(point.f, row.at("F"), 1e-9, "F"));
        QVERIFY(close(point.g, row.at("G"), 1e-9, "G"));
        QVERIFY(close(point.c, row.at("C"), 1e-9, "C", std::abs(point.f)));
        std::size_t found = 0;
        for (const auto& solution : point.solutions) {
            if (!solution)
                continue;
            const auto& expected = row.at("solutions");
            const auto match = std::ranges::find_if(expected, [&](const auto& one) {
                const double s = one.at("s");
                return std::abs(s - solution->strength) <= 1e-9 * s;
            });
            QVERIFY(match != expected.end());
            QCOMPARE(solution->rank, match->at("rank").template get<Eigen::Index>());
            const double overlap = rankOneOverlap(svd->values, clusters, update, point, solution->strength, z);
            QVERIFY(close(overlap, match->at("maxcos_left"), 1e-9, "overlap", 1.0));
            ++found;
        }
        QCOMPARE(found, row.at("solutions").size());
        seen += static_cast<int>(found);
    }
    QVERIFY(seen > 15);
}

void TestFiniteSize::gaussianThresholds_data() {
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("n");
    QTest::addColumn<double>("ratio"); // as measured elsewhere, mean over matrices
    QTest::newRow("64 x 64") << 64 << 64 << 1.32;
    QTest::newRow("128 x 128") << 128 << 128 << 1.27;
    QTest::newRow("256 x 256") << 256 << 256 << 1.14;
    QTest::newRow("128 x 512") << 128 << 512 << 1.25;
}

void TestFiniteSize::gaussianThresholds() {
    QFETCH(int, m);
    QFETCH(int, n);
    QFETCH(double, ratio);
    constexpr int kMatrices = 4;
    double mean = 0.0;
    for (std::uint64_t seed = 1; seed <= kMatrices; ++seed) {
        FiniteSizeOptions options;
        options.seed = seed;
        const auto estimate = finiteSizeEstimate(marchenkoPastur(m, n, seed), m, n, options);
        QVERIFY(estimate.ok());
        QVERIFY(estimate->low < estimate->theta && estimate->theta < estimate->high);
        const double closedForm = std::pow(static_cast<double>(std::min(m, n)) / std::max(m, n), 0.25);
        mean += estimate->theta / closedForm / kMatrices;
    }
    QVERIFY2(std::abs(mean - ratio) < 0.12, qPrintable(QString::number(mean)));
}

/// Section 9: AUC 0.778, 97 % within a factor of two, mean log2 -0.16, rms 0.50, over all layers of the six adapters.
void TestFiniteSize::toyModelIsPredictedAsElsewhere() {
    test::MemorySink sink;
    const RunInputs inputs = runs::inputsOf(kAudit, {{kBaseInput, "base"}}, {{"finite_size", true}});
    QVERIFY(runs::execute(kAudit, inputs, sink).state == RunState::finished);
    const auto table = sink.as<Table>("layers");
    std::map<std::string, double> thresholds;
    for (std::size_t row = 0; row < table->rowCount(); ++row)
        thresholds[table->find(column::kLayer)->texts()[row]] = table->find(column::kThetaFinite)->number(row);
    const auto file = jsonFixture(QStringLiteral(VITRINE_TEST_DATA "/intruder_reference/toy_llama.json"));
    std::vector<double> scores, logs;
    std::vector<bool> bearing;
    for (const auto& [name, adapter] : file.at("adapters").items())
        for (const auto& layer : adapter.at("layers")) {
            const double predicted = thresholds.at(layer.at("module")) / adapter.at("gamma").get<double>() /
                                     layer.at("sigma1_BA").get<double>();
            scores.push_back(-std::log(predicted));
            bearing.push_back(layer.at("intruders_at_1").get<int>() > 0);
            constexpr int kLowest = -48; // the crossing lies before the scan
            if (layer.at("first_grid_j").is_number() && layer.at("first_grid_j").get<int>() > kLowest)
                logs.push_back(std::log2(predicted) - layer.at("first_grid_j").get<double>() / 8.0);
        }
    QCOMPARE(scores.size(), std::size_t(148));
    const double area = intruder_threshold::areaUnderCurve(scores, bearing).value;
    double within = 0.0, mean = 0.0, squares = 0.0;
    for (const double log : logs) {
        within += std::abs(log) <= 1.0 ? 1.0 : 0.0;
        mean += log;
        squares += log * log;
    }
    const auto count = static_cast<double>(logs.size());
    QVERIFY(std::abs(area - 0.778) < 0.01);
    QVERIFY(std::abs(within / count - 0.97) < 0.01);
    QVERIFY(std::abs(mean / count + 0.16) < 0.02);
    QVERIFY(std::abs(std::sqrt(squares / count) - 0.50) < 0.02);
}

void TestFiniteSize::scaleAndTranspositionChangeNothing() {
    const Vector sigma = marchenkoPastur(40, 40, 3);
    const auto one = finiteSizeEstimate(sigma, 40, 40, {});
    const auto large = finiteSizeEstimate(sigma * 1e20, 40, 40, {});
    QVERIFY(close(large->theta, one->theta * 1e20, 1e-12, "theta"));
    QVERIFY(close(large->high, one->high * 1e20, 1e-12, "high"));
    const auto again = finiteSizeEstimate(sigma, 40, 40, {});
    QCOMPARE(again->theta, one->theta);
}

void TestFiniteSize::followsItsSeedAndItsCriterion() {
    const Vector sigma = marchenkoPastur(48, 64, 3);
    FiniteSizeOptions options;
    const double theta = finiteSizeEstimate(sigma, 48, 64, options)->theta;
    options.seed = 1;
    QVERIFY(finiteSizeEstimate(sigma, 48, 64, options)->theta != theta);
    options.seed = 0;
    options.epsilon = 0.3; // fewer directions are foreign: a stronger update is needed
    QVERIFY(finiteSizeEstimate(sigma, 48, 64, options)->theta > theta);
    options.epsilon = 0.5;
    options.k = 1; // the first direction only
    QVERIFY(finiteSizeEstimate(sigma, 48, 64, options)->theta > theta);
}

void TestFiniteSize::emptyAndUnreachableLayers() {
    QCOMPARE(finiteSizeEstimate(Vector::Zero(8), 8, 8, {})->theta, 0.0);
    // A single direction on both sides: every update is aligned with it.
    QVERIFY(std::isinf(finiteSizeEstimate(Vector::Ones(1), 1, 1, {})->theta));
    const auto equal = finiteSizeEstimate(Vector::Ones(8), 8, 8, {}); // all directions lie in one group
    QVERIFY(std::isinf(equal->theta));
}

void TestFiniteSize::runShowsItOnlyWhenAsked() {
    test::MemorySink sink;
    QVERIFY(runs::execute(kAudit, runs::inputsOf(kAudit, {{kBaseInput, "base"}}), sink).state == RunState::finished);
    QVERIFY(!sink.as<Table>("layers")->find(column::kThetaFinite));
}

void TestFiniteSize::stops() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(finiteSizeEstimate(Vector::Ones(8), 8, 8, {}, stop.get_token()).error().code == ErrorCode::cancelled);
}

QTEST_GUILESS_MAIN(TestFiniteSize)
#include "tst_finite_size.moc"
