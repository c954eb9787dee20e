// Large sets and grids: a synthetic set of the size of QM9 (130,000 graphs of 9 nodes, made from a seed), and the
// comparison of 12 settings on ESOL, 5 folds, 3 repeats. Two threads, wall and CPU seconds, peak memory.

#include "core/base/rng.h"
#include "plugins/pathboost/compute/cross_validation.h"
#include "plugins/pathboost/compute/predictor.h"
#include "tests/bench/child_process.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <numeric>

using namespace vitrine;
using namespace vitrine::pathboost;

namespace {

constexpr std::uint64_t kSeed = 1;

double cpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double peakMiB() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return static_cast<double>(used.ru_maxrss) / 1024.0;
}

/// Trees of 9 nodes with a chord, labels as frequent as the elements of QM9, two node and one edge attribute.
GraphSet likeQm9(std::int32_t count) {
    constexpr std::int32_t kNodes = 9;
    const Rng draws(kSeed, "bench/graphs");
    Column::Integers labels, degrees;
    Column::Reals masses, bonds, target;
    GraphSet set;
    set.labelAttribute = "atomic_number";
    set.targetColumn = "y";
    for (std::int32_t graph = 0; graph < count; ++graph) {
        const auto draw = [&](std::uint32_t n, std::uint64_t which) {
            return draws.index(n, static_cast<std::uint64_t>(graph), which);
        };
        double y = 0.0;
        for (std::int32_t node = 0; node < kNodes; ++node) {
            const std::uint32_t kind = draw(100, static_cast<std::uint64_t>(node));
            const std::int64_t label = kind < 72 ? 6 : kind < 84 ? 7 : kind < 99 ? 8 : 9;
            labels.push_back(label);
            masses.push_back(2.0 * static_cast<double>(label));
            degrees.push_back(draw(4, 100 + static_cast<std::uint64_t>(node)));
            y += label == 8 ? 1.0 : label == 7 ? -0.5 : 0.0;
        }
        const auto edge = [&](std::int32_t from, std::int32_t to) {
            set.topology.edgeSource.push_back(from);
            set.topology.edgeTarget.push_back(to);
            bonds.push_back(1.0 + draw(3, 200 + static_cast<std::uint64_t>(from * kNodes + to)));
        };
        for (std::int32_t node = 1; node < kNodes; ++node)
            edge(static_cast<std::int32_t>(
                     draw(static_cast<std::uint32_t>(node), 300 + static_cast<std::uint64_t>(node))),
                 node);
        edge(0, 8);
        target.push_back(y + 0.3 * draws.normal(static_cast<std::uint64_t>(graph), 1, 1));
        set.topology.nodeOffsets.push_back(static_cast<std::int64_t>(labels.size()));
        set.topology.edgeOffsets.push_back(static_cast<std::int64_t>(bonds.size()));
    }
    set.nodes.columns = {Column("atomic_number", std::move(labels)), Column("degree", std::move(degrees)),
                         Column("mass", std::move(masses))};
    set.edges.columns = {Column("bond_order", std::move(bonds))};
    set.graphs.columns = {Column("y", std::move(target))};
    return set;
}

void large() {
    const GraphSet graphs = likeQm9(130'000);
    FitInput input;
    input.graphs = &graphs;
    input.labelAttribute = "atomic_number";
    input.target = test::targetOf(graphs);
    std::vector<std::int32_t> rows(graphs.graphCount());
    std::iota(rows.begin(), rows.end(), 0);
    input.parts = {{"train", std::move(rows)}};
    FitOptions options;
    options.iterations = 500;
    const double wall = bench::wallSeconds();
    const double cpu = cpuSeconds();
    const auto fit = fitModel(input, options, 2, {});
    fmt::print("130,000 graphs of 9 nodes, index and 500 iterations: {:.1f} s wall (goal 60), {:.1f} s CPU, {} path "
               "occurrences, peak {:.0f} MiB (goal 2048), train RMSE {:.4f}\n",
               bench::wallSeconds() - wall, cpuSeconds() - cpu, fit ? fit->occurrences : 0, peakMiB(),
               fit ? std::sqrt(fit->curves.ensemble.back()[0].loss) : std::nan(""));
}

void grid() {
    const GraphSet graphs = test::readGraphs("esol_graphs.json", "atomic_number");
    FitInput input = test::moleculeInput(graphs, "esol");
    input.parts.clear();
    std::vector<std::int32_t> rows(graphs.graphCount());
    std::iota(rows.begin(), rows.end(), 0);
    const Grid grid{{0.05, 0.1, 0.2}, {3, 5}, {3, 4}, {100}};
    const double wall = bench::wallSeconds();
    const double cpu = cpuSeconds();
    const auto prepared = prepareForFits(graphs, "atomic_number", false, 50'000'000);
    const auto result = crossValidate(input, {}, grid, {5, 3, kSeed}, rows, **prepared, 2, {});
    const auto all = summaries(*result, Task::regression);
    fmt::print("ESOL, 5 folds, 3 repeats, 12 settings: {:.1f} s wall (goal 20), {:.1f} s CPU, best mean RMSE {:.4f}\n",
               bench::wallSeconds() - wall, cpuSeconds() - cpu, all[static_cast<std::size_t>(bestCandidate(all))].loss);
}

} // namespace

int main() {
    grid();
    large();
    return 0;
}
