#pragma once

#include "core/data/graph/attribute_column.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// One line of JSON Lines, taken apart: a flat object. Beside JSON it reads NaN, Infinity and -Infinity, which Python
/// writes. Lists and objects inside are checked, at most 200 deep, and kept as they stand.
class JsonLine {
public:
    enum class Remark { none, nested, tooLarge, rounded, loneSurrogate };
    struct Field {
        std::string key;
        AttributeValue value; ///< nothing: null, or a number beyond what a real holds
        Remark remark = Remark::none;
    };

    /// False where the line is no object; problem() says why. The fields are valid until the next call.
    /// @param line  valid UTF-8 without the line end
    bool parse(std::string_view line);

    std::size_t size() const { return m_count; }
    Field& field(std::size_t i) { return m_fields[i]; }
    const std::string& problem() const { return m_problem; }

private:
    bool fail(std::string what);
    void skipSpace();
    bool take(char c);
    bool value(Field& field);
    bool text(std::string& out, Remark& remark);
    bool escape(std::string& out, Remark& remark);
    bool hex4(unsigned& code);
    bool number(Field& field);
    bool word(Field& field);
    bool skipValue(int depth);
    bool skipList(int depth);

    std::string_view m_line;
    std::size_t m_at = 0;
    std::vector<Field> m_fields; ///< kept from line to line for their memory
    std::size_t m_count = 0;
    std::string m_problem;
    std::string m_scratch;
};

} // namespace vitrine
