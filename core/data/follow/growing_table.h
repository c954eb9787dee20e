#pragma once

#include "core/data/follow/file_tail.h"
#include "core/data/reader.h"

#include <memory>
#include <string>

namespace vitrine {

/// Whether the file of a data set can be followed: a table that was read from one plain text file of lines.
/// @return why it cannot, one sentence; empty when it can
std::string whyNotFollowed(const DatasetSource& source, ValueKind kind, const ReaderRegistry& readers);

/// A table that grows with its file. New complete lines are read by the reader that read the file and put below the
/// rows there are; where they change columns or types, all is read again. What it holds is always what reading the file
/// at once up to the last complete line would give. One thread at a time.
class GrowingTable {
public:
    /// @param source  of the data set; lines that do not fit are left out from now on, with a ledger line
    GrowingTable(std::shared_ptr<const ReaderRegistry> readers, DatasetSource source);

    struct Step {
        bool hasGrown = false;
        std::int64_t waitingBytes = 0; ///< of a line that is not complete
        /// Why the new lines cannot be read yet; they are tried again when the file has grown further.
        std::string obstacle;
    };
    /// Reads what has come. The first step reads the file from its beginning.
    /// @errors as FileTail::completeEnd; cancelled. Following ends with them.
    Result<Step> step(const std::stop_token& stop, int threads);
    /// The data as of the last step that has grown.
    const Dataset& dataset() const { return m_dataset; }

private:
    Result<Dataset> readAll(std::int64_t end, const ReadContext& context) const;
    Result<Dataset> readOn(std::int64_t end, const ReadContext& context) const;

    std::shared_ptr<const ReaderRegistry> m_readers;
    DatasetSource m_source;
    FileTail m_tail;
    Dataset m_dataset;
    bool m_isOpen = false;
    std::int64_t m_tried = 0; ///< end of the lines that could not be read
    std::string m_obstacle;
};

} // namespace vitrine
