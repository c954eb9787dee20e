#include "plugins/intruder_threshold/compute/critical_strength.h"
#include "plugins/intruder_threshold/compute/lora_factors.h"
#include "plugins/intruder_threshold/compute/marchenko_pastur.h"
#include "tests/plugins/intruder_threshold/reference_cases.h"
#include "tests/support/tensor_fixture.h"

#include <QTest>

using namespace vitrine;
using namespace vitrine::intruder;

/// What the spectrum of a weight alone says, against independent numbers and closed forms.
class TestUniversalRung : public QObject {
    Q_OBJECT

private slots:
    void singularValues();
    void edgesAndMultipliers();
    void outliers();
    void medians();
    void closedForms();
    void quantileSpectraConverge();
    void strengthRisesWithKappa();
    void emptyAndInactive();
};

void TestUniversalRung::singularValues() {
    QCOMPARE(referenceCases().size(), std::size_t{26});
    for (const ReferenceCase& c : referenceCases()) {
        const auto svd = layerSpectrum(c.w, SpectrumPart::valuesAndBasis, SpectrumRoute::svd);
        const auto gram = layerSpectrum(c.w, SpectrumPart::values);
        const auto factors = loraFactors(c.b, c.a);
        QVERIFY(svd && gram && factors);
        const auto sigma = c.expected.at("sigma").get<std::vector<double>>();
        const auto theta = c.expected.at("sigma_BA").get<std::vector<double>>();
        for (std::size_t i = 0; i < sigma.size(); ++i) {
            const auto k = static_cast<Eigen::Index>(i);
            QVERIFY(close(svd->sigma(k), sigma[i], 1e-12, c.name + " sigma", sigma[0]));
            if (sigma[i] >= 1e-3 * sigma[0])
                QVERIFY(close(gram->sigma(k), sigma[i], 1e-9, c.name + " sigma by Gram matrix"));
        }
        QCOMPARE(factors->effectiveRank(), c.expected.at("effective_rank").get<Eigen::Index>());
        for (Eigen::Index j = 0; j < factors->effectiveRank(); ++j)
            QVERIFY(close(factors->theta(j), theta[static_cast<std::size_t>(j)], 1e-12, c.name + " theta", theta[0]));
        const Matrix product = factors->u * factors->theta.asDiagonal() * factors->v.transpose();
        QVERIFY((product - c.b * c.a).norm() <= 1e-13 * product.norm());
        const Matrix identity = Matrix::Identity(svd->order(), svd->order());
        QVERIFY((svd->basis.transpose() * svd->basis - identity).norm() < 1e-12);
    }
}

namespace {

bool edgeIs(const std::optional<CriticalEdge>& edge, const nlohmann::json& expected, const std::string& what) {
    if (expected.is_null() || expected.at("theta").is_null())
        return !edge;
    if (!edge || edge->dropped != expected.at("p").get<Eigen::Index>())
        return false;
    return close(edge->z0, expected.at("z0"), 1e-9, what + " z0") &&
           close(edge->theta, expected.at("theta"), 1e-9, what + " theta") &&
           close(edge->thetaLow, expected.at("theta_kappa_half"), 1e-9, what + " theta at half kappa") &&
           close(edge->thetaHigh, expected.at("theta_kappa_two"), 1e-9, what + " theta at twice kappa") &&
           close(edge->logSlope, expected.at("dlogtheta_dlogz0"), 1e-8, what + " slope");
}

} // namespace

