#pragma once

#include "core/base/result.h"
#include "core/data/file_window.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace vitrine {

/// Decompressed size beyond which a compressed file is refused.
constexpr std::size_t kMaxDecompressed = std::size_t{2} << 30;

/// The bytes of one file, read-only, gzip or zstd taken off. Copies share the bytes. Only files larger than an
/// eighth of the memory are mapped, and only those suffer when another program shortens them meanwhile.
class InputFile {
public:
    /// @errors not_found, io (directory, device, no permission), parse (damaged compression), out_of_range (larger than
    /// memory, or than kMaxDecompressed when decompressed), cancelled
    static Result<InputFile> open(const std::string& path, const std::stop_token& stop = {});

    /// A part of this file: its first `head` bytes, and the window behind them.
    InputFile part(std::size_t head, const FileWindow& window) const;

    std::string_view bytes() const { return m_bytes; }
    const std::string& name() const { return m_name; } ///< last component of the path, begins every message

private:
    std::string m_name;
    std::shared_ptr<const void> m_owner;
    std::string_view m_bytes;
};

/// Last component of a path.
std::string inputName(const std::string& path);

/// Name of a file without a last ".gz" or ".zst".
std::string nameWithoutCompression(const std::string& name);

/// Ending of a file's name in lower case, that of a compression left out: ".csv" for "a.CSV.gz".
std::string inputEnding(const std::string& path);

/// Name of a file without its endings, the title of what is in it: "a" for "a.csv.gz".
std::string inputStem(const std::string& path);

/// Whether the bytes begin as gzip.
bool isGzip(std::string_view bytes);

/// Whether the bytes begin as zstd.
bool isZstd(std::string_view bytes);

/// At most `limit` bytes of what a gzip file holds. With `partial` a file that holds more, or that is cut off, gives
/// what there is; without it both are errors whose message begins with `name`.
/// @errors parse, out_of_range, cancelled
Result<std::string> gunzip(std::string_view bytes, std::size_t limit, bool partial, const std::string& name,
                           const std::stop_token& stop = {});

/// The same for zstd. A window of more than 128 MiB is refused.
Result<std::string> unzstd(std::string_view bytes, std::size_t limit, bool partial, const std::string& name,
                           const std::stop_token& stop = {});

} // namespace vitrine
