#include "core/store/salvage.h"

#include "core/store/project_file.h"
#include "core/store/project_store.h"
#include "core/store/salvage_tables.h"

#include <charconv>
#include <unistd.h>

namespace vitrine {
namespace {

constexpr std::string_view kSuffix = ".vitrine";

/// The new project with its tables, closed again.
Result<void> makeEmpty(const std::string& target) {
    const auto made = ProjectStore::create(target);
    return made ? Result<void>() : Result<void>(made.error());
}

void removeProject(const std::string& path) {
    ::unlink(path.c_str());
    removeJournals(path);
}

} // namespace

bool isDamage(const Error& error) {
    constexpr std::string_view kStart = "SQLite ";
    constexpr int kCorrupt = 11;
    const std::string_view context = error.context;
    int code = 0;
    if (error.code != ErrorCode::storage || !context.starts_with(kStart))
        return false;
    const auto [end, failed] = std::from_chars(context.data() + kStart.size(), context.data() + context.size(), code);
    return failed == std::errc{} && (code & 0xFF) == kCorrupt;
}

std::string salvagedPath(const std::string& path) {
    const std::string name = path.ends_with(kSuffix) ? path.substr(0, path.size() - kSuffix.size()) : path;
    for (int i = 1;; ++i) {
        std::string wanted = name + " salvaged" + (i == 1 ? "" : ' ' + std::to_string(i)) + std::string(kSuffix);
        if (!fileExists(wanted))
            return wanted;
    }
}

Result<Salvage> salvageProject(const std::string& path, const std::string& target, const std::stop_token& stop,
                               const std::function<void(double)>& done) {
    if (auto empty = makeEmpty(target); !empty)
        return empty.error();
    Salvage salvage{target, {}};
    auto copied = copyIntactRows(path, target, stop, done);
    if (!copied) {
        removeProject(target);
        return copied.error();
    }
    salvage.lost = std::move(*copied);
    const auto store = ProjectStore::open(target, OpenMode::readOnly);
    if (!store)
        return store.error();
    const auto damage = (*store)->damage();
    if (!damage)
        return damage.error();
    salvage.lost.insert(salvage.lost.end(), damage->begin(), damage->end());
    return salvage;
}

} // namespace vitrine
