#pragma once

#include "core/base/result.h"
#include "core/values/matrix.h"
#include "core/values/tensors.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

/// The files of a Tensors value, opened for reading values. Reading takes a block of a megabyte beside the result; a
/// file that shrinks meanwhile is an error, never a crash. Thread-safe.
class TensorSource {
public:
    /// Opens all files and makes sure that they are the ones that were read: same size, and same time or same hash.
    /// @errors not_found, io, invalid_argument (changed since), cancelled
    static Result<std::shared_ptr<const TensorSource>> open(std::shared_ptr<const Tensors> tensors,
                                                            const std::stop_token& stop = {});
    /// One tensor of the type F64 whose values lie in memory, as if it had been read from a file.
    static std::shared_ptr<const TensorSource> ofMatrix(std::shared_ptr<const Matrix> matrix, const std::string& name);
    ~TensorSource();
    TensorSource(const TensorSource&) = delete;
    TensorSource& operator=(const TensorSource&) = delete;

    const Tensors& tensors() const { return *m_tensors; }
    const std::shared_ptr<const Tensors>& sharedTensors() const { return m_tensors; }

    /// Values [first, first + count) of a tensor in the order of the file, not checked for NaN.
    /// @errors unsupported (type), out_of_range, io (shorter than it was), cancelled
    Result<void> read(const Tensor& tensor, std::int64_t first, std::int64_t count, double* out,
                      const std::stop_token& stop = {}) const;

    /// All bytes of a tensor as they stand in the file. @errors io, cancelled
    Result<void> readBytes(const Tensor& tensor, std::string& out, const std::stop_token& stop = {}) const;

private:
    explicit TensorSource(std::shared_ptr<const Tensors> tensors) : m_tensors(std::move(tensors)) {}

    std::shared_ptr<const Tensors> m_tensors;
    std::vector<int> m_files;               ///< descriptors, as Tensors::files
    std::shared_ptr<const Matrix> m_matrix; ///< instead of files
};

} // namespace vitrine
