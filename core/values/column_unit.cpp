#include "core/values/column_unit.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace vitrine {
namespace {

constexpr std::size_t kLongestUnit = 40;

// Units as they are written; case counts, mM and MM differ.
constexpr std::array kUnits = {
    "mol",   "mmol", "µmol", "nmol", "M",   "mM",  "µM",  "uM",   "nM",  "g",   "mg",      "µg",       "ug",   "kg",
    "t",     "L",    "l",    "mL",   "ml",  "µL",  "uL",  "m",    "cm",  "mm",  "µm",      "um",       "nm",   "pm",
    "km",    "Å",    "K",    "°C",   "C",   "°F",  "eV",  "meV",  "keV", "Ha",  "hartree", "hartrees", "kcal", "cal",
    "kJ",    "J",    "MJ",   "s",    "ms",  "µs",  "us",  "ns",   "ps",  "fs",  "min",     "h",        "d",    "D",
    "debye", "a0",   "bohr", "%",    "ppm", "ppb", "Hz",  "kHz",  "MHz", "GHz", "V",       "mV",       "A",    "mA",
    "W",     "kW",   "Pa",   "kPa",  "MPa", "GPa", "bar", "atm",  "N",   "T",   "amu",     "u",        "Da",   "kDa",
    "px",    "bit",  "bits", "B",    "kB",  "MB",  "GB",  "nodes"};
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kWords = {{{"mols", "mol"},
                                                                                   {"mole", "mol"},
                                                                                   {"moles", "mol"},
                                                                                   {"litre", "L"},
                                                                                   {"litres", "L"},
                                                                                   {"liter", "L"},
                                                                                   {"liters", "L"},
                                                                                   {"gram", "g"},
                                                                                   {"grams", "g"},
                                                                                   {"kelvin", "K"},
                                                                                   {"percent", "%"},
                                                                                   {"second", "s"},
                                                                                   {"seconds", "s"},
                                                                                   {"minutes", "min"},
                                                                                   {"hours", "h"},
                                                                                   {"angstrom", "Å"}}};
constexpr std::array kLogarithms = {"log10", "log2", "log", "lg", "ln"};

bool isSeparator(char c) {
    return c == '/' || c == '*' || c == ' ' || c == '(' || c == ')';
}

/// One word of a unit, or none: "mols", "cm^-1", "m3".
std::optional<std::string> unitWord(std::string_view word) {
    std::string_view base = word;
    while (!base.empty() && (std::isdigit(static_cast<unsigned char>(base.back())) || base.back() == '^' ||
                             base.back() == '-' || base.back() == '+'))
        base.remove_suffix(1);
    const std::string_view power = word.substr(base.size());
    for (const auto& [written, unit] : kWords)
        if (base == written)
            return std::string(unit) + std::string(power);
    if (std::find(kUnits.begin(), kUnits.end(), base) != kUnits.end() ||
        std::find(kUnits.begin(), kUnits.end(), word) != kUnits.end())
        return std::string(word);
    return std::nullopt;
}

bool isLogarithm(std::string_view word) {
    return std::find(kLogarithms.begin(), kLogarithms.end(), word) != kLogarithms.end();
}

/// "mols per litre" as "mol/L"; none when a word is no unit.
std::optional<std::string> unitOf(std::string_view text) {
    if (text.empty() || text.size() > kLongestUnit)
        return std::nullopt;
    std::string unit;
    bool any = false;
    std::size_t at = 0;
    while (at < text.size()) {
        if (isSeparator(text[at])) {
            unit += text[at++];
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && !isSeparator(text[end]))
            ++end;
        const std::string_view word = text.substr(at, end - at);
        at = end;
        if (word == "per") {
            while (!unit.empty() && unit.back() == ' ')
                unit.pop_back();
            unit += '/';
            while (at < text.size() && text[at] == ' ')
                ++at;
        } else if (isLogarithm(word)) {
            unit += word;
        } else if (const auto known = unitWord(word)) {
            unit += *known;
            any = true;
        } else {
            return std::nullopt;
        }
    }
    return any ? std::optional(unit) : std::nullopt;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == ','))
        text.remove_suffix(1);
    return text;
}

/// The logarithm a title speaks of, as a word of its own.
std::string_view logarithmIn(std::string_view title) {
    for (std::size_t at = 0; at < title.size();) {
        const std::size_t end = std::min(title.find_first_of(" _(", at), title.size());
        const std::string_view word = title.substr(at, end - at);
        if (isLogarithm(word))
            return word;
        at = end + 1;
    }
    return {};
}

std::optional<HeaderParts> taken(std::string_view title, std::string_view bracket) {
    title = trimmed(title);
    auto unit = unitOf(trimmed(bracket));
    if (!unit || title.empty())
        return std::nullopt;
    const std::string_view logarithm = logarithmIn(title);
    if (!logarithm.empty() && !isLogarithm(unit->substr(0, unit->find_first_of(" (/"))))
        *unit = std::string(logarithm) + ' ' + *unit;
    return HeaderParts{std::string(title), *unit};
}

} // namespace

HeaderParts splitHeader(std::string_view header) {
    const std::string_view text = trimmed(header);
    for (const auto& [open, close] : {std::pair{'(', ')'}, std::pair{'[', ']'}}) {
        const std::size_t at = text.empty() || text.back() != close ? std::string_view::npos : text.find(open);
        if (at != std::string_view::npos)
            if (auto parts = taken(text.substr(0, at), text.substr(at + 1, text.size() - at - 2)))
                return *parts;
    }
    if (const std::size_t at = text.rfind(" in "); at != std::string_view::npos)
        if (auto parts = taken(text.substr(0, at), text.substr(at + 4)))
            return *parts;
    return {std::string(header), {}};
}

std::string titleWithUnit(const std::string& title, const std::string& unit) {
    if (unit.empty() || title.empty())
        return title + unit;
    return unit.find('(') == std::string::npos ? title + " (" + unit + ')' : title + ", " + unit;
}

void nameUnits(Table& table) {
    for (Column& column : table.columns)
        if (column.unit.empty() && (column.type() == ColumnType::integer || column.type() == ColumnType::real))
            column.unit = splitHeader(column.name).unit;
}

} // namespace vitrine
