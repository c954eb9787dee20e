#include "core/data/follow/file_tail.h"

#include "core/data/input_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace vitrine {
namespace {

constexpr std::int64_t kGuardBytes = 256; ///< compared at both ends of what was taken
constexpr std::size_t kPiece = std::size_t{1} << 20;

class Descriptor {
public:
    // Without waiting: a named pipe would block until somebody writes.
    explicit Descriptor(const std::string& path) : m_fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    int get() const { return m_fd; }

private:
    int m_fd;
};

/// Up to `count` bytes at `offset`; fewer where the file ends before.
std::string bytesAt(int descriptor, std::int64_t offset, std::int64_t count) {
    std::string bytes(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::pread(descriptor, bytes.data() + done, bytes.size() - done,
                                  static_cast<off_t>(offset + static_cast<std::int64_t>(done)));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        done += static_cast<std::size_t>(n);
    }
    bytes.resize(done);
    return bytes;
}

Result<struct stat> factsOf(int descriptor, const std::string& name) {
    struct stat facts {};
    if (descriptor < 0 && (errno == ENOENT || errno == ENOTDIR))
        return makeError(ErrorCode::notFound, name + " is gone");
    if (descriptor < 0 || ::fstat(descriptor, &facts) != 0)
        return makeError(ErrorCode::io, name + " cannot be read", std::generic_category().message(errno));
    if (!S_ISREG(facts.st_mode))
        return makeError(ErrorCode::io, name + " is no plain file");
    return facts;
}

} // namespace

Result<FileTail> FileTail::open(const std::string& path) {
    const Descriptor file(path);
    const auto facts = factsOf(file.get(), inputName(path));
    if (!facts)
        return facts.error();
    FileTail tail;
    tail.m_path = path;
    tail.m_device = facts->st_dev;
    tail.m_inode = facts->st_ino;
    return tail;
}

Result<void> FileTail::checkSameFile(int descriptor) const {
    const std::string name = inputName(m_path);
    const auto facts = factsOf(descriptor, name);
    if (!facts)
        return facts.error();
    if (facts->st_dev != m_device || facts->st_ino != m_inode)
        return makeError(ErrorCode::io, "another file stands in the place of " + name);
    if (facts->st_size < m_taken)
        return makeError(ErrorCode::io, name + " has become shorter");
    const auto beginBytes = static_cast<std::int64_t>(m_begin.size());
    const auto endBytes = static_cast<std::int64_t>(m_end.size());
    if (bytesAt(descriptor, 0, beginBytes) != m_begin || bytesAt(descriptor, m_taken - endBytes, endBytes) != m_end)
        return makeError(ErrorCode::io, name + " was written anew");
    return {};
}

Result<std::int64_t> FileTail::completeEnd() {
    const Descriptor file(m_path);
    if (auto same = checkSameFile(file.get()); !same)
        return same.error();
    for (;;) {
        const std::string piece = bytesAt(file.get(), m_looked, kPiece);
        if (const std::size_t end = piece.rfind('\n'); end != std::string::npos)
            m_lineEnd = m_looked + static_cast<std::int64_t>(end) + 1;
        m_looked += static_cast<std::int64_t>(piece.size());
        if (piece.size() < kPiece)
            break;
    }
    m_waiting = m_looked - m_lineEnd;
    return m_lineEnd;
}

Result<void> FileTail::take(std::int64_t end) {
    const Descriptor file(m_path);
    if (auto same = checkSameFile(file.get()); !same)
        return same;
    m_taken = end;
    m_begin = bytesAt(file.get(), 0, std::min(end, kGuardBytes));
    m_end = bytesAt(file.get(), std::max<std::int64_t>(end - kGuardBytes, 0), std::min(end, kGuardBytes));
    return {};
}

} // namespace vitrine
