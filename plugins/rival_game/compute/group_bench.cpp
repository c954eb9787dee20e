#include "plugins/rival_game/compute/group_bench.h"

#include "core/base/number_text.h"
#include "core/values/table_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitrine::rival_game {

namespace {

constexpr std::size_t kMostRollouts = 1024;
constexpr double kExact = 1e-12;

struct NamedStack {
    const char* id;
    Stack stack;
    bool tie;
};
constexpr std::array<NamedStack, 4> kStacks{{{"coop", Stack::coop, false},
                                             {"adv", Stack::adv, false},
                                             {"margin", Stack::margin, false},
                                             {"adv_tie", Stack::adv, true}}};
constexpr std::array<std::pair<const char*, AdvantageNorm>, 4> kNorms{{{"none", AdvantageNorm::none},
                                                                       {"population", AdvantageNorm::population},
                                                                       {"sample", AdvantageNorm::sample},
                                                                       {"trl", AdvantageNorm::trl}}};

RewardRule ruleOf(const GroupBench& bench, const NamedStack& stack) {
    return {stack.stack, bench.bonus, bench.format, stack.tie ? bench.tie : 0.0};
}

Result<std::vector<bool>> parseOutcomes(const std::string& field, const std::string& text) {
    std::vector<bool> outcomes;
    for (const char c : text) {
        if (c == '0' || c == '1')
            outcomes.push_back(c == '1');
        else if (c != ' ' && c != ',' && c != ';' && c != '\t')
            return makeError(ErrorCode::invalidArgument,
                             field + ": expected 0 and 1, one for each rollout, as in 1 0 1 1");
    }
    if (outcomes.size() < 2 || outcomes.size() > kMostRollouts)
        return makeError(ErrorCode::invalidArgument, fmt::format("{}: a group has 2 to {} rollouts, here are {}", field,
                                                                 kMostRollouts, outcomes.size()));
    return outcomes;
}

Result<std::vector<double>> parseNumbers(const std::string& field, const std::string& text, std::size_t count,
                                         double otherwise) {
    std::vector<double> numbers;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' || text[at] == ',' || text[at] == ';') {
            ++at;
            continue;
        }
        const std::size_t end = std::min(text.find_first_of(" ,;", at), text.size());
        const auto number = parseNumber(text.substr(at, end - at));
        if (!number || !std::isfinite(*number))
            return makeError(ErrorCode::invalidArgument,
                             field + ": \"" + text.substr(at, std::min<std::size_t>(end - at, 40)) + "\" is no number");
        numbers.push_back(*number);
        at = end;
    }
    if (numbers.empty())
        numbers.assign(count, otherwise);
    if (numbers.size() != count)
        return makeError(
            ErrorCode::invalidArgument,
            fmt::format("{}: expected {} numbers, one for each rollout, here are {}", field, count, numbers.size()));
    return numbers;
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

std::vector<double> standardised(const GroupBench& bench, const NamedStack& stack, const std::vector<Duel>& duels) {
    return groupAdvantages(challengerRewards(ruleOf(bench, stack), duels), AdvantageNorm::population).values;
}

std::vector<Duel> withDrafts(std::vector<Duel> duels, bool right) {
    for (Duel& duel : duels)
        duel.draftCorrect = right;
    return duels;
}

} // namespace

Result<std::vector<Duel>> parseGroup(const std::string& answers, const std::string& drafts, const std::string& formats,
                                     const std::string& lengths, const std::string& draftLengths) {
    const auto own = parseOutcomes("answers", answers);
    if (!own)
        return own.error();
    const auto seen = parseOutcomes("drafts", drafts);
    if (!seen)
        return seen.error();
    if (own->size() != seen->size())
        return makeError(ErrorCode::invalidArgument,
                         fmt::format("drafts: there are {} answers and {} drafts; one draft belongs to each answer",
                                     own->size(), seen->size()));
    const auto format = parseNumbers("formats", formats, own->size(), 1.0);
    if (!format)
        return format.error();
    const auto length = parseNumbers("lengths", lengths, own->size(), 0.0);
    if (!length)
        return length.error();
    const auto draftLength = parseNumbers("draft_lengths", draftLengths, own->size(), 0.0);
    if (!draftLength)
        return draftLength.error();
    if (std::ranges::any_of(*format, [](double phi) { return phi < 0.0 || phi > 1.0; }))
        return makeError(ErrorCode::invalidArgument, "formats: each lies between 0 and 1");
    std::vector<Duel> duels;
    duels.reserve(own->size());
    for (std::size_t i = 0; i < own->size(); ++i)
        duels.push_back({(*own)[i], (*seen)[i], (*format)[i], (*length)[i], (*draftLength)[i]});
    return duels;
}

