#include "core/base/file_write.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vitrine {
namespace {

constexpr std::string_view kPrefix = ".vitrine-";
constexpr std::string_view kSuffix = ".tmp";
constexpr int kAttempts = 1000;
constexpr mode_t kAllPermissions = 07777;

Error cannotWrite(const std::string& shown, int error) {
    return makeError(ErrorCode::io, shown + ": cannot be written: " + std::generic_category().message(error));
}

std::string temporaryName() {
    static std::atomic<std::uint64_t> counter{0};
    return std::string(kPrefix) + std::to_string(getpid()) + '-' + std::to_string(counter++) + std::string(kSuffix);
}

/// @return 0 or the error
int writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

/// Pipes and devices cannot be flushed to a disk. @return 0 or the error
int flush(int file) {
    return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

/// Writes and closes. @return 0 or the first error
int fillAndClose(int file, std::string_view bytes) {
    int error = writeAll(file, bytes);
    if (error == 0)
        error = flush(file);
    if (::close(file) != 0 && error == 0 && errno != EINTR)
        error = errno;
    return error;
}

struct Opened {
    int file = -1;
    std::string path;
    int error = 0;
};

Opened openTemporary(const std::string& folder) {
    Opened opened;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        opened.path = folder + temporaryName();
        opened.file = ::open(opened.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        opened.error = opened.file < 0 ? errno : 0;
        if (opened.error != EEXIST)
            break;
    }
    return opened;
}

int writeDirectly(const std::string& path, std::string_view bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return file < 0 ? errno : fillAndClose(file, bytes);
}

int replace(const std::string& path, std::string_view bytes, std::optional<mode_t> permissions) {
    const std::size_t slash = path.rfind('/');
    const Opened opened = openTemporary(slash == std::string::npos ? std::string() : path.substr(0, slash + 1));
    if (opened.file < 0)
        return opened.error;
    if (permissions) // where the file belongs to somebody else it keeps those of a new one
        (void)::fchmod(opened.file, *permissions & kAllPermissions);
    int error = fillAndClose(opened.file, bytes);
    if (error == 0 && ::rename(opened.path.c_str(), path.c_str()) != 0)
        error = errno;
    if (error != 0)
        ::unlink(opened.path.c_str());
    return error;
}

int write(const std::string& path, std::string_view bytes) {
    struct stat old {};
    if (::stat(path.c_str(), &old) != 0)
        return errno == ENOENT ? replace(path, bytes, {}) : errno;
    if (S_ISDIR(old.st_mode))
        return EISDIR;
    if (!S_ISREG(old.st_mode))
        return writeDirectly(path, bytes);
    if (::access(path.c_str(), W_OK) != 0)
        return errno;
    std::error_code failed;
    const std::string target = std::filesystem::canonical(path, failed).string();
    return failed ? failed.value() : replace(target, bytes, old.st_mode);
}

} // namespace

Result<void> writeFileAtomically(const std::string& path, std::string_view bytes, const std::string& shown) {
    const int error = path.empty() ? ENOENT : write(path, bytes);
    if (error != 0)
        return cannotWrite(shown.empty() ? path : shown, error);
    return {};
}

Result<void> checkFolderIsWritable(const std::string& folder) {
    const Opened opened = openTemporary(folder + '/');
    if (opened.file < 0)
        return makeError(ErrorCode::io, folder + ": " + std::generic_category().message(opened.error));
    ::close(opened.file);
    ::unlink(opened.path.c_str());
    return {};
}

bool isTemporaryFileName(std::string_view name) {
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix) || name.size() <= kPrefix.size() + kSuffix.size())
        return false;
    name = name.substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size());
    const std::size_t dash = name.find('-');
    return dash != 0 && dash != std::string_view::npos && dash + 1 < name.size() &&
           name.find_first_not_of("0123456789-") == std::string_view::npos &&
           name.find('-', dash + 1) == std::string_view::npos;
}

} // namespace vitrine
