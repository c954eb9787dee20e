#include "core/data/follow/growing_table.h"

#include "core/data/follow/append_rows.h"
#include "core/data/input_file.h"
#include "core/data/ledger_lines.h"
#include "core/values/value_codec.h"

namespace vitrine {
namespace {

constexpr const char* kOnBadRow = "on_bad_row";

nlohmann::json tolerant(nlohmann::json options) {
    if (!options.is_object())
        options = nlohmann::json::object();
    options[kOnBadRow] = "drop";
    return options;
}

/// Options with which a later part is read as the first one was. A text column stays text whatever comes.
nlohmann::json partOptions(const Dataset& read) {
    nlohmann::json options = tolerant(read.source.options);
    const auto table = valueAs<Table>(read.value);
    if (read.source.readerId == "csv" && table)
        for (const Column& column : table->columns)
            if (column.type() == ColumnType::text)
                options["types"][column.name] = "text";
    return options;
}

bool isPlainText(const nlohmann::json& options) {
    const auto encoding = options.is_object() ? options.find("encoding") : options.end();
    return encoding == options.end() || !encoding->is_string() ||
           !encoding->get_ref<const std::string&>().starts_with("utf-16");
}

bool isCut(const nlohmann::json& options) {
    const auto rows = options.is_object() ? options.find("rows") : options.end();
    return options.is_object() && rows != options.end() && *rows != "all";
}

} // namespace

std::string whyNotFollowed(const DatasetSource& source, ValueKind kind, const ReaderRegistry& readers) {
    const auto reader = readers.byId(source.readerId);
    if (kind != ValueKind::table || !reader || !reader->readsWindows())
        return "Only tables from CSV, TSV and JSON Lines files can be followed.";
    if (nameWithoutCompression(source.fileName) != source.fileName)
        return "A compressed file cannot be followed.";
    if (isCut(source.options))
        return "Only the first rows of the file were read; read all of it to follow it.";
    if (!isPlainText(source.options))
        return "A file in UTF-16 cannot be followed.";
    return {};
}

GrowingTable::GrowingTable(std::shared_ptr<const ReaderRegistry> readers, DatasetSource source)
    : m_readers(std::move(readers)), m_source(std::move(source)) {}

Result<Dataset> GrowingTable::readAll(std::int64_t end, const ReadContext& context) const {
    ReadContext all = context;
    all.window = {0, end};
    auto read = m_readers->read(m_source.path, tolerant(m_source.corrections), all);
    if (read && kindOf(read->value) != ValueKind::table)
        return makeError(ErrorCode::unsupported, inputName(m_source.path) + " is no longer a table");
    return read;
}

/// The lines behind what was taken, below the rows there are; all lines where the two do not go together.
Result<Dataset> GrowingTable::readOn(std::int64_t end, const ReadContext& context) const {
    const auto before = valueAs<Table>(m_dataset.value);
    if (!before)
        return readAll(end, context);
    ReadContext part = context;
    part.window = {m_tail.taken(), end};
    auto later = m_readers->read(m_source.path, partOptions(m_dataset), part);
    const auto rows = later ? valueAs<Table>(later->value) : nullptr;
    auto joined = rows ? withLaterRows(*before, *rows) : std::nullopt;
    if (!joined)
        return readAll(end, context);
    Dataset grown = m_dataset;
    grown.value = makeValue(std::move(*joined));
    grown.ledger = withLaterPart(std::move(grown.ledger), later->ledger);
    grown.contentHash = contentSha256(grown.value);
    grown.source.fileSha256 = later->source.fileSha256;
    grown.source.fileBytes = later->source.fileBytes;
    grown.source.modifiedNs = later->source.modifiedNs;
    return grown;
}

Result<GrowingTable::Step> GrowingTable::step(const std::stop_token& stop, int threads) {
    if (!m_isOpen) {
        auto tail = FileTail::open(m_source.path);
        if (!tail)
            return tail.error();
        m_tail = std::move(*tail);
        m_isOpen = true;
    }
    const auto end = m_tail.completeEnd();
    if (!end)
        return end.error();
    Step step{false, m_tail.waiting(), m_obstacle};
    if (*end <= m_tail.taken() || *end == m_tried)
        return step;
    ReadContext context;
    context.stop = stop;
    context.threads = threads;
    auto grown = readOn(*end, context);
    if (stop.stop_requested())
        return makeError(ErrorCode::cancelled, "following was stopped");
    if (!grown) {
        m_tried = *end;
        m_obstacle = step.obstacle = grown.error().message;
        return step;
    }
    // Only now: a file that was written anew while it was read is not taken for the old one.
    if (auto taken = m_tail.take(*end); !taken)
        return taken.error();
    m_dataset = std::move(*grown);
    m_obstacle.clear();
    return Step{true, m_tail.waiting(), {}};
}

} // namespace vitrine
