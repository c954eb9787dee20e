// Intruder thresholds against one dgesdd (thin U and V, double, same library, one thread) of the same layer in the same
// run. Process CPU seconds, the least of several passes.
//   bench_intruder [passes] [part of a name]

#include "core/base/rng.h"
#include "core/kernels/linalg/lapack_library.h"
#include "core/kernels/linalg/library/lapack_face.h"
#include "plugins/intruder_threshold/compute/analyse_layer.h"
#include "plugins/intruder_threshold/compute/critical_strength.h"
#include "plugins/intruder_threshold/compute/layer_scan.h"
#include "tests/bench/child_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <limits>
#include <string>

using namespace vitrine;
using namespace vitrine::intruder;

namespace {

using linalg::Matrix;
using linalg::Vector;

constexpr int kDirections = 10;
constexpr Eigen::Index kRank = 16;

double cpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class Work>
double seconds(const Work& work) {
    const double before = cpuSeconds();
    work();
    return cpuSeconds() - before;
}

Matrix normal(Eigen::Index rows, Eigen::Index cols, const char* stream) {
    const Rng draws(1, stream);
    Matrix a(rows, cols);
    for (Eigen::Index j = 0; j < cols; ++j)
        for (Eigen::Index i = 0; i < rows; ++i)
            a(i, j) = draws.normal(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j), 0);
    return a;
}

/// A layer like a trained one: noise, and on top of it directions whose values fall like a power.
struct Case {
    Matrix w, b, a;
    Case(Eigen::Index rows, Eigen::Index cols) {
        const auto scale = 1.0 / std::sqrt(static_cast<double>(std::max(rows, cols)));
        constexpr Eigen::Index spikes = 64;
        Matrix left = normal(rows, spikes, "left") / std::sqrt(static_cast<double>(rows));
        for (Eigen::Index j = 0; j < spikes; ++j)
            left.col(j) *= 8.0 / std::pow(static_cast<double>(j + 1), 0.4);
        const Matrix right = normal(cols, spikes, "right") / std::sqrt(static_cast<double>(cols));
        w = normal(rows, cols, "noise") * scale;
        w += linalg::product(left, linalg::Shape::asIs, right, linalg::Shape::transposed);
        b = normal(rows, kRank, "b") * scale;
        a = normal(kRank, cols, "a") * scale;
    }
};

void decompose(const VitrineLapack& library, const Matrix& w) {
    Matrix a = w;
    const int m = static_cast<int>(a.rows());
    const int n = static_cast<int>(a.cols());
    const int q = std::min(m, n);
    Vector values(q);
    Matrix u(m, q), vt(q, n);
    std::vector<int> ints(8 * static_cast<std::size_t>(q));
    int size = 0;
    library.gesdd(m, n, a.data(), m, values.data(), u.data(), m, vt.data(), q, nullptr, &size, nullptr);
    std::vector<double> work(static_cast<std::size_t>(size));
    library.gesdd(m, n, a.data(), m, values.data(), u.data(), m, vt.data(), q, work.data(), &size, ints.data());
}

void audit(const Matrix& w) {
    const auto spectrum = layerSpectrum(w, SpectrumPart::values);
    if (!criticalStrength(*spectrum, {}).full)
        std::abort();
}

ExactRung prepare(const Case& one) {
    const auto spectrum = layerSpectrum(one.w, SpectrumPart::valuesAndBasis);
    if (!criticalStrength(*spectrum, {}).full)
        std::abort();
    const auto factors = loraFactors(one.b, one.a);
    return {*secularProblem(*spectrum, one.w, *factors, 1.0), kDirections};
}

/// 24 strengths, two an octave.
void auditAndScan(const Case& one) {
    ExactRung rung = prepare(one);
    std::optional<UpdatedSpectrum> last;
    for (int step = -12; step < 12; ++step) {
        auto now = rung.at(std::exp2(step / 2.0), {kDirections, false}, {}, last ? &*last : nullptr);
        last = std::move(*now);
    }
}

