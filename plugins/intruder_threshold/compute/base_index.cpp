#include "plugins/intruder_threshold/compute/base_index.h"

#include <algorithm>

namespace vitrine::intruder_threshold {

namespace {

constexpr int kMaxLevels = 16; // that a larger model may put in front

std::string modulePath(const std::string& name) {
    static constexpr std::string_view kTail = ".weight";
    const bool weight =
        name.size() > kTail.size() && name.compare(name.size() - kTail.size(), kTail.size(), kTail) == 0;
    return weight ? name.substr(0, name.size() - kTail.size()) : name;
}

std::string reversed(std::string text) {
    std::reverse(text.begin(), text.end());
    return text;
}

std::string withoutStart(const std::string& path, const std::string& start) {
    return path.rfind(start, 0) == 0 ? path.substr(start.size()) : std::string();
}

} // namespace

BaseIndex::BaseIndex(const Tensors& base) {
    for (std::size_t i = 0; i < base.items.size(); ++i) {
        const auto index = static_cast<std::uint32_t>(i);
        const std::string path = modulePath(base.items[i].name);
        m_modules[path].push_back(index);
        m_reversedModules.emplace_back(reversed(path), index);
        const std::size_t dot = base.items[i].name.rfind('.');
        if (dot == std::string::npos)
            continue;
        const std::string parent = base.items[i].name.substr(0, dot);
        m_parents[parent].push_back(index);
        m_reversedParents.emplace_back(reversed(parent), index);
    }
    std::sort(m_reversedModules.begin(), m_reversedModules.end());
    std::sort(m_reversedParents.begin(), m_reversedParents.end());
}

void BaseIndex::addSuffixes(const std::vector<std::pair<std::string, std::uint32_t>>& reversedNames,
                            const std::string& path, std::vector<std::uint32_t>& found) {
    const std::string start = reversed(path) + '.';
    auto at =
        std::lower_bound(reversedNames.begin(), reversedNames.end(), std::pair<std::string, std::uint32_t>(start, 0));
    for (; at != reversedNames.end() && at->first.rfind(start, 0) == 0 && found.size() < kMaxCandidates; ++at)
        found.push_back(at->second);
}

BaseMatch BaseIndex::lookUp(const Map& exact, const std::vector<std::pair<std::string, std::uint32_t>>& reversedNames,
                            const std::string& path) const {
    const auto get = [&](const std::string& name, std::string rule) -> BaseMatch {
        const auto found = exact.find(name);
        if (name.empty() || found == exact.end())
            return {};
        BaseMatch match{found->second, std::move(rule)};
        match.tensors.resize(std::min(match.tensors.size(), kMaxCandidates));
        return match;
    };
    if (BaseMatch match = get(path, {}); !match.tensors.empty())
        return match;
    for (const char* word : {"model.", "transformer."}) {
        BaseMatch more = get(word + path, std::string("with a leading ") + word);
        const BaseMatch less = get(withoutStart(path, word), std::string("without a leading ") + word);
        more.tensors.insert(more.tensors.end(), less.tensors.begin(), less.tensors.end());
        if (more.rule.empty())
            more.rule = less.rule;
        if (!more.tensors.empty())
            return more;
    }
    BaseMatch match;
    match.rule = "by the end of its name";
    addSuffixes(reversedNames, path, match.tensors);
    // The other way round: the adapter was trained inside a larger model.
    std::size_t dot = path.find('.');
    for (int tries = 0; tries < kMaxLevels && dot != std::string::npos && match.tensors.empty(); ++tries) {
        const std::string rest = path.substr(dot + 1);
        if (rest.find('.') == std::string::npos)
            break; // one word is too little to go by
        match.tensors = get(rest, {}).tensors;
        dot = path.find('.', dot + 1);
    }
    return match;
}

BaseMatch BaseIndex::find(const std::string& path) const {
    return lookUp(m_modules, m_reversedModules, path);
}

BaseMatch BaseIndex::children(const std::string& path) const {
    return lookUp(m_parents, m_reversedParents, path);
}

} // namespace vitrine::intruder_threshold
