#pragma once

#include "core/base/sha256.h"
#include "core/data/reader.h"

#include <optional>
#include <string>
#include <vector>

namespace vitrine {

/// Size and time of the files of a source, all together.
struct FileFacts {
    std::int64_t bytes = 0;
    std::int64_t modifiedNs = 0; ///< of the youngest, ns since 1970 UTC
    bool operator==(const FileFacts&) const = default;
};
/// Nothing where one of the files is gone or is no plain file.
std::optional<FileFacts> fileFacts(const std::vector<std::string>& files);

/// SHA-256 of one file; of several that of the lines "<hash>  <name>", as DatasetSource keeps it.
/// @errors io, cancelled
Result<std::string> sourceSha256(const std::vector<std::string>& files, const HashSteps& steps = {});

enum class SourceState {
    unknown, ///< there is no source, or it could not be compared
    same,    ///< the bytes are those that were read
    unsure,  ///< as long as it was, but written at another time: only the hash can tell
    changed,
    missing
};

/// How the source of a data set stands now.
struct SourceCheck {
    SourceState state = SourceState::unknown;
    FileFacts now;          ///< zero where it is missing
    std::string fileSha256; ///< of what is there now, where it had to be computed
};

/// The files a data set was read from, as far as names tell.
std::vector<std::string> sourceFiles(const DatasetSource& source, const ReaderRegistry& readers);

/// Looks at sizes and times only.
SourceCheck lookAtSource(const DatasetSource& source, const ReaderRegistry& readers);

/// Settles an unsure check with the hash. @errors io, cancelled
Result<SourceCheck> compareSource(const DatasetSource& source, const ReaderRegistry& readers,
                                  const HashSteps& steps = {});

} // namespace vitrine
