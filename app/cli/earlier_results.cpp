#include "app/cli/earlier_results.h"

#include "core/base/file_write.h"
#include "core/values/text.h"

#include <nlohmann/json.hpp>

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <optional>

namespace vitrine::cli {
namespace {

using nlohmann::json;

constexpr qint64 kMaxBytes = 64LL << 20;
constexpr QDir::Filters kEverything = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;

bool isPlainFile(const QFileInfo& info) {
    return info.isFile() && !info.isSymLink();
}

bool isTemporary(const QFileInfo& info) {
    return isPlainFile(info) && isTemporaryFileName(toStd(info.fileName()));
}

/// A discarded value when it cannot be read.
json readPlainJson(const QString& path) {
    QFile file(path);
    if (!isPlainFile(QFileInfo(path)) || file.size() > kMaxBytes || !file.open(QIODevice::ReadOnly))
        return json(json::value_t::discarded);
    const QByteArray bytes = file.readAll();
    return json::parse(bytes.begin(), bytes.end(), nullptr, false);
}

bool holdsText(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string();
}

/// Names that a run.json states, of the forms that the program gives to outputs.
class RunFileNames {
public:
    explicit RunFileNames(const json& run) {
        m_known =
            run.is_object() && holdsText(run, "vitrine") && holdsText(run, "experiment") && holdsText(run, "state");
        if (!m_known)
            return;
        if (const auto outputs = run.find("outputs"); outputs != run.end() && outputs->is_array())
            for (const json& output : *outputs)
                if (output.is_object() && holdsText(output, "file"))
                    m_names.insert(toQString(output.at("file").get<std::string>()));
        // A run that was killed had no time to say more.
        if (const auto expected = run.find("expected_outputs"); expected != run.end() && expected->is_array())
            for (const json& id : *expected)
                if (id.is_string())
                    m_ids.insert(toQString(id.get<std::string>()));
    }

    bool isKnown() const { return m_known; }
    bool isOutputFile(const QString& name) const {
        static const QRegularExpression form(QStringLiteral("\\A([A-Za-z0-9][A-Za-z0-9_-]*)\\.(csv|json|md)\\z"));
        const auto match = form.match(name);
        return match.hasMatch() && (m_names.contains(name) || m_ids.contains(match.captured(1)));
    }
    bool isOutputFolder(const QString& name) const {
        static const QRegularExpression form(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9_-]*\\z"));
        return form.match(name).hasMatch() && (m_names.contains(name) || m_ids.contains(name));
    }

private:
    bool m_known = false;
    QSet<QString> m_names;
    QSet<QString> m_ids;
};

/// The files that the marker of a folder states; nothing without a marker.
std::optional<QSet<QString>> markedFiles(const QString& folder) {
    const json marker = readPlainJson(folder + QLatin1Char('/') + QLatin1String(kFilesMarker));
    if (!marker.is_array())
        return std::nullopt;
    QSet<QString> names{QLatin1String(kFilesMarker)};
    for (const json& name : marker)
        if (name.is_string())
            names.insert(toQString(name.get<std::string>()));
    return names;
}

/// Adds a folder of files when nothing but its marked files is in it.
bool addOutputFolder(const QString& folder, EarlierResults& earlier) {
    const auto marked = markedFiles(folder);
    if (!marked)
        return false;
    QStringList files;
    QStringList folders{folder};
    QDirIterator entries(folder, kEverything, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString path = entries.next();
        const QFileInfo info = entries.fileInfo();
        if (info.isDir() && !info.isSymLink())
            folders.prepend(path);
        else if (isTemporary(info) || (isPlainFile(info) && marked->contains(path.mid(folder.size() + 1))))
            files.append(path);
        else
            return false;
    }
    std::stable_sort(folders.begin(), folders.end(), [](const QString& a, const QString& b) {
        return a.count(QLatin1Char('/')) > b.count(QLatin1Char('/'));
    });
    earlier.files += files;
    earlier.folders += folders;
    return true;
}

} // namespace

Result<EarlierResults> findEarlierResults(const QString& folder) {
    const QDir dir(QFileInfo(folder).absoluteFilePath());
    const RunFileNames names(readPlainJson(dir.filePath(QLatin1String(kRunFileName))));
    EarlierResults earlier;
    for (const QFileInfo& info : dir.entryInfoList(kEverything)) {
        const QString name = info.fileName();
        if (name == QLatin1String(kRunFileName) && names.isKnown())
            continue;
        if (isTemporary(info) || (isPlainFile(info) && names.isOutputFile(name)))
            earlier.files.append(info.absoluteFilePath());
        else if (!info.isDir() || info.isSymLink() || !names.isOutputFolder(name) ||
                 !addOutputFolder(info.absoluteFilePath(), earlier))
            return makeError(ErrorCode::invalidArgument, "the folder holds other files (" + toStd(name) +
                                                             "); expected an empty one or that of a run");
    }
    if (names.isKnown())
        earlier.files.append(dir.filePath(QLatin1String(kRunFileName)));
    return earlier;
}

Result<void> removeOutputFolder(const QString& folder) {
    EarlierResults earlier;
    const QFileInfo info(folder);
    if (!info.exists() && !info.isSymLink())
        return {};
    if (!info.isDir() || info.isSymLink() || !addOutputFolder(info.absoluteFilePath(), earlier))
        return makeError(ErrorCode::invalidArgument, toStd(folder) + ": this is not a folder that the run made");
    return removeEarlierResults(earlier);
}

Result<void> removeEarlierResults(const EarlierResults& earlier) {
    for (const QString& path : earlier.files) {
        QFile file(path);
        if (!file.remove())
            return makeError(ErrorCode::io, toStd(path) + ": cannot be removed: " + toStd(file.errorString()));
    }
    for (const QString& path : earlier.folders)
        if (!QDir().rmdir(path))
            return makeError(ErrorCode::io, toStd(path) + ": the folder cannot be removed");
    return {};
}

} // namespace vitrine::cli
