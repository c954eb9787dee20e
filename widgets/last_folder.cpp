#include "widgets/last_folder.h"

#include <QDir>
#include <QFileInfo>

#include <array>

namespace vitrine {
namespace {

class PassingMemory : public FolderMemory {
public:
    QString folder(FolderUse use) const override { return m_folders.at(static_cast<std::size_t>(use)); }
    void setFolder(FolderUse use, const QString& folder) override {
        m_folders.at(static_cast<std::size_t>(use)) = folder;
    }

private:
    std::array<QString, 2> m_folders;
};

FolderMemory*& current() {
    static PassingMemory passing;
    static FolderMemory* memory = &passing;
    if (!memory)
        memory = &passing;
    return memory;
}

} // namespace

void setFolderMemory(FolderMemory* memory) {
    current() = memory;
}

FolderMemory* folderMemory() {
    return current();
}

QString startFolder(FolderUse use) {
    const FolderUse other = use == FolderUse::open ? FolderUse::save : FolderUse::open;
    for (const FolderUse kind : {use, other})
        if (QString folder = current()->folder(kind); !folder.isEmpty() && QFileInfo(folder).isDir())
            return folder;
    return QDir::homePath();
}

QString startPath(FolderUse use, const QString& fileName) {
    return QDir(startFolder(use)).filePath(fileName);
}

void rememberFolder(FolderUse use, const QString& path) {
    if (path.isEmpty())
        return;
    const QFileInfo chosen(path);
    const bool opened = use == FolderUse::open && chosen.isDir();
    current()->setFolder(use, opened ? chosen.absoluteFilePath() : chosen.absolutePath());
}

} // namespace vitrine
