#include "core/verify/compare_text.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace vitrine {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isWord(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// A stretch of a line: a number, or what stands between two numbers.
struct Token {
    std::string_view text;
    std::optional<double> number;
};

/// Length of the decimal number at the start of a text; 0: there is none.
std::size_t numberLength(std::string_view text) {
    std::size_t end = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    const std::size_t digits = end;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    if (end == digits)
        return 0;
    if (end + 1 < text.size() && text[end] == '.' && isDigit(text[end + 1]))
        for (++end; end < text.size() && isDigit(text[end]);)
            ++end;
    if (end + 1 < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        std::size_t exponent = end + 1;
        if (text[exponent] == '-' || text[exponent] == '+')
            ++exponent;
        if (exponent < text.size() && isDigit(text[exponent]))
            for (end = exponent; end < text.size() && isDigit(text[end]);)
                ++end;
    }
    // Digits within a word are a name: "C60", "1a2b".
    return end < text.size() && isWord(text[end]) ? 0 : end;
}

Token nextToken(std::string_view line) {
    std::size_t at = 0;
    bool inWord = false;
    while (at < line.size()) {
        if (!inWord)
            if (const std::size_t length = numberLength(line.substr(at)); length > 0) {
                if (at > 0)
                    return {line.substr(0, at), std::nullopt};
                const std::string_view text = line.substr(0, length);
                return {text, parseNumber(text)};
            }
        inWord = isWord(line[at]);
        ++at;
    }
    return {line, std::nullopt};
}

std::string_view takeLine(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

std::string shortened(std::string_view text) {
    constexpr std::size_t kLongest = 40;
    return text.size() <= kLongest ? std::string(text) : std::string(text.substr(0, kLongest)) + "...";
}

class Comparison {
public:
    explicit Comparison(double tolerance) : m_tolerance(tolerance) {}

    void line(std::string_view kept, std::string_view computed) {
        ++m_line;
        if (kept == computed) {
            countNumbers(kept);
            return;
        }
        while (!kept.empty() || !computed.empty()) {
            const Token before = nextToken(kept);
            const Token now = nextToken(computed);
            token(before, now);
            kept.remove_prefix(before.text.size());
            computed.remove_prefix(now.text.size());
        }
    }
    void differ(const std::string& what) {
        ++m_result.different;
        if (m_result.firstDifference.empty())
            m_result.firstDifference = what;
    }
    TextComparison take() { return std::move(m_result); }

private:
    void countNumbers(std::string_view line) {
        while (!line.empty()) {
            const Token token = nextToken(line);
            m_result.numbers += token.number ? 1 : 0;
            line.remove_prefix(token.text.size());
        }
    }
    void token(const Token& kept, const Token& computed) {
        m_result.numbers += kept.number ? 1 : 0;
        if (kept.text == computed.text)
            return;
        if (kept.number && computed.number) {
            const double difference = std::abs(*kept.number - *computed.number);
            const double size = std::max(std::abs(*kept.number), std::abs(*computed.number));
            if (difference <= m_tolerance * size) {
                ++m_result.close;
                m_result.largestDeviation = std::max(m_result.largestDeviation, size > 0 ? difference / size : 0.0);
                return;
            }
        }
        differ("line " + std::to_string(m_line) + ": " + (kept.text.empty() ? "nothing" : shortened(kept.text)) +
               " is kept, " + (computed.text.empty() ? "nothing" : shortened(computed.text)) + " was computed");
    }

    double m_tolerance;
    std::int64_t m_line = 0;
    TextComparison m_result;
};

} // namespace

TextComparison compareText(std::string_view kept, std::string_view computed, double tolerance) {
    Comparison comparison(tolerance);
    while (!kept.empty() && !computed.empty())
        comparison.line(takeLine(kept), takeLine(computed));
    const std::string_view rest = kept.empty() ? computed : kept;
    if (!rest.empty()) {
        const auto lines = std::count(rest.begin(), rest.end(), '\n') + (rest.back() == '\n' ? 0 : 1);
        comparison.differ(std::to_string(lines) + (lines == 1 ? " line" : " lines") +
                          (kept.empty() ? " more were computed than are kept" : " more are kept than were computed"));
    }
    return comparison.take();
}

} // namespace vitrine
