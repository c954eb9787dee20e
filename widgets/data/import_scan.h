#pragma once

#include "core/data/reader.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>
#include <vector>

namespace vitrine {

/// One file found by a scan, or the main one of several that are one data set: by its head alone it is known who would
/// read it.
struct ScannedFile {
    QString path;                ///< absolute
    QString name;                ///< as shown: relative to its folder, or the file name
    std::int64_t size = 0;       ///< of all files of the data set
    std::string readerId;        ///< empty: refused
    QString refusal;             ///< why nobody reads it, one sentence
    QStringList parts = {};      ///< absolute paths of the files that this one proposes to open as one data set
    nlohmann::json options = {}; ///< with which it is read
};

/// A folder that was dropped, or one of which several graph files were, with its files, or a loose file (empty path,
/// one file).
struct ScannedGroup {
    QString folder; ///< absolute path; empty for a loose file
    std::vector<ScannedFile> files;
};

struct ImportScan {
    std::vector<ScannedGroup> groups;
    qint64 filesLeftOut = 0; ///< beyond the cap
};

constexpr int kMaxScannedFiles = 2000;
constexpr int kMaxScanDepth = 12;

/// Looks at files and folders without reading more than heads. Folders are searched with all they hold, hidden files,
/// symbolic links to folders and special files left out; names sorted. Before several files of one folder that mostly
/// hold one graph stands a proposal to open them as one data set. Thread-safe.
ImportScan scanForImport(const QStringList& paths, const ReaderRegistry& readers, const std::stop_token& stop);

/// A message without the file name it begins with, for places where the name stands already.
QString messageWithoutName(const QString& message, const QString& fileName);

} // namespace vitrine
