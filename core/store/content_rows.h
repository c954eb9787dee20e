#pragma once

#include "core/store/database.h"
#include "core/values/value_codec.h"

#include <functional>

namespace vitrine {

/// Runs some statements as one transaction; called several times for a large value.
using TransactionRunner = std::function<Result<void>(const std::function<Result<void>(Database&)>&)>;

/// Writes a value into the tables content, content_array and content_chunk, a large one in transactions of about 8 MiB.
/// `publish` runs in the last of them and makes a record refer to the content; until then nothing does, and content
/// that nothing refers to is purged when the project is opened.
Result<void> writeContent(const Value& value, const TransactionRunner& transaction,
                          const std::function<Result<void>(Database&, std::int64_t content)>& publish);

/// Writes the place of a value that stays in its source file; `publish` as above.
Result<void> writeLink(ValueKind kind, const TransactionRunner& transaction,
                       const std::function<Result<void>(Database&, std::int64_t content)>& publish);
Result<bool> isLink(Database& database, std::int64_t content);

/// Reads a value back. Counts and sizes are compared with what is stored before memory is taken.
/// @errors parse, storage
Result<Value> readContent(Database& database, std::int64_t content);

} // namespace vitrine
