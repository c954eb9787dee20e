#include "core/store/project_store.h"

#include "core/store/project_file.h"
#include "core/store/sqlite_project_store.h"

namespace vitrine {

Result<std::shared_ptr<ProjectStore>> ProjectStore::create(const std::string& path) {
    return SqliteProjectStore::createAt(path, {});
}

Result<std::shared_ptr<ProjectStore>> ProjectStore::open(const std::string& path, OpenMode mode) {
    SqliteProjectStore::Options options;
    options.mode = mode;
    return SqliteProjectStore::openAt(path, options);
}

Result<std::shared_ptr<ProjectStore>> ProjectStore::createUntitled() {
    const auto path = newUntitledPath();
    if (!path)
        return path.error();
    return create(*path);
}

std::vector<std::string> ProjectStore::leftUntitled() {
    std::vector<std::string> left;
    for (std::string& path : untitledFiles()) {
        if (ProjectLock::isHeld(path))
            continue;
        auto database = Database::open(path, {.readOnly = true, .create = false, .immutable = false, .vfs = {}});
        if (!database)
            continue;
        // A damaged project is still somebody's work: it is offered, and opening it says what is wrong.
        const auto something = rows::holdsSomething(**database);
        if (!something || *something)
            left.push_back(std::move(path));
    }
    return left;
}

} // namespace vitrine
