#include "core/data/csv/csv_parser.h"

#include "core/base/parallel_for.h"
#include "core/data/csv/csv_chunk.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <atomic>

namespace vitrine {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::size_t kWideChunkBytes = std::size_t{8} << 20; // so that a column keeps some cells per chunk
constexpr std::size_t kWideColumns = 256;
constexpr std::size_t kSampleBytes = std::size_t{128} << 10;
constexpr std::size_t kSampleChunks = 16;

/// Reads one text; holds what the steps share.
class CsvParser {
public:
    CsvParser(std::string_view text, const SniffedCsv& sniffed, const std::vector<std::string>& names,
              const CsvOptions& options, const std::string& name, const ReadContext& context)
        : m_dialect(sniffed.dialect), m_names(names), m_options(options), m_name(name), m_context(context),
          m_cells(sniffed.dialect, options), m_body(csvBody(text, sniffed)), m_text(text.substr(m_body.offset)) {}

    Result<ParsedCsv> parse();

private:
    void planColumns();
    Result<void> readChunks(const std::vector<ColumnPlan>& plan, std::vector<ChunkCells>& chunks, double from,
                            double to);
    bool keepFirst(const std::vector<char>& done);
    bool replan(std::vector<ColumnPlan>& again);
    ColumnType finalType(std::size_t column) const;
    bool needsAgain(std::size_t column, ColumnType type) const;
    Result<void> refuseBadRows() const;
    Column merge(std::size_t column) const;
    void noteRows(Ledger& ledger) const;
    void noteColumn(std::size_t column, Ledger& ledger) const;
    template <class Member>
    LineList gather(std::size_t column, Member member) const;

