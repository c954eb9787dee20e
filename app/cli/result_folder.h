#pragma once

#include "core/base/result.h"
#include "core/results/output.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace vitrine::cli {

/// The folder of `--out`: run.json, and one file per output, written as soon as it is there. run.json says "running"
/// until the run is over; a folder where it still does is replaced by the next run. Thread-safe.
class ResultFolder {
public:
    /// Whether results can be written there; nothing is changed. @errors invalid_argument
    static Result<void> check(const std::string& path);
    /// Makes the folder where need be. What an earlier run wrote is removed, so that old and new results are never
    /// mixed; a folder with other content is refused and left as it was.
    /// @param run      what run.json says until the run is over
    /// @param outputs  all that the run may write
    /// @errors io, invalid_argument
    static Result<std::unique_ptr<ResultFolder>> open(const std::string& path, nlohmann::ordered_json run,
                                                      const std::vector<OutputDescription>& outputs);

    const std::string& path() const { return m_path; }
    /// @return the name of the file or folder within. @errors io
    Result<std::string> write(const OutputDescription& output, const Value& value, bool partial);
    /// Writes run.json anew; the list of outputs is added. @errors io
    Result<void> finish(nlohmann::ordered_json run);

private:
    explicit ResultFolder(std::string path) : m_path(std::move(path)) {}

    const std::string m_path;
    std::mutex m_mutex;                            // protects m_outputs
    std::vector<nlohmann::ordered_json> m_outputs; // in the order they came, one per id
};

} // namespace vitrine::cli
