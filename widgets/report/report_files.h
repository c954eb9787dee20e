#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

#include <memory>

namespace vitrine {

/// Writes a file so that the old one is there, whole, until the new one is. @errors io
Result<void> replaceFile(const QString& path, const QByteArray& bytes);

/// A folder that is written beside its place and moved there when it is complete.
class FolderReplacement {
public:
    /// Whether the place is free or holds an earlier folder of the same kind. @errors io, invalid_argument
    static Result<void> check(const QString& path, const QString& mark);
    /// `mark` is the file by which an earlier folder of the same kind is known; a folder with anything but
    /// that, figures/*.svg and data/* in it is not touched. What a killed program left beside it is removed. @errors
    /// io, invalid_argument
    static Result<FolderReplacement> begin(const QString& path, const QString& mark);

    /// `name` may have folders: "data/table-1.csv". @errors io
    Result<void> add(const QString& name, const QByteArray& bytes);
    /// Moves everything to its place. @errors io; the earlier folder is then as it was
    Result<void> commit();

private:
    FolderReplacement(QString path, std::unique_ptr<QTemporaryDir> folder)
        : m_path(std::move(path)), m_folder(std::move(folder)) {}

    QString m_path;
    std::unique_ptr<QTemporaryDir> m_folder; ///< removed when nothing was committed
};

} // namespace vitrine
