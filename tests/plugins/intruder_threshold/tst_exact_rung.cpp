#include "plugins/intruder_threshold/compute/alignment.h"
#include "plugins/intruder_threshold/compute/exact_rung.h"
#include "tests/plugins/intruder_threshold/dense_update.h"
#include "tests/plugins/intruder_threshold/reference_cases.h"
#include "tests/support/tensor_fixture.h"

#include <QTest>

#include <algorithm>

using namespace vitrine;
using namespace vitrine::intruder;

/// Secular roots and overlaps against dense decompositions.
class TestExactRung : public QObject {
    Q_OBJECT

private slots:
    void valuesOfReference();
    void overlapsOfReference();
    void inverseStrengths();
    void rankOneScan();
    void denseUpdateAgrees();
    void allRootsKeepTheNorm();
    void equalPolesAreDeflated();
    void startDoesNotMatter();
    void stops();
};

namespace {

Result<SecularProblem> problemOf(const ReferenceCase& c) {
    const auto layer = layerSpectrum(c.w, SpectrumPart::valuesAndBasis);
    const auto factors = loraFactors(c.b, c.a);
    if (!layer || !factors)
        return makeError(ErrorCode::internal, "no problem");
    return secularProblem(*layer, c.w, *factors, c.gamma);
}

/// Whether the updated value j stands apart from its neighbours, as the reference asks for.
bool apart(const std::vector<double>& sv, std::size_t j, double next) {
    const double gap = 1e-6 * sv[0];
    return (j == 0 || sv[j - 1] - sv[j] >= gap) && sv[j] - (j + 1 < sv.size() ? sv[j + 1] : next) >= gap;
}

} // namespace

void TestExactRung::valuesOfReference() {
    for (const ReferenceCase& c : referenceCases()) {
        auto problem = problemOf(c);
        QVERIFY(problem.ok());
        ExactRung exact(std::move(*problem), 10);
        QCOMPARE(c.expected.at("exact").size(), std::size_t{7});
        for (const auto& row : c.expected.at("exact")) {
            const auto sv = row.at("sv").get<std::vector<double>>();
            const auto updated = exact.at(row.at("s"), {});
            QVERIFY2(updated.ok(), c.name.c_str());
            QCOMPARE(updated->triplets.size(), sv.size());
            for (std::size_t j = 0; j < sv.size(); ++j)
                QVERIFY(close(updated->triplets[j].value, sv[j], 1e-11, c.name + " value " + std::to_string(j), sv[0]));
        }
    }
}

void TestExactRung::overlapsOfReference() {
    int compared = 0;
    for (const ReferenceCase& c : referenceCases()) {
        if (c.name.starts_with("repeated"))
            continue;
        auto problem = problemOf(c);
        const double smallest = problem->sigma(problem->order - 1);
        ExactRung exact(std::move(*problem), 11);
        for (const auto& row : c.expected.at("exact")) {
            const auto sv = row.at("sv").get<std::vector<double>>();
            const auto updated = exact.at(row.at("s"), {11, true});
            QVERIFY(updated.ok());
            const double next = updated->triplets.size() > sv.size() ? updated->triplets[sv.size()].value : 0.0;
            bool certain = true;
            for (std::size_t j = 0; j < sv.size(); ++j) {
                if (!apart(sv, j, next))
                    continue;
                const UpdatedTriplet& t = updated->triplets[j];
                const std::string what = c.name + " s " + row.at("s").dump() + " j " + std::to_string(j);
                const double left = row.at("maxcos_left")[j];
                const double right = row.at("maxcos_right")[j];
                const auto sigma = c.expected.at("sigma").get<std::vector<double>>();
                if (sigma[row.at("argmax_left")[j].get<std::size_t>()] < 1e-12 * sigma[0])
                    continue; // a vector of a vanishing value, which is not looked at
                certain = certain && std::abs(left - 0.5) > 1e-6;
                QVERIFY(close(t.maxcosLeft, left, 1e-8, what + " left", 1.0));
                if (smallest > 0.0) // otherwise the right vectors of W that go with 0 are anybody's choice
                    QVERIFY(close(t.maxcosRight, right, 1e-8, what + " right", 1.0));
                Vector others = updated->overlapsLeft.col(static_cast<Eigen::Index>(j));
                others(t.argLeft) = 0.0;
                if (others.maxCoeff() <= t.maxcosLeft - 1e-6)
                    QVERIFY2(t.argLeft == row.at("argmax_left")[j].get<Eigen::Index>(), what.c_str());
                ++compared;
            }
            if (certain)
                QVERIFY2(updated->intruders(0.5, 10) == row.at("intruders_left").get<int>(), c.name.c_str());
        }
    }
    QVERIFY(compared > 1200);
}

