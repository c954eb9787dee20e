#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace vitrine {

/// The end of a text file that another program writes to. Knows how far its lines have been taken, and notices when
/// what was taken is no longer what stands there. Knows nothing of what the lines mean, so a table and the log of a run
/// are followed alike.
class FileTail {
public:
    FileTail() = default;
    /// @errors not_found, io (no plain file)
    static Result<FileTail> open(const std::string& path);

    /// Offset behind the last complete line there is now, not before what was taken. A last line without its end waits.
    /// @errors not_found (gone), io (shorter than what was taken, another file in its place, written anew), each one
    ///         sentence after which following makes no sense
    Result<std::int64_t> completeEnd();
    /// The lines before `end` have been dealt with.
    Result<void> take(std::int64_t end);

    std::int64_t taken() const { return m_taken; }
    /// Bytes behind the last complete line, as of the last look.
    std::int64_t waiting() const { return m_waiting; }
    const std::string& path() const { return m_path; }

private:
    Result<void> checkSameFile(int descriptor) const;

    std::string m_path;
    std::uint64_t m_device = 0;
    std::uint64_t m_inode = 0;
    std::int64_t m_taken = 0;
    std::int64_t m_looked = 0;  ///< up to here there is no line end that was not seen
    std::int64_t m_lineEnd = 0; ///< behind the last line end before m_looked
    std::int64_t m_waiting = 0;
    std::string m_begin; ///< first bytes of the file, as they were taken
    std::string m_end;   ///< last bytes before m_taken, as they were taken
};

} // namespace vitrine
