#include "widgets/report/report_files.h"

#include "core/values/text.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace vitrine {
namespace {

Error cannotWrite(const QString& path, const QString& reason) {
    return makeError(ErrorCode::io, toStd(path) + ": cannot be written: " + toStd(reason));
}

QString nameOf(const QString& path) {
    return QFileInfo(path).fileName();
}

} // namespace

Result<void> replaceFile(const QString& path, const QByteArray& bytes) {
    if (QFileInfo(path).isDir())
        return makeError(ErrorCode::io, toStd(nameOf(path)) + ": is a folder, not a file");
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return cannotWrite(nameOf(path), file.errorString());
    return {};
}

Result<FolderReplacement> FolderReplacement::begin(const QString& path, const QString& mark) {
    const QFileInfo place(QDir::cleanPath(path));
    if (place.exists() && !place.isDir())
        return makeError(ErrorCode::io, toStd(place.fileName()) + ": is a file, not a folder");
    const QDir old(place.filePath());
    if (place.exists() && !old.isEmpty() && !old.exists(mark))
        return makeError(ErrorCode::invalidArgument, toStd(place.fileName()) + ": the folder holds other files; an " +
                                                         "empty or new folder is needed");
    // Beside its place, so that moving it is a rename.
    auto folder = std::make_unique<QTemporaryDir>(place.path() + QStringLiteral("/.") + place.fileName() +
                                                  QStringLiteral("-XXXXXX"));
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
