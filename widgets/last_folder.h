#pragma once

#include <QString>

namespace vitrine {

enum class FolderUse { open, save };

/// Keeps the folders of file dialogs over the end of the program.
class FolderMemory {
public:
    virtual ~FolderMemory() = default;
    virtual QString folder(FolderUse use) const = 0; ///< empty: none yet
    virtual void setFolder(FolderUse use, const QString& folder) = 0;
};

/// Every file dialog asks here where it starts. Null: kept until the program ends. GUI thread only.
void setFolderMemory(FolderMemory* memory);
FolderMemory* folderMemory();

/// Where a dialog starts: the folder last used in the same way, else in the other way, as far as it is still there;
/// else home.
QString startFolder(FolderUse use);
/// That folder with the name of a file.
QString startPath(FolderUse use, const QString& fileName);
/// Called with what was chosen: a file, or a folder that was opened.
void rememberFolder(FolderUse use, const QString& path);

} // namespace vitrine
