#include "core/kernels/statistics/binomial.h"
#include "plugins/rival_game/compute/cascade.h"
#include "plugins/rival_game/compute/expected_gradient.h"
#include "plugins/rival_game/compute/group_bench.h"
#include "plugins/rival_game/compute/rewards.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

using namespace vitrine;
using namespace vitrine::rival_game;

namespace {

/// Lives as long as the test, so that parts of it may be walked through.
const nlohmann::json& fixture(const std::string& name) {
    static std::map<std::string, nlohmann::json> read;
    if (const auto found = read.find(name); found != read.end())
        return found->second;
    std::ifstream file(std::string(VITRINE_TEST_DATA "/agon_reference/") + name + ".json");
    return read[name] = nlohmann::json::parse(file);
}

bool near(double actual, double expected, double tolerance) {
    return std::abs(actual - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

RewardRule ruleOf(const std::string& stack) {
    RewardRule rule;
    rule.stack = stack == "coop" ? Stack::coop : stack == "margin" ? Stack::margin : Stack::adv;
    rule.tie = stack.ends_with("_tie") ? 0.5 : 0.0;
    return rule;
}

AdvantageNorm normOf(const std::string& name) {
    return name == "none" ? AdvantageNorm::none : AdvantageNorm::population;
}

} // namespace

/// Rewards, advantages, what cancels, accounts and intervals against an independent implementation.
class TestRewards : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ladder() {
        for (const auto& step : fixture("rewards_advantages").at("ladder")) {
            Duel duel{step.at("c_b") == 1, step.at("c_a") == 1, step.at("phi").get<double>()};
            duel.length = step.value("len_b", 0.0);
            duel.draftLength = step.value("len_a", 0.0);
            QCOMPARE(challengerReward(ruleOf(step.at("stack")), duel), step.at("R").get<double>());
        }
    }
    void groups() {
        for (const auto& one : fixture("rewards_advantages").at("vectors")) {
            std::vector<Duel> duels;
            for (std::size_t i = 0; i < one.at("c_b").size(); ++i) {
                Duel duel{one["c_b"][i] == 1, one["c_a"][i] == 1, one["phi"][i].get<double>()};
                if (!one.at("len_b").is_null()) {
                    duel.length = one["len_b"][i].get<double>();
                    duel.draftLength = one["len_a"][i].get<double>();
                }
                duels.push_back(duel);
            }
            const std::vector<double> rewards = challengerRewards(ruleOf(one.at("stack")), duels);
            QCOMPARE(rewards, one.at("R").get<std::vector<double>>());
            for (const auto& [name, norm] : {std::pair{"none", AdvantageNorm::none},
                                             {"population", AdvantageNorm::population},
                                             {"sample", AdvantageNorm::sample},
                                             {"trl", AdvantageNorm::trl}}) {
                const GroupAdvantages group = groupAdvantages(rewards, norm);
                QCOMPARE(group.dropped, one.at("dropped").get<bool>());
                for (std::size_t i = 0; i < rewards.size(); ++i)
                    QVERIFY(near(group.values[i], one.at(name)[i], 1e-13));
            }
        }
    }
    void expectationsOverAllOutcomes() {
        int closed = 0;
        for (const auto& one : fixture("rewards_advantages").at("exact_expectation")) {
            std::vector<Context> contexts;
            for (std::size_t i = 0; i < one.at("c_a").size(); ++i)
                contexts.push_back({one["c_a"][i] == 1, one["p"][i].get<double>()});
            if (one.contains("closed_form")) {
                for (const char* stack : {"coop", "adv", "margin"})
                    for (const bool right : {false, true})
                        QVERIFY(near(closedFormGradient(ruleOf(stack), contexts, right), one.at(stack)[right ? 1 : 0],
                                     1e-12));
                ++closed;
                continue;
            }
            const auto expected = expectedGradient(ruleOf(one.at("stack")), contexts, normOf(one.at("norm")));
            QVERIFY(expected.ok());
            QVERIFY(near(expected->afterWrong, one.at("gradient_fail_context"), 1e-12));
            QVERIFY(near(expected->afterRight, one.at("gradient_success_context"), 1e-12));
            QVERIFY(near(expected->ratio(), one.at("ratio"), 1e-12));
            QVERIFY(near(expected->advantageAfterWrong, one.at("mean_advantage_fail"), 1e-12));
            QVERIFY(near(expected->advantageAfterRight, one.at("mean_advantage_success"), 1e-12));
            QVERIFY(near(expected->dropped, one.at("dropped_probability"), 1e-12));
        }
        QCOMPARE(closed, 3);
        QVERIFY(!expectedGradient({}, std::vector<Context>(kMostContexts + 1), AdvantageNorm::none));
        QVERIFY(!expectedGradient({}, std::vector<Context>{{true, 1.5}}, AdvantageNorm::none));
    }
    void identitiesHoldAndAreNotPromisedTooFar() {
        GroupBench bench;
        bench.duels = *parseGroup("1 0 1 0 1 1 0 0", "0 0 1 1 1 0 1 0", "", "", "");
        const Table plain = identitiesTable(bench);
        const Column& holds = *plain.find("holds");
        for (std::size_t row = 0; row < 4; ++row)
            QCOMPARE(holds.texts()[row], std::string("yes"));
        bench.duels = *parseGroup("1 0 1 0 1 1 0 0", "0 0 1 1 1 0 1 0", "1 1 1 0 1 1 1 0", "", "");
        const Table varied = identitiesTable(bench);
        const auto& expected = fixture("rewards_advantages").at("identities");
        // One hidden draft that failed, and formats that differ: the advantages are no longer the same.
        QVERIFY(near(varied.find("difference")->number(0),
                     expected.at("shared_fail_format_varies_minus_coop_format_varies_max"), 1e-12));
        QCOMPARE(varied.find("promised")->texts()[0], std::string("a difference"));
        QCOMPARE(varied.find("holds")->texts()[2], std::string("yes")); // adv after a right draft
    }
    void groupsAreReadOrRefusedInOneSentence_data() {
        QTest::addColumn<QByteArray>("answers");
        QTest::addColumn<QByteArray>("drafts");
        QTest::addColumn<QByteArray>("formats");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("letters") << QByteArray("1 x") << QByteArray("0 1") << QByteArray() << QByteArray("answers: ");
        QTest::newRow("one") << QByteArray("1") << QByteArray("0") << QByteArray() << QByteArray("answers: a group");
        QTest::newRow("uneven") << QByteArray("1 0 1") << QByteArray("0 1") << QByteArray()
                                << QByteArray("drafts: there are 3 answers and 2 drafts");
        QTest::newRow("formats") << QByteArray("10") << QByteArray("01") << QByteArray("1")
                                 << QByteArray("formats: expected 2 numbers");
        QTest::newRow("range") << QByteArray("10") << QByteArray("01") << QByteArray("1 2")
                               << QByteArray("formats: each lies between 0 and 1");
        QTest::newRow("no number") << QByteArray("10") << QByteArray("01") << QByteArray("1 nan")
                                   << QByteArray("formats: \"nan\" is no number");
    }
    void groupsAreReadOrRefusedInOneSentence() {
        QFETCH(QByteArray, answers);
        QFETCH(QByteArray, drafts);
        QFETCH(QByteArray, formats);
        QFETCH(QByteArray, message);
        const auto group = parseGroup(answers.toStdString(), drafts.toStdString(), formats.toStdString(), "", "");
        QVERIFY(!group);
        QVERIFY2(group.error().message.starts_with(message.toStdString()), group.error().message.c_str());
    }
    void cascades() {
        const auto& cascades = fixture("cascade");
        for (const auto& one : cascades.at("tables")) {
            const Cascade cascade{one.at("n11").get<std::int64_t>(), one.at("n10").get<std::int64_t>(),
                                  one.at("n01").get<std::int64_t>(), one.at("n00").get<std::int64_t>()};
            QCOMPARE(cascade.problems(), one.at("n").get<std::int64_t>());
            for (const auto& [name, value] : {std::pair{"draft", cascade.draft()},
                                              {"final", cascade.final()},
                                              {"net", cascade.net()},
                                              {"conversion_rate", cascade.conversionRate()},
                                              {"keep_rate", cascade.keepRate()},
                                              {"regression_rate", cascade.regressionRate()}})
                QVERIFY(one.at(name).is_null() ? std::isnan(value) : near(value, one.at(name), 1e-12));
        }
        for (const auto& one : cascades.at("best_of_two_bias"))
            QVERIFY(near(bestOfTwoBias(one.at("p"), one.at("n"), one.at("rho")), one.at("bias"), 1e-12));
        const CascadeBounds bounds = cascadeBounds(46, 61, 100);
        QCOMPARE(bounds.fewestConverted, std::int64_t(15));
        QCOMPARE(bounds.mostConverted, std::int64_t(54));
    }
    void intervals() {
        const auto& intervals = fixture("intervals");
        for (const auto& one : intervals.at("clopper_pearson")) {
            const ProbabilityInterval interval =
                clopperPearson(one.at("k"), one.at("n"), 1.0 - one.at("alpha").get<double>());
            QVERIFY(near(interval.low, one.at("low"), 1e-10));
            QVERIFY(near(interval.high, one.at("high"), 1e-10));
        }
        for (const auto& one : intervals.at("mcnemar_exact"))
            QVERIFY(near(mcnemarExact(one.at("n01"), one.at("n10")), one.at("p"), 1e-12));
    }
};

QTEST_GUILESS_MAIN(TestRewards)
#include "tst_rewards.moc"
