#include "core/store/content_rows.h"

#include "core/values/json_text.h"
#include "core/values/value_parts.h"

namespace vitrine {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kChunkBytes = 4U << 20;
constexpr std::size_t kTransactionBytes = 8U << 20;
constexpr std::size_t kTransactionRows = 4096;
constexpr const char* kLink = "link"; ///< instead of a kind of value

/// Collects arrays and writes them whenever enough has come together.
class ContentWriter {
public:
    ContentWriter(std::string_view kind, const TransactionRunner& transaction)
        : m_kind(kind), m_transaction(transaction) {}

    void add(const std::string& name, const char* dtype, const std::vector<std::int64_t>& shape, const void* data,
             std::size_t bytes) {
        if (!m_result.ok())
            return;
        m_rows.push_back({m_position, name, dtype, jsonText(Json(shape)), bytes});
        const auto* from = static_cast<const char*>(data);
        for (std::size_t at = 0; at < bytes; at += kChunkBytes) {
            const std::size_t size = std::min(kChunkBytes, bytes - at);
            // Copied, because the transaction comes later than this call.
            m_chunks.push_back({m_position, static_cast<std::int64_t>(at / kChunkBytes), std::string(from + at, size)});
            m_pending += size;
            if (m_pending >= kTransactionBytes && m_result.ok())
                flush();
        }
        ++m_position;
        m_total += bytes;
        if (m_rows.size() >= kTransactionRows && m_result.ok())
            flush();
    }

    Result<void> finish(const Json& header, const std::function<Result<void>(Database&, std::int64_t)>& publish) {
        if (!m_result.ok())
            return m_result;
        return m_transaction([&](Database& database) -> Result<void> {
            if (auto done = write(database); !done)
                return done;
            auto update = database.prepare("UPDATE content SET header = ?, bytes = ? WHERE id = ?");
            if (!update)
                return update.error();
            update->bind(jsonText(header)).bind(static_cast<std::int64_t>(m_total)).bind(m_content);
            if (auto done = update->run(); !done)
                return done;
            return publish(database, m_content);
        });
    }

private:
    struct ArrayRow {
        std::int64_t position;
        std::string name;
        std::string dtype;
        std::string shape;
        std::size_t bytes;
    };
    struct Chunk {
        std::int64_t position;
        std::int64_t part;
        std::string bytes;
    };

    void flush() {
        m_result = m_transaction([&](Database& database) { return write(database); });
        m_rows.clear();
        m_chunks.clear();
        m_pending = 0;
    }

    Result<void> begin(Database& database) {
        auto insert = database.prepare("INSERT INTO content (kind, header, bytes) VALUES (?, '', 0)");
        if (!insert)
            return insert.error();
        auto done = insert->bind(m_kind).run();
        m_content = database.lastId();
        return done;
    }

    Result<void> write(Database& database) {
        if (m_content == 0)
            if (auto done = begin(database); !done)
                return done;
        auto array = database.prepare("INSERT INTO content_array (content, position, name, dtype, shape, bytes) "
                                      "VALUES (?, ?, ?, ?, ?, ?)");
        if (!array)
            return array.error();
        for (const ArrayRow& row : m_rows) {
            array->bind(m_content).bind(row.position).bind(row.name).bind(row.dtype).bind(row.shape);
            if (auto done = array->bind(static_cast<std::int64_t>(row.bytes)).run(); !done)
                return done;
        }
        auto chunk = database.prepare("INSERT INTO content_chunk (content, position, part, data) VALUES (?, ?, ?, ?)");
        if (!chunk)
            return chunk.error();
        for (const Chunk& row : m_chunks) {
            chunk->bind(m_content).bind(row.position).bind(row.part);
            if (auto done = chunk->bindBlob(row.bytes.data(), row.bytes.size()).run(); !done)
                return done;
        }
        return {};
    }

