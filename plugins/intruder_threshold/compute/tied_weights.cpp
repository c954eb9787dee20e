#include "plugins/intruder_threshold/compute/tied_weights.h"

#include "core/base/sha256.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace vitrine::intruder_threshold {

namespace {

constexpr std::int64_t kBlock = std::int64_t{1} << 17; // values, one megabyte

Result<std::string> hashOf(const TensorSource& source, const Tensor& tensor, std::int64_t count,
                           const std::stop_token& stop) {
    std::vector<double> block(static_cast<std::size_t>(std::min(kBlock, count)));
    Sha256 hash;
    for (std::int64_t first = 0; first < count; first += kBlock) {
        const std::int64_t part = std::min(kBlock, count - first);
        if (auto read = source.read(tensor, first, part, block.data(), stop); !read)
            return read.error();
        hash.add(block.data(), static_cast<std::size_t>(part) * sizeof(double));
    }
    return hash.hex();
}

/// What tied tensors have in common, first by their shape, then by their beginning, then by all of their values.
using Likeness = std::tuple<std::vector<std::int64_t>, std::string, std::string>;

/// Groups of layers, each with a head and an embedding; layers that are alone are left out.
class TiedGroups {
public:
    TiedGroups(const TensorSource& base, const LayerPlan& plan) : m_base(base), m_plan(plan) {
        for (std::size_t i = 0; i < plan.layers.size(); ++i) {
            const Layer& layer = plan.layers[i];
            const bool vocabulary = layer.kind == ModuleKind::head || layer.kind == ModuleKind::embedding;
            if (vocabulary && layer.update == Update::none) // otherwise each has an update of its own
                m_groups[{tensorOf(i).shape, tensorOf(i).dtype, {}}].push_back(i);
        }
    }

    /// Splits the groups by a hash of the first `count` values.
    Result<void> split(std::int64_t count, const std::stop_token& stop) {
        std::map<Likeness, std::vector<std::size_t>> finer;
        for (const auto& [likeness, members] : m_groups) {
            if (!tied(members))
                continue;
            for (const std::size_t i : members) {
                const auto hash = hashOf(m_base, tensorOf(i), std::min(count, valueCount(tensorOf(i))), stop);
                if (!hash)
                    return hash.error();
                finer[{std::get<0>(likeness), std::get<1>(likeness), *hash}].push_back(i);
            }
        }
        m_groups = std::move(finer);
        return {};
    }

    /// For each head of a group the first embedding of it.
    std::map<std::size_t, std::size_t> partners() const {
        std::map<std::size_t, std::size_t> found;
        for (const auto& [likeness, members] : m_groups) {
            const auto embedding = std::ranges::find_if(members, [&](std::size_t i) { return isEmbedding(i); });
            if (embedding == members.end())
                continue;
            for (const std::size_t i : members)
                if (!isEmbedding(i))
                    found[i] = *embedding;
        }
        return found;
    }

private:
    const Tensor& tensorOf(std::size_t i) const { return m_base.tensors().items.at(m_plan.layers[i].weight.tensor); }
    bool isEmbedding(std::size_t i) const { return m_plan.layers[i].kind == ModuleKind::embedding; }
    bool tied(const std::vector<std::size_t>& members) const {
        const auto embeddings = std::ranges::count_if(members, [&](std::size_t i) { return isEmbedding(i); });
        return embeddings > 0 && static_cast<std::size_t>(embeddings) < members.size();
    }

    const TensorSource& m_base;
    const LayerPlan& m_plan;
    std::map<Likeness, std::vector<std::size_t>> m_groups;
};

} // namespace

Result<void> mergeTied(const TensorSource& base, LayerPlan& plan, const std::stop_token& stop) {
    TiedGroups groups(base, plan);
    for (const std::int64_t count : {kBlock, std::numeric_limits<std::int64_t>::max()})
        if (auto done = groups.split(count, stop); !done)
            return done;
    const std::map<std::size_t, std::size_t> partners = groups.partners();
    std::vector<Layer> kept;
    for (const auto& [head, embedding] : partners) {
        plan.layers[embedding].alsoNamed.push_back(plan.layers[head].name);
        plan.layers[embedding].notes.push_back("Also the weight of " + plan.layers[head].name + " (tied).");
    }
    for (std::size_t i = 0; i < plan.layers.size(); ++i)
        if (!partners.contains(i))
            kept.push_back(std::move(plan.layers[i]));
    plan.layers = std::move(kept);
    return {};
}

} // namespace vitrine::intruder_threshold
