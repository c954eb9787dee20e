// CPU seconds of fitting and predicting, and their ratio to the reference implementation's (timings.json).
//   bench_pathboost [repeats]

#include "plugins/pathboost/compute/predictor.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>

using namespace vitrine;
using namespace vitrine::pathboost;

namespace {

double cpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Timing {
    double fit = 0.0;
    double predict = 0.0;
    double rmse = 0.0;
};

// Fits on the training rows alone, as the reference was timed, then predicts the test rows.
Timing measure(const GraphSet& graphs, const std::string& dataset, int iterations) {
    FitInput input = test::moleculeInput(graphs, dataset);
    const std::vector<std::int32_t> tested = input.parts[1].graphs;
    input.parts.resize(1);
    FitOptions options;
    options.iterations = iterations;
    Timing timing;
    const double start = cpuSeconds();
    const auto fit = fitModel(input, options, 1, {});
    const double fitted = cpuSeconds();
    const auto predictor = Predictor::make(fit->model, graphs, {}, tested);
    std::vector<double> predicted;
    std::vector<double> truth;
    Evaluation evaluation;
    for (const std::int32_t graph : tested) {
        predictor->evaluate(graph, evaluation);
        predicted.push_back(evaluation.value);
        truth.push_back(input.target[static_cast<std::size_t>(graph)]);
    }
    timing.fit = fitted - start;
    timing.predict = cpuSeconds() - fitted;
    timing.rmse = std::sqrt(partError(Task::regression, predicted, truth).loss);
    return timing;
}

void report(const std::string& dataset, int iterations, int repeats, const nlohmann::json& reference) {
    const GraphSet graphs = test::readGraphs(dataset + "_graphs.json", "atomic_number");
    Timing best;
    for (int i = 0; i < repeats; ++i) {
        const Timing timing = measure(graphs, dataset, iterations);
        if (i == 0 || timing.fit + timing.predict < best.fit + best.predict)
            best = timing;
    }
    double slowest = 0.0;
    double fastest = 0.0;
    for (const auto& run : reference.at("runs")) {
        if (run.at("dataset") != dataset || run.at("n_iter") != iterations)
            continue;
        const double seconds = run.at("fit_cpu_s").get<double>() + run.at("predict_cpu_s").get<double>();
        slowest = std::max(slowest, seconds);
        fastest = fastest == 0.0 ? seconds : std::min(fastest, seconds);
    }
    const double total = best.fit + best.predict;
    fmt::print("{:<9} {:>4} iterations  fit {:.4f} s  predict {:.4f} s  together {:.4f} s  test RMSE {:.4f}", dataset,
               iterations, best.fit, best.predict, total, best.rmse);
    if (slowest > 0.0)
        fmt::print("  reference {:.1f} to {:.1f} s: {:.0f} to {:.0f} times", fastest, slowest, fastest / total,
                   slowest / total);
    fmt::print("\n");
}

} // namespace

int main(int argc, char** argv) {
    const int repeats = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    const nlohmann::json reference = test::readJson("pathboost_reference/timings.json");
    fmt::print("one thread, CPU seconds, best of {}\n", repeats);
    for (const char* dataset : {"esol", "freesolv"})
        for (const int iterations : {100, 500})
            report(dataset, iterations, repeats, reference);
    return 0;
}
