// The whole of `vitrine run pathboost/train` on the sample, as a user of a shell meets it: reading, fitting, writing.
//   bench_run_process [repeats]
// Goal: 0.6 s, 120 MB. Reference: path_boost 2.1.0 in Python, fit and predict alone (timings.json).

#include "tests/bench/child_process.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

using namespace vitrine;

namespace {

double referenceSeconds() {
    double fastest = 0.0;
    const nlohmann::json timings = pathboost::test::readJson("pathboost_reference/timings.json");
    for (const auto& run : timings.at("runs")) {
        if (run.at("dataset") != "esol" || run.at("n_iter") != 100)
            continue;
        const double seconds = run.at("fit_cpu_s").get<double>() + run.at("predict_cpu_s").get<double>();
        fastest = fastest == 0.0 ? seconds : std::min(fastest, seconds);
    }
    return fastest;
}

} // namespace

int main(int argc, char** argv) {
    const int repeats = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    const auto folder = std::filesystem::temp_directory_path() / ("vitrine-bench-" + std::to_string(getpid()));
    std::vector<bench::Usage> all;
    for (int i = 0; i < repeats; ++i) {
        const auto usage =
            bench::finish(bench::start({VITRINE_PROGRAM, "run", "pathboost/train", "--input",
                                        "graphs=" VITRINE_SOURCE_DIR "/plugins/pathboost/samples/esol_graphs.json",
                                        "--set", "baselines=none", "--seed", "1", "--out", folder.string()}));
        std::filesystem::remove_all(folder);
        if (usage.exitCode != 0) {
            fmt::print(stderr, "vitrine run ended with {}\n", usage.exitCode);
            return 1;
        }
        all.push_back(usage);
    }
    std::ranges::sort(all, {}, &bench::Usage::wall);
    const bench::Usage& median = all[all.size() / 2];
    const double reference = referenceSeconds();
    fmt::print("vitrine run pathboost/train, ESOL, 100 iterations, median of {}\n", repeats);
    fmt::print("wall {:.2f} s  processor {:.2f} s  peak {:.0f} MB   (goal 0.60 s, 120 MB)\n", median.wall, median.cpu,
               static_cast<double>(median.peakKiB) / 1000.0 * 1.024);
    fmt::print("reference, fit and predict: {:.1f} s of processor: {:.0f} times the whole process\n", reference,
               reference / median.cpu);
    return 0;
}
