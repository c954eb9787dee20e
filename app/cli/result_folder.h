#pragma once

#include "core/base/result.h"
#include "core/results/output.h"

#include <nlohmann/json.hpp>

#include <mutex>
#include <string>
#include <vector>

namespace vitrine::cli {

/// The folder of `--out`: one file per output, written as soon as it is there, and run.json at the end. Thread-safe.
class ResultFolder {
public:
    /// Makes the folder where need be. Files that an earlier run.json names are removed, so that old and new results
    /// are never mixed; a folder with other content is refused. @errors io, invalid_argument
    static Result<std::unique_ptr<ResultFolder>> open(const std::string& path);

    const std::string& path() const { return m_path; }
    /// @return the name of the file or folder within. @errors io
    Result<std::string> write(const OutputDescription& output, const Value& value, bool partial);
    /// Writes run.json; the list of outputs is added. @errors io
    Result<void> finish(nlohmann::ordered_json run);

private:
    explicit ResultFolder(std::string path) : m_path(std::move(path)) {}

    const std::string m_path;
    std::mutex m_mutex;                            // protects m_outputs
    std::vector<nlohmann::ordered_json> m_outputs; // in the order they came, one per id
};

} // namespace vitrine::cli
