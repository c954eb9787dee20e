#include "core/data/input_file.h"

#include "core/data/message_text.h"
#include "core/data/reader.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vitrine {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;
// Up to here a file is copied: a program that truncates it meanwhile cannot take pages away from us.
constexpr std::size_t kMappedFrom = std::size_t{64} << 20;

/// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    ~Descriptor() {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    int get() const { return m_fd; }

private:
    int m_fd;
};

struct OpenFile {
    Descriptor descriptor;
    std::size_t size = 0;
};

Error openError(const std::string& name, int cause) {
    if (cause == ENOENT || cause == ENOTDIR)
        return makeError(ErrorCode::notFound, name + ": there is no such file");
    if (cause == EACCES || cause == EPERM)
        return makeError(ErrorCode::io, name + ": no permission to read this file");
    if (cause == ELOOP)
        return makeError(ErrorCode::io, name + ": a link that leads back to itself, expected a file");
    if (cause == ENAMETOOLONG)
        return makeError(ErrorCode::io, inQuotes(name) + ": the name is too long for this file system");
    return makeError(ErrorCode::io, name + ": cannot be opened", std::generic_category().message(cause));
}

Result<OpenFile> openRegular(const std::string& path, const std::string& name) {
    // Without waiting: a named pipe would block until somebody writes.
    Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (descriptor.get() < 0)
        return openError(name, errno);
    struct stat info {};
    if (::fstat(descriptor.get(), &info) != 0)
        return openError(name, errno);
    if (S_ISDIR(info.st_mode))
        return makeError(ErrorCode::io, name + ": a folder, expected a file");
    if (!S_ISREG(info.st_mode))
        return makeError(ErrorCode::io, name + ": a device or pipe, expected a file");
    return OpenFile{std::move(descriptor), static_cast<std::size_t>(info.st_size)};
}

Result<std::string> readBytes(const Descriptor& descriptor, std::size_t count, const std::string& name) {
    std::string bytes(count, '\0');
    std::size_t done = 0;
    while (done < count) {
        const ssize_t n = ::read(descriptor.get(), bytes.data() + done, count - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return makeError(ErrorCode::io, name + ": reading failed", std::generic_category().message(errno));
        if (n == 0)
            break; // the file has become shorter
        done += static_cast<std::size_t>(n);
    }
    bytes.resize(done);
    return bytes;
}

Result<void> checkFits(std::size_t size, const std::string& name) {
    const auto memory =
        static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    if (size <= memory)
        return {};
    return makeError(ErrorCode::outOfRange, name + ": its " + std::to_string(size >> 20) + " MiB do not fit into the " +
                                                std::to_string(memory >> 20) + " MiB of memory");
}

} // namespace

std::string inputName(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    return name.empty() ? path : name;
}

Result<InputFile> InputFile::open(const std::string& path) {
    InputFile file;
    file.m_name = inputName(path);
    auto opened = openRegular(path, file.m_name);
    if (!opened)
        return opened.error();
    if (auto ok = checkFits(opened->size, file.m_name); !ok)
        return ok.error();
    if (opened->size >= kMappedFrom) {
        const std::size_t size = opened->size;
        void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened->descriptor.get(), 0);
        if (address == MAP_FAILED)
            return openError(file.m_name, errno);
        ::madvise(address, size, MADV_WILLNEED);
        file.m_owner = std::shared_ptr<const void>(address, [size](const void* at) {
            ::munmap(const_cast<void*>(at), size); // mapped by us, nobody else holds it
        });
        file.m_bytes = {static_cast<const char*>(address), size};
    } else {
        auto bytes = readBytes(opened->descriptor, opened->size, file.m_name);
        if (!bytes)
            return bytes.error();
        const auto held = std::make_shared<const std::string>(std::move(*bytes));
        file.m_bytes = *held;
        file.m_owner = held;
    }
    if (!isGzip(file.m_bytes))
        return file;
    auto plain = gunzip(file.m_bytes, kMaxDecompressed, false, file.m_name);
    if (!plain)
        return plain.error();
    const auto held = std::make_shared<const std::string>(std::move(*plain));
    file.m_bytes = *held;
    file.m_owner = held;
    return file;
}

Result<FileHead> readFileHead(const std::string& path) {
    const std::string name = inputName(path);
    auto opened = openRegular(path, name);
    if (!opened)
        return opened.error();
    auto bytes = readBytes(opened->descriptor, std::min(opened->size, kHeadBytes), name);
    if (!bytes)
        return bytes.error();
    FileHead head{path, static_cast<std::int64_t>(opened->size), std::move(*bytes)};
    if (isGzip(head.bytes)) {
        auto plain = gunzip(head.bytes, kHeadBytes, true, name);
        // Nothing came out of it: whether that is damage or an empty file, only the whole can tell.
        if (plain && plain->empty() && opened->size <= kHeadBytes)
            plain = gunzip(head.bytes, kHeadBytes, false, name);
        if (!plain)
            return plain.error();
        head.bytes = std::move(*plain);
    }
    return head;
}

} // namespace vitrine
