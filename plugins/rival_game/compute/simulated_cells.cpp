#include "plugins/rival_game/compute/simulated_cells.h"

#include "core/values/table_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace vitrine::rival_game {

namespace {

/// Mean and range of one number over the seeds.
struct Spread {
    double sum = 0.0;
    double low = std::nan("");
    double high = std::nan("");
    std::int64_t n = 0;

    void add(double value) {
        sum += value;
        low = std::fmin(low, value);
        high = std::fmax(high, value);
        ++n;
    }
    double mean() const { return n > 0 ? sum / static_cast<double>(n) : std::nan(""); }
};

std::vector<Cell> cellsIn(const std::vector<SimulatedCell>& cells) {
    std::vector<Cell> order;
    for (const SimulatedCell& one : cells)
        if (std::ranges::find(order, one.cell) == order.end())
            order.push_back(one.cell);
    return order;
}

template <class Value>
Spread spreadOf(const std::vector<SimulatedCell>& cells, Cell cell, Value&& value) {
    Spread spread;
    for (const SimulatedCell& one : cells)
        if (one.cell == cell)
            spread.add(value(one.result));
    return spread;
}

std::string yesNo(bool yes) {
    return yes ? "yes" : "no";
}

bool isCompetition(Cell cell) {
    return cell == Cell::adv || cell == Cell::advTie || cell == Cell::margin || cell == Cell::shared ||
           cell == Cell::fixedRoles;
}

/// What a cell is measured by at some time of its training.
double reachedBy(const Milestone& milestone, Cell cell) {
    return seesDraft(cell) ? std::max(milestone.aDrafts.final, milestone.bDrafts.final) : milestone.single;
}

/// A difference of two cells, seed by seed.
std::optional<Scalar> effect(const std::vector<SimulatedCell>& cells, Cell with, Cell without,
                             double Evaluation::*value) {
    std::map<std::uint64_t, double> first, second;
    for (const SimulatedCell& one : cells) {
        if (one.cell == with)
            first[one.seed] = one.result.outcome(with).*value;
        if (one.cell == without)
            second[one.seed] = one.result.outcome(without).*value;
    }
    Spread spread;
    for (const auto& [seed, number] : first)
        if (const auto other = second.find(seed); other != second.end())
            spread.add(number - other->second);
    if (spread.n == 0)
        return std::nullopt;
    Scalar scalar;
    scalar.value = spread.mean();
    if (spread.n > 1)
        scalar.interval = Interval{spread.low, spread.high, "range over the seeds, paired", spread.n};
    return scalar;
}

} // namespace

std::string cellLabel(Cell cell) {
    switch (cell) {
    case Cell::vanilla: return "Neither (one policy, twice the rollouts)";
    case Cell::coop: return "Exchange";
    case Cell::adv: return "Exchange and competition";
    case Cell::margin: return "Exchange, paid by the margin";
    case Cell::advTie: return "Exchange and competition, shorter answers paid";
    case Cell::shared: return "Competition with a hidden draft";
    case Cell::selfRefine: return "Self-refinement";
    case Cell::fixedRoles: return "Exchange and competition, fixed roles";
    }
    return {};
}

Table cellsTable(const std::vector<SimulatedCell>& cells, const std::vector<double>& untrained) {
    TableRows rows;
    const auto add = [&rows](const std::string& id, const std::string& label, bool competition, bool exchange,
                             const Spread& final) {
        rows.text("cell", id);
        rows.text("label", label);
        rows.text("competition", yesNo(competition));
        rows.text("exchange", yesNo(exchange));
        rows.real("final", final.mean());
        rows.real("lowest", final.low);
        rows.real("highest", final.high);
        rows.integer("seeds", final.n);
    };
    for (const Cell cell : cellsIn(cells)) {
        const bool pair = seesDraft(cell);
        const auto mean = [&](double Evaluation::*value) {
            return spreadOf(cells, cell, [&](const GameResult& r) { return r.outcome(cell).*value; }).mean();
        };
        add(cellId(cell), cellLabel(cell), isCompetition(cell), pair,
            spreadOf(cells, cell, [cell](const GameResult& r) { return r.outcome(cell).final; }));
        rows.real("draft", pair ? mean(&Evaluation::draft) : std::nan(""));
        rows.real("conversion_rate", pair ? mean(&Evaluation::conversionRate) : std::nan(""));
        rows.real("keep_rate", pair ? mean(&Evaluation::keepRate) : std::nan(""));
        rows.real("tokens", mean(&Evaluation::tokens));
    }
    if (!untrained.empty()) {
        Spread final;
        for (const double one : untrained)
            final.add(one);
        add("moa", "Exchange without training", false, true, final);
        for (const char* empty : {"draft", "conversion_rate", "keep_rate", "tokens"})
            rows.real(empty, std::nan(""));
    }
    return rows.table();
}