void TestExactRung::inverseStrengths() {
    for (const ReferenceCase& c : referenceCases()) {
        const auto layer = layerSpectrum(c.w, SpectrumPart::values);
        auto problem = problemOf(c);
        const CriticalEdge edge = criticalStrength(*layer).full.value();
        const auto strengths = strengthsAt(*problem, edge.z0);
        const auto expected = c.expected.at("aligned_strengths_at_full_z0").get<std::vector<double>>();
        QVERIFY(strengths.ok());
        QVERIFY(strengths->size() >= expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY(close((*strengths)[i], expected[i], 1e-9, c.name + " strength"));
        const auto aligned = alignment(*problem, *layer, edge);
        QVERIFY(aligned.ok());
        if (!expected.empty())
            QVERIFY(close(aligned->withCoupling, expected[0], 1e-9, c.name + " aligned with coupling"));
        ExactRung exact(std::move(*problem), 1);
        if (!expected.empty()) {
            const auto there = exact.at(expected[0], {1, false});
            QVERIFY(close(there->triplets[0].value, edge.z0, 1e-11, c.name + " comes out at z0"));
        }
        QVERIFY(strengthsAt(exact.problem(), layer->largest() / 2.0).error().code == ErrorCode::invalidArgument);
    }
}

void TestExactRung::rankOneScan() {
    const QString folder = QStringLiteral(VITRINE_TEST_DATA "/intruder_reference/");
    const TensorFixture tensors(folder + QStringLiteral("rank1_zscan.safetensors"));
    const auto file = jsonFixture(folder + QStringLiteral("theory_checks.json"));
    const Matrix& w = tensors.at("W");
    const auto layer = layerSpectrum(w, SpectrumPart::valuesAndBasis);
    LoraFactors factors;
    factors.u = tensors.at("u");
    factors.v = tensors.at("v");
    factors.theta = Vector::Ones(1);
    factors.columns = 1;
    auto problem = secularProblem(*layer, w, factors, 1.0);
    QVERIFY(problem.ok());
    const double unit = problem->unit;
    ExactRung exact(std::move(*problem), 60);
    int seen = 0;
    for (const auto& row : file.at("rank1_zscan")) {
        const double z = row.at("z");
        const Matrix m = coreMatrix(exact.problem(), z / unit) / unit;
        QVERIFY(close(m(0, 0), row.at("F"), 1e-9, "F"));
        QVERIFY(close(m(1, 1), row.at("G"), 1e-9, "G"));
        QVERIFY(close(m(1, 0), row.at("C"), 1e-9, "C", std::abs(m(0, 0))));
        for (const auto& solution : row.at("solutions")) {
            const double s = solution.at("s");
            const auto rank = solution.at("rank").get<std::size_t>();
            const double root = std::sqrt(m(0, 0) * m(1, 1));
            QVERIFY(std::min(std::abs(1.0 / (m(1, 0) + root) - s), std::abs(1.0 / (m(1, 0) - root) - s)) <= 1e-9 * s);
            const auto updated = exact.at(s, {60, false});
            QVERIFY(updated.ok());
            const UpdatedTriplet& t = updated->triplets.at(rank - 1);
            QVERIFY(close(t.value, z, 1e-9, "value of rank " + std::to_string(rank)));
            QVERIFY(close(t.maxcosLeft, solution.at("maxcos_left"), 1e-9, "left", 1.0));
            ++seen;
        }
    }
    QVERIFY(seen > 15);
}

void TestExactRung::denseUpdateAgrees() {
    for (const ReferenceCase& c : referenceCases()) {
        if (c.name.starts_with("repeated"))
            continue;
        const auto svd = linalg::svd(c.w, true);
        const auto factors = loraFactors(c.b, c.a);
        auto problem = problemOf(c);
        const bool full = problem->sigma(problem->order - 1) > 0.0;
        ExactRung exact(std::move(*problem), 10);
        const double s = c.expected.at("s_star").at("full").get<double>() * 1.3;
        const auto dense = denseUpdate(*svd, *factors, c.gamma, s, {});
        const auto secular = exact.at(s, {});
        QVERIFY(dense && secular);
        for (std::size_t j = 0; j < dense->triplets.size(); ++j) {
            const UpdatedTriplet& a = dense->triplets[j];
            const UpdatedTriplet& b = secular->triplets[j];
            const double top = dense->triplets[0].value;
            QVERIFY(close(b.value, a.value, 1e-11, c.name + " value", top));
            const bool lonely =
                (j == 0 || dense->triplets[j - 1].value - a.value > 1e-6 * top) &&
                (j + 1 == dense->triplets.size() || a.value - dense->triplets[j + 1].value > 1e-6 * top);
            if (!lonely || j + 1 == dense->triplets.size())
                continue;
            QVERIFY(close(b.maxcosLeft, a.maxcosLeft, 1e-8, c.name + " left", 1.0));
            QVERIFY(close(b.directionLeft, a.directionLeft, 1e-8, c.name + " direction left", 1.0));
            QVERIFY(close(b.directionRight, a.directionRight, 1e-8, c.name + " direction right", 1.0));
            if (full)
                QVERIFY(close(b.maxcosRight, a.maxcosRight, 1e-8, c.name + " right", 1.0));
        }
    }
}

void TestExactRung::allRootsKeepTheNorm() {
    for (const ReferenceCase& c : referenceCases()) {
        auto problem = problemOf(c);
        const auto q = static_cast<int>(problem->order);
        ExactRung exact(std::move(*problem), q);
        const double s = c.expected.at("s_star").at("full");
        const auto updated = exact.at(s, {q, false});
        QVERIFY(updated.ok());
        double sum = 0.0;
        const auto sigma = c.expected.at("sigma").get<std::vector<double>>();
        const double move = s * c.gamma * c.expected.at("sigma_BA")[0].get<double>();
        for (std::size_t j = 0; j < updated->triplets.size(); ++j) {
            const double value = updated->triplets[j].value;
            sum += value * value;
            QVERIFY(std::abs(value - sigma[j]) <= move + 1e-7 * sigma[0]); // Weyl
            QVERIFY(j == 0 || value <= updated->triplets[j - 1].value * (1.0 + 1e-13));
        }
        QVERIFY(close(sum, (c.w + s * c.gamma * c.b * c.a).squaredNorm(), 1e-12, c.name + " squared norm"));
    }
}

void TestExactRung::equalPolesAreDeflated() {
    // The identity of order 60 and an update of rank 2: all but four values stay at 1.
    const Matrix w = Matrix::Identity(60, 60);
    Matrix b = Matrix::Zero(60, 2);
    Matrix a = Matrix::Zero(2, 60);
    for (int i = 0; i < 60; ++i) {
        b(i, 0) = std::sin(i + 1.0);
        b(i, 1) = std::cos(3.0 * i);
        a(0, i) = std::sin(7.0 * i + 2.0);
        a(1, i) = std::cos(11.0 * i + 1.0);
    }
    const auto layer = layerSpectrum(w, SpectrumPart::valuesAndBasis);
    const auto factors = loraFactors(b, a);
    auto problem = secularProblem(*layer, w, *factors, 1.0);
    QCOMPARE(problem->poles.size(), Eigen::Index{4});
    ExactRung exact(std::move(*problem), 60);
    const auto updated = exact.at(0.05, {60, false});
    const auto dense = linalg::svd(w + 0.05 * b * a, false);
    QVERIFY(updated && dense);
    for (Eigen::Index j = 0; j < 60; ++j) {
        const UpdatedTriplet& t = updated->triplets[static_cast<std::size_t>(j)];
        QVERIFY(close(t.value, dense->values(j), 1e-12, "value " + std::to_string(j)));
        QVERIFY(t.maxcosLeft > 1.0 - 1e-9); // all pretrained vectors together span everything
    }
}

void TestExactRung::startDoesNotMatter() {
    // values of a near and of a far strength as guesses, and none: the same roots, whichever others lie beside them
    for (const ReferenceCase& c : referenceCases()) {
        auto problem = problemOf(c);
        QVERIFY(problem.ok());
        ExactRung exact(std::move(*problem), 10);
        const auto far = exact.at(40.0, {});
        std::optional<UpdatedSpectrum> last;
        for (double s = 0.02; s < 20.0; s *= 1.19) {
            const auto alone = exact.at(s, {});
            const auto fromFar = exact.at(s, {}, {}, &*far);
            auto fromLast = exact.at(s, {}, {}, last ? &*last : nullptr);
            QVERIFY(alone && fromFar && fromLast);
            const double top = alone->triplets[0].value;
            for (std::size_t j = 0; j < alone->triplets.size(); ++j) {
                const std::string what = c.name + " s " + std::to_string(s) + " j " + std::to_string(j);
                QVERIFY(close(fromLast->triplets[j].value, alone->triplets[j].value, 1e-12, what + " last", top));
                QVERIFY(close(fromFar->triplets[j].value, alone->triplets[j].value, 1e-12, what + " far", top));
            }
            last = std::move(*fromLast);
        }
    }
}

void TestExactRung::stops() {
    const ReferenceCase& c = referenceCases()[3];
    ExactRung exact(std::move(*problemOf(c)), 10);
    std::stop_source source;
    source.request_stop();
    QCOMPARE(exact.at(1.0, {}, source.get_token()).error().code, ErrorCode::cancelled);
    QCOMPARE(exact.at(-1.0, {}).error().code, ErrorCode::invalidArgument);
    const auto base = exact.at(0.0, {});
    QVERIFY(base.ok());
    QCOMPARE(base->intruders(0.5), 0);
}

QTEST_GUILESS_MAIN(TestExactRung)
#include "tst_exact_rung.moc"
