#include "core/data/column_roles.h"

#include "core/data/chem/smiles.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <array>
#include <set>

namespace vitrine {
namespace {

constexpr std::size_t kLookedAt = 1000;
constexpr std::size_t kParsedStructures = 40;
constexpr std::size_t kNameShown = 100;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return out;
}

/// Words of a name: runs of letters and digits.
std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words(1);
    for (char c : lowered(name)) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) > 127;
        if (letter)
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty())
        words.pop_back();
    return words;
}

template <std::size_t n>
bool hasWord(const std::vector<std::string>& words, const std::array<std::string_view, n>& list) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return std::find(list.begin(), list.end(), word) != list.end();
    });
}

constexpr std::array<std::string_view, 7> kModelWords{"predicted", "prediction", "pred",    "calculated",
                                                      "calc",      "estimated",  "computed"};
constexpr std::array<std::string_view, 8> kErrorWords{"uncertainty", "error", "err", "std",
                                                      "stdev",       "sd",    "sem", "sigma"};
constexpr std::array<std::string_view, 8> kMeasuredWords{"measured", "experimental", "experiment", "exp",
                                                         "expt",     "observed",     "obs",        "target"};
constexpr std::array<std::string_view, 3> kTargetNames{"y", "target", "label"};
constexpr std::array<std::string_view, 8> kIdNames{"id",         "name",   "compound id", "compound",
                                                   "identifier", "mol id", "molecule",    "compound name"};
constexpr std::array<std::string_view, 5> kSplitNames{"split", "part", "fold", "subset", "set"};
constexpr std::array<std::string_view, 7> kParts{"train", "training", "test", "testing", "valid", "validation", "val"};
constexpr std::array<std::string_view, 4> kStructureNames{"smiles", "structure", "mol", "molecule"};

std::vector<std::string> firstTexts(const Column& column, std::size_t most) {
    std::vector<std::string> texts;
    const std::size_t rows = std::min(column.size(), kLookedAt);
    for (std::size_t row = 0; row < rows && texts.size() < most; ++row)
        if (column.isValid(row) && !column.texts()[row].empty())
            texts.push_back(column.texts()[row]);
    return texts;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

/// Guesses one role after the other over columns that are still free.
class RoleFinder {
public:
    RoleFinder(const Table& table, const std::map<std::string, ColumnRole, std::less<>>& chosen);
    RoleGuess find();

private:
    bool isFree(std::size_t column) const { return !m_settled[column]; }
    bool isSet(ColumnRole role) const { return m_guess.find(role) != kNone; }
    void set(std::size_t column, ColumnRole role);
    std::size_t structureColumn() const;
    std::size_t idColumn() const;
    std::size_t splitColumn() const;
    std::size_t targetColumn();
    bool isCandidate(std::size_t column) const;
    void warnOfOthers(std::size_t target, bool byName);

    const Table& m_table;
    std::vector<std::vector<std::string>> m_words;
    std::vector<bool> m_settled;
    RoleGuess m_guess;
};

RoleFinder::RoleFinder(const Table& table, const std::map<std::string, ColumnRole, std::less<>>& chosen)
    : m_table(table), m_settled(table.columns.size(), false) {
    m_guess.roles.assign(table.columns.size(), ColumnRole::attribute);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        m_words.push_back(wordsOf(table.columns[i].name));
        if (const auto role = chosen.find(table.columns[i].name); role != chosen.end())
            set(i, role->second);
    }
}

void RoleFinder::set(std::size_t column, ColumnRole role) {
    if (column == kNone)
        return;
    m_guess.roles[column] = role;
    m_settled[column] = true;
}

std::size_t RoleFinder::structureColumn() const {
    std::size_t byContent = kNone;
    for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
        const Column& column = m_table.columns[i];
        if (!isFree(i) || column.type() != ColumnType::text ||
            !looksLikeStructures(firstTexts(column, kParsedStructures)))
            continue;
        if (hasWord(m_words[i], kStructureNames))
            return i;
        byContent = byContent == kNone ? i : byContent;
    }
    if (byContent != kNone)
        return byContent;
    // Under the right heading a single SMILES is enough: the others become lines of the ledger.
    for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
        const Column& column = m_table.columns[i];
        if (!isFree(i) || column.type() != ColumnType::text ||
            !hasWord(m_words[i], std::array{std::string_view("smiles")}))
            continue;
        const std::vector<std::string> texts = firstTexts(column, kParsedStructures);
        if (std::any_of(texts.begin(), texts.end(),
                        [](const std::string& text) { return chem::parseSmiles(text).ok(); }))
            return i;
    }
    return kNone;
}

std::size_t RoleFinder::idColumn() const {
    const auto mayBe = [&](std::size_t i) {
        const ColumnType type = m_table.columns[i].type();
        return isFree(i) && (type == ColumnType::text || type == ColumnType::integer);
    };
    for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
        const std::string name = joined(m_words[i]);
        const bool usual = std::find(kIdNames.begin(), kIdNames.end(), name) != kIdNames.end();
        if (mayBe(i) && (usual || name.starts_with("compound id") || name.ends_with(" id")))
            return i;
    }
    for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
        if (!isFree(i) || m_table.columns[i].type() != ColumnType::text)
            continue;
        const std::vector<std::string> texts = firstTexts(m_table.columns[i], kLookedAt);
        const std::set<std::string_view> distinct(texts.begin(), texts.end());
        if (distinct.size() == std::min(m_table.rowCount(), kLookedAt))
            return i;
    }
    return kNone;
}

