#include "plugins/pathboost/compute/labels.h"

#include "core/base/number_text.h"
#include "core/data/chem/depiction.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace vitrine::pathboost {

LabelDictionary LabelDictionary::fromColumn(const Column& column) {
    LabelDictionary dictionary;
    dictionary.m_numeric = column.isNumeric();
    if (!dictionary.m_numeric) {
        std::unordered_set<std::string> seen;
        for (std::size_t row = 0; row < column.size(); ++row)
            if (column.isValid(row))
                seen.insert(column.texts()[row]);
        dictionary.m_texts.assign(seen.begin(), seen.end());
        std::sort(dictionary.m_texts.begin(), dictionary.m_texts.end());
        return dictionary;
    }
    std::unordered_set<double> seen;
    for (std::size_t row = 0; row < column.size(); ++row)
        if (const double number = column.number(row); std::isfinite(number))
            seen.insert(number);
    dictionary.m_numbers.assign(seen.begin(), seen.end());
    std::sort(dictionary.m_numbers.begin(), dictionary.m_numbers.end());
    for (const double number : dictionary.m_numbers)
        dictionary.m_texts.push_back(numberText(number));
    return dictionary;
}

LabelDictionary LabelDictionary::fromTexts(std::vector<std::string> texts, bool numeric) {
    LabelDictionary dictionary;
    dictionary.m_numeric = numeric;
    if (!numeric) {
        std::sort(texts.begin(), texts.end());
        texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
        dictionary.m_texts = std::move(texts);
        return dictionary;
    }
    std::vector<double>& numbers = dictionary.m_numbers;
    for (const std::string& text : texts)
        if (const auto number = parseNumber(text); number && std::isfinite(*number))
            numbers.push_back(*number);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    for (const double number : numbers)
        dictionary.m_texts.push_back(numberText(number));
    return dictionary;
}

std::int32_t LabelDictionary::codeOfNumber(double number) const {
    const auto found = std::lower_bound(m_numbers.begin(), m_numbers.end(), number);
    return found != m_numbers.end() && *found == number ? static_cast<std::int32_t>(found - m_numbers.begin()) : -1;
}

std::int32_t LabelDictionary::code(std::string_view text) const {
    if (m_numeric) {
        const auto number = parseNumber(text);
        return number ? codeOfNumber(*number) : -1;
    }
    const auto found = std::lower_bound(m_texts.begin(), m_texts.end(), text);
    return found != m_texts.end() && *found == text ? static_cast<std::int32_t>(found - m_texts.begin()) : -1;
}

std::vector<std::int32_t> LabelDictionary::codes(const Column& column) const {
    std::vector<std::int32_t> codes(column.size(), -1);
    const bool byNumber = m_numeric && column.isNumeric();
    for (std::size_t row = 0; row < codes.size(); ++row)
        if (column.isValid(row))
            codes[row] = byNumber ? codeOfNumber(column.number(row)) : code(column.cellText(row));
    return codes;
}

std::string pathKey(const LabelDictionary& labels, std::span<const std::int32_t> path) {
    std::string key;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (i > 0)
            key += '-';
        for (const char letter : labels.text(path[i])) {
            if (letter == '-' || letter == '\\')
                key += '\\';
            key += letter;
        }
    }
    return key;
}

std::string labelText(const std::string& label, bool elements) {
    constexpr double kHeaviest = 118.0;
    const auto number = elements ? parseNumber(label) : std::nullopt;
    const bool isElement = number && *number >= 1.0 && *number <= kHeaviest && *number == std::floor(*number);
    return isElement ? chem::elementSymbol(static_cast<int>(*number)) : label;
}

std::string pathLabel(const LabelDictionary& labels, std::span<const std::int32_t> path, bool elements) {
    std::string text;
    for (const std::int32_t code : path)
        text += (text.empty() ? "" : "-") + labelText(labels.text(code), elements);
    return text;
}

Result<std::vector<std::string>> splitPathKey(std::string_view key) {
    std::vector<std::string> labels(1);
    for (std::size_t i = 0; i < key.size(); ++i) {
        if (key[i] == '-') {
            labels.emplace_back();
        } else {
            if (key[i] == '\\' && i + 1 < key.size())
                ++i;
            labels.back() += key[i];
        }
    }
    for (const std::string& label : labels)
        if (label.empty())
            return makeError(ErrorCode::parse, "the path \"" + std::string(key) +
                                                   "\" has an empty label; labels joined by \"-\" would be right");
    return labels;
}

} // namespace vitrine::pathboost