void TestUniversalRung::edgesAndMultipliers() {
    for (const ReferenceCase& c : referenceCases())
        for (const SpectrumRoute route : {SpectrumRoute::svd, SpectrumRoute::gram}) {
            const auto layer = layerSpectrum(c.w, SpectrumPart::values, route);
            const auto factors = loraFactors(c.b, c.a);
            QVERIFY(layer && factors);
            const CriticalStrength critical = criticalStrength(*layer);
            const auto& edges = c.expected.at("edges");
            const double rounding = 1e-6 * layer->largest(); // a vanishing bulk has rounding errors only
            const char* by = route == SpectrumRoute::svd ? " svd" : " gram";
            QVERIFY2(edgeIs(critical.full, edges.at("full"), c.name + by + " full"), c.name.c_str());
            QVERIFY2(edgeIs(critical.rankK, edges.at("rank_k"), c.name + by + " rank k"), c.name.c_str());
            QVERIFY2(edgeIs(critical.noise, edges.at("mp_median"), c.name + by + " noise"), c.name.c_str());
            QVERIFY(close(critical.noiseSigma, c.expected.at("mp_sigma"), 1e-9, c.name + " noise", rounding));
            QVERIFY(close(critical.noiseEdge, c.expected.at("mp_edge"), 1e-9, c.name + " noise edge", rounding));
            const auto& multipliers = c.expected.at("s_star");
            const double scaled = c.gamma * factors->largest();
            QVERIFY(close(criticalMultiplier(critical.full->theta, scaled), multipliers.at("full"), 1e-9, c.name));
            QVERIFY(close(criticalMultiplier(critical.rankK->theta, scaled), multipliers.at("rank_k"), 1e-9, c.name));
            QVERIFY(close(criticalMultiplier(*critical.geometricMean, scaled), multipliers.at("geo_full_rank_k"), 1e-9,
                          c.name));
        }
}

void TestUniversalRung::outliers() {
    for (const ReferenceCase& c : referenceCases()) {
        const auto layer = layerSpectrum(c.w, SpectrumPart::values, SpectrumRoute::svd);
        const auto& expected = c.expected.at("outlier_at_4_theta_full");
        const double theta = 4.0 * criticalStrength(*layer).full->theta;
        QVERIFY(close(theta, expected.at("theta"), 1e-9, c.name));
        const Outlier outlier = predictedOutlier(layer->sigma, layer->rows, layer->cols, theta);
        QVERIFY(close(outlier.position, expected.at("rho"), 1e-9, c.name + " rho"));
        QVERIFY(close(outlier.leftOverlapSq, expected.at("left_overlap_sq"), 1e-9, c.name + " left"));
        QVERIFY(close(outlier.rightOverlapSq, expected.at("right_overlap_sq"), 1e-9, c.name + " right"));
        const DTransform d = dTransform(layer->sigma, layer->rows, layer->cols, outlier.position);
        QVERIFY(close(d.strength(outlier.position), theta, 1e-13, c.name + " D(rho) theta^2 = 1"));
    }
}

void TestUniversalRung::medians() {
    const auto file = jsonFixture(QStringLiteral(VITRINE_TEST_DATA "/intruder_reference/theory_checks.json"));
    QCOMPARE(file.at("mp_median_lambda").size(), std::size_t{5});
    for (const auto& [ratio, median] : file.at("mp_median_lambda").items())
        QVERIFY(close(marchenko_pastur::median(std::stod(ratio)), median, 1e-11, "median for c = " + ratio));
}

void TestUniversalRung::closedForms() {
    const auto file = jsonFixture(QStringLiteral(VITRINE_TEST_DATA "/intruder_reference/theory_checks.json"));
    for (const auto& row : file.at("mp_D")) {
        const double c = row.at("c");
        const double z = row.at("z_over_b").get<double>() * marchenko_pastur::edge(c);
        QVERIFY(close(marchenko_pastur::dTransform(c, z), row.at("D_closed"), 1e-9, "D"));
        if (!row.at("D_quadrature").is_null())
            QVERIFY(close(marchenko_pastur::dTransform(c, z), row.at("D_quadrature"), 1e-9, "D by quadrature"));
    }
    for (const double c : {1.0, 0.5, 0.1}) {
        const double critical = marchenko_pastur::criticalStrength(c);
        QVERIFY(close(marchenko_pastur::outlierPosition(c, critical), marchenko_pastur::edge(c), 1e-12, "edge"));
        QVERIFY(marchenko_pastur::smallSideOverlapSq(c, critical) < 1e-12);
        QVERIFY(marchenko_pastur::largeSideOverlapSq(c, critical) < 1e-12);
        const double theta = 1.7;
        const double rho = marchenko_pastur::outlierPosition(c, theta);
        QVERIFY(close(marchenko_pastur::dTransform(c, rho) * theta * theta, 1.0, 1e-12, "D(rho) theta^2"));
    }
}