std::size_t RoleFinder::splitColumn() const {
    for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
        const Column& column = m_table.columns[i];
        const std::string name = joined(m_words[i]);
        if (!isFree(i) || column.type() != ColumnType::text ||
            std::find(kSplitNames.begin(), kSplitNames.end(), name) == kSplitNames.end())
            continue;
        const std::vector<std::string> texts = firstTexts(column, kLookedAt);
        if (std::all_of(texts.begin(), texts.end(), [](const std::string& text) {
                return std::find(kParts.begin(), kParts.end(), lowered(text)) != kParts.end();
            }))
            return i;
    }
    return kNone;
}

bool RoleFinder::isCandidate(std::size_t column) const {
    const Column& held = m_table.columns[column];
    return isFree(column) && (held.type() == ColumnType::real || held.type() == ColumnType::integer) &&
           !hasWord(m_words[column], kModelWords) && !hasWord(m_words[column], kErrorWords);
}

std::size_t RoleFinder::targetColumn() {
    std::size_t last = kNone;
    std::size_t lastReal = kNone;
    std::size_t measured = kNone;
    for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
        if (!isCandidate(i))
            continue;
        const std::string name = joined(m_words[i]);
        if (std::find(kTargetNames.begin(), kTargetNames.end(), name) != kTargetNames.end())
            return i;
        if (measured == kNone && hasWord(m_words[i], kMeasuredWords))
            measured = i;
        last = i;
        lastReal = m_table.columns[i].type() == ColumnType::real ? i : lastReal;
    }
    const std::size_t target = measured != kNone ? measured : lastReal != kNone ? lastReal : last;
    if (target != kNone)
        warnOfOthers(target, measured != kNone);
    return target;
}

/// What else could be meant, and what would give the answer away.
void RoleFinder::warnOfOthers(std::size_t target, bool byName) {
    std::vector<std::size_t> rivals;
    std::vector<std::size_t> leaks;
    for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
        const ColumnType type = m_table.columns[i].type();
        const bool number = type == ColumnType::real || type == ColumnType::integer;
        if (i == target || m_guess.roles[i] != ColumnRole::attribute || !number || hasWord(m_words[i], kErrorWords))
            continue;
        if (hasWord(m_words[i], kModelWords))
            leaks.push_back(i);
        else if (byName ? hasWord(m_words[i], kMeasuredWords) : type == m_table.columns[target].type())
            rivals.push_back(i);
    }
    const std::size_t others = rivals.size() + leaks.size();
    if (others == 0)
        return;
    const auto nameOf = [&](std::size_t i) { return inQuotes(m_table.columns[i].name, kNameShown); };
    PreviewProblem problem;
    problem.title = (others == 1 ? std::string("Two") : grouped(static_cast<std::int64_t>(others + 1))) +
                    " columns could be the target";
    problem.detail = nameOf(target) + " is chosen";
    if (!rivals.empty())
        problem.detail += ", " + nameOf(rivals.back()) + " would be possible";
    if (!leaks.empty())
        problem.detail += ", " + nameOf(leaks.front()) + " is a model's output and would leak";
    problem.detail += '.';
    constexpr std::size_t kMaxChoices = 20;
    rivals.insert(rivals.begin(), target);
    rivals.insert(rivals.end(), leaks.begin(), leaks.end());
    for (std::size_t i = 0; i < std::min(rivals.size(), kMaxChoices); ++i) {
        const std::string& name = m_table.columns[rivals[i]].name;
        nlohmann::json roles{{m_table.columns[target].name, "attribute"}};
        roles[name] = "target";
        problem.choices.push_back({name, {{"roles", std::move(roles)}}});
    }
    m_guess.problems.push_back(std::move(problem));
}

RoleGuess RoleFinder::find() {
    if (!isSet(ColumnRole::structure))
        set(structureColumn(), ColumnRole::structure);
    if (!isSet(ColumnRole::split))
        set(splitColumn(), ColumnRole::split);
    if (!isSet(ColumnRole::id))
        set(idColumn(), ColumnRole::id);
    if (!isSet(ColumnRole::target))
        set(targetColumn(), ColumnRole::target);
    else
        warnOfOthers(m_guess.find(ColumnRole::target), true);
    return std::move(m_guess);
}

} // namespace

std::size_t RoleGuess::find(ColumnRole role) const {
    const auto found = std::find(roles.begin(), roles.end(), role);
    return found == roles.end() ? kNone : static_cast<std::size_t>(found - roles.begin());
}

bool looksLikeStructures(const std::vector<std::string>& texts) {
    constexpr std::size_t kMeanLength = 4;
    const std::set<std::string_view> distinct(texts.begin(), texts.end());
    std::size_t length = 0;
    for (std::string_view text : distinct)
        length += text.size();
    if (distinct.size() < 2 || length < kMeanLength * distinct.size())
        return false;
    const auto read =
        std::count_if(texts.begin(), texts.end(), [](const std::string& text) { return chem::parseSmiles(text).ok(); });
    return read * 10 >= static_cast<std::ptrdiff_t>(texts.size()) * 7;
}

RoleGuess guessRoles(const Table& table, const std::map<std::string, ColumnRole, std::less<>>& chosen) {
    return RoleFinder(table, chosen).find();
}

} // namespace vitrine
