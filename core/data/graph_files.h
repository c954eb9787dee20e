#pragma once

#include "core/data/reader.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

// Several files with one graph each, in one folder or below it, that are one data set: its path is the folder, its
// option "files" the list of their names within it.

constexpr const char* kGraphFilesReader = "graph_files";

/// Whether files of a reader hold graphs, mostly one, so that several of them can be one data set.
bool canBeJoined(std::string_view readerId);

/// Names in the order in which people count: "g2" before "g10".
bool comesBefore(std::string_view a, std::string_view b);

/// Paths of files as a folder and names within it.
struct GraphFilePaths {
    std::string folder;
    std::vector<std::string> names;
    nlohmann::json options() const { return {{"files", names}}; }
};
/// Nothing unless these are two files at least and all, by their beginnings, files that can be joined.
std::optional<GraphFilePaths> joinable(const ReaderRegistry& readers, const std::vector<std::string>& paths);

/// The folder that a path with options stands for; nothing when it stands for a file.
std::optional<std::string> graphFolder(const ReaderRegistry& readers, const std::string& path,
                                       const nlohmann::json& options);

/// The files that a folder with options stands for.
struct GraphFileList {
    std::string folder;
    std::vector<std::string> names;      ///< sorted as comesBefore
    std::vector<std::string> passedOver; ///< in the folder, but no graphs
    bool chosen = false;                 ///< by the option
    bool joined = true;                  ///< the proposal was not turned down
    std::vector<std::string> paths() const;
};
/// @errors invalid_argument: another option, or names that are none
Result<GraphFileList> listGraphFiles(const ReaderRegistry& readers, const std::string& folder,
                                     const nlohmann::json& options);

/// A file that cannot be read is left out, with a ledger line that names it.
/// @errors parse: none can be read; unsupported: a chosen file holds several graphs; cancelled; out_of_range
Result<ImportPreview> previewGraphFiles(const ReaderRegistry& readers, const GraphFileList& files,
                                        const ReadContext& context);
Result<Dataset> readGraphFiles(const ReaderRegistry& readers, const GraphFileList& files, const ReadContext& context);

} // namespace vitrine
