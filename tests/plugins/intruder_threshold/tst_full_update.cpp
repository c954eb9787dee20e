#include "plugins/intruder_threshold/compute/full_update.h"
#include "tests/plugins/intruder_threshold/dense_update.h"
#include "tests/plugins/intruder_threshold/reference_cases.h"

#include <QTest>

#include <cmath>

using namespace vitrine;
using namespace vitrine::intruder;

namespace {

constexpr int kDirections = 10;

/// Whether the j-th value stands apart from its neighbours, so that its vector is determined.
bool isApart(const std::vector<UpdatedTriplet>& triplets, std::size_t j, double next) {
    const double gap = 1e-6 * triplets.front().value;
    const double below = j + 1 < triplets.size() ? triplets[j + 1].value : next;
    return (j == 0 || triplets[j - 1].value - triplets[j].value > gap) && triplets[j].value - below > gap;
}

Matrix filled(Eigen::Index rows, Eigen::Index cols, double phase) {
    Matrix m(rows, cols);
    for (Eigen::Index j = 0; j < cols; ++j)
        for (Eigen::Index i = 0; i < rows; ++i)
            m(i, j) = std::sin(1.7 * static_cast<double>(i * cols + j) + phase) + (i == j ? 2.0 : 0.0);
    return m;
}

FullUpdate updateOf(const Matrix& w, const Matrix& tuned, int k = kDirections) {
    return *fullUpdate(w, *layerSpectrum(w, SpectrumPart::valuesAndBasis), tuned, k);
}

} // namespace

/// Full fine-tuning of one weight against the dense update of the same matrices, and what must not change its answers.
class TestFullUpdate : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void agreesWithDenseUpdate();
    void spectrumIsThatOfTheDifference();
    void transposingSwapsLeftAndRight();
    void scaleChangesNoOverlap_data();
    void scaleChangesNoOverlap();
    void equalValuesCountAsAGroup();
    void unchangedWeightHasNoUpdate();
    void vanishingDirectionsAreNoIntruders();
    void refusesWhatDoesNotFit();
    void stops();
};

void TestFullUpdate::agreesWithDenseUpdate() {
    int compared = 0;
    for (const ReferenceCase& c : referenceCases()) {
        if (c.name.starts_with("repeated") || c.name.ends_with("_scale"))
            continue;
        const double s = c.expected.at("s_star").at("full").is_number()
                             ? 2.0 * c.expected.at("s_star").at("full").get<double>()
                             : 1.0;
        const Matrix tuned = c.w + (s * c.gamma) * (c.b * c.a);
        const auto svd = linalg::svd(c.w, true);
        const auto factors = loraFactors(c.b, c.a);
        const auto dense = denseUpdate(*svd, *factors, c.gamma, s, {kDirections + 1, false});
        QVERIFY(dense.ok());
        const FullUpdate full = updateOf(c.w, tuned);
        const auto& expected = dense->triplets;
        const bool deficient = svd->values(svd->values.size() - 1) < 1e-7 * svd->values(0);
        for (std::size_t j = 0; j < full.triplets.size(); ++j) {
            const std::string what = c.name + " j " + std::to_string(j);
            QVERIFY(close(full.triplets[j].value, expected[j].value, 1e-9, what, expected[0].value));
            if (!isApart(expected, j, 0.0) || expected[j].value < 1e-3 * expected[0].value)
                continue;
            QVERIFY(close(full.triplets[j].maxcosLeft, expected[j].maxcosLeft, 1e-7, what + " left", 1.0));
            if (!deficient) // else one side loses what the Gram matrix cannot resolve
                QVERIFY(close(full.triplets[j].maxcosRight, expected[j].maxcosRight, 1e-7, what + " right", 1.0));
            ++compared;
        }
    }
    QVERIFY(compared > 150);
}

void TestFullUpdate::spectrumIsThatOfTheDifference() {
    const Matrix w = filled(24, 40, 0.3);
    const Matrix tuned = w + 0.1 * filled(24, 40, 1.1);
    const FullUpdate full = updateOf(w, tuned);
    const auto svd = linalg::svd(tuned - w, false);
    QVERIFY((full.sigma - svd->values).cwiseAbs().maxCoeff() < 1e-12 * svd->values(0));
    QVERIFY(close(full.stableRank, svd->values.squaredNorm() / svd->values(0) / svd->values(0), 1e-12, "stable rank"));
}

