#pragma once

#include "core/base/result.h"
#include "core/values/column.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::pathboost {

/// Label values of a data set or model and their codes. Codes follow the order of the labels: numbers ascending, or
/// texts in byte order, so comparing codes is comparing labels.
class LabelDictionary {
public:
    LabelDictionary() = default;
    /// Every value that occurs in the column.
    static LabelDictionary fromColumn(const Column& column);
    /// Sorts and keeps one of each. Numeric labels are texts that parseNumber reads; others are left out.
    static LabelDictionary fromTexts(std::vector<std::string> texts, bool numeric);

    std::int32_t size() const { return static_cast<std::int32_t>(m_texts.size()); }
    bool isNumeric() const { return m_numeric; }
    const std::vector<std::string>& texts() const { return m_texts; }
    const std::string& text(std::int32_t code) const { return m_texts[static_cast<std::size_t>(code)]; }

    /// -1 when the label is not in the dictionary.
    std::int32_t code(std::string_view text) const;
    /// One code per cell; -1 for missing cells and labels that are not in the dictionary.
    std::vector<std::int32_t> codes(const Column& column) const;

private:
    std::int32_t codeOfNumber(double number) const;

    bool m_numeric = true;
    std::vector<std::string> m_texts;
    std::vector<double> m_numbers; ///< as long as m_texts when numeric
};

/// A path as text: labels joined by "-", "6-6-17". A "-" or "\" inside a label is preceded by "\".
std::string pathKey(const LabelDictionary& labels, std::span<const std::int32_t> path);

/// A path as people read it: element symbols instead of atomic numbers where `elements` says so, "C-C-Cl".
std::string pathLabel(const LabelDictionary& labels, std::span<const std::int32_t> path, bool elements);
/// One label as people read it.
std::string labelText(const std::string& label, bool elements);

/// The labels of a key in order. @errors parse: an empty label
Result<std::vector<std::string>> splitPathKey(std::string_view key);

} // namespace vitrine::pathboost