Table runsTable(const std::vector<SimulatedCell>& cells) {
    TableRows rows;
    for (const SimulatedCell& one : cells) {
        const GameResult& result = one.result;
        const Evaluation& outcome = result.outcome(one.cell);
        const bool pair = seesDraft(one.cell);
        rows.text("run", cellId(one.cell) + '/' + std::to_string(one.seed));
        rows.text("cell", cellId(one.cell));
        rows.integer("seed", static_cast<std::int64_t>(one.seed));
        rows.real("base", result.base);
        rows.real("final", outcome.final);
        rows.real("single_pass", result.single.final);
        rows.real("draft", pair ? outcome.draft : std::nan(""));
        rows.real("converted", pair ? outcome.converted : std::nan(""));
        rows.real("regressed", pair ? outcome.regressed : std::nan(""));
        rows.real("conversion_rate", pair ? outcome.conversionRate : std::nan(""));
        rows.real("keep_rate", pair ? outcome.keepRate : std::nan(""));
        rows.text("better_direction", !pair ? "" : result.aDraftsIsBetter ? "A>B" : "B>A");
        rows.real("other_direction",
                  isPair(one.cell) && pair ? std::min(result.aDrafts.final, result.bDrafts.final) : std::nan(""));
        rows.real("self_cascade", one.cell == Cell::vanilla ? result.aDrafts.final : std::nan(""));
        rows.real("tokens", outcome.tokens);
        rows.real("trust_a", result.a.trust);
        rows.real("trust_b", result.b.trust);
    }
    return rows.table();
}

Series curvesOf(const std::vector<SimulatedCell>& cells) {
    Series series;
    series.x = {"Step", ""};
    series.y = {"Final success", ""};
    for (const Cell cell : cellsIn(cells)) {
        SeriesLine line;
        line.id = line.label = cellId(cell);
        std::vector<Spread> spreads;
        for (const SimulatedCell& one : cells) {
            if (one.cell != cell)
                continue;
            spreads.resize(one.result.milestones.size()); // the same steps for every seed
            for (std::size_t i = 0; i < spreads.size(); ++i)
                spreads[i].add(reachedBy(one.result.milestones[i], cell));
        }
        const auto first = std::ranges::find(cells, cell, &SimulatedCell::cell);
        for (std::size_t i = 0; i < spreads.size(); ++i) {
            line.x.push_back(static_cast<double>(first->result.milestones[i].step));
            line.y.push_back(spreads[i].mean());
            if (spreads[i].n > 1) {
                line.lower.push_back(spreads[i].low);
                line.upper.push_back(spreads[i].high);
            }
        }
        series.lines.push_back(std::move(line));
    }
    return series;
}

Table milestonesTable(const std::vector<SimulatedCell>& cells) {
    TableRows rows;
    for (const SimulatedCell& one : cells)
        for (const Milestone& milestone : one.result.milestones)
            for (const bool aDrafts : {true, false}) {
                const bool pair = seesDraft(one.cell);
                if (!aDrafts && !(pair && isPair(one.cell)))
                    continue;
                const Evaluation& evaluation = aDrafts ? milestone.aDrafts : milestone.bDrafts;
                rows.text("run", cellId(one.cell) + '/' + std::to_string(one.seed));
                rows.integer("step", static_cast<std::int64_t>(milestone.step));
                rows.text("direction", !pair ? "single pass" : aDrafts ? "A>B" : "B>A");
                rows.real("draft", evaluation.draft);
                rows.real("final", pair ? evaluation.final : milestone.single);
                rows.real("conversion_rate", pair ? evaluation.conversionRate : std::nan(""));
                rows.real("keep_rate", pair ? evaluation.keepRate : std::nan(""));
            }
    return rows.table();
}

