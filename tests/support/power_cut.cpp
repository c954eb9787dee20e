#include "tests/support/power_cut.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <new>
#include <vector>

namespace vitrine::test {
namespace {

/// What a file held before a change that has not been synced yet.
struct Undo {
    sqlite3_int64 size = 0;
    sqlite3_int64 offset = 0;
    std::vector<unsigned char> bytes;
};

struct State {
    std::mutex mutex;
    int calls = 0;
    int limit = 0;
    PowerCut::Unsynced unsynced = PowerCut::Unsynced::kept;
    bool cut = false;
};

State& state() {
    static State one;
    return one;
}

struct File {
    sqlite3_file base{}; // first: SQLite sees this
    sqlite3_file* real = nullptr;
    std::vector<Undo>* undo = nullptr;
};

File* of(sqlite3_file* file) {
    return reinterpret_cast<File*>(file);
}

sqlite3_vfs* realVfs() {
    return sqlite3_vfs_find("unix");
}

// SQLite's own layer takes no more than 128 KiB in one call.
constexpr std::size_t kPiece = 64 * 1024;

void inPieces(std::size_t size, const std::function<void(std::size_t at, int amount)>& piece) {
    for (std::size_t at = 0; at < size; at += kPiece)
        piece(at, static_cast<int>(std::min(kPiece, size - at)));
}

/// Takes back what was not synced, newest first.
void takeBack(File* file) {
    for (auto undo = file->undo->rbegin(); undo != file->undo->rend(); ++undo) {
        inPieces(undo->bytes.size(), [&](std::size_t at, int amount) {
            file->real->pMethods->xWrite(file->real, undo->bytes.data() + at, amount,
                                         undo->offset + static_cast<sqlite3_int64>(at));
        });
        file->real->pMethods->xTruncate(file->real, undo->size);
    }
    file->undo->clear();
}

std::map<File*, bool>& openFiles() {
    static std::map<File*, bool> files;
    return files;
}

/// Counts a changing call. @return whether there is power for it
bool hasPower() {
    State& s = state();
    const std::scoped_lock lock(s.mutex);
    if (s.cut)
        return false;
    ++s.calls;
    if (s.limit > 0 && s.calls > s.limit) {
        s.cut = true;
        if (s.unsynced == PowerCut::Unsynced::lost)
            for (const auto& [file, ignored] : openFiles())
                takeBack(file);
        return false;
    }
    return true;
}

void remember(File* file, sqlite3_int64 offset, sqlite3_int64 amount) {
    Undo undo;
    file->real->pMethods->xFileSize(file->real, &undo.size);
    undo.offset = offset;
    const sqlite3_int64 there = std::max<sqlite3_int64>(0, std::min(amount, undo.size - offset));
    undo.bytes.resize(static_cast<std::size_t>(there));
    inPieces(undo.bytes.size(), [&](std::size_t at, int size) {
        file->real->pMethods->xRead(file->real, undo.bytes.data() + at, size, offset + static_cast<sqlite3_int64>(at));
    });
    file->undo->push_back(std::move(undo));
}

int xClose(sqlite3_file* file) {
    {
        const std::scoped_lock lock(state().mutex);
        openFiles().erase(of(file));
    }
    const int code = of(file)->real->pMethods->xClose(of(file)->real);
    delete of(file)->undo;
    sqlite3_free(of(file)->real);
    return code;
}
int xRead(sqlite3_file* file, void* to, int amount, sqlite3_int64 offset) {
    return of(file)->real->pMethods->xRead(of(file)->real, to, amount, offset);
}
int xWrite(sqlite3_file* file, const void* from, int amount, sqlite3_int64 offset) {
    if (!hasPower())
        return SQLITE_IOERR_WRITE;
    remember(of(file), offset, amount);
    return of(file)->real->pMethods->xWrite(of(file)->real, from, amount, offset);
}
int xTruncate(sqlite3_file* file, sqlite3_int64 size) {
    if (!hasPower())
        return SQLITE_IOERR_TRUNCATE;
    sqlite3_int64 now = 0;
    of(file)->real->pMethods->xFileSize(of(file)->real, &now);
    remember(of(file), size, std::max<sqlite3_int64>(0, now - size));
    return of(file)->real->pMethods->xTruncate(of(file)->real, size);
}
int xSync(sqlite3_file* file, int flags) {
    if (!hasPower())
        return SQLITE_IOERR_FSYNC;
    of(file)->undo->clear();
    return of(file)->real->pMethods->xSync(of(file)->real, flags);
}
int xFileSize(sqlite3_file* file, sqlite3_int64* size) {
    return of(file)->real->pMethods->xFileSize(of(file)->real, size);
}
int xLock(sqlite3_file* file, int level) {
    return of(file)->real->pMethods->xLock(of(file)->real, level);
}
int xUnlock(sqlite3_file* file, int level) {
    return of(file)->real->pMethods->xUnlock(of(file)->real, level);
}
int xCheckReservedLock(sqlite3_file* file, int* out) {
    return of(file)->real->pMethods->xCheckReservedLock(of(file)->real, out);
}
int xFileControl(sqlite3_file* file, int op, void* argument) {
    return of(file)->real->pMethods->xFileControl(of(file)->real, op, argument);
}
int xSectorSize(sqlite3_file* file) {
    return of(file)->real->pMethods->xSectorSize(of(file)->real);
}
int xDeviceCharacteristics(sqlite3_file*) {
    return 0; // no promise of the device beyond what a sync gives
}
int xShmMap(sqlite3_file* file, int page, int size, int extend, void volatile** at) {
    return of(file)->real->pMethods->xShmMap(of(file)->real, page, size, extend, at);
}
int xShmLock(sqlite3_file* file, int offset, int count, int flags) {
    return of(file)->real->pMethods->xShmLock(of(file)->real, offset, count, flags);
}
void xShmBarrier(sqlite3_file* file) {
    of(file)->real->pMethods->xShmBarrier(of(file)->real);
}
int xShmUnmap(sqlite3_file* file, int remove) {
    return of(file)->real->pMethods->xShmUnmap(of(file)->real, remove);
}

const sqlite3_io_methods kMethods{2,
                                  xClose,
                                  xRead,
                                  xWrite,
                                  xTruncate,
                                  xSync,
                                  xFileSize,
                                  xLock,
                                  xUnlock,
                                  xCheckReservedLock,
                                  xFileControl,
                                  xSectorSize,
                                  xDeviceCharacteristics,
                                  xShmMap,
                                  xShmLock,
                                  xShmBarrier,
                                  xShmUnmap,
                                  nullptr,
                                  nullptr};

int xOpen(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* outFlags) {
    sqlite3_vfs* real = realVfs();
    File* own = new (file) File;
    own->real = static_cast<sqlite3_file*>(sqlite3_malloc(real->szOsFile));
    std::memset(own->real, 0, static_cast<std::size_t>(real->szOsFile));
    const int code = real->xOpen(real, name, own->real, flags, outFlags);
    if (code != SQLITE_OK) {
        sqlite3_free(own->real);
        own->base.pMethods = nullptr;
        return code;
    }
    own->undo = new std::vector<Undo>;
    own->base.pMethods = &kMethods;
    const std::scoped_lock lock(state().mutex);
    openFiles()[own] = true;
    return SQLITE_OK;
}
int xDelete(sqlite3_vfs*, const char* name, int sync) {
    return hasPower() ? realVfs()->xDelete(realVfs(), name, sync) : SQLITE_IOERR_DELETE;
}
int xAccess(sqlite3_vfs*, const char* name, int flags, int* out) {
    return realVfs()->xAccess(realVfs(), name, flags, out);
}
int xFullPathname(sqlite3_vfs*, const char* name, int size, char* out) {
    return realVfs()->xFullPathname(realVfs(), name, size, out);
}

sqlite3_vfs& layer() {
    static sqlite3_vfs one = [] {
        sqlite3_vfs made = *realVfs();
        made.zName = PowerCut::kName;
        made.szOsFile = sizeof(File);
        made.pNext = nullptr;
        made.xOpen = xOpen;
        made.xDelete = xDelete;
        made.xAccess = xAccess;
        made.xFullPathname = xFullPathname;
        return made;
    }();
    return one;
}

} // namespace

PowerCut::PowerCut() {
    sqlite3_initialize();
    sqlite3_vfs_register(&layer(), 0);
}

PowerCut::~PowerCut() {
    sqlite3_vfs_unregister(&layer());
}

void PowerCut::arm(int calls, Unsynced unsynced) {
    State& s = state();
    const std::scoped_lock lock(s.mutex);
    s.calls = 0;
    s.limit = calls;
    s.unsynced = unsynced;
    s.cut = false;
}

int PowerCut::calls() const {
    const std::scoped_lock lock(state().mutex);
    return state().calls;
}

bool PowerCut::isCut() const {
    const std::scoped_lock lock(state().mutex);
    return state().cut;
}

} // namespace vitrine::test
