#include "core/base/parallel_for.h"
#include "plugins/rival_game/compute/game_simulator.h"

#include <QTest>

#include <map>
#include <thread>

using namespace vitrine::rival_game;

/// What holds in each of 24 seeds at full size.
class TestGameBars : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bars() {
        constexpr std::size_t kSeeds = 24;
        std::vector<std::map<Cell, Evaluation>> all(kSeeds);
        std::vector<double> inert(kSeeds), base(kSeeds), untrained(kSeeds);
        vitrine::parallelFor(kSeeds, static_cast<int>(std::thread::hardware_concurrency()), [&](std::size_t i) {
            GameSetup setup;
            setup.seed = 101 + i;
            for (const Cell cell :
                 {Cell::vanilla, Cell::coop, Cell::adv, Cell::margin, Cell::advTie, Cell::shared, Cell::selfRefine}) {
                const auto result = simulateGame(setup, cell);
                all[i][cell] = result->outcome(cell);
                base[i] = result->base;
            }
            untrained[i] = untrainedPair(setup).final;
            setup.bonus = 0.0;
            inert[i] = std::abs(simulateGame(setup, Cell::shared)->single.final - all[i][Cell::shared].final);
        });
        for (std::size_t i = 0; i < kSeeds; ++i) {
            auto& one = all[i];
            const auto final = [&one](Cell cell) { return one[cell].final; };
            QVERIFY(final(Cell::coop) - final(Cell::vanilla) >= 0.15);
            QVERIFY(std::abs(final(Cell::shared) - final(Cell::vanilla)) <= 0.05);
            QVERIFY(inert[i] <= 1e-12);
            QVERIFY(std::abs(final(Cell::margin) - final(Cell::coop)) <= 0.005);
            QVERIFY(one[Cell::adv].conversionRate > one[Cell::coop].conversionRate);
            QVERIFY(one[Cell::adv].keepRate < one[Cell::coop].keepRate);
            QVERIFY(final(Cell::adv) - final(Cell::coop) >= 0.0 && final(Cell::adv) - final(Cell::coop) <= 0.01);
            QVERIFY(final(Cell::coop) - final(Cell::selfRefine) >= 0.12);
            QVERIFY(final(Cell::selfRefine) - final(Cell::vanilla) >= 0.01);
            QVERIFY(one[Cell::adv].tokens < one[Cell::vanilla].tokens);
            QVERIFY(one[Cell::adv].tokens - one[Cell::advTie].tokens >= 100.0);
            QVERIFY(untrained[i] - base[i] >= 0.08);
        }
    }
};

QTEST_GUILESS_MAIN(TestGameBars)
#include "tst_game_bars.moc"
