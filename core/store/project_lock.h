#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>

namespace vitrine {

/// "<project>.lock" beside a project: says which process writes to it. The file holds process id, start time of the
/// process, boot id and host name; the kernel's advisory lock on it is the judge where the file system has one. A lock
/// left by a dead process or before a reboot is taken over.
class ProjectLock {
public:
    /// @errors storage: held by a living process (the sentence names it); io: the folder cannot be written
    static Result<std::unique_ptr<ProjectLock>> acquire(const std::string& projectPath);
    /// Whether a living process holds it.
    static bool isHeld(const std::string& projectPath);
    /// Removes the file.
    ~ProjectLock();
    ProjectLock(const ProjectLock&) = delete;
    ProjectLock& operator=(const ProjectLock&) = delete;

private:
    ProjectLock(std::string lockPath, int descriptor) : m_path(std::move(lockPath)), m_descriptor(descriptor) {}

    std::string m_path;
    int m_descriptor;
};

} // namespace vitrine
