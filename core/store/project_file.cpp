#include "core/store/project_file.h"

#include "core/values/text.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vitrine {
namespace {

constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::size_t kHeaderBytes = 100;
constexpr std::size_t kUserVersionAt = 60;
constexpr std::size_t kApplicationIdAt = 68;

std::int64_t bigEndian(const std::array<char, kHeaderBytes>& header, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = (value << 8) | static_cast<unsigned char>(header[at + i]);
    return static_cast<std::int32_t>(value);
}

} // namespace

Result<void> checkProjectHeader(const std::string& path, std::int64_t applicationId, int newestVersion) {
    const std::string name = fileNameOf(path);
    struct stat info {};
    if (stat(path.c_str(), &info) != 0)
        return makeError(ErrorCode::io, name + ": cannot be opened (" + std::strerror(errno) + ")", path);
    if (S_ISDIR(info.st_mode))
        return makeError(ErrorCode::io, name + ": is a folder, not a project file", path);
    if (info.st_size == 0)
        return makeError(ErrorCode::storage, name + ": is empty, so there is no project in it", path);
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file)
        return makeError(ErrorCode::io, name + ": cannot be opened (" + std::strerror(errno) + ")", path);
    std::array<char, kHeaderBytes> header{};
    const std::size_t size = std::fread(header.data(), 1, header.size(), file.get());
    if (size < kMagic.size() || std::string_view(header.data(), kMagic.size()) != kMagic)
        return makeError(ErrorCode::storage, name + ": is no Vitrine project", path);
    if (size < kHeaderBytes)
        return makeError(ErrorCode::storage, name + ": is cut off after " + std::to_string(size) + " bytes", path);
    if (bigEndian(header, kApplicationIdAt) != applicationId)
        return makeError(ErrorCode::storage, name + ": is a database of another program, not a Vitrine project", path);
    const std::int64_t version = bigEndian(header, kUserVersionAt);
    if (version > newestVersion)
        return makeError(ErrorCode::storage,
                         name + ": was written by a newer Vitrine (file version " + std::to_string(version) +
                             ", this one knows " + std::to_string(newestVersion) + "); update Vitrine to open it",
                         path);
    if (version < 1)
        return makeError(ErrorCode::storage, name + ": has the file version " + std::to_string(version) +
                                                 ", which no Vitrine has written; the file is damaged");
    return {};
}

Result<void> migrate(Database& database, std::int64_t applicationId, int newestVersion) {
    const auto version = database.queryInteger("PRAGMA user_version");
    if (!version)
        return version.error();
    for (std::int64_t next = *version + 1; next <= newestVersion; ++next) {
        const QDir folder(QStringLiteral(":/vitrine/store/migrations"));
        const QStringList found = folder.entryList({QStringLiteral("%1_*.sql").arg(next, 4, 10, QLatin1Char('0'))});
        QFile file(found.isEmpty() ? QString() : folder.filePath(found.first()));
        if (found.isEmpty() || !file.open(QIODevice::ReadOnly))
            return makeError(ErrorCode::internal, "the migration " + std::to_string(next) + " is missing");
        const std::string sql = "BEGIN IMMEDIATE;\n" + file.readAll().toStdString() +
                                "\nPRAGMA application_id = " + std::to_string(applicationId) +
                                ";\nPRAGMA user_version = " + std::to_string(next) + ";\nCOMMIT;";
        if (auto done = database.execute(sql); !done) {
            (void)database.execute("ROLLBACK");
            return done;
        }
    }
    return {};
}

std::string absolutePath(const std::string& path) {
    return toStd(QDir::cleanPath(QFileInfo(toQString(path)).absoluteFilePath()));
}

std::string fileNameOf(const std::string& path) {
    return path.substr(path.find_last_of('/') + 1);
}

bool fileExists(const std::string& path) {
    struct stat info {};
    return lstat(path.c_str(), &info) == 0;
}

void removeJournals(const std::string& path) {
    for (const char* suffix : {"-wal", "-shm", "-journal"})
        unlink((path + suffix).c_str());
}

void syncFolderOf(const std::string& path) {
    const std::string folder = path.substr(0, path.find_last_of('/') + 1);
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

std::string untitledFolder() {
    const auto variable = [](const char* name) { return QFile::decodeName(qgetenv(name)); };
    QString base = variable("VITRINE_STATE_DIR");
    if (base.isEmpty()) {
        base = variable("XDG_STATE_HOME");
        if (base.isEmpty())
            base = QDir::homePath() + QStringLiteral("/.local/state");
        base += QStringLiteral("/vitrine");
    }
    return absolutePath(toStd(base) + "/untitled");
}

Result<std::string> newUntitledPath() {
    const std::string folder = untitledFolder();
    if (!QDir().mkpath(toQString(folder)))
        return makeError(ErrorCode::io, folder + ": the folder for untitled projects cannot be made");
    const QString now = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    for (int n = 1;; ++n) {
        std::string path = fmt::format("{}/untitled-{}-{}-{}.vitrine", folder, toStd(now), getpid(), n);
        if (!fileExists(path))
            return path;
    }
}

std::vector<std::string> untitledFiles() {
    std::vector<std::string> paths;
    const QDir folder(toQString(untitledFolder()));
    for (const QString& name : folder.entryList({QStringLiteral("untitled-*.vitrine")}, QDir::Files, QDir::Name))
        paths.push_back(toStd(folder.filePath(name)));
    return paths;
}

} // namespace vitrine
