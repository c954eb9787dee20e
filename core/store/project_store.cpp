#include "core/store/project_store.h"

#include "core/store/project_file.h"
#include "core/store/sqlite_project_store.h"

#include <cstdio>

namespace vitrine {
namespace {

/// Whether a project that nobody has open holds something. Empty when that cannot be told: a damaged project is still
/// somebody's work.
std::optional<bool> holdsSomething(const std::string& path) {
    auto database = Database::open(path, {.readOnly = true, .create = false, .immutable = false, .vfs = {}});
    if (!database)
        return std::nullopt;
    const auto something = rows::holdsSomething(**database);
    return something ? std::optional(*something) : std::nullopt;
}

/// Untitled projects without content are removed when they are closed; those of a killed process are left to this.
void sweepUntitled() {
    for (const std::string& path : untitledFiles()) {
        if (ProjectLock::isHeld(path) || holdsSomething(path) != false)
            continue;
        if (const auto lock = ProjectLock::acquire(path)) {
            std::remove(path.c_str());
            removeJournals(path);
        }
    }
}

} // namespace

Result<std::shared_ptr<ProjectStore>> ProjectStore::create(const std::string& path) {
    return SqliteProjectStore::createAt(path, {});
}

Result<std::shared_ptr<ProjectStore>> ProjectStore::open(const std::string& path, OpenMode mode) {
    SqliteProjectStore::Options options;
    options.mode = mode;
    return SqliteProjectStore::openAt(path, options);
}

Result<std::shared_ptr<ProjectStore>> ProjectStore::createUntitled() {
    sweepUntitled();
    const auto path = newUntitledPath();
    if (!path)
        return path.error();
    return create(*path);
}

std::vector<std::string> ProjectStore::leftUntitled() {
    std::vector<std::string> left;
    for (std::string& path : untitledFiles()) {
        if (!ProjectLock::isHeld(path) && holdsSomething(path) != false)
            left.push_back(std::move(path));
    }
    return left;
}

} // namespace vitrine
