#include "core/data/numpy/npy_header.h"

#include "core/data/message_text.h"

#include <charconv>
#include <optional>

namespace vitrine {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeader = 65'536;
constexpr std::size_t kMaxValues = std::size_t{1} << 48;

/// "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }"
class Dictionary {
public:
    explicit Dictionary(std::string_view text) : m_text(text) {}

    std::optional<std::string> descr;
    std::optional<bool> fortranOrder;
    std::optional<std::vector<std::size_t>> shape;
    bool fields = false; ///< the type is a list: records of several fields

    /// Empty when all is well, else what is wrong.
    std::string parse() {
        if (!take('{'))
            return "does not begin with a brace";
        while (!take('}')) {
            std::string key;
            if (!text(key) || !take(':'))
                return "has no name in quotes and colon where one belongs";
            if (std::string problem = value(key); !problem.empty())
                return problem;
            if (fields)
                return {};
            if (!take(',') && peek() != '}')
                return "has no comma or brace behind " + inQuotes(key);
        }
        if (m_text.find_first_not_of(" \t\n", m_at) != std::string_view::npos)
            return "goes on behind its closing brace";
        for (const auto& [there, key] :
             {std::pair{descr.has_value(), "descr"}, std::pair{fortranOrder.has_value(), "fortran_order"},
              std::pair{shape.has_value(), "shape"}})
            if (!there)
                return "does not name " + inQuotes(key);
        return {};
    }

private:
    char peek() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n'))
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    bool take(char c) {
        if (peek() != c || c == '\0')
            return false;
        ++m_at;
        return true;
    }
    bool takeWord(std::string_view word) {
        peek();
        if (!m_text.substr(m_at).starts_with(word))
            return false;
        m_at += word.size();
        return true;
    }
    bool text(std::string& out) {
        const char quote = peek();
        if (quote != '\'' && quote != '"')
            return false;
        const std::size_t end = m_text.find(quote, m_at + 1);
        if (end == std::string_view::npos)
            return false;
        out = m_text.substr(m_at + 1, end - m_at - 1);
        m_at = end + 1;
        return out.find('\\') == std::string::npos;
    }

    std::string value(const std::string& key) {
        if ((key == "descr" && (descr || fields)) || (key == "fortran_order" && fortranOrder) ||
            (key == "shape" && shape))
            return "names " + inQuotes(key) + " twice";
        if (key == "descr") {
            fields = peek() == '[';
            return fields || text(descr.emplace()) ? std::string() : "has no type in quotes behind \"descr\"";
        }
        if (key == "fortran_order") {
            const bool yes = takeWord("True");
            if (!yes && !takeWord("False"))
                return "has neither True nor False behind \"fortran_order\"";
            fortranOrder = yes;
            return {};
        }
        if (key == "shape")
            return extents();
        return "names " + inQuotes(key) + ", which is not known";
    }

