#include "app/cli/exit_code.h"

#include "app/cli/command_line.h"

namespace vitrine::cli {

int exitCodeOf(const Error& error) {
    switch (error.code) {
    case ErrorCode::invalidArgument:
    case ErrorCode::notFound:
    case ErrorCode::outOfRange: return kExitUsage;
    case ErrorCode::cancelled: return kExitCancelled;
    default: return kExitFailed;
    }
}

} // namespace vitrine::cli
