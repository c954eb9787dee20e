#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vitrine {

/// Cuts GML text into names, numbers, texts in quotes and brackets. Lines that begin with "#" are comments.
class GmlTokens {
public:
    enum class Kind { name, integer, real, text, open, close, finished, failed };

    explicit GmlTokens(std::string_view text) : m_text(text) {}

    /// After `failed` the reason is problem().
    Kind next();

    /// Of the present token.
    std::string_view name() const { return m_name; }
    std::int64_t integer() const { return m_integer; }
    double real() const { return m_real; }
    /// Of a real: whether it is written with digits and beyond what a double holds.
    bool tooLarge() const { return m_tooLarge; }
    /// Without quotes, entities written out.
    std::string& text() { return m_string; }
    std::int64_t line() const { return m_tokenLine; }
    /// How the token stands in the file, for messages.
    std::string_view written() const { return m_text.substr(m_start, m_at - m_start); }

    std::size_t position() const { return m_at; }
    const std::string& problem() const { return m_problem; }

private:
    void skipSpace();
    Kind word();
    Kind number(std::string_view word);
    Kind quoted();

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_start = 0;
    std::int64_t m_line = 1;
    std::int64_t m_tokenLine = 1;
    std::string_view m_name;
    std::int64_t m_integer = 0;
    double m_real = 0.0;
    bool m_tooLarge = false;
    std::string m_string;
    std::string m_problem;
};

} // namespace vitrine
