#include "core/base/rng.h"

#include <QtTest>

#include <fstream>
#include <nlohmann/json.hpp>

using namespace vitrine;

class TestRng : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void drawsMatchTheVectors();
};

void TestRng::drawsMatchTheVectors() {
    QCOMPARE(rng::draw(0, 0), 0x79933b9df3d7c2c7ULL);
    QCOMPARE(rng::draw(42, 3, 7, 11, 5), 0x76819811969e5708ULL);
    QCOMPARE(rng::draw((1ULL << 63) + 5, 1, 2, 3, 4), 0xc22da5c26502299fULL);
    const std::vector<std::uint32_t> expected{9, 2, 0, 3, 7, 8, 4, 6, 5, 1};
    QVERIFY(rng::permutation(42, 9, 0, 10) == expected);
}

QTEST_GUILESS_MAIN(TestRng)
#include "tst_rng.moc"