    const CsvDialect& m_dialect;
    const std::vector<std::string>& m_names;
    const CsvOptions& m_options;
    const std::string& m_name;
    const ReadContext& m_context;
    const CellReader m_cells;
    const CsvBody m_body;
    const std::string_view m_text;
    std::vector<std::size_t> m_cuts;
    std::vector<ColumnPlan> m_plan;
    std::vector<ChunkCells> m_chunks;
    bool m_isCut = false;                  ///< reading was stopped, the first chunks are kept
    std::vector<std::int64_t> m_baseLines; ///< line of the file at the start of each chunk
};

/// Types from the beginning of the text and from some pieces farther down; a wrong guess costs a second pass.
void CsvParser::planColumns() {
    m_plan.assign(m_names.size(), {});
    std::vector<unsigned> kinds(m_names.size(), 0);
    std::vector<std::size_t> numbers(m_names.size(), 0);
    std::vector<std::size_t> values(m_names.size(), 0);
    std::vector<CsvField> fields;
    const std::size_t step = std::max<std::size_t>(1, (m_cuts.size() - 1) / kSampleChunks);
    for (std::size_t i = 0; i + 1 < m_cuts.size(); i += step) {
        const std::string_view chunk = m_text.substr(m_cuts[i], m_cuts[i + 1] - m_cuts[i]);
        CsvScanner scanner(chunk, m_dialect);
        const std::size_t enough = i == 0 ? kSampleBytes : kSampleBytes / kSampleChunks;
        while (scanner.offset() < enough && scanner.next(fields)) {
            if (fields.size() != m_names.size() || scanner.spoiled() > 0)
                continue;
            for (std::size_t c = 0; c < fields.size(); ++c) {
                bool spaces = false;
                const unsigned kind = m_cells.kind(m_cells.trim(fields[c].text, spaces));
                kinds[c] |= kind;
                values[c] += kind != cell_kind::kMissing ? 1 : 0;
                numbers[c] += (kind & (cell_kind::kInteger | cell_kind::kReal)) != 0 ? 1 : 0;
            }
        }
    }
    for (std::size_t c = 0; c < m_names.size(); ++c) {
        ColumnPlan& plan = m_plan[c];
        const bool nothingSeen = (kinds[c] & ~cell_kind::kMissing) == 0;
        plan.type = nothingSeen ? ColumnType::integer : typeOfKinds(kinds[c]);
        plan.explainText = numbers[c] > 0 && numbers[c] * 10 >= values[c] * 9;
        if (const auto type = m_options.types.find(m_names[c]); type != m_options.types.end()) {
            plan.type = type->second;
            plan.forced = true;
            plan.explainText = false;
        }
        const auto role = m_options.roles.find(m_names[c]);
        plan.read = role == m_options.roles.end() || role->second != ColumnRole::ignore;
    }
}

Result<void> CsvParser::readChunks(const std::vector<ColumnPlan>& plan, std::vector<ChunkCells>& chunks, double from,
                                   double to) {
    const std::size_t count = m_cuts.size() - 1;
    chunks.resize(count);
    std::atomic<std::size_t> done{0};
    std::vector<char> isRead(count, 0);
    // What a second pass reads is short beside what would be lost.
    const bool isFirst = &chunks == &m_chunks;
    const auto isStopped = [&] { return !m_isCut && (isFirst || !m_context.keep) && m_context.stop.stop_requested(); };
    parallelFor(count, m_context.threads, [&](std::size_t i) {
        if (isStopped())
            return;
        chunks[i] = readChunk(m_text.substr(m_cuts[i], m_cuts[i + 1] - m_cuts[i]), m_dialect, m_cells, plan);
        const auto share = static_cast<double>(++done) / static_cast<double>(count);
        isRead[i] = 1;
        if (m_context.keep && isFirst)
            m_context.keep->seen += static_cast<std::int64_t>(chunks[i].rows);
        m_context.progress(from + (to - from) * share, "Reading rows");
    });
    if (!isStopped() || (isFirst && keepFirst(isRead)))
        return {};
    return makeError(ErrorCode::cancelled, m_name + ": reading was cancelled");
}

/// Reading was stopped: what follows sees the file as if it ended behind the chunks that were read; false: there is
/// none, or nothing is to be kept. Where all were read the stop comes too late.
bool CsvParser::keepFirst(const std::vector<char>& done) {
    const auto complete = static_cast<std::size_t>(std::find(done.begin(), done.end(), 0) - done.begin());
    if (!m_context.keep || complete == 0)
        return false;
    m_isCut = true;
    if (complete == done.size())
        return true;
    m_chunks.resize(complete);
    m_cuts.resize(complete + 1);
    std::int64_t records = 0;
    const auto add = [&](const auto& dropped) {
        for (const auto& [key, lines] : dropped)
            records += lines.count;
    };
    for (const ChunkCells& chunk : m_chunks) {
        records += static_cast<std::int64_t>(chunk.rows);
        add(chunk.ragged);
        add(chunk.spoiled);
    }
    m_context.keep->complete = records;
    return records > 0;
}

ColumnType CsvParser::finalType(std::size_t column) const {
    const ColumnPlan& plan = m_plan[column];
    if (plan.forced || plan.type == ColumnType::text)
        return plan.type;
    unsigned kinds = 0;
    for (const ChunkCells& chunk : m_chunks)
        kinds |= chunk.columns[column].kinds;
    return typeOfKinds(kinds);
}

/// Whether the cells that were read cannot become the final type. Integers can become reals as long as they are exact.
bool CsvParser::needsAgain(std::size_t column, ColumnType type) const {
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    const ColumnType planned = m_plan[column].type;
    for (const ChunkCells& chunk : m_chunks) {
        const ColumnCells& cells = chunk.columns[column];
        if (!cells.fits)
            return true;
        if (planned == type || cells.kinds == 0)
            continue;
        if (planned != ColumnType::integer || type != ColumnType::real)
            return true;
        for (std::int64_t value : std::get<Column::Integers>(cells.data))
            if (value > kExact || value < -kExact)
                return true;
    }
    return false;
}

/// Plans a second pass for the columns whose guessed type was too narrow; false when there is none.
bool CsvParser::replan(std::vector<ColumnPlan>& again) {
    again.assign(m_plan.size(), ColumnPlan{false, ColumnType::text, false, false});
    bool any = false;
    for (std::size_t c = 0; c < m_plan.size(); ++c) {
        if (!m_plan[c].read)
            continue;
        const ColumnType type = finalType(c);
        if (!needsAgain(c, type))
            continue;
        again[c] = {true, type, false, m_plan[c].explainText};
        any = true;
    }
    return any;
}

Result<void> CsvParser::refuseBadRows() const {
    std::int64_t worst = -1;
    std::string what;
    const auto consider = [&](std::int64_t line, std::string sentence) {
        if (worst >= 0 && line >= worst)
            return;
        worst = line;
        what = std::move(sentence);
    };
    // Where no row fits at all, the caller says so; one line would mislead.
    const bool noneFits =
        std::all_of(m_chunks.begin(), m_chunks.end(), [](const ChunkCells& chunk) { return chunk.rows == 0; });
    for (std::size_t i = 0; i < m_chunks.size(); ++i) {
        const ChunkCells& chunk = m_chunks[i];
        if (chunk.unclosed)
            consider(m_baseLines[i] + *chunk.unclosed, "a quote is opened in this line and never closed");
        if (m_options.dropBadRows || noneFits)
            continue;
        for (const auto& [found, lines] : chunk.ragged)
            consider(m_baseLines[i] + lines.lines[0],
                     "expected " + counted(m_plan.size(), "column") + ", found " + std::to_string(found));
        for (const auto& [column, lines] : chunk.spoiled)
            consider(m_baseLines[i] + lines.lines[0], "text behind the closing quote in column " +
                                                          std::to_string(column) +
                                                          "; a quote inside of a quoted cell must be doubled");
    }
    if (worst < 0)
        return {};
    return makeError(ErrorCode::parse, m_name + ':' + std::to_string(worst) + ": " + what);
}

/// Adds the cells of a chunk. The chunk holds integers where the column has become real, and cells of whatever type was
/// planned where it has no value at all.
template <class Cells>
void appendCells(Cells& all, const Column::Data& data) {
    if (const Cells* same = std::get_if<Cells>(&data)) {
        all.insert(all.end(), same->begin(), same->end());
        return;
    }
    if constexpr (std::is_same_v<Cells, Column::Reals>)
        if (const auto* integers = std::get_if<Column::Integers>(&data)) { // exact, see needsAgain
            all.insert(all.end(), integers->begin(), integers->end());
            return;
        }
    all.resize(all.size() + std::visit([](const auto& cells) { return cells.size(); }, data));
}

Column CsvParser::merge(std::size_t column) const {
    std::size_t rows = 0;
    for (const ChunkCells& chunk : m_chunks)
        rows += chunk.rows;
    const auto collected = [&](auto cells) {
        cells.reserve(rows);
        for (const ChunkCells& chunk : m_chunks)
            appendCells(cells, chunk.columns[column].data);
        return Column(m_names[column], std::move(cells));
    };
    Column merged;
    switch (m_plan[column].type) {
    case ColumnType::boolean: merged = collected(Column::Booleans{}); break;
    case ColumnType::integer: merged = collected(Column::Integers{}); break;
    case ColumnType::real: merged = collected(Column::Reals{}); break;
    case ColumnType::text: merged = collected(Column::Texts{}); break;
    }
    std::size_t base = 0;
    for (const ChunkCells& chunk : m_chunks) {
        for (std::uint32_t row : chunk.columns[column].missing)
            merged.setMissing(base + row);
        base += chunk.rows;
    }
    return merged;
}

template <class Member>
LineList CsvParser::gather(std::size_t column, Member member) const {
    LineList all;
    for (std::size_t i = 0; i < m_chunks.size(); ++i)
        all.append(m_chunks[i].columns[column].*member, m_baseLines[i]);
    return all;
}

void CsvParser::noteColumn(std::size_t column, Ledger& ledger) const {
    const std::string& name = m_names[column];
    if (!m_plan[column].read) {
        ledger.noteAll(LedgerAction::dropped, name, ledger_text::kColumnIgnored, 1);
        return;
    }
    const auto note = [&](LedgerAction action, const std::string& reason, const LineList& lines) {
        if (lines.count > 0)
            ledger.noteLines(action, name, reason, lines.count, lines.lines);
    };
    note(m_options.trim ? LedgerAction::trimmed : LedgerAction::marked,
         m_options.trim ? "Spaces around the value removed" : "Spaces around the value kept",
         gather(column, &ColumnCells::spaces));
    std::map<int, LineList> tokens;
    for (std::size_t i = 0; i < m_chunks.size(); ++i)
        for (const auto& [token, lines] : m_chunks[i].columns[column].missingTokens)
            tokens[token].append(lines, m_baseLines[i]);
    for (const auto& [token, lines] : tokens)
        note(token == 0 ? LedgerAction::marked : LedgerAction::coerced,
             token == 0 ? std::string("Empty cell, value missing")
                        : inQuotes(m_cells.missingText(token)) + " read as a missing value",
             lines);
    note(LedgerAction::coerced,
         "Not readable as " + std::string(columnTypeName(m_plan[column].type)) + ", value missing",
         gather(column, &ColumnCells::coerced));
    note(LedgerAction::marked, ledger_text::kNoNumber, gather(column, &ColumnCells::notNumber));
    note(LedgerAction::marked, ledger_text::kTooLarge, gather(column, &ColumnCells::tooLarge));
    note(LedgerAction::coerced, ledger_text::kDigitsLost, gather(column, &ColumnCells::lostDigits));
}

void CsvParser::noteRows(Ledger& ledger) const {
    LineList blank;
    std::map<std::size_t, LineList> ragged;
    std::map<std::size_t, LineList> spoiled;
    for (std::size_t i = 0; i < m_chunks.size(); ++i) {
        const ChunkCells& chunk = m_chunks[i];
        ledger.recordsRead += static_cast<std::int64_t>(chunk.rows);
        blank.append(chunk.blank, m_baseLines[i]);
        for (const auto& [found, lines] : chunk.ragged)
            ragged[found].append(lines, m_baseLines[i]);
        for (const auto& [column, lines] : chunk.spoiled)
            spoiled[column].append(lines, m_baseLines[i]);
    }
    const auto drop = [&](const std::string& reason, const LineList& lines) {
        ledger.noteLines(LedgerAction::dropped, "", reason, lines.count, lines.lines);
        ledger.recordsDropped += lines.count;
        ledger.recordsRead += lines.count;
    };
    for (const auto& [found, lines] : ragged)
        drop("Expected " + counted(m_plan.size(), "column") + ", found " + std::to_string(found), lines);
    for (const auto& [column, lines] : spoiled)
        drop("Text behind the closing quote in column " + std::to_string(column), lines);
    if (blank.count > 0)
        ledger.noteLines(LedgerAction::read, "", ledger_text::kBlankLine, blank.count, blank.lines);
}

Result<ParsedCsv> CsvParser::parse() {
    m_context.progress(0.0, "Reading rows");
    m_cuts = recordChunks(m_text, m_dialect, m_names.size() > kWideColumns ? kWideChunkBytes : kChunkBytes);
    planColumns();
    if (auto ok = readChunks(m_plan, m_chunks, 0.0, 0.8); !ok)
        return ok.error();
    std::int64_t line = m_body.firstLine;
    for (const ChunkCells& chunk : m_chunks) {
        m_baseLines.push_back(line);
        line += chunk.lines;
    }
    if (auto ok = refuseBadRows(); !ok)
        return ok.error();
    std::vector<ColumnPlan> again;
    if (replan(again)) {
        std::vector<ChunkCells> second;
        if (auto ok = readChunks(again, second, 0.8, 0.95); !ok)
            return ok.error();
        for (std::size_t c = 0; c < again.size(); ++c) {
            if (!again[c].read)
                continue;
            m_plan[c] = again[c];
            for (std::size_t i = 0; i < second.size(); ++i)
                m_chunks[i].columns[c] = std::move(second[i].columns[c]);
        }
    }
    for (std::size_t c = 0; c < m_plan.size(); ++c)
        if (m_plan[c].read)
            m_plan[c].type = finalType(c);
    ParsedCsv parsed;
    std::vector<std::size_t> kept;
    for (std::size_t c = 0; c < m_plan.size(); ++c)
        if (m_plan[c].read)
            kept.push_back(c);
    parsed.table.columns.resize(kept.size());
    parallelFor(kept.size(), m_context.threads, [&](std::size_t i) { parsed.table.columns[i] = merge(kept[i]); });
    noteRows(parsed.ledger);
    for (std::size_t c = 0; c < m_plan.size(); ++c)
        noteColumn(c, parsed.ledger);
    for (std::size_t i = 0; i < m_chunks.size(); ++i)
        for (std::uint32_t row : m_chunks[i].rowLines)
            parsed.rowLines.push_back(m_baseLines[i] + row);
    return parsed;
}

} // namespace

Result<ParsedCsv> parseCsv(std::string_view text, const SniffedCsv& sniffed, const std::vector<std::string>& names,
                           const CsvOptions& options, const std::string& name, const ReadContext& context) {
    return CsvParser(text, sniffed, names, options, name, context).parse();
}

} // namespace vitrine