Table rewardsTable(const GroupBench& bench) {
    TableRows rows;
    for (const NamedStack& stack : kStacks) {
        const std::vector<double> rewards = challengerRewards(ruleOf(bench, stack), bench.duels);
        std::vector<GroupAdvantages> groups;
        for (const auto& [id, norm] : kNorms)
            groups.push_back(groupAdvantages(rewards, norm));
        for (std::size_t i = 0; i < rewards.size(); ++i) {
            rows.text("stack", stack.id);
            rows.integer("rollout", static_cast<std::int64_t>(i + 1));
            rows.text("answer", bench.duels[i].correct ? "right" : "wrong");
            rows.text("draft", bench.duels[i].draftCorrect ? "right" : "wrong");
            rows.real("reward", rewards[i]);
            for (std::size_t n = 0; n < groups.size(); ++n)
                rows.real(kNorms[n].first, groups[n].values[i]);
            rows.text("dropped", groups.front().dropped ? "yes" : "no");
        }
    }
    return rows.table();
}

Table identitiesTable(const GroupBench& bench) {
    TableRows rows;
    const bool plainFormat =
        std::ranges::all_of(bench.duels, [&](const Duel& duel) { return duel.format == bench.duels.front().format; });
    const auto add = [&rows](const std::string& statement, double difference, bool promised) {
        rows.text("statement", statement);
        rows.real("difference", difference);
        rows.text("promised", promised ? "no difference" : "a difference");
        rows.text("holds", !promised ? "" : difference <= kExact ? "yes" : "no");
    };
    const auto& [coop, adv, margin, tie] = kStacks;
    for (const bool right : {false, true}) {
        const std::vector<Duel> shared = withDrafts(bench.duels, right);
        const std::string draft = right ? "a right" : "a wrong";
        add("adv against coop, one hidden draft for all, " + draft + " one",
            largestDifference(standardised(bench, adv, shared), standardised(bench, coop, shared)),
            plainFormat || right);
        add("margin against coop, one hidden draft for all, " + draft + " one",
            largestDifference(standardised(bench, margin, shared), standardised(bench, coop, shared)), plainFormat);
    }
    const std::vector<double> plain = standardised(bench, coop, bench.duels);
    add("adv against coop, these drafts", largestDifference(standardised(bench, adv, bench.duels), plain), false);
    add("margin against coop, these drafts", largestDifference(standardised(bench, margin, bench.duels), plain), false);
    add("adv_tie against adv, these lengths",
        largestDifference(standardised(bench, tie, bench.duels), standardised(bench, adv, bench.duels)), false);
    return rows.table();
}

Result<Table> expectedTable(const GroupBench& bench) {
    std::vector<Context> contexts;
    contexts.reserve(bench.duels.size());
    for (const Duel& duel : bench.duels)
        contexts.push_back({duel.draftCorrect, duel.draftCorrect ? bench.afterRight : bench.afterWrong});
    TableRows rows;
    for (const NamedStack& stack : kStacks) {
        if (stack.tie) // lengths are no part of the model
            continue;
        const RewardRule rule = ruleOf(bench, stack);
        for (const auto& [id, norm] : kNorms) {
            const auto expected = expectedGradient(rule, contexts, norm);
            if (!expected)
                return expected.error();
            const bool closed = norm == AdvantageNorm::none;
            rows.text("stack", stack.id);
            rows.text("normalisation", id);
            rows.real("after_wrong", expected->afterWrong);
            rows.real("after_right", expected->afterRight);
            rows.real("ratio", expected->ratio());
            rows.real("closed_after_wrong", closed ? closedFormGradient(rule, contexts, false) : std::nan(""));
            rows.real("closed_after_right", closed ? closedFormGradient(rule, contexts, true) : std::nan(""));
            rows.real("advantage_after_wrong", expected->advantageAfterWrong);
            rows.real("advantage_after_right", expected->advantageAfterRight);
            rows.real("dropped", expected->dropped);
        }
    }
    return rows.table();
}

} // namespace vitrine::rival_game
