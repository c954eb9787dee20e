#include "core/params/sweep.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

namespace vitrine {

namespace {

using nlohmann::json;

constexpr const char* kSweepId = "$sweep"; // ids of parameters have letters, digits and _ only

Error wrong(const ParameterSpec& spec, const std::string& what) {
    return makeError(ErrorCode::invalidArgument, spec.id + ": " + what);
}

std::string_view trimmed(std::string_view text) {
    const char* const blanks = " \t";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<std::uint64_t> wholeNumber(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

bool isNumber(const ParameterSpec& spec) {
    return spec.type == ParameterType::integer || spec.type == ParameterType::real;
}

bool isList(const ParameterSpec& spec) {
    return spec.type == ParameterType::choiceList || spec.type == ParameterType::intList ||
           spec.type == ParameterType::realList || spec.type == ParameterType::labelList ||
           spec.type == ParameterType::table;
}

/// "A..B step S" or "A..B log N" taken apart; empty when it is none.
struct Range {
    double from = 0.0, to = 0.0, by = 0.0;
    bool isLog = false;
};

std::optional<Range> rangeOf(std::string_view text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = text.substr(dots + 2);
    const std::size_t step = rest.find("step");
    const std::size_t log = rest.find("log");
    const std::size_t word = std::min(step, log);
    if (word == std::string_view::npos)
        return std::nullopt;
    Range range;
    range.isLog = log < step;
    const auto from = parseNumber(trimmed(text.substr(0, dots)));
    const auto to = parseNumber(trimmed(rest.substr(0, word)));
    const auto by = parseNumber(trimmed(rest.substr(word + (range.isLog ? 3 : 4))));
    if (!from || !to || !by || !std::isfinite(*from) || !std::isfinite(*to) || !std::isfinite(*by))
        return std::nullopt;
    range.from = *from;
    range.to = *to;
    range.by = *by;
    return range;
}

/// The nearest number with 12 digits, so that 0.05 + 2 × 0.05 is 0.15.
double rounded(double value) {
    if (value == 0.0 || !std::isfinite(value))
        return value;
    constexpr int kDigits = 12;
    const int decimals = kDigits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value))));
    if (decimals > 300 || decimals < 0)
        return value;
    const double scale = std::pow(10.0, decimals);
    const double whole = std::round(value * scale);
    return std::isfinite(whole) ? whole / scale : value;
}

Result<std::vector<double>> rangeValues(const ParameterSpec& spec, const Range& range) {
    std::vector<double> values;
    if (range.isLog) {
        const bool isCount =
            range.by >= 2.0 && range.by <= static_cast<double>(kMostSweepRuns) && range.by == std::floor(range.by);
        if (range.from <= 0.0 || range.to <= 0.0 || !isCount)
            return wrong(spec, "a log range is between numbers greater than 0, with 2 to " +
                                   std::to_string(kMostSweepRuns) + " values: 0.001..1 log 4");
        const double ratio = range.to / range.from;
        if (!std::isfinite(ratio) || ratio == 0.0)
            return wrong(spec, "the ends of the range are too far apart");
        const auto count = static_cast<std::size_t>(range.by);
        for (std::size_t i = 0; i < count; ++i) {
            const double share = static_cast<double>(i) / static_cast<double>(count - 1);
            values.push_back(rounded(range.from * std::pow(ratio, share)));
        }
        return values;
    }
    if (range.by <= 0.0 || range.to < range.from)
        return wrong(spec, "a range goes upwards in steps greater than 0: 0.05..0.2 step 0.05");
    const double steps = std::floor((range.to - range.from) / range.by + 1e-9);
    if (!(steps < static_cast<double>(kMostSweepRuns)))
        return wrong(spec, "at most " + std::to_string(kMostSweepRuns) + " values");
    for (int i = 0; i <= static_cast<int>(steps); ++i)
        values.push_back(rounded(range.from + i * range.by));
    return values;
}