void TestFullUpdate::transposingSwapsLeftAndRight() {
    const Matrix w = filled(20, 33, 0.3);
    const Matrix tuned = w + 0.4 * filled(20, 33, 2.0);
    const FullUpdate one = updateOf(w, tuned);
    const FullUpdate turned = updateOf(w.transpose(), tuned.transpose());
    for (std::size_t j = 0; j < one.triplets.size(); ++j) {
        QVERIFY(close(turned.triplets[j].maxcosLeft, one.triplets[j].maxcosRight, 1e-9, "left", 1.0));
        QVERIFY(close(turned.triplets[j].maxcosRight, one.triplets[j].maxcosLeft, 1e-9, "right", 1.0));
        QCOMPARE(turned.triplets[j].argLeft, one.triplets[j].argRight);
    }
}

void TestFullUpdate::scaleChangesNoOverlap_data() {
    QTest::addColumn<double>("scale");
    QTest::newRow("1e20") << 1e20;
    QTest::newRow("1e-20") << 1e-20;
    QTest::newRow("1e180") << 1e180; // its square is not a number
    QTest::newRow("1e-180") << 1e-180;
}

void TestFullUpdate::scaleChangesNoOverlap() {
    QFETCH(double, scale);
    const Matrix w = filled(20, 33, 0.3);
    const Matrix tuned = w + 0.4 * filled(20, 33, 2.0);
    const FullUpdate one = updateOf(w, tuned);
    const FullUpdate other = updateOf(w * scale, tuned * scale);
    QVERIFY(close(other.stableRank, one.stableRank, 1e-9, "stable rank"));
    for (std::size_t j = 0; j < one.triplets.size(); ++j) {
        QVERIFY(close(other.triplets[j].value, one.triplets[j].value * scale, 1e-9, "value"));
        QVERIFY(close(other.triplets[j].maxcosLeft, one.triplets[j].maxcosLeft, 1e-8, "left", 1.0));
        QVERIFY(close(other.triplets[j].maxcosRight, one.triplets[j].maxcosRight, 1e-8, "right", 1.0));
    }
}

void TestFullUpdate::equalValuesCountAsAGroup() {
    Matrix w = Matrix::Identity(8, 8); // all values equal: every direction lies in the group
    const Matrix tuned = w + 0.3 * filled(8, 8, 0.9);
    for (const UpdatedTriplet& triplet : updateOf(w, tuned).triplets) {
        QVERIFY(close(triplet.maxcosLeft, 1.0, 1e-12, "left"));
        QVERIFY(close(triplet.maxcosRight, 1.0, 1e-12, "right"));
    }
}

void TestFullUpdate::unchangedWeightHasNoUpdate() {
    const Matrix w = filled(30, 12, 0.3);
    const FullUpdate full = updateOf(w, w);
    QCOMPARE(full.largest(), 0.0);
    QVERIFY(std::isnan(full.stableRank));
    for (const UpdatedTriplet& triplet : full.triplets)
        QVERIFY(close(triplet.maxcosLeft, 1.0, 1e-9, "left"));
}

void TestFullUpdate::vanishingDirectionsAreNoIntruders() {
    const Matrix w = filled(12, 9, 0.3);
    Matrix tuned = Matrix::Zero(12, 9);
    tuned.col(0) = w.col(0);
    const FullUpdate full = updateOf(w, tuned);
    QVERIFY(full.triplets[0].value > 0.0);
    QVERIFY(full.triplets[0].maxcosLeft > 0.0);
    QCOMPARE(full.triplets[3].value, 0.0);
    QVERIFY(std::isnan(full.triplets[3].maxcosLeft)); // below no limit, so no intruder
    const FullUpdate fromNothing = updateOf(Matrix::Zero(12, 9), w);
    QCOMPARE(fromNothing.triplets[0].maxcosLeft, 0.0); // foreign to a base that has no direction
}

void TestFullUpdate::refusesWhatDoesNotFit() {
    const Matrix w = filled(6, 5, 0.3);
    const auto spectrum = layerSpectrum(w, SpectrumPart::valuesAndBasis);
    QVERIFY(fullUpdate(w, *spectrum, filled(5, 6, 0.3), 3).error().code == ErrorCode::invalidArgument);
    QVERIFY(fullUpdate(w, *layerSpectrum(w, SpectrumPart::values), w, 3).error().code == ErrorCode::invalidArgument);
    Matrix broken = w;
    broken(2, 2) = std::nan("");
    QVERIFY(fullUpdate(w, *spectrum, broken, 3).error().code == ErrorCode::numeric);
}

void TestFullUpdate::stops() {
    std::stop_source stop;
    stop.request_stop();
    const Matrix w = filled(6, 5, 0.3);
    const auto spectrum = layerSpectrum(w, SpectrumPart::valuesAndBasis);
    QVERIFY(fullUpdate(w, *spectrum, w, 3, stop.get_token()).error().code == ErrorCode::cancelled);
}

QTEST_GUILESS_MAIN(TestFullUpdate)
#include "tst_full_update.moc"
