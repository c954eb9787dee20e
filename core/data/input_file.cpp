#include "core/data/input_file.h"

#include "core/data/message_text.h"
#include "core/data/reader.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vitrine {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;
// A block of zstd shows nothing before it is complete; one takes up to 128 KiB.
constexpr std::size_t kZstdHeadBytes = std::size_t{256} << 10;
// From here pages of their own are asked of the system: cheaper than clearing a string first.
constexpr std::size_t kPagesFrom = std::size_t{64} << 20;
// A file is copied, because a program that shortens it meanwhile would take mapped pages away from us and end the
// process. Only what is larger than this share of the memory is mapped.
constexpr std::size_t kCopiedShare = 8;

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

/// Reads up to `count` bytes; gives how many there were.
Result<std::size_t> fill(const Descriptor& descriptor, char* into, std::size_t count, const std::string& name) {
    std::size_t done = 0;
    while (done < count) {
        const ssize_t n = ::read(descriptor.get(), into + done, count - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return makeError(ErrorCode::io, name + ": reading failed", std::generic_category().message(errno));
        if (n == 0)
            break; // the file has become shorter
        done += static_cast<std::size_t>(n);
    }
    return done;
}

Result<std::string> readBytes(const Descriptor& descriptor, std::size_t count, const std::string& name) {
    std::string bytes(count, '\0');
    auto done = fill(descriptor, bytes.data(), count, name);
    if (!done)
        return done.error();
    bytes.resize(*done);
    return bytes;
}

std::size_t physicalMemory() {
    return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Pages that hold a large file, copied or mapped.
struct Pages {
    std::shared_ptr<const void> owner;
    std::string_view bytes;
};

Result<Pages> readPages(const OpenFile& file, const std::string& name) {
    const std::size_t size = file.size;
    const bool copied = size <= physicalMemory() / kCopiedShare;
    void* address = ::mmap(nullptr, size, copied ? PROT_READ | PROT_WRITE : PROT_READ,
                           copied ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE, copied ? -1 : file.descriptor.get(), 0);
    if (address == MAP_FAILED)
        return openError(name, errno);
    Pages pages;
    pages.owner = std::shared_ptr<const void>(address, [size](const void* at) {
        ::munmap(const_cast<void*>(at), size); // asked for by us, nobody else holds it
    });
    pages.bytes = {static_cast<const char*>(address), size};
    if (!copied) {
        ::madvise(address, size, MADV_WILLNEED);
        return pages;
    }
    ::madvise(address, size, MADV_HUGEPAGE);
    auto done = fill(file.descriptor, static_cast<char*>(address), size, name);
    if (!done)
        return done.error();
    pages.bytes = pages.bytes.substr(0, *done);
    return pages;
}

Result<void> checkFits(std::size_t size, const std::string& name) {
    const std::size_t memory = physicalMemory();
    if (size <= memory)
        return {};
    return makeError(ErrorCode::outOfRange, name + ": its " + std::to_string(size >> 20) + " MiB do not fit into the " +
                                                std::to_string(memory >> 20) + " MiB of memory");
}

bool isCompressed(std::string_view bytes) {
    return isGzip(bytes) || isZstd(bytes);
}

Result<std::string> decompress(std::string_view bytes, std::size_t limit, bool partial, const std::string& name,
                               const std::stop_token& stop) {
    return isGzip(bytes) ? gunzip(bytes, limit, partial, name, stop) : unzstd(bytes, limit, partial, name, stop);
}

/// The beginning of what a compressed file holds.
Result<std::string> decompressedHead(const std::string& path, const OpenFile& file, std::string bytes,
                                     const std::string& name) {
    if (isZstd(bytes) && file.size > bytes.size()) {
        ::lseek(file.descriptor.get(), 0, SEEK_SET);
        auto more = readBytes(file.descriptor, std::min(file.size, kZstdHeadBytes), name);
        if (!more)
            return more;
        bytes = std::move(*more);
    }
    auto plain = decompress(bytes, kHeadBytes, true, name, {});
    if (!plain || !plain->empty())
        return plain;
    // Nothing came out of it: whether that is damage, an empty file or a long header, only the whole can tell.
    auto whole = InputFile::open(path);
    if (!whole)
        return whole.error();
    return std::string(whole->bytes().substr(0, kHeadBytes));
}

} // namespace

std::string inputName(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    return name.empty() ? path : name;
}

std::string nameWithoutCompression(const std::string& name) {
    for (const std::string_view ending : {".gz", ".zst", ".GZ", ".ZST"})
        if (name.size() > ending.size() && name.ends_with(ending))
            return name.substr(0, name.size() - ending.size());
    return name;
}

std::string inputEnding(const std::string& path) {
    std::string ending = std::filesystem::path(nameWithoutCompression(path)).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
}

std::string inputStem(const std::string& path) {
    return std::filesystem::path(nameWithoutCompression(path)).stem().string();
}

Result<InputFile> InputFile::open(const std::string& path, const std::stop_token& stop) {
    InputFile file;
    file.m_name = inputName(path);
    auto opened = openRegular(path, file.m_name);
    if (!opened)
        return opened.error();
    if (auto ok = checkFits(opened->size, file.m_name); !ok)
        return ok.error();
    if (opened->size >= kPagesFrom) {
        auto pages = readPages(*opened, file.m_name);
        if (!pages)
            return pages.error();
        file.m_bytes = pages->bytes;
        file.m_owner = std::move(pages->owner);
    } else {
        auto bytes = readBytes(opened->descriptor, opened->size, file.m_name);
        if (!bytes)
            return bytes.error();
        const auto held = std::make_shared<const std::string>(std::move(*bytes));
        file.m_bytes = *held;
        file.m_owner = held;
    }
    if (!isCompressed(file.m_bytes))
        return file;
    auto plain = decompress(file.m_bytes, kMaxDecompressed, false, file.m_name, stop);
    if (!plain)
        return plain.error();
    const auto held = std::make_shared<const std::string>(std::move(*plain));
    file.m_bytes = *held;
    file.m_owner = held;
    return file;
}

InputFile InputFile::part(std::size_t head, const FileWindow& window) const {
    const auto from = std::min(static_cast<std::size_t>(std::max<std::int64_t>(window.from, 0)), m_bytes.size());
    const auto to =
        window.to < 0 ? m_bytes.size() : std::clamp(static_cast<std::size_t>(window.to), from, m_bytes.size());
    InputFile part = *this;
    part.m_bytes = m_bytes.substr(0, to);
    if (from <= head)
        return part;
    const auto joined = std::make_shared<std::string>(m_bytes.substr(0, head));
    joined->append(m_bytes.substr(from, to - from));
    part.m_bytes = *joined;
    part.m_owner = joined;
    return part;
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
    if (isCompressed(head.bytes)) {
        auto plain = decompressedHead(path, *opened, std::move(head.bytes), name);
        if (!plain)
            return plain.error();
        head.bytes = std::move(*plain);
    }
    return head;
}

} // namespace vitrine