void fullScan(const Case& one) {
    ExactRung rung = prepare(one);
    const auto scan = intruder_threshold::scanLayer(
        rung, intruder_threshold::scanStrengths(intruder_threshold::ScanGrid::fine), {kDirections, 0.5}, {});
    if (!scan)
        std::abort();
}

void layer(const VitrineLapack& library, Eigen::Index rows, Eigen::Index cols, int passes) {
    const Case one(rows, cols);
    const bool small = rows * cols <= Eigen::Index{1} << 20;
    double whole = std::numeric_limits<double>::infinity();
    double values = whole, scan = whole, fine = whole;
    for (int pass = 0; pass < passes; ++pass) {
        whole = std::min(whole, seconds([&] { decompose(library, one.w); }));
        values = std::min(values, seconds([&] { audit(one.w); }));
        scan = std::min(scan, seconds([&] { auditAndScan(one); }));
        if (small)
            fine = std::min(fine, seconds([&] { fullScan(one); }));
    }
    fmt::print("{} x {}: dgesdd {:.3f} s; audit {:.3f} s = {:.2f} x (goal 0.6); audit and 24 strengths {:.3f} s = "
               "{:.2f} x (goal 1.5)\n",
               rows, cols, whole, values, values / whole, scan, scan / whole);
    if (small)
        fmt::print(
            "  full scan, 81 strengths and both crossings: {:.2f} s (goal 6) = 1/{:.0f} of 81 dgesdd (goal 1/8)\n",
            fine, 81.0 * whole / fine);
}

/// The program as a user of a shell meets it.
void program(const char* title, double goal, int passes, const std::vector<std::string>& arguments) {
    const std::string samples = VITRINE_SOURCE_DIR "/plugins/intruder_threshold/samples/toy_llama/";
    const auto folder = std::filesystem::temp_directory_path() / ("vitrine-bench-" + std::to_string(getpid()));
    std::vector<std::string> command{VITRINE_PROGRAM, "run"};
    for (const std::string& argument : arguments)
        command.push_back(argument.starts_with("adapter=") ? "adapter=" + samples + "adapters/" + argument.substr(8)
                                                           : argument);
    for (const char* more : {"--input", "base="})
        command.emplace_back(more);
    command.back() += samples + "base";
    command.insert(command.end(), {"--seed", "1", "--out", folder.string()});
    bench::Usage least;
    for (int pass = 0; pass < passes; ++pass) {
        const auto usage = bench::finish(bench::start(command));
        std::filesystem::remove_all(folder);
        if (usage.exitCode != 0) {
            fmt::print(stderr, "{} ended with {}\n", title, usage.exitCode);
            std::exit(1);
        }
        if (pass == 0 || usage.cpu < least.cpu)
            least = usage;
    }
    fmt::print("{}, whole process: {:.2f} s wall (goal {}), {:.2f} s CPU, peak {} MiB\n", title, least.wall, goal,
               least.cpu, least.peakKiB / 1024);
}

} // namespace

int main(int argc, char** argv) {
    const int passes = argc > 1 ? std::max(1, std::atoi(argv[1])) : 3;
    const std::string only = argc > 2 ? argv[2] : "";
    fmt::print("{}, least CPU seconds of {}\n", linalg::backendName(), passes);
    const VitrineLapack* library = linalg::lapackLibrary();
    if (!library)
        return 1;
    for (const auto& [rows, cols] : {std::pair{1024, 1024}, {2048, 2048}, {4096, 1024}})
        if (fmt::format("{}x{}", rows, cols).find(only) != std::string::npos)
            layer(*library, rows, cols, passes);
    if (std::string("toy").find(only) == std::string::npos)
        return 0;
    program("audit of the toy model", 0.5, passes, {"intruder_threshold/audit"});
    program("full scan of a toy adapter, r = 16", 5.0, passes,
            {"intruder_threshold/adapter", "--input", "adapter=sum_r16", "--set", "grid=fine"});
    return 0;
}
