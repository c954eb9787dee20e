#include "plugins/intruder_threshold/compute/exact_rung.h"
#include "plugins/intruder_threshold/compute/layer_scan.h"
#include "tests/plugins/intruder_threshold/reference_cases.h"

#include <QTest>

#include <cmath>

using namespace vitrine;
using namespace vitrine::intruder;

namespace {

constexpr int kDirections = 10;

ExactRung rungOf(const ReferenceCase& c) {
    auto spectrum = layerSpectrum(c.w, SpectrumPart::valuesAndBasis);
    auto factors = loraFactors(c.b, c.a);
    auto problem = secularProblem(*spectrum, c.w, *factors, c.gamma);
    return ExactRung(std::move(*problem), kDirections);
}

/// Whether the j-th value stands apart from its neighbours, so that its vector is determined.
bool isApart(const std::vector<double>& values, std::size_t j) {
    const double gap = 1e-6 * values.front();
    return (j == 0 || values[j - 1] - values[j] > gap) && (j + 1 >= values.size() || values[j] - values[j + 1] > gap);
}

/// An overlap as expected. Of a weight with vanishing singular values the reference counts the vectors that its library
/// chose for them, ours none of them: it can only be smaller.
bool agrees(const ReferenceCase& c, double actual, double expected, double tolerance) {
    const auto sigma = c.expected.at("sigma").get<std::vector<double>>();
    if (sigma.back() < 1e-12 * sigma.front())
        return actual <= expected + tolerance;
    return close(actual, expected, tolerance, c.name + " overlap", 1.0);
}

} // namespace

/// The scan over the strength against dense decompositions at every strength, and what must not change its answers.
class TestLayerScan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scanFindsBothCrossings_data();
    void scanFindsBothCrossings();
    void transposingSwapsLeftAndRight();
    void answersDoNotDependOnWhatWasAsked();

private:
    static void addCases();
};

void TestLayerScan::addCases() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < referenceCases().size(); ++i)
        if (referenceCases()[i].expected.contains("exact"))
            QTest::newRow(referenceCases()[i].name.c_str()) << static_cast<int>(i);
}

void TestLayerScan::scanFindsBothCrossings_data() {
    addCases();
}

void TestLayerScan::scanFindsBothCrossings() {
    QFETCH(int, index);
    const ReferenceCase& c = referenceCases()[static_cast<std::size_t>(index)];
    if (c.name.starts_with("repeated") || !c.expected.contains("scan") || c.expected.at("scan").is_null())
        QSKIP("only singular values are determined");
    const nlohmann::json& scan = c.expected.at("scan");
    std::vector<double> strengths;
    for (int step = scan.at("j_min"); step <= scan.at("j_max").get<int>(); ++step)
        strengths.push_back(scan.at("centre").get<double>() * std::exp2(step * scan.at("step_octaves").get<double>()));
    ExactRung rung = rungOf(c);
    const auto found = intruder_threshold::scanLayer(rung, strengths, {kDirections, 0.5}, {});
    QVERIFY2(found.ok(), found ? "" : found.error().message.c_str());
    bool doubtful = false; // an overlap at the limit may fall on either side
    for (std::size_t i = 0; i < strengths.size(); ++i) {
        const double overlap = scan.at("min_maxcos")[i];
        if (std::abs(overlap - 0.5) < 1e-6) {
            doubtful = true;
            continue;
        }
        QCOMPARE(found->points[i].intruders, scan.at("intruders")[i].get<std::int64_t>());
        QVERIFY(agrees(c, found->points[i].overlap, overlap, 1e-6));
    }
    if (doubtful)
        return;
    for (const auto& [name, crossing] : {std::pair{"first", found->first}, {"persistent", found->persistent}}) {
        QCOMPARE(crossing.status, scan.at(name).at("status").get<std::string>());
        if (crossing.status == "ok")
            QVERIFY(close(crossing.strength, scan.at(name).at("s"), 1e-4, c.name + ' ' + name));
    }
}

void TestLayerScan::transposingSwapsLeftAndRight() {
    for (const ReferenceCase& c : referenceCases()) {
        if (!c.expected.contains("exact") || c.name.starts_with("repeated"))
            continue;
        ReferenceCase turned = c;
        turned.w = c.w.transpose();
        turned.b = c.a.transpose();
        turned.a = c.b.transpose();
        const double s = c.expected.at("exact")[3].at("s").get<double>();
        const auto one = rungOf(c).at(s, {kDirections, false});
        const auto other = rungOf(turned).at(s, {kDirections, false});
        QVERIFY(one && other);
        for (std::size_t j = 0; j < one->triplets.size(); ++j) {
            QVERIFY(close(other->triplets[j].value, one->triplets[j].value, 1e-11, c.name, one->triplets[0].value));
            const auto values = c.expected.at("exact")[3].at("sv").get<std::vector<double>>();
            if (isApart(values, j))
                QVERIFY(close(other->triplets[j].maxcosLeft, one->triplets[j].maxcosRight, 1e-8, c.name, 1.0));
        }
    }
}

void TestLayerScan::answersDoNotDependOnWhatWasAsked() {
    const ReferenceCase& c = referenceCases().front();
    ExactRung asked = rungOf(c);
    for (const double s : {4.0, 0.1, 30.0})
        QVERIFY(asked.at(s, {kDirections, false}).ok());
    const auto late = asked.at(1.0, {kDirections, false});
    const auto fresh = rungOf(c).at(1.0, {kDirections, false});
    for (std::size_t j = 0; j < fresh->triplets.size(); ++j) {
        QCOMPARE(late->triplets[j].value, fresh->triplets[j].value); // bit for bit
        QCOMPARE(late->triplets[j].maxcosLeft, fresh->triplets[j].maxcosLeft);
    }
}

QTEST_GUILESS_MAIN(TestLayerScan)
#include "tst_layer_scan.moc"
