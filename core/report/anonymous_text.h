#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Takes user, host and folder names out of text. Files keep their last name ("/home/ann/esol.csv" → "esol.csv"), names
/// become "[name removed]". Structures such as "F/C=C/F" are no paths and stay.
class AnonymousText {
public:
    /// Knows the account, the real name, the host and the home folder of this computer. Account names that are ordinary
    /// words ("root", "user") name nobody and are left alone.
    static AnonymousText forThisComputer();

    void addName(const std::string& name);     ///< removed as a whole word
    void addFolder(const std::string& folder); ///< removed from the front of paths
    void addFolderOf(const std::string& file);

    std::string apply(std::string_view text) const;
    /// What `apply` would take out, each once, sorted.
    std::vector<std::string> findings(std::string_view text) const;

private:
    template <class Visit>
    void scan(std::string_view text, Visit visit) const;

    std::vector<std::string> m_names;
    std::vector<std::string> m_folders; ///< with a slash at the end, longest first
};

/// The last part of a path of either system.
std::string lastPathPart(std::string_view path);

} // namespace vitrine
