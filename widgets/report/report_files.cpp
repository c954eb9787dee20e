#include "widgets/report/report_files.h"

#include "core/base/file_write.h"
#include "core/values/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <cerrno>
#include <csignal>

namespace vitrine {
namespace {

constexpr QDir::Filters kEverything = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;

Error cannotWrite(const QString& path, const QString& reason) {
    return makeError(ErrorCode::io, toStd(path) + ": cannot be written: " + toStd(reason));
}

QString nameOf(const QString& path) {
    return QFileInfo(path).fileName();
}

/// Whether a folder holds nothing but plain files of some endings.
bool holdsOnly(const QString& folder, const QStringList& endings) {
    for (const QFileInfo& info : QDir(folder).entryInfoList(kEverything))
        if (!info.isFile() || info.isSymLink() ||
            !(endings.contains(info.suffix()) || isTemporaryFileName(toStd(info.fileName()))))
            return false;
    return true;
}

/// The first thing in a folder that no report has; empty when there is none.
QString foreignEntry(const QDir& folder, const QString& mark) {
    for (const QFileInfo& info : folder.entryInfoList(kEverything)) {
        const QString name = info.fileName();
        const bool isFile = info.isFile() && !info.isSymLink();
        const bool isFolder = info.isDir() && !info.isSymLink();
        const bool own =
            (isFile && (name == mark || isTemporaryFileName(toStd(name)))) ||
            (isFolder && name == QLatin1String("figures") && holdsOnly(info.filePath(), {QStringLiteral("svg")})) ||
            (isFolder && name == QLatin1String("data") &&
             holdsOnly(info.filePath(), {QStringLiteral("csv"), QStringLiteral("json"), QStringLiteral("md")}));
        if (!own)
            return name;
    }
    return {};
}

/// Beginning of the names of the folders that are written beside a place; the process and some letters follow.
QString temporaryStem(const QFileInfo& place) {
    return QLatin1Char('.') + place.fileName() + QStringLiteral(".vitrine-report-");
}

/// Removes what a killed program left, never what one that still runs is writing.
void removeLeftFolders(const QFileInfo& place, const QString& mark) {
    const QRegularExpression form(QStringLiteral("\\A%1([0-9]{1,9})-[A-Za-z0-9]{6}(-old)?\\z")
                                      .arg(QRegularExpression::escape(temporaryStem(place))));
    for (const QFileInfo& info : QDir(place.path()).entryInfoList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot)) {
        const auto match = form.match(info.fileName());
        if (!match.hasMatch() || info.isSymLink() || !foreignEntry(QDir(info.filePath()), mark).isEmpty())
            continue;
        if (::kill(static_cast<pid_t>(match.captured(1).toInt()), 0) != 0 && errno == ESRCH)
            QDir(info.filePath()).removeRecursively();
    }
}

} // namespace

Result<void> replaceFile(const QString& path, const QByteArray& bytes) {
    if (QFileInfo(path).isDir())
        return makeError(ErrorCode::io, toStd(nameOf(path)) + ": is a folder, not a file");
    const std::string_view content(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    return writeFileAtomically(toStd(path), content, toStd(nameOf(path)));
}

Result<void> FolderReplacement::check(const QString& path, const QString& mark) {
    const QFileInfo place(QDir::cleanPath(path));
    if (place.exists() && !place.isDir())
        return makeError(ErrorCode::io, toStd(place.fileName()) + ": is a file, not a folder");
    const QDir old(place.filePath());
    if (!place.exists() || old.isEmpty())
        return {};
    const QString other = old.exists(mark) ? foreignEntry(old, mark) : old.entryList(kEverything).value(0);
    if (!other.isEmpty())
        return makeError(ErrorCode::invalidArgument, toStd(place.fileName()) + ": the folder holds other files (" +
                                                         toStd(other) + "); an empty or new folder is needed");
    return {};
}

Result<FolderReplacement> FolderReplacement::begin(const QString& path, const QString& mark) {
    if (const auto good = check(path, mark); !good)
        return good.error();
    const QFileInfo place(QDir::cleanPath(path));
    removeLeftFolders(place, mark);
    // Beside its place, so that moving it is a rename.
    const QString name = temporaryStem(place) + QString::number(QCoreApplication::applicationPid());
    auto folder = std::make_unique<QTemporaryDir>(place.path() + QLatin1Char('/') + name + QStringLiteral("-XXXXXX"));
    if (!folder->isValid())
        return cannotWrite(place.fileName(), folder->errorString());
    return FolderReplacement(place.filePath(), std::move(folder));
}

Result<void> FolderReplacement::add(const QString& name, const QByteArray& bytes) {
    const QString path = m_folder->filePath(name);
    if (!QDir().mkpath(QFileInfo(path).path()))
        return cannotWrite(name, QStringLiteral("its folder cannot be made"));
    return replaceFile(path, bytes);
}

Result<void> FolderReplacement::commit() {
    // A private folder while it was written; now it is as any other.
    QFile::setPermissions(m_folder->path(), QFile::permissions(QFileInfo(m_path).path()));
    QString aside;
    if (QFileInfo::exists(m_path)) {
        aside = m_folder->path() + QStringLiteral("-old");
        if (!QDir().rename(m_path, aside))
            return cannotWrite(nameOf(m_path), QStringLiteral("the earlier folder cannot be replaced"));
    }
    if (!QDir().rename(m_folder->path(), m_path)) {
        if (!aside.isEmpty())
            QDir().rename(aside, m_path);
        return cannotWrite(nameOf(m_path), QStringLiteral("the folder cannot be moved to its place"));
    }
    m_folder->setAutoRemove(false);
    if (!aside.isEmpty())
        QDir(aside).removeRecursively();
    return {};
}

} // namespace vitrine
