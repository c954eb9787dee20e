#include "core/data/json_lines/json_lines_parser.h"

#include "core/data/csv/text_decoder.h"
#include "core/data/first_rows.h"
#include "core/data/json_lines/json_line.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/data/records/record_table.h"

#include <algorithm>
#include <limits>

namespace vitrine {
namespace {

constexpr std::size_t kBetweenLooks = 1 << 12;
constexpr double kBytesPerByte = 4.0; ///< of the table, for each of the text
constexpr double kFreeBytes = 256e6;

class JsonLinesParser {
public:
    JsonLinesParser(std::string_view text, bool dropBad, std::int64_t firstLine, const std::string& name,
                    const ReadContext& context, std::optional<std::int64_t> rows)
        : m_text(text), m_dropBad(dropBad), m_number(firstLine - 1), m_name(name), m_context(context),
          m_rows(rows.value_or(std::numeric_limits<std::int64_t>::max())), m_table(name, text.size()) {}

    Result<Records> parse() {
        const double bytes = kBytesPerByte * static_cast<double>(m_text.size());
        if (bytes > kFreeBytes)
            if (auto fits = checkFits(m_name, static_cast<std::int64_t>(m_text.size()), "byte", bytes); !fits)
                return fits.error();
        for (std::size_t at = 0; at < m_text.size();) {
            if (++m_number % kBetweenLooks == 0) {
                if (m_context.stop.stop_requested() && !keepFirst())
                    return makeError(ErrorCode::cancelled, m_name + ": reading was cancelled");
                if (m_isCut)
                    break;
                m_context.progress(static_cast<double>(at) / static_cast<double>(m_text.size()), "Reading records");
            }
            const std::size_t end = std::min(m_text.find('\n', at), m_text.size());
            const std::string_view line = m_text.substr(at, end - at);
            if (m_read == m_rows && !isBlank(line)) {
                noteFirstRows(m_rows, m_context, m_table.ledger());
                break;
            }
            if (auto ok = readLine(line); !ok)
                return ok.error();
            at = end + 1;
        }
        if (!m_context.keep && m_context.stop.stop_requested())
            return makeError(ErrorCode::cancelled, m_name + ": reading was cancelled");
        Records records;
        records.table = m_table.take();
        m_table.ledger().recordsRead = m_read;
        m_table.ledger().recordsDropped = m_dropped;
        records.ledger = std::move(m_table.ledger());
        records.lines = m_table.takeLines();
        return records;
    }

private:
    Error error(const std::string& what) const {
        return makeError(ErrorCode::parse, m_name + ':' + std::to_string(m_number) + ": " + what);
    }

    static bool isBlank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

    /// Reading was stopped: whether the records so far are kept.
    bool keepFirst() {
        m_isCut = m_context.keep && m_table.rows() > 0;
        if (m_isCut)
            m_context.keep->complete = m_read;
        return m_isCut;
    }

    Result<void> readLine(std::string_view line) {
        if (isBlank(line)) {
            m_table.ledger().note(LedgerAction::read, "", ledger_text::kBlankLine, m_number);
            return {};
        }
        ++m_read;
        if (m_context.keep)
            m_context.keep->seen = m_read;
        std::string problem;
        if (const std::size_t bad = findInvalidUtf8(line); bad != std::string_view::npos)
            problem = line[bad] == '\0' ? "a zero byte, this is not a text file" : "a byte that is not valid UTF-8";
        else if (!m_line.parse(line))
            problem = m_line.problem();
        if (problem.empty())
            return addRecord();
        if (!m_dropBad)
            return error(problem);
        ++m_dropped;
        m_table.ledger().note(LedgerAction::dropped, "", "Not a record, left out", m_number);
        return {};
    }

    Result<void> addRecord() {
        m_table.beginRecord(m_number);
        for (std::size_t i = 0; i < m_line.size(); ++i) {
            JsonLine::Field& field = m_line.field(i);
            const auto column = m_table.column(field.key, i);
            if (!column)
                return column.error();
            if (field.remark != JsonLine::Remark::none)
                note(field);
            if (auto ok = m_table.set(*column, std::move(field.value)); !ok)
                return ok;
        }
        return {};
    }

    void note(const JsonLine::Field& field) {
        Ledger& ledger = m_table.ledger();
        switch (field.remark) {
        case JsonLine::Remark::none: break;
        case JsonLine::Remark::nested:
            ledger.note(LedgerAction::coerced, field.key, "List or object kept as text", m_number);
            break;
        case JsonLine::Remark::tooLarge:
            ledger.note(LedgerAction::marked, field.key, ledger_text::kTooLarge, m_number);
            break;
        case JsonLine::Remark::rounded:
            ledger.note(LedgerAction::coerced, field.key, ledger_text::kDigitsLost, m_number);
            break;
        case JsonLine::Remark::loneSurrogate:
            ledger.note(LedgerAction::changed, field.key, "Half of a character pair, replaced by U+FFFD", m_number);
            break;
        }
    }

    std::string_view m_text;
    bool m_dropBad;
    std::int64_t m_number;
    const std::string& m_name;
    const ReadContext& m_context;
    std::int64_t m_rows;
    bool m_isCut = false; ///< reading was stopped, the records so far are kept
    RecordTable m_table;
    JsonLine m_line;
    std::int64_t m_read = 0;
    std::int64_t m_dropped = 0;
};

} // namespace

Result<Records> parseJsonLines(std::string_view text, bool dropBad, std::int64_t firstLine, const std::string& name,
                               const ReadContext& context, std::optional<std::int64_t> rows) {
    return JsonLinesParser(text, dropBad, firstLine, name, context, rows).parse();
}

} // namespace vitrine
