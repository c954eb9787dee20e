#include "widgets/data/import_scan.h"

#include "core/values/text.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

namespace vitrine {
namespace {

ScannedFile scanFile(const QFileInfo& info, const QString& name, const ReaderRegistry& readers) {
    ScannedFile file{info.absoluteFilePath(), name, info.size(), {}, {}};
    const auto refuse = [&](const Error& error) {
        file.refusal = messageWithoutName(toQString(error.message), info.fileName());
    };
    if (!info.isFile()) {
        refuse(
            makeError(ErrorCode::io, info.exists() ? "This is no ordinary file" : "This file is not there any more"));
        return file;
    }
    auto head = readFileHead(toStd(file.path));
    if (!head) {
        refuse(head.error());
        return file;
    }
    if (auto reader = readers.recognise(*head))
        file.readerId = (*reader)->id();
    else
        refuse(reader.error());
    return file;
}

class FolderScan {
public:
    FolderScan(const ReaderRegistry& readers, const std::stop_token& stop, ImportScan& scan)
        : m_readers(readers), m_stop(stop), m_scan(scan) {}

    void addFolder(const QString& path) {
        ScannedGroup group{QFileInfo(path).absoluteFilePath(), {}};
        visit(QDir(group.folder), {}, group, 0);
        m_scan.groups.push_back(std::move(group));
    }
    void addFile(const QString& path) {
        if (!roomLeft())
            return;
        if (auto file = scan(QFileInfo(path), {}))
            m_scan.groups.push_back({{}, {std::move(*file)}});
    }

private:
    bool roomLeft() {
        if (m_files < kMaxScannedFiles) {
            ++m_files;
            return true;
        }
        ++m_scan.filesLeftOut;
        return false;
    }
    void visit(const QDir& folder, const QString& prefix, ScannedGroup& group, int depth) {
        const auto entries = folder.entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::Readable,
                                                  QDir::Name | QDir::DirsLast);
        for (const QFileInfo& entry : entries) {
            if (m_stop.stop_requested() || m_scan.filesLeftOut > kMaxScannedFiles)
                return;
            const QString name = prefix + entry.fileName();
            if (entry.isDir()) {
                if (!entry.isSymLink() && depth < kMaxScanDepth)
                    visit(QDir(entry.absoluteFilePath()), name + QLatin1Char('/'), group, depth + 1);
            } else if (roomLeft()) {
                if (auto file = scan(entry, prefix))
                    group.files.push_back(std::move(*file));
            }
        }
    }
    /// Several files that are one data set are one item, under the name of its main file; nothing for the later ones.
    std::optional<ScannedFile> scan(const QFileInfo& info, const QString& prefix) {
        const std::string path = toStd(info.absoluteFilePath());
        const std::string main = m_readers.mainFile(path);
        const std::vector<std::string> files = m_readers.filesOf(main);
        if (files.size() < 2)
            return scanFile(info, prefix + info.fileName(), m_readers);
        const QFileInfo mainInfo(toQString(main));
        if (m_sets.contains(mainInfo.absoluteFilePath()))
            return std::nullopt;
        m_sets.insert(mainInfo.absoluteFilePath());
        ScannedFile file = scanFile(mainInfo, prefix + mainInfo.fileName(), m_readers);
        file.size = 0;
        for (const std::string& part : files)
            file.size += QFileInfo(toQString(part)).size();
        return file;
    }

    const ReaderRegistry& m_readers;
    const std::stop_token& m_stop;
    ImportScan& m_scan;
    QSet<QString> m_sets; ///< main files of data sets of several files
    int m_files = 0;
};

} // namespace

QString messageWithoutName(const QString& message, const QString& fileName) {
    const QString prefix = fileName + QStringLiteral(": ");
    if (!message.startsWith(prefix))
        return message;
    QString rest = message.mid(prefix.size());
    if (!rest.isEmpty())
        rest[0] = rest.front().toUpper();
    return rest;
}

ImportScan scanForImport(const QStringList& paths, const ReaderRegistry& readers, const std::stop_token& stop) {
    ImportScan scan;
    FolderScan work(readers, stop, scan);
    for (const QString& path : paths) {
        if (stop.stop_requested())
            break;
        if (QFileInfo(path).isDir())
            work.addFolder(path);
        else
            work.addFile(path);
    }
    return scan;
}

} // namespace vitrine
