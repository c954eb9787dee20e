#pragma once

#include "core/base/rng.h"
#include "core/values/graph_set.h"

#include <algorithm>
#include <memory>
#include <string>

namespace vitrine {

/// One connected graph made of groups that are tied more closely inside than to each other, with attributes of every
/// kind. The same numbers give the same graph.
inline std::shared_ptr<GraphSet> randomGraph(std::uint32_t nodeCount, std::uint32_t edgeCount, std::uint64_t seed = 1) {
    const Rng rng(seed, "random graph");
    const std::uint32_t groups = std::clamp(nodeCount / 60, 3U, 40U);
    auto set = std::make_shared<GraphSet>();
    GraphTopology& topology = set->topology;
    const auto join = [&topology](std::uint32_t from, std::uint32_t to) {
        topology.edgeSource.push_back(static_cast<std::int32_t>(from));
        topology.edgeTarget.push_back(static_cast<std::int32_t>(to));
    };
    // Node i belongs to group i % groups. A tree first, then edges that mostly stay inside.
    for (std::uint32_t i = 1; i < nodeCount; ++i)
        join(i, i < groups ? i - 1 : i - groups * (1 + rng.index(std::min(i / groups, 6U), 0, i)));
    for (std::uint32_t i = static_cast<std::uint32_t>(topology.edgeSource.size()); i < edgeCount; ++i) {
        const std::uint32_t from = rng.index(nodeCount, 1, i);
        const bool inside = rng.u01(2, i) < 0.97;
        const std::uint32_t other = rng.index(nodeCount, 3, i);
        const std::uint32_t same = other - other % groups + from % groups;
        join(from, inside && same < nodeCount ? same : other);
    }
    topology.nodeOffsets = {0, nodeCount};
    topology.edgeOffsets = {0, static_cast<std::int64_t>(topology.edgeSource.size())};
    Column::Reals load, shift, weight;
    Column::Texts group, kind, name;
    for (std::uint32_t i = 0; i < nodeCount; ++i) {
        load.push_back(20.0 * rng.u01(4, i) + static_cast<double>(i % groups));
        shift.push_back(rng.normal(5, i));
        group.push_back("group " + std::to_string(i % groups));
        name.push_back("n" + std::to_string(i));
    }
    for (std::size_t i = 0; i < topology.edgeSource.size(); ++i) {
        weight.push_back(rng.u01(6, i));
        kind.emplace_back(rng.u01(7, i) < 0.7 ? "road" : "rail");
    }
    set->name = "random";
    set->nodes.columns = {Column("load", load), Column("shift", shift), Column("group", group), Column("name", name)};
    set->nodes.columns[0].unit = "kW";
    for (std::uint32_t i = 0; i < nodeCount; i += 17)
        set->nodes.columns[0].setMissing(i);
    set->edges.columns = {Column("weight", weight), Column("kind", kind)};
    set->graphs.columns = {Column("id", Column::Texts{"network"})};
    set->idColumn = "id";
    return set;
}

} // namespace vitrine
