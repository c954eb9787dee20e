#pragma once

#include "core/base/result.h"
#include "core/data/input_file.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

struct zip;

namespace vitrine {

/// The files in a ZIP archive, unpacked one by one into memory.
class ZipFile {
public:
    struct Entry {
        std::string name;
        std::uint64_t index = 0;
        std::uint64_t bytes = 0; ///< as the archive claims
    };

    /// @errors parse (no archive, damaged), out_of_range (more than 10,000 files)
    static Result<ZipFile> open(const InputFile& file);

    const std::vector<Entry>& entries() const { return m_entries; }
    /// The first `limit` bytes of a file, or all of it with `whole`, which is an error where there are more.
    /// @errors parse (damaged), unsupported (encrypted, unknown compression), out_of_range, cancelled
    Result<std::string> unpack(const Entry& entry, std::size_t limit, bool whole, const std::stop_token& stop) const;

private:
    struct Discard {
        void operator()(zip* archive) const;
    };
    InputFile m_file; ///< keeps the bytes
    std::unique_ptr<zip, Discard> m_archive;
    std::vector<Entry> m_entries;
};

} // namespace vitrine
