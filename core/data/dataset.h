#pragma once

#include "core/data/ledger.h"
#include "core/values/value.h"

#include <cstdint>
#include <string>

namespace vitrine {

/// Where a data set came from; enough to read it again and to notice that the file has changed.
struct DatasetSource {
    std::string path;     ///< absolute path at the time of the import
    std::string fileName; ///< last component, shown in reports
    /// Bytes on disk; of several files the hash of the lines "<hash>  <name>", sorted by name, as sha256sum writes
    /// them.
    std::string fileSha256;
    std::int64_t fileBytes = 0; ///< of all files
    std::string readerId;       ///< "csv", "smi", "graphset"
    nlohmann::json options;     ///< the reader options that were used, complete
    /// Those of them that were asked for, the others were detected: enough to read the file in the same way again.
    nlohmann::json corrections = nlohmann::json::object();
    std::int64_t modifiedNs = 0; ///< when the youngest file was written, ns since 1970 UTC; 0: not known
    bool linked = false;         ///< a project keeps no values but reads them from here
};

/// A value that was read from outside, with its story.
struct Dataset {
    std::string title;
    Value value;
    Ledger ledger;
    DatasetSource source;
    std::string contentHash; ///< contentSha256(value)
};

} // namespace vitrine
