#include "core/data/graph/attribute_column.h"

#include "core/base/number_text.h"
#include "core/data/csv/cell_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace vitrine {
namespace {

using Taken = AttributeColumn::Taken;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpaces = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpaces);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpaces) + 1 - first);
}

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                      [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

std::optional<bool> truth(std::string_view text) {
    if (text == "1" || equalsIgnoringCase(text, "true"))
        return true;
    if (text == "0" || equalsIgnoringCase(text, "false"))
        return false;
    return std::nullopt;
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-"))
        text.remove_prefix(1);
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && at == end ? std::optional(value) : std::nullopt;
}

/// A number that a double can hold; infinities only where they are written as such.
std::optional<double> realNumber(std::string_view text) {
    const auto value = parseNumber(text);
    if (!value || text.back() == ')' || isTooLarge(text))
        return std::nullopt;
    return value;
}

bool losesDigits(std::int64_t value) {
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    return (value > kExact || value < -kExact) &&
           (value > INT64_MAX - 1024 || static_cast<std::int64_t>(static_cast<double>(value)) != value);
}

Taken howTaken(double value) {
    return std::isnan(value) ? Taken::notANumber : std::isinf(value) ? Taken::infinite : Taken::asIs;
}

std::optional<ColumnType> typeOf(const AttributeValue& value) {
    if (value.index() == 0)
        return std::nullopt;
    return static_cast<ColumnType>(value.index() - 1);
}

bool addCell(CellBuilder& cells, const AttributeValue& value) {
    switch (value.index()) {
    case 0: cells.addMissing(); return true;
    case 1: return cells.addBoolean(std::get<bool>(value));
    case 2: return cells.addInteger(std::get<std::int64_t>(value));
    case 3: return cells.addReal(std::get<double>(value));
    default: return cells.addText(std::get<std::string>(value));
    }
}

/// A value as one of a wider type.
AttributeValue widened(AttributeValue value, ColumnType type) {
    if (typeOf(value) == type)
        return value;
    if (type == ColumnType::text)
        return std::visit(
            [](const auto& held) -> AttributeValue {
                using Held = std::decay_t<decltype(held)>;
                if constexpr (std::is_same_v<Held, std::int64_t>)
                    return std::to_string(held);
                else if constexpr (std::is_same_v<Held, double>)
                    return numberText(held);
                else if constexpr (std::is_same_v<Held, bool>)
                    return std::string(held ? "true" : "false");
                else
                    return held;
            },
            value);
    const bool* truthValue = std::get_if<bool>(&value);
    const std::int64_t number = truthValue ? (*truthValue ? 1 : 0) : std::get<std::int64_t>(value);
    return type == ColumnType::real ? AttributeValue(static_cast<double>(number)) : AttributeValue(number);
}

const CellReader& plainCells() {
    static const CellReader reader{CsvDialect{}, CsvOptions{}};
    return reader;
}

} // namespace

bool isTooLarge(std::string_view text) {
    if (text.find_first_of("0123456789") == std::string_view::npos || text.back() == ')')
        return false;
    const auto value = parseNumber(text);
    return value && std::isinf(*value);
}

AttributeValue readValue(ColumnType type, std::string_view text) {
    if (type == ColumnType::text)
        return std::string(text);
    text = trimmed(text);
    if (text.empty())
        return {};
    if (type == ColumnType::boolean) {
        const auto value = truth(text);
        return value ? AttributeValue(*value) : AttributeValue();
    }
    if (type == ColumnType::integer)
        if (const auto value = wholeNumber(text))
            return *value;
    const auto value = realNumber(text);
    return value ? AttributeValue(*value) : AttributeValue();
}

