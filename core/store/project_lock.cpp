#include "core/store/project_lock.h"

#include "core/values/json_text.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace vitrine {
namespace {

/// Who holds a lock, as it stands in the file.
struct Holder {
    std::int64_t pid = 0;
    std::string started; ///< clock ticks after boot; tells a process from a later one with the same id
    std::string boot;
    std::string host;
};

std::string bootId() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

std::string hostName() {
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    return name.data();
}

/// Field 22 of /proc/<pid>/stat; the name in field 2 may hold spaces and brackets, so counting starts behind it.
std::string startTime(std::int64_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    std::getline(file, line);
    const std::size_t bracket = line.rfind(')');
    if (bracket == std::string::npos)
        return {};
    std::size_t at = bracket + 1;
    for (int field = 3; field <= 22; ++field) {
        at = line.find_first_not_of(' ', at);
        if (at == std::string::npos)
            return {};
        const std::size_t end = std::min(line.find(' ', at), line.size());
        if (field == 22)
            return line.substr(at, end - at);
        at = end;
    }
    return {};
}

std::string ownText() {
    return jsonText({{"pid", getpid()}, {"started", startTime(getpid())}, {"boot", bootId()}, {"host", hostName()}}) +
           '\n';
}

Holder readHolder(int descriptor) {
    std::array<char, 1024> buffer{};
    const ssize_t size = pread(descriptor, buffer.data(), buffer.size(), 0);
    const auto json = parseJson(std::string_view(buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0));
    if (!json)
        return {};
    return {integerField(*json, "pid"), textField(*json, "started"), textField(*json, "boot"),
            textField(*json, "host")};
}

/// File systems that another machine may have mounted at the same time.
bool isShared(int descriptor) {
    struct statfs info {};
    if (fstatfs(descriptor, &info) != 0)
        return true;
    switch (static_cast<std::uint32_t>(info.f_type)) {
    case 0x6969:     // NFS
    case 0x517B:     // SMB
    case 0xFF534D42: // CIFS
    case 0xFE534D42: // SMB 2
    case 0x65735546: // FUSE (sshfs and its kin)
    case 0x01021997: // 9p
    case 0x5346414F: // AFS
        return true;
    default: return false;
    }
}

/// Whether the process that wrote the file may still run. Only asked where the kernel's lock says nothing.
bool mayBeAlive(const Holder& holder, bool shared) {
    if (holder.pid <= 0)
        return false; // an unreadable lock: its writer died while writing it
    if (holder.boot != bootId())
        return shared && holder.host != hostName(); // before a reboot, or of another machine
    if (kill(static_cast<pid_t>(holder.pid), 0) != 0 && errno == ESRCH)
        return false;
    const std::string started = startTime(holder.pid);
    return started.empty() || holder.started.empty() || started == holder.started;
}

Error heldBy(const std::string& projectPath, const Holder& holder) {
    const std::string name = projectPath.substr(projectPath.find_last_of('/') + 1);
    std::string where = "in another Vitrine";
    if (holder.pid == getpid() && holder.boot == bootId())
        where = "in this Vitrine already";
    else if (holder.boot != bootId() && !holder.host.empty())
        where = "on " + holder.host + " (if it is not, delete " + name + ".lock)";
    else if (holder.pid > 0)
        where += " (process " + std::to_string(holder.pid) + ")";
    return makeError(ErrorCode::storage, name + ": the project is open " + where + "; it can be opened read-only");
}

bool isSameFile(int descriptor, const std::string& path) {
    struct stat mine {};
    struct stat there {};
    return fstat(descriptor, &mine) == 0 && stat(path.c_str(), &there) == 0 && mine.st_ino == there.st_ino &&
           mine.st_dev == there.st_dev;
}

/// Whether the lock file in hand belongs to somebody who may be alive.
bool isTaken(int descriptor) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        const Holder holder = readHolder(descriptor);
        // We have the kernel's lock, so no process of this kernel holds it; another machine's might not be seen.
        return holder.boot != bootId() && mayBeAlive(holder, isShared(descriptor));
    }
    if (errno == EWOULDBLOCK)
        return true;
    return mayBeAlive(readHolder(descriptor), isShared(descriptor));
}

} // namespace

Result<std::unique_ptr<ProjectLock>> ProjectLock::acquire(const std::string& projectPath) {
    const std::string path = projectPath + ".lock";
    // The holder removes the file when it lets go: what was opened before that is then no longer the lock.
    for (int attempt = 0; attempt < 20; ++attempt) {
        const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
        if (descriptor < 0)
            return makeError(ErrorCode::io,
                             projectPath.substr(projectPath.find_last_of('/') + 1) +
                                 ": the folder cannot be written (" + std::strerror(errno) +
                                 "); the project can be opened read-only",
                             path);
        if (isTaken(descriptor)) {
            const Error error = heldBy(projectPath, readHolder(descriptor));
            close(descriptor);
            return error;
        }
        if (!isSameFile(descriptor, path)) {
            close(descriptor);
            continue;
        }
        const std::string text = ownText();
        if (ftruncate(descriptor, 0) != 0 ||
            pwrite(descriptor, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
            unlink(path.c_str());
            close(descriptor);
            return makeError(ErrorCode::io, path + ": the lock file cannot be written; the disk may be full");
        }
        return std::unique_ptr<ProjectLock>(new ProjectLock(path, descriptor));
    }
    return makeError(ErrorCode::storage, projectPath + ": the lock file changes hands all the time; try again");
}

bool ProjectLock::isHeld(const std::string& projectPath) {
    const int descriptor = open((projectPath + ".lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0)
        return false;
    const bool taken = isTaken(descriptor);
    close(descriptor);
    return taken;
}

ProjectLock::~ProjectLock() {
    unlink(m_path.c_str());
    close(m_descriptor);
}

} // namespace vitrine
