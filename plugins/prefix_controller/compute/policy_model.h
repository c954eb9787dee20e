#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vitrine::prefix_controller {

/// One problem of the simulated population: a success curve over the prefix ratio and lengths.
struct SimProblem {
    std::uint64_t id = 0;
    bool easy = false;
    double midpoint = 0.0; ///< mu, ratio of even odds before training
    double scale = 0.1;    ///< s, width of the curve
    double transfer = 1.0; ///< a, how much practice of others helps
    bool dips = false;     ///< the curve falls around dipCentre
    double dipCentre = 0.0;
    double referenceTokens = 0.0; ///< L_ref, of the reference solution
    double unaidedTokens = 0.0;   ///< L_gen
    int bin = 0;                  ///< of the midpoint
};

/// Numbers of the model.
struct PolicyModel {
    double easyShare = 0.05;
    double midpointMean = 0.50; ///< mu_h
    double midpointSpread = 0.28;
    double scaleMean = 0.10; ///< s0
    double transferSpread = 0.4;
    double dipShare = 0.12;    ///< nonmono
    double ownRate = 0.02;     ///< eta_own
    double sharedRate = 0.006; ///< eta_s
    double sharedWidth = 0.25;
    double remainderPower = 0.5; ///< practice on a short remainder counts less
    double promptTokens = 200.0;
    double correctLength = 0.55; ///< of an answer that is right
    double parameters = 1.7e9;   ///< N_par
    bool trainPrefix = false;    ///< prefix tokens carry loss, too
};

constexpr std::uint64_t kFirstHeldOut = 1'000'000;
std::vector<SimProblem> makePopulation(const PolicyModel& model, std::uint64_t seed, std::uint64_t firstId,
                                       std::size_t count);

/// kappa: success probability at a ratio, the curve moved to the left by `shift`.
double successAt(const SimProblem& problem, double ratio, double shift);

/// What training has moved: a shared field over the midpoints, and one number for each problem that was practised.
class Practice {
public:
    static constexpr int kBins = 45;
    static constexpr double kFirstCentre = -0.8;
    static constexpr double kBinWidth = 0.05;
    static int binOf(double midpoint);

    /// @param problems  of the training population, for those with own practice
    explicit Practice(std::size_t problems) : m_own(problems, 0.0) {}

    double shiftOf(const SimProblem& problem) const {
        return problem.transfer * m_shared[static_cast<std::size_t>(problem.bin)];
    }
    double trainedShiftOf(const SimProblem& problem) const { return shiftOf(problem) + m_own[problem.id]; }
    void addOwn(const SimProblem& problem, double amount) { m_own[problem.id] += amount; }
    /// Adds to every bin the mean over a batch of weight times nearness of the midpoints.
    void addShared(const std::vector<const SimProblem*>& batch, const std::vector<double>& weights, double rate,
                   double width);

private:
    std::array<double, kBins> m_shared{};
    std::vector<double> m_own;
};

} // namespace vitrine::prefix_controller
