#include "widgets/data/import_scan.h"

#include "core/data/graph_files.h"
#include "core/values/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <map>

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

QString folderOf(const ScannedFile& file) {
    return QFileInfo(file.path).path();
}

/// One data set of all graph files of a folder.
ScannedFile proposalOf(const std::vector<const ScannedFile*>& files, bool wholeFolder) {
    ScannedFile proposal;
    proposal.path = folderOf(*files.front());
    const QString& first = files.front()->name;
    proposal.name = first.left(first.lastIndexOf(QLatin1Char('/')) + 1) +
                    QCoreApplication::translate("ImportScan", "All graph files");
    proposal.readerId = kGraphFilesReader;
    nlohmann::json names = nlohmann::json::array();
    for (const ScannedFile* file : files) {
        proposal.size += file->size;
        proposal.parts += file->path;
        names.push_back(toStd(QFileInfo(file->path).fileName()));
    }
    if (!wholeFolder)
        proposal.options = {{"files", std::move(names)}};
    return proposal;
}

void addProposals(ScannedGroup& group, bool dropped, const ReaderRegistry& readers) {
    std::map<QString, std::vector<const ScannedFile*>> byFolder;
    std::map<QString, bool> whole; // no other data set could be meant by the folder
    for (const ScannedFile& file : group.files) {
        if (canBeJoined(file.readerId))
            byFolder[folderOf(file)].push_back(&file);
        else if (readers.filesOf(toStd(file.path)).size() > 1)
            whole[folderOf(file)] = false;
    }
    std::map<QString, ScannedFile> proposals;
    for (const auto& [folder, files] : byFolder)
        if (files.size() > 1)
            proposals.emplace(folder, proposalOf(files, dropped && !whole.contains(folder)));
    std::vector<ScannedFile> all;
    for (ScannedFile& file : group.files) {
        const auto found = proposals.find(folderOf(file));
        if (found != proposals.end() && found->second.parts.front() == file.path)
            all.push_back(found->second);
        all.push_back(std::move(file));
    }
    group.files = std::move(all);
}

/// Loose graph files of one folder become a group of their own.
void gatherLoose(ImportScan& scan, const ReaderRegistry& readers) {
    std::map<QString, int> counts;
    const auto isLoose = [](const ScannedGroup& group) {
        return group.folder.isEmpty() && canBeJoined(group.files.front().readerId);
    };
    for (const ScannedGroup& group : scan.groups)
        if (isLoose(group))
            ++counts[folderOf(group.files.front())];
    std::vector<ScannedGroup> groups;
    std::map<QString, std::size_t> places;
    for (ScannedGroup& group : scan.groups) {
        const QString folder = isLoose(group) ? folderOf(group.files.front()) : QString();
        if (counts[folder] < 2) {
            groups.push_back(std::move(group));
            continue;
        }
        const auto [place, isNew] = places.try_emplace(folder, groups.size());
        if (isNew)
            groups.push_back({folder, {}});
        groups[place->second].files.push_back(std::move(group.files.front()));
    }
    for (const auto& [folder, place] : places)
        addProposals(groups[place], false, readers);
    scan.groups = std::move(groups);
}

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
    for (ScannedGroup& group : scan.groups)
        if (!group.folder.isEmpty())
            addProposals(group, true, readers);
    gatherLoose(scan, readers);
    return scan;
}

} // namespace vitrine