/// Pieces between separators; those in double quotes do not count.
std::vector<std::string> pieces(std::string_view text, char separator) {
    std::vector<std::string> parts(1);
    bool quoted = false;
    for (const char c : text) {
        quoted = quoted != (c == '"');
        if (c == separator && !quoted)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    for (std::string& part : parts)
        part = std::string(trimmed(part));
    return parts;
}

std::string withoutQuotes(const std::string& text) {
    return text.size() > 1 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

Result<std::vector<json>> listedValues(const ParameterSpec& spec, std::string_view text) {
    std::vector<json> values;
    for (const std::string& piece : pieces(text, isList(spec) ? ';' : ',')) {
        if (piece.empty())
            return wrong(spec, "a value is missing");
        if (values.size() == kMostSweepRuns)
            return wrong(spec, "at most " + std::to_string(kMostSweepRuns) + " values");
        auto value = parseParameter(spec, isList(spec) ? piece : withoutQuotes(piece));
        if (!value)
            return value.error();
        values.push_back(std::move(*value));
    }
    return values;
}

} // namespace

SweepTexts sweepTexts(const ParameterSet& pending) {
    SweepTexts sweeps;
    const auto found = pending.values().find(kSweepId);
    if (found != pending.values().end() && found->second.is_object())
        for (const auto& [id, values] : found->second.items())
            if (values.is_string())
                sweeps[id] = values.get<std::string>();
    return sweeps;
}

void setSweepTexts(ParameterSet& pending, const SweepTexts& sweeps) {
    if (sweeps.empty())
        pending.reset(kSweepId);
    else
        pending.set(kSweepId, sweeps);
}

Result<ParameterSweep> parseSweep(const ParameterSpec& spec, std::string_view text) {
    if (!spec.sweepable)
        return wrong(spec, "this parameter cannot be swept");
    ParameterSweep sweep{spec.id, {}};
    if (const auto range = isNumber(spec) ? rangeOf(text) : std::nullopt) {
        const auto numbers = rangeValues(spec, *range);
        if (!numbers)
            return numbers.error();
        for (const double number : *numbers) {
            auto value = parseParameter(spec, numberText(number));
            if (!value)
                return value.error();
            sweep.values.push_back(std::move(*value));
        }
    } else {
        auto listed = listedValues(spec, text);
        if (!listed)
            return listed.error();
        sweep.values = std::move(*listed);
    }
    std::set<json> seen; // not of text: bytes from a shell may be no UTF-8
    for (const json& value : sweep.values) {
        if (const std::string problem = valueProblem(spec, value); !problem.empty())
            return wrong(spec, problem);
        if (!seen.insert(value).second)
            return wrong(spec, parameterText(spec, value) + " was given twice");
    }
    return sweep;
}

Result<std::vector<std::uint64_t>> parseSeeds(std::string_view text) {
    const auto refuse = [](const std::string& what) { return makeError(ErrorCode::invalidArgument, what); };
    std::vector<std::uint64_t> seeds;
    std::set<std::uint64_t> known;
    while (true) {
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string_view piece = trimmed(text.substr(0, end));
        const std::size_t dots = piece.find("..");
        const auto from = wholeNumber(trimmed(piece.substr(0, dots)));
        const auto to = dots == std::string_view::npos ? from : wholeNumber(trimmed(piece.substr(dots + 2)));
        if (!from || !to || *to < *from)
            return refuse('"' + std::string(piece) + "\" is not a whole number from 0 to 18446744073709551615");
        if (*to - *from >= kMostSweepRuns)
            return refuse("more than " + std::to_string(kMostSweepRuns) + " seeds");
        for (std::uint64_t i = 0; i <= *to - *from; ++i) {
            if (!known.insert(*from + i).second)
                return refuse("the seed " + std::to_string(*from + i) + " is given twice");
            seeds.push_back(*from + i);
        }
        if (seeds.size() > kMostSweepRuns)
            return refuse("more than " + std::to_string(kMostSweepRuns) + " seeds");
        if (end == text.size())
            return seeds;
        text.remove_prefix(end + 1);
    }
}

std::size_t sweepSize(const std::vector<ParameterSweep>& sweeps) {
    std::size_t size = 1;
    for (const ParameterSweep& sweep : sweeps)
        size = std::min(size * std::min(sweep.values.size(), kMostSweepRuns + 1), kMostSweepRuns + 1);
    return size;
}

Result<std::vector<ParameterSet>> sweepCombinations(const std::vector<ParameterSweep>& sweeps) {
    std::set<std::string> ids;
    for (const ParameterSweep& sweep : sweeps)
        if (!ids.insert(sweep.parameter).second)
            return makeError(ErrorCode::invalidArgument, sweep.parameter + ": the parameter is swept twice");
    if (sweepSize(sweeps) > kMostSweepRuns)
        return makeError(ErrorCode::invalidArgument,
                         "the sweep would start more than " + std::to_string(kMostSweepRuns) + " runs");
    std::vector<ParameterSet> combinations(1);
    for (const ParameterSweep& sweep : sweeps) {
        std::vector<ParameterSet> next;
        for (const ParameterSet& before : combinations)
            for (const json& value : sweep.values) {
                next.push_back(before);
                next.back().set(sweep.parameter, value);
            }
        combinations = std::move(next);
    }
    return combinations;
}

namespace {

std::string joinedSettings(const ParameterSchema& schema, const ParameterSet& combination,
                           std::optional<std::uint64_t> seed, std::string ParameterSpec::*name,
                           const std::string& equals) {
    std::string text;
    const auto add = [&](const std::string& what, const std::string& value) {
        text += (text.empty() ? "" : ", ") + what + equals + value;
    };
    for (const ParameterSpec& spec : schema.parameters)
        if (combination.isSet(spec.id)) {
            const json& value = combination.value(spec.id);
            add(spec.*name, value.is_null() ? "none" : parameterText(spec, value));
        }
    if (seed)
        add("seed", std::to_string(*seed));
    return text;
}

} // namespace

std::string sweepLabel(const ParameterSchema& schema, const ParameterSet& combination,
                       std::optional<std::uint64_t> seed) {
    return joinedSettings(schema, combination, seed, &ParameterSpec::label, " = ");
}

std::string sweepIdentifier(const ParameterSchema& schema, const ParameterSet& combination,
                            std::optional<std::uint64_t> seed) {
    return joinedSettings(schema, combination, seed, &ParameterSpec::id, "=");
}

std::string sweepTitle(const std::string& label, const std::string& title) {
    return label + ": " + title;
}

} // namespace vitrine
