#include "core/report/anonymous_text.h"

#include "core/values/text.h"

#include <QDir>
#include <QSysInfo>

#include <algorithm>
#include <array>
#include <set>

#ifdef Q_OS_UNIX
#include <pwd.h>
#include <unistd.h>
#endif

namespace vitrine {
namespace {

/// Account names that many computers share; they name nobody, and some are words that texts need ("root mean square").
constexpr std::array<std::string_view, 22> kOrdinaryNames{
    "root",   "user",   "users", "admin", "administrator", "guest", "test", "tester", "ubuntu",    "debian",  "fedora",
    "nobody", "daemon", "local", "home",  "data",          "build", "dev",  "work",   "localhost", "vagrant", "docker"};

/// First folders of absolute paths that hold personal parts. A structure never begins like this.
constexpr std::array<std::string_view, 14> kPersonalRoots{"/home/", "/Users/", "/root/", "/tmp/",     "/var/",
                                                          "/mnt/",  "/media/", "/srv/",  "/scratch/", "/data/",
                                                          "/work/", "/run/",   "/opt/",  "/private/"};

bool isWordPart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool isPathEnd(char c) {
    return static_cast<unsigned char>(c) <= ' ' ||
           std::string_view("\"'`<>|,;()[]{}").find(c) != std::string_view::npos;
}

/// Length of the folders of a path that begins at `at`, up to and with the last slash.
std::size_t folderLength(std::string_view text, std::size_t at) {
    std::size_t end = at;
    std::size_t lastSlash = at;
    for (; end < text.size() && !isPathEnd(text[end]); ++end)
        if (text[end] == '/' || text[end] == '\\')
            lastSlash = end;
    return lastSlash - at + 1;
}

std::size_t pathLength(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && !isPathEnd(text[end]))
        ++end;
    return end - at;
}

/// The folder of all home folders: what stands right below is a person's.
bool isHomes(std::string_view root) {
    return root == "/home/" || root == "/Users/";
}

std::size_t personalPathAt(std::string_view text, std::size_t at) {
    // Not inside a word or an address such as https://example.org/home/.
    if (at > 0 && (isWordPart(text[at - 1]) || text[at - 1] == '/' || text[at - 1] == '.' || text[at - 1] == '-'))
        return 0;
    const std::string_view rest = text.substr(at);
    for (const std::string_view root : kPersonalRoots)
        if (rest.size() > root.size() && rest.starts_with(root))
            return folderLength(text, at) == root.size() && isHomes(root) ? pathLength(text, at)
                                                                          : folderLength(text, at);
    const bool isDrive = rest.size() > 3 &&
                         ((rest[0] >= 'A' && rest[0] <= 'Z') || (rest[0] >= 'a' && rest[0] <= 'z')) && rest[1] == ':' &&
                         rest[2] == '\\' && isWordPart(rest[3]);
    return isDrive ? folderLength(text, at) : 0;
}

} // namespace

AnonymousText AnonymousText::forThisComputer() {
    AnonymousText filter;
    filter.addName(toStd(QSysInfo::machineHostName()));
    for (const char* variable : {"USER", "LOGNAME", "USERNAME"})
        filter.addName(toStd(qEnvironmentVariable(variable)));
    filter.addFolder(toStd(QDir::homePath()));
#ifdef Q_OS_UNIX
    if (const passwd* entry = getpwuid(getuid())) {
        filter.addName(entry->pw_name);
        const std::string realName = entry->pw_gecos ? entry->pw_gecos : "";
        filter.addName(realName.substr(0, realName.find(',')));
        filter.addFolder(entry->pw_dir);
    }
#endif
    return filter;
}

void AnonymousText::addName(const std::string& name) {
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const bool ordinary = std::find(kOrdinaryNames.begin(), kOrdinaryNames.end(), lower) != kOrdinaryNames.end();
    // Names of one or two letters would take apart formulas and labels.
    if (name.size() > 2 && !ordinary && std::find(m_names.begin(), m_names.end(), name) == m_names.end())
        m_names.push_back(name);
}

void AnonymousText::addFolder(const std::string& folder) {
    if (folder.size() < 2)
        return;
    std::string entry = folder;
    if (!entry.ends_with('/') && !entry.ends_with('\\'))
        entry += '/';
    if (std::find(m_folders.begin(), m_folders.end(), entry) != m_folders.end())
        return;
    m_folders.push_back(entry);
    std::stable_sort(m_folders.begin(), m_folders.end(),
                     [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
}

void AnonymousText::addFolderOf(const std::string& file) {
    const std::size_t slash = file.find_last_of("/\\");
    if (slash != std::string::npos)
        addFolder(file.substr(0, slash));
}

/// Calls visit(at, length, replacement) for everything that is taken out, from left to right.
template <class Visit>
void AnonymousText::scan(std::string_view text, Visit visit) const {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::string_view rest = text.substr(at);
        std::size_t length = 0;
        std::string_view replacement;
        for (const std::string& folder : m_folders) {
            const std::string_view bare(folder.data(), folder.size() - 1);
            if (length == 0 && rest.starts_with(folder))
                length = folderLength(text, at);
            else if (length == 0 && rest.starts_with(bare) && (rest == bare || !isWordPart(rest[bare.size()])))
                length = bare.size();
        }
        if (length == 0 && (rest[0] == '/' || (rest.size() > 1 && rest[1] == ':')))
            length = personalPathAt(text, at);
        for (const std::string& name : m_names) {
            const bool startsWord = at == 0 || !isWordPart(text[at - 1]);
            if (length == 0 && startsWord && rest.starts_with(name) &&
                (rest.size() == name.size() || !isWordPart(rest[name.size()]))) {
                length = name.size();
                replacement = "[name removed]";
            }
        }
        if (length > 0)
            visit(at, length, replacement);
        at += std::max<std::size_t>(length, 1);
    }
}

std::string AnonymousText::apply(std::string_view text) const {
    std::string cleaned;
    std::size_t done = 0;
    scan(text, [&](std::size_t at, std::size_t length, std::string_view replacement) {
        cleaned += text.substr(done, at - done);
        cleaned += replacement;
        done = at + length;
    });
    cleaned += text.substr(done);
    return cleaned;
}

std::vector<std::string> AnonymousText::findings(std::string_view text) const {
    std::set<std::string> found;
    scan(text, [&](std::size_t at, std::size_t length, std::string_view) { found.emplace(text.substr(at, length)); });
    return {found.begin(), found.end()};
}

std::string lastPathPart(std::string_view path) {
    while (path.size() > 1 && (path.ends_with('/') || path.ends_with('\\')))
        path.remove_suffix(1);
    const std::size_t slash = path.find_last_of("/\\");
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

} // namespace vitrine
