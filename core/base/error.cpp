#include "core/base/error.h"

namespace vitrine {

std::string_view errorCodeName(ErrorCode code) {
    switch (code) {
    case ErrorCode::invalidArgument: return "invalid_argument";
    case ErrorCode::notFound: return "not_found";
    case ErrorCode::io: return "io";
    case ErrorCode::parse: return "parse";
    case ErrorCode::unsupported: return "unsupported";
    case ErrorCode::outOfRange: return "out_of_range";
    case ErrorCode::numeric: return "numeric";
    case ErrorCode::cancelled: return "cancelled";
    case ErrorCode::storage: return "storage";
    case ErrorCode::plugin: return "plugin";
    case ErrorCode::internal: return "internal";
    }
    return "internal";
}

} // namespace vitrine