    std::int64_t m_content = 0;
    std::string m_kind;
    const TransactionRunner& m_transaction;
    std::vector<ArrayRow> m_rows;
    std::vector<Chunk> m_chunks;
    std::int64_t m_position = 0;
    std::size_t m_pending = 0;
    std::size_t m_total = 0;
    Result<void> m_result;
};

Error damaged(const std::string& what) {
    return makeError(ErrorCode::parse, what);
}

std::vector<std::int64_t> shapeOf(const std::string& text) {
    std::vector<std::int64_t> shape;
    const auto json = parseJson(text);
    if (json && json->is_array() && json->size() <= 8)
        for (const Json& extent : *json)
            shape.push_back(extent.is_number_integer() ? extent.get<std::int64_t>() : -1);
    return shape;
}

/// The chunks of one array, one behind the other. `expected` comes from the file and is believed only as far as the
/// chunks that are really there.
Result<std::string> readChunks(Database& database, std::int64_t content, std::int64_t position, std::int64_t expected) {
    auto sum = database.prepare("SELECT COUNT(*), COALESCE(SUM(LENGTH(data)), 0) FROM content_chunk "
                                "WHERE content = ? AND position = ? AND TYPEOF(data) = 'blob'");
    if (!sum)
        return sum.error();
    const auto counted = sum->bind(content).bind(position).step();
    if (!counted)
        return counted.error();
    const std::int64_t chunks = sum->integer(0);
    if (sum->integer(1) != expected)
        return damaged("an array has " + std::to_string(sum->integer(1)) + " of its " + std::to_string(expected) +
                       " bytes");
    auto select = database.prepare("SELECT part, data FROM content_chunk WHERE content = ? AND position = ? "
                                   "AND TYPEOF(data) = 'blob' ORDER BY part");
    if (!select)
        return select.error();
    select->bind(content).bind(position);
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(expected));
    for (std::int64_t part = 0; part < chunks; ++part) {
        const auto row = select->step();
        if (!row)
            return row.error();
        if (!*row || select->integer(0) != part)
            return damaged("a piece of an array is missing");
        bytes += select->blob(1);
    }
    return bytes;
}

Result<EncodedValue> readEncoded(Database& database, std::int64_t content) {
    EncodedValue encoded;
    auto head = database.prepare("SELECT header FROM content WHERE id = ?");
    if (!head)
        return head.error();
    const auto found = head->bind(content).step();
    if (!found)
        return found.error();
    if (!*found)
        return damaged("its content is missing");
    auto header = parseJson(head->text(0));
    if (!header)
        return header.error();
    encoded.header = std::move(header).value();
    auto arrays = database.prepare("SELECT position, name, dtype, shape, bytes FROM content_array WHERE content = ? "
                                   "ORDER BY position");
    if (!arrays)
        return arrays.error();
    arrays->bind(content);
    for (;;) {
        const auto row = arrays->step();
        if (!row)
            return row.error();
        if (!*row)
            return encoded;
        auto bytes = readChunks(database, content, arrays->integer(0), arrays->integer(4));
        if (!bytes)
            return bytes.error();
        encoded.arrays.push_back(
            {arrays->text(1), arrays->text(2), shapeOf(arrays->text(3)), std::move(bytes).value()});
    }
}

} // namespace

Result<void> writeContent(const Value& value, const TransactionRunner& transaction,
                          const std::function<Result<void>(Database&, std::int64_t)>& publish) {
    ContentWriter writer(valueKindName(kindOf(value)), transaction);
    const Json header =
        visitValue(value, [&](const std::string& name, const char* dtype, const std::vector<std::int64_t>& shape,
                              const void* data, std::size_t bytes) { writer.add(name, dtype, shape, data, bytes); });
    return writer.finish(header, publish);
}

Result<void> writeLink(ValueKind kind, const TransactionRunner& transaction,
                       const std::function<Result<void>(Database&, std::int64_t)>& publish) {
    return ContentWriter(kLink, transaction).finish({{"kind", valueKindName(kind)}}, publish);
}

Result<bool> isLink(Database& database, std::int64_t content) {
    auto select = database.prepare("SELECT kind FROM content WHERE id = ?");
    if (!select)
        return select.error();
    const auto found = select->bind(content).step();
    if (!found)
        return found.error();
    return *found && select->text(0) == kLink;
}

Result<Value> readContent(Database& database, std::int64_t content) {
    const auto encoded = readEncoded(database, content);
    if (!encoded)
        return encoded.error();
    return decodeValue(*encoded);
}

} // namespace vitrine
