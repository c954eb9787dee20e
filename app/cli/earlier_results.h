#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace vitrine::cli {

/// The file that says what a result folder holds.
inline constexpr const char* kRunFileName = "run.json";
/// Within the folder of an output of files: a JSON array of the names of all files that the program put there.
inline constexpr const char* kFilesMarker = ".vitrine-files.json";

/// What an earlier run left in a folder. Only plain files and folders whose names the program itself gives, and that
/// run.json or the marker of a folder states, are counted; nothing is followed through a link.
struct EarlierResults {
    QStringList files;   ///< absolute, run.json last
    QStringList folders; ///< absolute, innermost first
};

/// Looks and changes nothing; a folder that does not exist holds nothing.
/// @errors invalid_argument when anything else is in the folder
Result<EarlierResults> findEarlierResults(const QString& folder);

/// Removes the folder of an output of files; one that does not exist is no error.
/// @errors invalid_argument when anything else is in it, io
Result<void> removeOutputFolder(const QString& folder);

/// @errors io
Result<void> removeEarlierResults(const EarlierResults& earlier);

} // namespace vitrine::cli