Taken AttributeColumn::put(AttributeValue value) {
    const auto type = typeOf(value);
    if (!type) {
        m_cells.addMissing();
        return Taken::asIs;
    }
    m_hasValues = true;
    const ColumnType before = m_cells.type() ? *m_cells.type() : m_declared ? *m_declared : *type;
    const ColumnType after = std::max(before, *type);
    const std::int64_t* number = std::get_if<std::int64_t>(&value);
    const double* real = std::get_if<double>(&value);
    Taken taken = number && after == ColumnType::real && losesDigits(*number) ? Taken::rounded
                  : real && after == ColumnType::real                         ? howTaken(*real)
                                                                              : Taken::asIs;
    // A declared real takes whole numbers as they are; every other difference changes what the file said.
    if (*type != after && after == ColumnType::text)
        taken = Taken::asText;
    else if (*type != after && *type == ColumnType::boolean)
        taken = Taken::asNumber;
    else if (before != after)
        taken = after == ColumnType::text       ? Taken::asText
                : before == ColumnType::boolean ? Taken::asNumber
                                                : Taken::asReal;
    m_cells.widenTo(after);
    addCell(m_cells, widened(std::move(value), after));
    return taken;
}

Taken AttributeColumn::set(std::size_t row, AttributeValue value) {
    if (row < m_cells.size())
        return Taken::twice;
    padTo(row);
    m_found = false;
    // Formats without truth values write 0 and 1.
    if (const std::int64_t* number = std::get_if<std::int64_t>(&value);
        number && m_declared == ColumnType::boolean && (*number == 0 || *number == 1))
        value = *number == 1;
    return put(std::move(value));
}

Taken AttributeColumn::setText(std::size_t row, std::string_view text) {
    if (row < m_cells.size())
        return Taken::twice;
    padTo(row);
    if (m_declared && m_declared != ColumnType::text) {
        m_found = false;
        AttributeValue value = readValue(*m_declared, text);
        const bool none = value.index() == 0;
        const Taken taken = put(std::move(value));
        return !none                       ? taken
               : trimmed(text).empty()     ? Taken::empty
               : isTooLarge(trimmed(text)) ? Taken::tooLarge
                                           : Taken::unreadable;
    }
    if (!m_declared) {
        if (plainCells().missingToken(text) >= 0) {
            m_cells.addMissing();
            return Taken::asIs;
        }
        const unsigned kind = plainCells().kind(text);
        m_kinds |= kind;
        if (kind == cell_kind::kReal) {
            const Taken taken = isTooLarge(text) ? Taken::tooLarge : howTaken(plainCells().real(text).value_or(0.0));
            put(std::string(text));
            return taken;
        }
    }
    return put(std::string(text));
}

double AttributeColumn::paddingBytes(std::size_t cells) const {
    const auto type = m_cells.type() ? m_cells.type() : m_declared;
    double each = type == ColumnType::text ? sizeof(std::string) : type == ColumnType::boolean ? 1.0 : 8.0;
    if (const std::string* text = std::get_if<std::string>(&m_fallback); text && text->size() > 15)
        each += static_cast<double>(text->size());
    return each * static_cast<double>(cells);
}

void AttributeColumn::padTo(std::size_t size) {
    if (!hasFallback()) {
        m_cells.padTo(size);
        return;
    }
    const bool before = m_hasValues;
    while (m_cells.size() < size)
        put(m_fallback);
    m_hasValues = before;
}

/// Texts without a declared type, as the narrowest type that holds them all.
Column AttributeColumn::narrowest(std::string name) {
    const ColumnType type = typeOfKinds(m_kinds);
    Column texts = m_cells.take(name);
    if (!m_found || m_declared || !m_hasValues || type == ColumnType::text || texts.type() != ColumnType::text)
        return texts;
    CellBuilder cells;
    for (std::size_t row = 0; row < texts.size(); ++row) {
        const std::string& text = texts.texts()[row];
        if (!texts.isValid(row) || (type == ColumnType::real && isTooLarge(text)))
            cells.addMissing();
        else if (type == ColumnType::boolean)
            cells.addBoolean(CellReader::boolean(text).value_or(false));
        else if (type == ColumnType::integer)
            cells.addInteger(plainCells().integer(text).value_or(0));
        else
            cells.addReal(plainCells().real(text).value_or(0.0));
    }
    return cells.take(std::move(name));
}

Column AttributeColumn::take(std::string name, std::size_t size) {
    padTo(size);
    if (m_declared && !m_cells.type())
        m_cells.widenTo(*m_declared);
    return narrowest(std::move(name));
}

} // namespace vitrine