    std::string extents() {
        shape.emplace();
        if (!take('('))
            return "has no list in parentheses behind \"shape\"";
        while (!take(')')) {
            std::size_t extent = 0;
            peek();
            const char* end = m_text.data() + m_text.size();
            const auto [at, error] = std::from_chars(m_text.data() + m_at, end, extent);
            if (error != std::errc{} || shape->size() == 32)
                return "has an extent that is no whole number, or too many of them";
            m_at = static_cast<std::size_t>(at - m_text.data());
            takeWord("L"); // Python 2
            shape->push_back(extent);
            if (!take(',') && peek() != ')')
                return "has no comma between two extents";
        }
        return {};
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

Error unsupported(const std::string& name, const std::string& what) {
    return makeError(ErrorCode::unsupported, name + ": " + what);
}

/// Takes the type apart: "<f8", "|b1", ">i4".
Result<void> takeType(std::string_view type, const std::string& name, NpyHeader& header) {
    std::string_view plain = type;
    const bool ordered = plain.size() > 1 && std::string_view("<>|=").find(plain[0]) != std::string_view::npos;
    header.bigEndian = ordered && plain[0] == '>';
    if (ordered)
        plain.remove_prefix(1);
    const char kind = plain.empty() ? '\0' : plain[0];
    if (kind == 'O')
        return unsupported(name, "the array holds Python objects, kept as a pickle, opening it could run code; save an "
                                 "array of numbers");
    if (kind == 'U' || kind == 'S' || kind == 'a')
        return unsupported(name, "the array holds text, expected numbers; save it as CSV");
    if (kind == 'c' || kind == 'M' || kind == 'm' || kind == 'V')
        return unsupported(name, "the array holds " +
                                     std::string(kind == 'c'   ? "complex numbers"
                                                 : kind == 'V' ? "raw bytes"
                                                               : "dates or times") +
                                     ", expected real numbers");
    const std::string_view size = plain.substr(plain.empty() ? 0 : 1);
    const bool known = ((kind == 'b' && size == "1") || (kind == '?' && size.empty())) ||
                       ((kind == 'i' || kind == 'u') && (size == "1" || size == "2" || size == "4" || size == "8")) ||
                       (kind == 'f' && (size == "2" || size == "4" || size == "8"));
    if (!known)
        return unsupported(name, "the array has the type " + inQuotes(type) +
                                     ", expected truth values, whole numbers of 1 to 8 bytes or reals of 2, 4 or 8");
    header.kind = kind == 'i'   ? NpyHeader::Kind::integer
                  : kind == 'u' ? NpyHeader::Kind::unsignedInteger
                  : kind == 'f' ? NpyHeader::Kind::real
                                : NpyHeader::Kind::boolean;
    header.itemBytes = size.empty() ? 1 : static_cast<std::size_t>(size[0] - '0');
    return {};
}

Result<void> takeShape(std::vector<std::size_t> shape, const std::string& name, NpyHeader& header) {
    if (shape.empty() || shape.size() > 2)
        return unsupported(name, shape.empty() ? "the array is a single number, expected a list or a matrix"
                                               : "the array has " + std::to_string(shape.size()) +
                                                     " dimensions, expected one or two");
    header.count = 1;
    for (const std::size_t extent : shape) {
        if (extent == 0)
            return unsupported(name, "there are no values in the array");
        if (extent > kMaxValues / header.count)
            return makeError(ErrorCode::outOfRange, name + ": the header claims more values than any memory holds");
        header.count *= extent;
    }
    header.shape = std::move(shape);
    return {};
}

} // namespace

bool isNpy(std::string_view bytes) {
    return bytes.starts_with(kMagic);
}

std::string NpyHeader::description() const {
    const std::string bits = std::to_string(itemBytes * 8);
    std::string text = kind == Kind::boolean           ? std::string("bool")
                       : kind == Kind::integer         ? "int" + bits
                       : kind == Kind::unsignedInteger ? "uint" + bits
                                                       : "float" + bits;
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i == 0 ? ", " : " x ") + grouped(static_cast<std::int64_t>(shape[i]));
    return text;
}

Result<NpyHeader> parseNpyHeader(std::string_view bytes, const std::string& name) {
    const auto byteAt = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(bytes[i])}; };
    const Error cutOff = makeError(ErrorCode::parse, name + ": the header ends too early, the file is cut off");
    if (bytes.size() < 10)
        return cutOff;
    const std::size_t version = byteAt(6);
    if (version < 1 || version > 3)
        return unsupported(name, "NumPy format " + std::to_string(version) + ", expected 1, 2 or 3");
    const std::size_t start = version == 1 ? 10 : 12;
    if (bytes.size() < start)
        return cutOff;
    std::size_t length = byteAt(8) + (byteAt(9) << 8U);
    if (version > 1)
        length += (byteAt(10) << 16U) + (byteAt(11) << 24U);
    if (length > kMaxHeader)
        return makeError(ErrorCode::outOfRange, name + ": a header of " + grouped(static_cast<std::int64_t>(length)) +
                                                    " bytes, at most " + grouped(kMaxHeader) + " are read");
    if (bytes.size() < start + length)
        return cutOff;
    Dictionary dictionary(bytes.substr(start, length));
    if (const std::string problem = dictionary.parse(); !problem.empty())
        return makeError(ErrorCode::parse, name + ": the header of the array " + problem);
    if (dictionary.fields)
        return unsupported(name, "the array holds records of several fields, expected numbers of one type; save it as "
                                 "CSV");
    NpyHeader header;
    if (auto good = takeType(dictionary.descr.value_or(std::string()), name, header); !good)
        return good.error();
    if (auto good = takeShape(dictionary.shape.value_or(std::vector<std::size_t>()), name, header); !good)
        return good.error();
    header.fortranOrder = dictionary.fortranOrder.value_or(false);
    header.dataAt = start + length;
    return header;
}

} // namespace vitrine
