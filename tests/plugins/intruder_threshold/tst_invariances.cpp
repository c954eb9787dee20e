#include "plugins/intruder_threshold/compute/critical_strength.h"
#include "plugins/intruder_threshold/compute/exact_rung.h"
#include "tests/plugins/intruder_threshold/reference_cases.h"

#include <QTest>

#include <cmath>

using namespace vitrine;
using namespace vitrine::intruder;

namespace {

constexpr int kDirections = 10;

/// What is said of one layer and its adapter.
struct Answers {
    CriticalStrength critical;
    double multiplier = 0.0; ///< s* at the full edge
    UpdatedSpectrum updated; ///< at the strength that was asked for
};

Answers answersOf(const ReferenceCase& c, double strength) {
    const auto spectrum = layerSpectrum(c.w, SpectrumPart::valuesAndBasis);
    const auto factors = loraFactors(c.b, c.a);
    auto problem = secularProblem(*spectrum, c.w, *factors, c.gamma);
    ExactRung rung(std::move(*problem), kDirections);
    Answers answers;
    answers.critical = criticalStrength(*spectrum);
    answers.multiplier = criticalMultiplier(answers.critical.full->theta, c.gamma * factors->largest());
    answers.updated = *rung.at(strength, {kDirections, false});
    return answers;
}

/// Cases whose leading vectors are determined.
std::vector<const ReferenceCase*> plainCases() {
    std::vector<const ReferenceCase*> plain;
    for (const ReferenceCase& c : referenceCases()) {
        const auto sigma = c.expected.at("sigma").get<std::vector<double>>();
        const bool hasFullRank = sigma.back() > 1e-6 * sigma.front();
        if (c.expected.contains("exact") && !c.name.starts_with("repeated") && hasFullRank)
            plain.push_back(&c);
    }
    return plain;
}

double strengthOf(const ReferenceCase& c) {
    return 1.5 * c.expected.at("s_star").at("full").get<double>();
}

/// Vectors of values that nearly coincide are mixed by any rounding.
bool isApart(const UpdatedSpectrum& updated, std::size_t j) {
    const auto& all = updated.triplets;
    const double gap = 1e-6 * all.front().value;
    return (j == 0 || all[j - 1].value - all[j].value > gap) &&
           (j + 1 < all.size() && all[j].value - all[j + 1].value > gap);
}

bool sameUpdate(const Answers& one, const Answers& other, double unit, const std::string& name) {
    for (std::size_t j = 0; j < one.updated.triplets.size(); ++j) {
        const UpdatedTriplet& a = one.updated.triplets[j];
        const UpdatedTriplet& b = other.updated.triplets[j];
        if (!close(b.value, unit * a.value, 1e-10, name + " value"))
            return false;
        if (isApart(one.updated, j) && (!close(b.maxcosLeft, a.maxcosLeft, 1e-7, name + " left", 1.0) ||
                                        !close(b.maxcosRight, a.maxcosRight, 1e-7, name + " right", 1.0)))
            return false;
    }
    return one.updated.intruders(0.5) == other.updated.intruders(0.5);
}

} // namespace

/// What must not change the answers, whatever the numbers are (section 12).
class TestInvariances : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void unitOfTheWeights_data();
    void unitOfTheWeights();
    void strengthIsInverseToTheScale();
    void orderOfTheComponents();
    void signOfTheUpdate();
    void thresholdRisesWithKappa();
};

void TestInvariances::unitOfTheWeights_data() {
    QTest::addColumn<double>("unit");
    QTest::newRow("1e-20") << 1e-20;
    QTest::newRow("1e20") << 1e20;
}

void TestInvariances::unitOfTheWeights() {
    QFETCH(double, unit);
    QVERIFY(plainCases().size() >= 15);
    for (const ReferenceCase* c : plainCases()) {
        ReferenceCase scaled = *c;
        scaled.w *= unit;
        scaled.b *= unit; // B A is scaled once
        const Answers one = answersOf(*c, strengthOf(*c));
        const Answers other = answersOf(scaled, strengthOf(*c));
        QVERIFY(close(other.multiplier, one.multiplier, 1e-10, c->name + " multiplier"));
        QVERIFY(close(other.critical.full->theta, unit * one.critical.full->theta, 1e-10, c->name + " theta"));
        QVERIFY(sameUpdate(one, other, unit, c->name));
    }
}

void TestInvariances::strengthIsInverseToTheScale() {
    for (const ReferenceCase* c : plainCases()) {
        ReferenceCase doubled = *c;
        doubled.gamma *= 3.0;
        const Answers one = answersOf(*c, strengthOf(*c));
        const Answers other = answersOf(doubled, strengthOf(*c) / 3.0);
        QVERIFY(close(other.multiplier, one.multiplier / 3.0, 1e-13, c->name + " multiplier"));
        QVERIFY(sameUpdate(one, other, 1.0, c->name));
    }
}

void TestInvariances::orderOfTheComponents() {
    int several = 0;
    for (const ReferenceCase* c : plainCases()) {
        several += c->b.cols() > 1 ? 1 : 0;
        ReferenceCase turned = *c;
        turned.b = c->b.rowwise().reverse();
        turned.a = c->a.colwise().reverse();
        const Answers one = answersOf(*c, strengthOf(*c));
        const Answers other = answersOf(turned, strengthOf(*c));
        QVERIFY(close(other.multiplier, one.multiplier, 1e-12, c->name + " multiplier"));
        QVERIFY(sameUpdate(one, other, 1.0, c->name));
    }
    QVERIFY(several > 5);
}

void TestInvariances::signOfTheUpdate() {
    int changed = 0;
    for (const ReferenceCase* c : plainCases()) {
        ReferenceCase turned = *c;
        turned.b = -c->b;
        const Answers one = answersOf(*c, strengthOf(*c));
        const Answers other = answersOf(turned, strengthOf(*c));
        QCOMPARE(other.multiplier, one.multiplier); // the universal rung sees only sizes
        const double top = one.updated.triplets.front().value;
        changed += std::abs(other.updated.triplets.front().value - top) > 1e-9 * top ? 1 : 0;
    }
    QVERIFY(changed > 5); // the exact one sees where the update points
}

void TestInvariances::thresholdRisesWithKappa() {
    for (const ReferenceCase* c : plainCases()) {
        const Answers answers = answersOf(*c, strengthOf(*c));
        for (const auto& edge : {answers.critical.full, answers.critical.rankK, answers.critical.quantile}) {
            QVERIFY(edge.has_value());
            QVERIFY(edge->thetaLow < edge->theta && edge->theta < edge->thetaHigh);
        }
    }
}

QTEST_GUILESS_MAIN(TestInvariances)
#include "tst_invariances.moc"
