#pragma once

#include "core/values/tensors.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vitrine::intruder_threshold {

/// What the base holds under a path of the adapter.
struct BaseMatch {
    std::vector<std::uint32_t> tensors; ///< none, one, or several of which the user must choose; at most kMaxCandidates
    std::string rule;                   ///< how it was found when not by its exact name: "without a leading model."
};

/// The tensors of a base by the path of their module, that is their name without ".weight".
class BaseIndex {
public:
    static constexpr std::size_t kMaxCandidates = 20;

    explicit BaseIndex(const Tensors& base);

    /// In this order: the exact name; one leading "model." more or less; "transformer." more or less; the only one that
    /// agrees from some dot on to the end.
    BaseMatch find(const std::string& path) const;

    /// Tensors directly inside a module: "mlp.experts.down_proj" in "mlp.experts". The module is looked up as in find.
    BaseMatch children(const std::string& path) const;

private:
    using Map = std::unordered_map<std::string, std::vector<std::uint32_t>>;
    BaseMatch lookUp(const Map& exact, const std::vector<std::pair<std::string, std::uint32_t>>& reversed,
                     const std::string& path) const;
    static void addSuffixes(const std::vector<std::pair<std::string, std::uint32_t>>& reversed, const std::string& path,
                            std::vector<std::uint32_t>& found);

    Map m_modules;
    Map m_parents;
    std::vector<std::pair<std::string, std::uint32_t>> m_reversedModules; ///< sorted
    std::vector<std::pair<std::string, std::uint32_t>> m_reversedParents;
};

} // namespace vitrine::intruder_threshold
