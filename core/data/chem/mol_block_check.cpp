#include "core/data/chem/mol_block.h"

#include "core/data/chem/smiles.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <unordered_set>

namespace vitrine::chem {
namespace {

constexpr std::size_t kCountsLine = 3;

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// A whole number with spaces around; nothing when it is none.
std::optional<std::int64_t> number(std::string_view text) {
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    std::int64_t value = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && at == text.data() + text.size() && !text.empty() ? std::optional(value)
                                                                                    : std::nullopt;
}

std::optional<std::int64_t> field(std::string_view line, std::size_t start) {
    return start < line.size() ? number(line.substr(start, 3)) : std::nullopt;
}

std::vector<std::string_view> words(std::string_view line, std::size_t most) {
    std::vector<std::string_view> found;
    while (found.size() < most) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.empty())
            break;
        const std::size_t end = std::min(line.find(' '), line.size());
        found.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return found;
}

MolBlockFault fault(std::string reason, std::size_t line) {
    return {std::move(reason), static_cast<std::int64_t>(line) + 1};
}

std::string things(std::int64_t count, const char* noun) {
    return grouped(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::optional<MolBlockFault> checkCounts(std::int64_t atoms, std::int64_t bonds, std::size_t lines, std::size_t line) {
    if (atoms < 0 || bonds < 0)
        return fault("a negative number of atoms or bonds", line);
    const auto present = static_cast<std::int64_t>(lines);
    if (atoms > present || bonds > present || atoms + bonds > present)
        return fault("the header claims " + things(atoms, "atom") + " and " + things(bonds, "bond") +
                         ", the record has " + things(present, "line"),
                     line);
    if (atoms > static_cast<std::int64_t>(kMaxAtoms))
        return fault("the molecule has " + std::to_string(atoms) + " atoms, at most " + std::to_string(kMaxAtoms) +
                         " are read",
                     line);
    if (atoms == 0)
        return fault("there are no atoms", line);
    return std::nullopt;
}

std::optional<MolBlockFault> checkBond(std::optional<std::int64_t> from, std::optional<std::int64_t> to,
                                       std::int64_t atoms, std::size_t line) {
    if (!from || !to)
        return fault("expected the numbers of two atoms of a bond", line);
    for (const std::int64_t end : {*from, *to})
        if (end < 1 || end > atoms)
            return fault("a bond names atom " + std::to_string(end) + ", but there " + (atoms == 1 ? "is " : "are ") +
                             things(atoms, "atom"),
                         line);
    if (*from == *to)
        return fault("a bond from atom " + std::to_string(*from) + " to itself", line);
    return std::nullopt;
}

std::optional<MolBlockFault> checkV2000(const std::vector<std::string_view>& lines) {
    const auto atoms = field(lines[kCountsLine], 0);
    const auto bonds = field(lines[kCountsLine], 3);
    if (!atoms || !bonds)
        return fault("expected the numbers of atoms and bonds", kCountsLine);
    if (auto wrong = checkCounts(*atoms, *bonds, lines.size() - kCountsLine - 1, kCountsLine))
        return wrong;
    const std::size_t first = kCountsLine + 1 + static_cast<std::size_t>(*atoms);
    for (std::size_t line = first; line < first + static_cast<std::size_t>(*bonds); ++line)
        if (auto wrong = checkBond(field(lines[line], 0), field(lines[line], 3), *atoms, line))
            return wrong;
    return std::nullopt;
}

/// Walks over the sections of a V3000 table.
class V3000Check {
public:
    explicit V3000Check(const std::vector<std::string_view>& lines) : m_lines(lines) {}

    std::optional<MolBlockFault> check() {
        for (std::size_t i = kCountsLine + 1; i < m_lines.size(); ++i) {
            constexpr std::string_view kStart = "M  V30 ";
            const bool continued = m_lines[i - 1].starts_with(kStart) && m_lines[i - 1].ends_with('-');
            if (!m_lines[i].starts_with(kStart) || continued)
                continue;
            const std::string_view line = m_lines[i].substr(kStart.size());
            if (auto wrong = checkLine(line, i))
                return wrong;
        }
        if (!m_counted)
            return fault("there is no line with the numbers of atoms and bonds", kCountsLine);
        return std::nullopt;
    }

private:
    std::optional<MolBlockFault> checkLine(std::string_view line, std::size_t i) {
        if (line.starts_with("COUNTS"))
            return counts(line, i);
        if (line.starts_with("BEGIN ") || line.starts_with("END ")) {
            m_section = line.starts_with("BEGIN ") ? line.substr(6) : std::string_view();
            return std::nullopt;
        }
        if (m_section.starts_with("ATOM")) {
            return atom(line, i);
        }
        return m_section.starts_with("BOND") && !line.ends_with('-') ? bond(line, i) : std::nullopt;
    }

    std::optional<MolBlockFault> atom(std::string_view line, std::size_t i) {
        const auto found = words(line, 1);
        if (found.empty())
            return std::nullopt;
        const auto index = number(found[0]);
        if (!index || *index < 1 || *index > std::numeric_limits<std::int32_t>::max())
            return fault("an atom with the number " + inQuotes(found[0]) + ", expected a whole number from 1 to " +
                             grouped(std::numeric_limits<std::int32_t>::max()),
                         i);
        m_atoms.insert(found[0]);
        return std::nullopt;
    }

    std::optional<MolBlockFault> counts(std::string_view line, std::size_t i) {
        constexpr std::size_t kCounted = 4; // atoms, bonds, groups of atoms, constraints
        m_counted = true;
        const auto found = words(line, kCounted + 1);
        for (std::size_t k = 1; k < found.size(); ++k) {
            const auto count = number(found[k]);
            if (!count)
                return fault("expected the numbers of atoms and bonds", i);
            if (k > 2 && (*count < 0 || *count > static_cast<std::int64_t>(m_lines.size())))
                return fault("the header claims " + things(*count, "group") + " of atoms, the record has " +
                                 things(static_cast<std::int64_t>(m_lines.size()), "line"),
                             i);
        }
        if (found.size() < 3)
            return fault("expected the numbers of atoms and bonds", i);
        return checkCounts(number(found[1]).value_or(0), number(found[2]).value_or(0), m_lines.size(), i);
    }

    std::optional<MolBlockFault> bond(std::string_view line, std::size_t i) const {
        const auto found = words(line, 4);
        if (found.size() < 4)
            return fault("expected the numbers of two atoms of a bond", i);
        for (const std::string_view end : {found[2], found[3]})
            if (m_atoms.find(end) == m_atoms.end())
                return fault("a bond names atom " + inQuotes(end) + ", which is not there", i);
        if (found[2] == found[3])
            return fault("a bond from atom " + inQuotes(found[2]) + " to itself", i);
        return std::nullopt;
    }

    const std::vector<std::string_view>& m_lines;
    std::string_view m_section;
    std::unordered_set<std::string_view> m_atoms;
    bool m_counted = false;
};

} // namespace

std::optional<MolBlockFault> checkMolBlock(std::string_view block) {
    const std::vector<std::string_view> lines = linesOf(block);
    if (lines.size() <= kCountsLine)
        return fault("the record ends before the numbers of atoms and bonds", lines.empty() ? 0 : lines.size() - 1);
    const std::string_view counts = lines[kCountsLine];
    const bool v3000 = counts.find("V3000") != std::string_view::npos;
    if (!v3000 && counts.find('V') != std::string_view::npos && counts.find("V2000") == std::string_view::npos)
        return fault("a connection table of the version " + inQuotes(words(counts.substr(counts.find('V')), 1)[0]) +
                         ", expected V2000 or V3000",
                     kCountsLine);
    if (auto wrong = v3000 ? V3000Check(lines).check() : checkV2000(lines))
        return wrong;
    const bool ended =
        std::any_of(lines.begin(), lines.end(), [](std::string_view line) { return line.starts_with("M  END"); });
    if (!ended)
        return fault("the line \"M  END\" is missing, the record is cut off", lines.size() - 1);
    return std::nullopt;
}

} // namespace vitrine::chem