Series skillsOf(const std::vector<SimulatedCell>& cells) {
    const auto pair = std::ranges::find_if(cells, [](const SimulatedCell& one) { return isPair(one.cell); });
    const SimulatedCell& shown = pair == cells.end() ? cells.front() : *pair;
    Series series;
    series.x = {"Step", ""};
    series.y = {"Mean skill, " + cellId(shown.cell), "logit"};
    constexpr std::size_t kHalf = kSkills / 2;
    for (const bool isA : {true, false})
        for (const bool first : {true, false}) {
            if (!isA && !isPair(shown.cell))
                continue;
            SeriesLine line;
            line.id = line.label = std::string(isA ? "A" : "B") + (first ? ", skills 1 to 3" : ", skills 4 to 6");
            for (const StepRecord& step : shown.result.steps) {
                const Skills& skills = (isA ? step.a : step.b).skills;
                double sum = 0.0;
                for (std::size_t k = 0; k < kHalf; ++k)
                    sum += skills[first ? k : k + kHalf];
                line.x.push_back(static_cast<double>(step.step + 1));
                line.y.push_back(sum / static_cast<double>(kHalf));
            }
            series.lines.push_back(std::move(line));
        }
    return series;
}

Table stepsTable(const std::vector<SimulatedCell>& cells) {
    TableRows rows;
    for (const SimulatedCell& one : cells)
        for (const StepRecord& step : one.result.steps) {
            rows.text("run", cellId(one.cell) + '/' + std::to_string(one.seed));
            rows.integer("step", static_cast<std::int64_t>(step.step));
            rows.text("drafter", step.drafterIsA ? "A" : "B");
            rows.real("draft_rate", step.draftRate);
            rows.real("answer_rate", step.answerRate);
            rows.real("conversion_rate", step.conversionRate);
            rows.real("keep_rate", step.keepRate);
            rows.integer("dropped_drafts", static_cast<std::int64_t>(step.droppedDrafts));
            rows.integer("dropped_answers", static_cast<std::int64_t>(step.droppedAnswers));
            rows.real("draft_tokens", step.draftTokens);
            rows.real("answer_tokens", step.answerTokens);
            rows.real("reward", step.reward);
            rows.real("advantage_after_wrong", step.advantageAfterWrong);
            rows.real("advantage_after_right", step.advantageAfterRight);
            rows.real("trust_a", step.a.trust);
            rows.real("trust_b", step.b.trust);
        }
    return rows.table();
}

Scalars effectsOf(const std::vector<SimulatedCell>& cells) {
    Scalars scalars;
    const auto add = [&](const char* id, const char* label, Cell with, Cell without, double Evaluation::*value,
                         const char* definition, bool headline) {
        auto scalar = effect(cells, with, without, value);
        if (!scalar)
            return;
        scalar->id = id;
        scalar->label = label;
        scalar->definition = definition;
        scalar->headline = headline;
        scalars.items.push_back(std::move(*scalar));
    };
    add("exchange", "Gain by exchange", Cell::coop, Cell::vanilla, &Evaluation::final,
        "Final success of coop less that of vanilla on the held-out problems, means over the seeds.", true);
    add("competition", "Gain by competition", Cell::adv, Cell::coop, &Evaluation::final,
        "Final success of adv less that of coop. The paper reports 15 points here; this model gives a few tenths of a "
        "point and does not reproduce the size.",
        true);
    add("hidden", "Hidden draft", Cell::shared, Cell::vanilla, &Evaluation::final,
        "Single-pass success of shared less that of vanilla: a hidden opponent is inert.", true);
    add("refinement", "Over self-refinement", Cell::coop, Cell::selfRefine, &Evaluation::final,
        "Final success of coop less that of self_refine.", true);
    add("margin", "Margin against coop", Cell::margin, Cell::coop, &Evaluation::final,
        "Final success of margin less that of coop.", false);
    add("conversion", "Conversions by competition", Cell::adv, Cell::coop, &Evaluation::conversionRate,
        "Conversion rate of adv less that of coop.", false);
    add("keep", "Kept by competition", Cell::adv, Cell::coop, &Evaluation::keepRate,
        "Keep rate of adv less that of coop.", false);
    add("tie_tokens", "Tokens by the tiebreak", Cell::advTie, Cell::adv, &Evaluation::tokens,
        "Tokens of the final stage of adv_tie less those of adv.", false);
    return scalars;
}

} // namespace vitrine::rival_game
