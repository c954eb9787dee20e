#pragma once

#include "core/store/database.h"

#include <string>
#include <vector>

namespace vitrine {

/// What the first 100 bytes of a file say, read without SQLite, so that a wrong file is named in a plain sentence.
/// @errors io, storage (not a project, newer version, empty)
Result<void> checkProjectHeader(const std::string& path, std::int64_t applicationId, int newestVersion);

/// Brings a database to the newest version; each numbered migration is one transaction.
Result<void> migrate(Database& database, std::int64_t applicationId, int newestVersion);

std::string absolutePath(const std::string& path);
std::string fileNameOf(const std::string& path);
bool fileExists(const std::string& path);
/// Journal files of a project that is not open.
void removeJournals(const std::string& path);
/// Makes a rename or removal in the folder of a file durable.
void syncFolderOf(const std::string& path);

/// Folder of untitled projects: below $VITRINE_STATE_DIR, $XDG_STATE_HOME/vitrine or ~/.local/state/vitrine.
std::string untitledFolder();
/// A new name in it.
Result<std::string> newUntitledPath();
std::vector<std::string> untitledFiles();

} // namespace vitrine
