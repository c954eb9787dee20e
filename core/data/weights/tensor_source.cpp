#include "core/data/weights/tensor_source.h"

#include "core/base/sha256.h"
#include "core/data/message_text.h"
#include "core/data/weights/safetensors_header.h"
#include "core/data/weights/tensor_decode.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace vitrine {

namespace {

constexpr std::int64_t kBlockBytes = std::int64_t{1} << 20;
constexpr std::int64_t kNsPerSecond = 1'000'000'000;

Error changed(const TensorFile& file) {
    return makeError(ErrorCode::invalidArgument,
                     file.name + ": the file has changed since it was read; read it again as a new version");
}

/// Whether the open file is the one that was read. Its time settles it, else its hash.
Result<void> checkSame(int descriptor, const TensorFile& file, const std::string& path, const std::stop_token& stop) {
    struct stat facts {};
    if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode))
        return makeError(ErrorCode::io, file.name + ": this is no plain file");
    if (facts.st_size != file.bytes)
        return changed(file);
    if (facts.st_mtim.tv_sec * kNsPerSecond + facts.st_mtim.tv_nsec == file.modifiedNs)
        return {};
    HashSteps steps;
    steps.stop = stop;
    const auto hash = fileSha256(path, -1, steps);
    if (!hash)
        return hash.error();
    if (*hash != file.sha256)
        return changed(file);
    return {};
}

Result<void> readAll(int descriptor, char* out, std::int64_t bytes, std::int64_t offset, const std::string& name) {
    while (bytes > 0) {
        const ssize_t got = ::pread(descriptor, out, static_cast<std::size_t>(bytes), offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return makeError(ErrorCode::io, name + ": " + std::strerror(errno));
        if (got == 0)
            return makeError(ErrorCode::io, name + ": the file has become shorter while it was read");
        out += got;
        bytes -= got;
        offset += got;
    }
    return {};
}

} // namespace

Result<std::shared_ptr<const TensorSource>> TensorSource::open(std::shared_ptr<const Tensors> tensors,
                                                               const std::stop_token& stop) {
    const std::shared_ptr<TensorSource> source(new TensorSource(std::move(tensors)));
    for (const TensorFile& file : source->m_tensors->files) {
        const std::string path = source->m_tensors->folder + '/' + file.name;
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0)
            return makeError(errno == ENOENT ? ErrorCode::notFound : ErrorCode::io,
                             file.name + ": " +
                                 (errno == ENOENT ? "the file is not there any more" : std::strerror(errno)));
        source->m_files.push_back(descriptor);
        if (auto same = checkSame(descriptor, file, path, stop); !same)
            return same.error();
    }
    return std::shared_ptr<const TensorSource>(source);
}

std::shared_ptr<const TensorSource> TensorSource::ofMatrix(std::shared_ptr<const Matrix> matrix,
                                                           const std::string& name) {
    Tensors tensors;
    tensors.form = "weights";
    tensors.items.push_back({name,
                             "F64",
                             {static_cast<std::int64_t>(matrix->rows), static_cast<std::int64_t>(matrix->columns)},
                             0,
                             0,
                             static_cast<std::int64_t>(matrix->cells.size() * sizeof(double))});
    const std::shared_ptr<TensorSource> source(new TensorSource(std::make_shared<const Tensors>(std::move(tensors))));
    source->m_matrix = std::move(matrix);
    return source;
}

TensorSource::~TensorSource() {
    for (const int descriptor : m_files)
        ::close(descriptor);
}

Result<void> TensorSource::read(const Tensor& tensor, std::int64_t first, std::int64_t count, double* out,
                                const std::stop_token& stop) const {
    if (!isNumberDtype(tensor.dtype))
        return makeError(ErrorCode::unsupported, inQuotes(tensor.name) + ": values of the type " + tensor.dtype +
                                                     " are not analysable; F64, F32, F16, BF16 and F8 are");
    if (first < 0 || count < 0 || first > valueCount(tensor) - count)
        return makeError(ErrorCode::outOfRange, inQuotes(tensor.name) + ": there are not so many values");
    if (m_matrix) {
        std::copy_n(m_matrix->cells.begin() + first, count, out);
        return {};
    }
    const std::string& name = m_tensors->files[tensor.file].name;
    const std::int64_t size = dtypeBits(tensor.dtype) / 8;
    std::vector<char> block(static_cast<std::size_t>(std::min(kBlockBytes, count * size)));
    for (std::int64_t done = 0; done < count;) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "stopped");
        const std::int64_t part = std::min(kBlockBytes / size, count - done);
        if (auto got =
                readAll(m_files[tensor.file], block.data(), part * size, tensor.offset + (first + done) * size, name);
            !got)
            return got;
        decodeValues(tensor.dtype, block.data(), static_cast<std::size_t>(part), out + done);
        done += part;
    }
    return {};
}

Result<void> TensorSource::readBytes(const Tensor& tensor, std::string& out, const std::stop_token& stop) const {
    if (stop.stop_requested())
        return makeError(ErrorCode::cancelled, "stopped");
    out.resize(static_cast<std::size_t>(tensor.bytes));
    if (m_matrix) {
        std::memcpy(out.data(), m_matrix->cells.data(), out.size());
        return {};
    }
    return readAll(m_files[tensor.file], out.data(), tensor.bytes, tensor.offset, m_tensors->files[tensor.file].name);
}

} // namespace vitrine
