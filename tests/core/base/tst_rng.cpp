#include "core/base/rng.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace vitrine;

namespace {

std::uint64_t number(const nlohmann::json& text, int base = 10) {
    return std::stoull(text.get<std::string>(), nullptr, base);
}

} // namespace

class TestRng : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void drawsMatchTheVectors();
    void permutationsMatchTheVectors();
    void meansOverAMillionDrawsMatch();
    void streamNamesAreHashedAsDocumented();
    void derivedNumbersFollowTheirDefinition();
    void everyArgumentChangesTheNumber();

private:
    nlohmann::json m_reference;
};

void TestRng::initTestCase() {
    std::ifstream file(VITRINE_TEST_DATA "/controller_reference/rng.json");
    QVERIFY(file.is_open());
    m_reference = nlohmann::json::parse(file);
    QCOMPARE(m_reference["vectors"].size(), std::size_t{6});
}

void TestRng::drawsMatchTheVectors() {
    for (const auto& v : m_reference["vectors"]) {
        const std::uint64_t seed = number(v["seed"]);
        const std::uint64_t stream = v["stream"];
        const std::uint64_t a = v["a"];
        const std::uint64_t b = v["b"];
        const std::uint64_t c = v["c"];
        const std::uint64_t draw = number(v["draw_hex"], 16);
        QCOMPARE(rng::draw(seed, stream, a, b, c), draw);
        // The printed reals have 15 digits; the exact ones follow from the draw.
        const double u01 = std::ldexp(static_cast<double>(draw >> 11), -53);
        const double uopen = std::ldexp(static_cast<double>(draw >> 12) + 0.5, -52);
        QCOMPARE(std::bit_cast<std::uint64_t>(rng::u01(seed, stream, a, b, c)), std::bit_cast<std::uint64_t>(u01));
        QCOMPARE(std::bit_cast<std::uint64_t>(rng::uopen(seed, stream, a, b, c)), std::bit_cast<std::uint64_t>(uopen));
        QVERIFY(std::abs(u01 - v["u01"].get<double>()) < 1e-15);
        QVERIFY(std::abs(uopen - v["uopen"].get<double>()) < 1e-15);
        QVERIFY(std::abs(rng::normal(seed, stream, a, b, c) - v["normal"].get<double>()) < 1e-14);
    }
}

void TestRng::permutationsMatchTheVectors() {
    QCOMPARE(m_reference["permutations"].size(), std::size_t{2});
    for (const auto& p : m_reference["permutations"]) {
        const auto expected = p["perm"].get<std::vector<std::uint32_t>>();
        QVERIFY(rng::permutation(number(p["seed"]), p["stream"], p["a"], p["n"]) == expected);
        QVERIFY(Rng(number(p["seed"]), p["stream"].get<std::uint64_t>()).permutation(p["a"], p["n"]) == expected);
    }
    QVERIFY(rng::permutation(1, 2, 3, 0).empty());
    QVERIFY(rng::permutation(1, 2, 3, 1) == std::vector<std::uint32_t>{0});
}

void TestRng::meansOverAMillionDrawsMatch() {
    const auto& moments = m_reference["moments"];
    const std::uint64_t n = moments["n"];
    QCOMPARE(n, std::uint64_t{1'000'000});
    double uniform = 0.0;
    double sum = 0.0;
    double squares = 0.0;
    for (std::uint64_t i = 0; i < n; ++i) {
        uniform += rng::u01(number(moments["seed"]), moments["stream"], i);
        const double z = rng::normal(3, 4, 0, 0, i);
        sum += z;
        squares += z * z;
    }
    const double mean = sum / static_cast<double>(n);
    const double sd = std::sqrt(squares / static_cast<double>(n) - mean * mean);
    QVERIFY(std::abs(uniform / static_cast<double>(n) - moments["u01_mean"].get<double>()) < 1e-12);
    QVERIFY(std::abs(mean - moments["normal_mean"].get<double>()) < 1e-12);
    QVERIFY(std::abs(sd - moments["normal_sd"].get<double>()) < 1e-12);
}

void TestRng::streamNamesAreHashedAsDocumented() {
    // FNV-1a-64 test vectors of its authors.
    QCOMPARE(rng::streamOf(""), 0xcbf29ce484222325ULL);
    QCOMPARE(rng::streamOf("a"), 0xaf63dc4c8601ec8cULL);
    QCOMPARE(rng::streamOf("foobar"), 0x85944171f73967e8ULL);
    QCOMPARE(Rng(5, "foobar").u01(1, 2, 3), rng::u01(5, 0x85944171f73967e8ULL, 1, 2, 3));
}

void TestRng::derivedNumbersFollowTheirDefinition() {
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const double u = rng::u01(9, 8, i);
        QVERIFY(u >= 0.0 && u < 1.0);
        QVERIFY(rng::uopen(9, 8, i) > 0.0 && rng::uopen(9, 8, i) < 1.0);
        QCOMPARE(rng::index(7, 9, 8, i), static_cast<std::uint32_t>(std::floor(u * 7)));
        QCOMPARE(rng::bernoulli(0.25, 9, 8, i), u < 0.25);
    }
    QVERIFY(!rng::bernoulli(0.0, 1, 1) && rng::bernoulli(1.0, 1, 1));
}

void TestRng::everyArgumentChangesTheNumber() {
    const std::uint64_t base = rng::draw(1, 2, 3, 4, 5);
    QVERIFY(base != rng::draw(2, 2, 3, 4, 5));
    QVERIFY(base != rng::draw(1, 3, 3, 4, 5));
    QVERIFY(base != rng::draw(1, 2, 4, 4, 5));
    QVERIFY(base != rng::draw(1, 2, 3, 5, 5));
    QVERIFY(base != rng::draw(1, 2, 3, 4, 6));
}

QTEST_GUILESS_MAIN(TestRng)
#include "tst_rng.moc"
