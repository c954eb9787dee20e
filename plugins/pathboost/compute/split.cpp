#include "plugins/pathboost/compute/split.h"

#include "core/base/number_text.h"
#include "core/base/rng.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine::pathboost {

namespace {

constexpr std::uint64_t kSplitStream = 95;
constexpr std::array<const char*, 3> kParts{"train", "validation", "test"};

Error wrong(const std::string& what) {
    return makeError(ErrorCode::invalidArgument, "split: " + what);
}

Result<std::size_t> partNumber(const std::string& name, const std::string& where) {
    const auto found = std::find(kParts.begin(), kParts.end(), name);
    if (found == kParts.end())
        return wrong(where + " says \"" + name + "\"; train, validation or test would be right");
    return static_cast<std::size_t>(found - kParts.begin());
}

// Named parts in a fixed order; train stays even when it is empty, the others only with graphs.
std::vector<Part> named(std::array<std::vector<std::int32_t>, 3> graphs) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < kParts.size(); ++i) {
        std::sort(graphs[i].begin(), graphs[i].end());
        if (i == 0 || !graphs[i].empty())
            parts.push_back({kParts[i], std::move(graphs[i])});
    }
    return parts;
}

Result<std::vector<Part>> byColumn(const std::string& name, const GraphSet& graphs) {
    const Column* column = graphs.graphs.find(name);
    if (!column)
        return wrong("the graphs have no column \"" + name + "\"");
    std::array<std::vector<std::int32_t>, 3> parts;
    for (std::size_t row = 0; row < column->size(); ++row) {
        const std::string text = column->cellText(row);
        if (text.empty())
            continue;
        const auto part = partNumber(text, "row " + std::to_string(row) + " of the column \"" + name + "\"");
        if (!part)
            return part.error();
        parts[*part].push_back(static_cast<std::int32_t>(row));
    }
    return named(std::move(parts));
}

} // namespace

Result<SplitRule> parseSplitRule(std::string_view text) {
    constexpr std::string_view kFraction = "fraction:";
    constexpr std::string_view kColumn = "column:";
    if (text == "none")
        return SplitRule{};
    if (text.starts_with(kFraction)) {
        const auto fraction = parseNumber(text.substr(kFraction.size()));
        if (!fraction || !(*fraction > 0.0 && *fraction < 1.0))
            return wrong("\"" + std::string(text) + "\" is not understood; a fraction between 0 and 1 would be right");
        return SplitRule{SplitRule::Kind::fraction, *fraction, {}};
    }
    if (text.starts_with(kColumn) && text.size() > kColumn.size())
        return SplitRule{SplitRule::Kind::column, 0.0, std::string(text.substr(kColumn.size()))};
    return wrong("\"" + std::string(text) + "\" is not understood; none, fraction:0.2 or column:NAME would be right");
}

Result<std::vector<Part>> partsByRule(const SplitRule& rule, const GraphSet& graphs, std::span<const double> target,
                                      std::uint64_t seed) {
    if (rule.kind == SplitRule::Kind::column)
        return byColumn(rule.column, graphs);
    std::array<std::vector<std::int32_t>, 3> parts;
    for (std::size_t graph = 0; graph < target.size(); ++graph)
        if (std::isfinite(target[graph]))
            parts[0].push_back(static_cast<std::int32_t>(graph));
    if (rule.kind == SplitRule::Kind::none || parts[0].empty())
        return named(std::move(parts));
    const std::size_t n = parts[0].size();
    const auto wanted = static_cast<std::size_t>(std::lround(rule.fraction * static_cast<double>(n)));
    if (wanted == 0 || wanted >= n)
        return wrong("a fraction of " + numberText(rule.fraction) + " of " + std::to_string(n) +
                     " graphs leaves nothing to " + (wanted == 0 ? "test" : "train") + " on");
    const auto order = rng::permutation(seed, kSplitStream, 0, static_cast<std::uint32_t>(n));
    std::vector<std::int32_t> train;
    for (std::size_t i = 0; i < n; ++i)
        (i < wanted ? parts[2] : train).push_back(parts[0][order[i]]);
    parts[0] = std::move(train);
    return named(std::move(parts));
}

Result<void> holdOutValidation(std::vector<Part>& parts, double share, std::uint64_t seed) {
    constexpr std::uint64_t kValidationDraw = std::uint64_t{1} << 32;
    std::vector<std::int32_t>& train = parts.front().graphs;
    if (train.size() < 2)
        return wrong("early stopping needs a validation part and " + std::to_string(train.size()) +
                     " training graph leaves none");
    const auto n = static_cast<std::uint32_t>(train.size());
    const auto wanted = static_cast<std::size_t>(std::lround(share * n));
    const std::size_t count = std::clamp<std::size_t>(wanted, 1, n - 1);
    const auto order = rng::permutation(seed, kSplitStream, kValidationDraw, n);
    Part validation{"validation", {}};
    std::vector<std::int32_t> rest;
    for (std::size_t i = 0; i < n; ++i)
        (i < count ? validation.graphs : rest).push_back(train[order[i]]);
    std::sort(validation.graphs.begin(), validation.graphs.end());
    std::sort(rest.begin(), rest.end());
    train = std::move(rest);
    parts.insert(parts.begin() + 1, std::move(validation));
    return {};
}

std::vector<std::vector<std::int32_t>> drawFolds(std::span<const std::int32_t> graphs, int folds, int repeat,
                                                 std::uint64_t seed) {
    const auto order = rng::permutation(seed, kSplitStream, static_cast<std::uint64_t>(repeat) + 1,
                                        static_cast<std::uint32_t>(graphs.size()));
    std::vector<std::vector<std::int32_t>> drawn(static_cast<std::size_t>(folds));
    for (std::size_t i = 0; i < order.size(); ++i)
        drawn[i % drawn.size()].push_back(graphs[order[i]]);
    for (auto& fold : drawn)
        std::sort(fold.begin(), fold.end());
    return drawn;
}

Result<std::vector<Part>> partsByTable(const Table& table, std::size_t graphCount) {
    const Column* rows = table.find("row");
    const Column* names = table.find("part");
    if (!rows || !names || rows->type() != ColumnType::integer)
        return wrong("the table needs a column \"row\" of whole numbers and a column \"part\"");
    std::array<std::vector<std::int32_t>, 3> parts;
    std::vector<char> seen(graphCount, 0);
    for (std::size_t i = 0; i < table.rowCount(); ++i) {
        const std::string where = "line " + std::to_string(i + 1) + " of the table";
        const std::int64_t row = rows->isValid(i) ? rows->integers()[i] : -1;
        if (row < 0 || static_cast<std::size_t>(row) >= graphCount)
            return wrong(where + " names row " + (rows->isValid(i) ? std::to_string(row) : "none") +
                         "; rows from 0 to " + std::to_string(static_cast<std::int64_t>(graphCount) - 1) +
                         " would be right");
        if (seen[static_cast<std::size_t>(row)] != 0)
            return wrong(where + " names row " + std::to_string(row) + " a second time");
        seen[static_cast<std::size_t>(row)] = 1;
        const auto part = partNumber(names->cellText(i), where);
        if (!part)
            return part.error();
        parts[*part].push_back(static_cast<std::int32_t>(row));
    }
    return named(std::move(parts));
}

} // namespace vitrine::pathboost