void TestUniversalRung::quantileSpectraConverge() {
    // Each atom at the middle of its share of the law, found by bisection on the probability below it.
    const auto file = jsonFixture(QStringLiteral(VITRINE_TEST_DATA "/intruder_reference/theory_checks.json"));
    int seen = 0;
    for (const auto& row : file.at("mp_quantile_convergence")) {
        const double c = row.at("c");
        const auto q = row.at("q").get<Eigen::Index>();
        if (c != 1.0 || q > 1024)
            continue;
        Vector sigma(q);
        for (Eigen::Index i = 0; i < q; ++i) {
            // For c = 1 with t: probability (t + sin t) / pi below sigma = 2 sin(t / 2).
            const double wanted = 1.0 - (static_cast<double>(i) + 0.5) / static_cast<double>(q);
            double low = 0.0;
            double high = M_PI;
            for (int step = 0; step < 60; ++step) {
                const double middle = (low + high) / 2.0;
                ((middle + std::sin(middle)) / M_PI < wanted ? low : high) = middle;
            }
            sigma(i) = 2.0 * std::sin(low / 2.0);
        }
        const auto edge = criticalEdge(sigma, q, q, 0);
        QVERIFY(edge.has_value());
        QVERIFY(close(edge->thetaLow, row.at("ratio_kappa_half"), 1e-5, "half kappa"));
        QVERIFY(close(edge->theta, row.at("ratio_kappa_one"), 1e-5, "kappa"));
        QVERIFY(close(edge->thetaHigh, row.at("ratio_kappa_two"), 1e-5, "twice kappa"));
        ++seen;
    }
    QVERIFY(seen >= 3);
}

void TestUniversalRung::strengthRisesWithKappa() {
    for (const ReferenceCase& c : referenceCases()) {
        const auto layer = layerSpectrum(c.w, SpectrumPart::values);
        double before = 0.0;
        for (const double kappa : {0.1, 0.5, 1.0, 2.0, 5.0}) {
            const auto edge = criticalEdge(layer->sigma, layer->rows, layer->cols, 0, kappa);
            QVERIFY(edge && edge->theta > before);
            before = edge->theta;
        }
    }
}

void TestUniversalRung::emptyAndInactive() {
    const auto layer = layerSpectrum(Matrix::Zero(4, 6), SpectrumPart::values);
    QVERIFY(layer.ok());
    const CriticalStrength critical = criticalStrength(*layer);
    QCOMPARE(critical.full->theta, 0.0);
    QCOMPARE(critical.warnings.front(), SpectrumWarning::emptyLayer);
    const auto factors = loraFactors(Matrix::Zero(4, 2), Matrix::Random(2, 6));
    QVERIFY(factors && factors->inactive());
    QVERIFY(std::isinf(criticalMultiplier(1.0, factors->largest())));
    QCOMPARE(loraFactors(Matrix::Zero(4, 2), Matrix::Zero(3, 6)).error().code, ErrorCode::invalidArgument);
    Matrix bad = Matrix::Ones(3, 3);
    bad(1, 1) = std::nan("");
    QCOMPARE(layerSpectrum(bad, SpectrumPart::values).error().code, ErrorCode::numeric);
}

QTEST_GUILESS_MAIN(TestUniversalRung)
#include "tst_universal_rung.moc"
