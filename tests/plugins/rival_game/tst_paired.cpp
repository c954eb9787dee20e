#include "core/data/reader.h"
#include "plugins/rival_game/compute/paired_outcomes.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace vitrine;
using namespace vitrine::rival_game;

namespace {

std::vector<OutcomeGroup> sampleGroups() {
    const auto dataset =
        ReaderRegistry::withBuiltins().read(VITRINE_SOURCE_DIR "/plugins/rival_game/samples/pairs.jsonl");
    std::vector<std::string> notes;
    return *readOutcomes(*valueAs<Table>(dataset->value), notes);
}

const OutcomeGroup* groupOf(const std::vector<OutcomeGroup>& groups, const std::string& method,
                            const std::string& direction) {
    for (const OutcomeGroup& group : groups)
        if (group.method == method && group.direction == direction)
            return &group;
    return nullptr;
}

Table tableOf(std::vector<std::string> problems, std::vector<double> final, std::vector<double> steps = {}) {
    Table table;
    table.columns.emplace_back("problem", Column::Texts(std::move(problems)));
    table.columns.emplace_back("final_correct", Column::Reals(std::move(final)));
    if (!steps.empty())
        table.columns.emplace_back("step", Column::Reals(std::move(steps)));
    return table;
}

} // namespace

/// Paired evaluation files.
class TestPaired : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sampleIsAsComputedElsewhere() {
        std::ifstream file(VITRINE_TEST_DATA "/agon_reference/pairs_expected.json");
        const auto expected = nlohmann::json::parse(file);
        const auto groups = sampleGroups();
        int cascades = 0;
        for (const auto& [name, counts] : expected.items()) {
            const std::size_t space = name.find(' ');
            if (!counts.contains("n11"))
                continue;
            const OutcomeGroup* group = groupOf(groups, name.substr(0, space), name.substr(space + 1));
            QVERIFY2(group, name.c_str());
            const Cascade cascade = group->cascade();
            QCOMPARE(cascade.kept, counts.at("n11").get<std::int64_t>());
            QCOMPARE(cascade.regressed, counts.at("n10").get<std::int64_t>());
            QCOMPARE(cascade.converted, counts.at("n01").get<std::int64_t>());
            QCOMPARE(cascade.lost, counts.at("n00").get<std::int64_t>());
            ++cascades;
        }
        QVERIFY(cascades >= 4);
        const auto& test = expected.at("mcnemar adv vs coop, A>B");
        const auto comparison =
            compareOutcomes(*groupOf(groups, "adv", "A>B"), *groupOf(groups, "coop", "A>B"), 0.95, 1, 500, {});
        QCOMPARE(comparison->onlyFirst, test.at("n01").get<std::int64_t>());
        QCOMPARE(comparison->onlySecond, test.at("n10").get<std::int64_t>());
        QVERIFY(std::abs(comparison->p - test.at("p").get<double>()) < 1e-12);
        QVERIFY(comparison->low <= comparison->difference && comparison->difference <= comparison->high);
    }
    void onlySharedProblemsAreCompared() {
        std::vector<std::string> notes;
        const auto one = *readOutcomes(tableOf({"a", "b", "c"}, {1, 0, 1}), notes);
        const auto other = *readOutcomes(tableOf({"d", "c", "b"}, {1, 0, 0}), notes);
        const auto comparison = compareOutcomes(one.front(), other.front(), 0.95, 1, 100, {});
        QCOMPARE(comparison->problems, std::int64_t(2));
        QCOMPARE(comparison->onlyFirst, std::int64_t(1));
        QCOMPARE(comparison->difference, 0.5);
    }
    void latestStepOfAProblemCounts() {
        std::vector<std::string> notes;
        const auto groups = *readOutcomes(tableOf({"a", "a", "b"}, {0, 1, 1}, {200, 100, 100}), notes);
        QCOMPARE(groups.size(), std::size_t(1));
        QCOMPARE(groups.front().outcomes.size(), std::size_t(2));
        QVERIFY(!groups.front().outcomes.front().final); // step 200 came first in the file
        QCOMPARE(notes.size(), std::size_t(1));
    }
    void badTablesAreRefusedWithTheRow() {
        std::vector<std::string> notes;
        Table missing;
        missing.columns.emplace_back("problem", Column::Texts{"a"});
        QVERIFY(readOutcomes(missing, notes).error().message.starts_with("the table has no column final_correct"));
        QCOMPARE(readOutcomes(tableOf({"a", "b"}, {1, 0.5}), notes).error().message,
                 std::string("row 2: \"0.5\" in the column final_correct; expected 0 or 1"));
        QVERIFY(!readOutcomes(tableOf({}, {}), notes));
    }
};

QTEST_GUILESS_MAIN(TestPaired)
#include "tst_paired.moc"
