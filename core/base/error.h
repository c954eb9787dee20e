#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace vitrine {

enum class ErrorCode {
    invalidArgument,
    notFound,
    io,
    parse,
    unsupported,
    outOfRange,
    numeric,
    cancelled,
    storage,
    plugin,
    internal
};

/// Name of a code as it stands in JSON output ("invalid_argument", "not_found", ...).
std::string_view errorCodeName(ErrorCode code);

/// What went wrong, in one sentence for a person: what is wrong, where, and what would be right.
struct Error { // NOLINT(clang-analyzer-core.uninitialized.Assign): it cannot follow what a std::variant holds
    ErrorCode code = ErrorCode::internal;
    std::string message; ///< UTF-8, e.g. "labels.csv:17: expected 3 columns, found 2"
    std::string context; ///< optional detail for the log, never needed to understand the message
};

inline Error makeError(ErrorCode code, std::string message, std::string context = {}) {
    return Error{code, std::move(message), std::move(context)};
}

} // namespace vitrine
