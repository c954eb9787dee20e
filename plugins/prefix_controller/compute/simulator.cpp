#include "plugins/prefix_controller/compute/simulator.h"

#include "core/base/rng.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitrine::prefix_controller {

namespace {

constexpr std::uint64_t kRolloutStream = 2;
constexpr std::uint64_t kEpochStream = 6;
constexpr std::uint64_t kChoiceStream = 7;
constexpr double kUsualGroup = 8.0;
constexpr double kDecayStart = 0.8;
constexpr double kFixedOffset = 0.1;
constexpr int kPassTries = 16;

constexpr std::array<std::pair<Method, const char*>, 9> kMethods{{{Method::vanilla, "vanilla"},
                                                                  {Method::vanilla16, "vanilla16"},
                                                                  {Method::filter, "filter"},
                                                                  {Method::prefixRl, "prefixrl"},
                                                                  {Method::prefixRlAnneal, "prefixrl_anneal"},
                                                                  {Method::decay, "decay"},
                                                                  {Method::baseOnly, "base_only"},
                                                                  {Method::ada, "ada"},
                                                                  {Method::adaBisect, "ada_bisect"}}};

ControllerSettings settingsOf(const SimSetup& setup, Method method) {
    ControllerSettings settings = setup.controller;
    if (method == Method::adaBisect)
        settings.mode = StepMode::bisect;
    return settings;
}

/// Mean success without prefix and in 16 tries.
struct Solved {
    double once = 0.0;
    double inSixteen = 0.0;
};

template <class Shift, class Chosen>
Solved solvedBy(const std::vector<SimProblem>& problems, Shift&& shift, Chosen&& chosen) {
    Solved solved;
    std::size_t count = 0;
    for (const SimProblem& problem : problems) {
        if (!chosen(problem))
            continue;
        const double success = successAt(problem, 0.0, shift(problem));
        solved.once += success;
        solved.inSixteen += 1.0 - std::pow(1.0 - success, kPassTries);
        ++count;
    }
    solved.once = count > 0 ? solved.once / static_cast<double>(count) : std::nan("");
    solved.inSixteen = count > 0 ? solved.inSixteen / static_cast<double>(count) : std::nan("");
    return solved;
}

std::size_t cohortOf(int solvedOfFour) {
    return solvedOfFour < 2 ? 0 : solvedOfFour == 2 ? 1 : 2;
}

class Training {
public:
    Training(const SimSetup& setup, const SimStart& start, Method method)
        : m_setup(setup), m_start(start), m_method(method),
          m_rollouts(method == Method::vanilla16 ? 2 * setup.rollouts : setup.rollouts),
          m_practice(start.problems.size()), m_controller(settingsOf(setup, method), start.cold.ratio) {
        m_result.start = start.cold;
        evaluate(0);
        addCurve(0);
    }

    bool isDone() const {
        if (m_setup.until == RunUntil::steps)
            return m_result.steps.size() >= m_setup.steps;
        return m_flops >= m_setup.budget;
    }
    double progressAfter() const {
        return m_setup.until == RunUntil::steps
                   ? static_cast<double>(m_result.steps.size()) / static_cast<double>(m_setup.steps)
                   : std::min(1.0, m_flops / m_setup.budget);
    }
    void step();
    SimResult finish();

private:
    double progressBefore(std::size_t t) const {
        return m_setup.until == RunUntil::steps ? static_cast<double>(t) / static_cast<double>(m_setup.steps)
                                                : std::min(1.0, m_flops / m_setup.budget);
    }
    std::uint32_t nextProblem();
    double ratioOf(const SimProblem& problem, std::size_t t, double progress, double envelope) const;
    void rollOut(const SimProblem& problem, double ratio, std::size_t t, SimStep& record);
    void endWindow(SimStep& record);
    void evaluate(std::size_t step);
    void addCurve(std::size_t step);
    double baseRatio() const;

    const SimSetup& m_setup;
    const SimStart& m_start;
    Method m_method;
    std::size_t m_rollouts;
    Practice m_practice;
    Controller m_controller;
    SimResult m_result;
    std::vector<std::uint32_t> m_order; ///< of the epoch
    std::size_t m_next = 0;
    std::uint64_t m_epoch = 0;
    double m_flops = 0.0;
    double m_allTokens = 0.0;
    double m_prefixTokens = 0.0;
    std::size_t m_windowCorrect = 0;
    std::size_t m_windowRollouts = 0;
    std::size_t m_windows = 0;
    double m_ema = std::nan("");
    double m_nextCurve = 0.25;
    // of the step under way
    std::vector<const SimProblem*> m_batch;
    std::vector<double> m_weights;
};

std::uint32_t Training::nextProblem() {
    const bool filtered = m_method == Method::filter;
    const std::size_t size = filtered ? m_start.alive.size() : m_start.problems.size();
    if (m_next == m_order.size()) {
        m_order = rng::permutation(m_setup.seed, kEpochStream, m_epoch++, static_cast<std::uint32_t>(size));
        m_next = 0;
    }
    const std::uint32_t place = m_order[m_next++];
    return filtered ? m_start.alive[place] : place;
}

double Training::baseRatio() const {
    return isControlled(m_method) ? m_controller.ratio() : std::nan("");
}

double Training::ratioOf(const SimProblem& problem, std::size_t t, double progress, double envelope) const {
    const double largest = m_setup.controller.largestRatio;
    switch (m_method) {
    case Method::vanilla:
    case Method::vanilla16:
    case Method::filter: return 0.0;
    case Method::prefixRl:
    case Method::prefixRlAnneal: {
        const double choice = std::floor(3.0 * rng::u01(m_setup.seed, kChoiceStream, t, problem.id));
        const double ratio = std::clamp(m_start.ownRatio[problem.id] + kFixedOffset * (choice - 1.0), 0.0, largest);
        return m_method == Method::prefixRl ? ratio : std::min(envelope, ratio);
    }
    case Method::decay: {
        const double last = static_cast<double>(m_setup.steps) - 1.0;
        const double part = m_setup.until == RunUntil::budget ? progress
                            : last > 0.0                      ? (static_cast<double>(t) - 1.0) / last
                                                              : 0.0;
        return decayAt(part, kDecayStart, m_setup.decay);
    }
    case Method::baseOnly: return sampleRatio(m_controller.ratio(), 0.0, envelope, largest);
    case Method::ada:
    case Method::adaBisect:
        return sampleRatio(m_controller.ratio(), offsetOf(m_start.cold.probe[problem.id] / 4.0, m_setup.span), envelope,
                           largest);
    }
    return 0.0;
}

void Training::rollOut(const SimProblem& problem, double ratio, std::size_t t, SimStep& record) {
    const PolicyModel& model = m_setup.model;
    const double success = successAt(problem, ratio, m_practice.trainedShiftOf(problem));
    std::size_t correct = 0;
    for (std::size_t r = 0; r < m_rollouts; ++r)
        correct += rng::u01(m_setup.seed, kRolloutStream, t, problem.id, r) < success ? 1 : 0;
    const auto group = static_cast<double>(m_rollouts);
    const auto right = static_cast<double>(correct);
    const double prefix = group * ratio * problem.referenceTokens;
    const double generated = problem.unaidedTokens * (1.0 - ratio) * (group - right + model.correctLength * right);
    record.prefixTokens += prefix;
    record.generatedTokens += generated;
    if (correct == 0 || correct == m_rollouts)
        record.wastedTokens += group * model.promptTokens + prefix + generated;
    record.correct += correct;
    ++record.histogram[correct];
    const double p = right / group;
    m_weights.push_back(4.0 * p * (1.0 - p) * std::pow(1.0 - ratio, model.remainderPower));
    CohortRecord& cohort = record.cohorts[cohortOf(m_start.cold.probe[problem.id])];
    cohort.ratio += ratio;
    cohort.rate += p;
    ++cohort.count;
    record.meanRatio += ratio;
}

void Training::step() {
    const std::size_t t = m_result.steps.size() + 1;
    const PolicyModel& model = m_setup.model;
    SimStep record;
    record.step = t;
    record.progress = progressBefore(t);
    record.envelope = envelopeAt(record.progress, m_setup.flat, m_setup.controller.largestRatio);
    record.baseRatio = baseRatio();
    record.histogram.assign(m_rollouts + 1, 0);
    m_batch.clear();
    m_weights.clear();
    for (std::size_t i = 0; i < m_setup.batch; ++i) {
        const SimProblem& problem = m_start.problems[nextProblem()];
        m_batch.push_back(&problem);
        rollOut(problem, ratioOf(problem, t, record.progress, record.envelope), t, record);
    }
    const double scale = std::sqrt(static_cast<double>(m_rollouts) / kUsualGroup);
    for (std::size_t i = 0; i < m_batch.size(); ++i) {
        m_practice.addOwn(*m_batch[i], scale * model.ownRate * m_weights[i]);
        record.signal += m_weights[i] / static_cast<double>(m_batch.size());
    }
    m_practice.addShared(m_batch, m_weights, scale * model.sharedRate, model.sharedWidth);

    const auto groups = static_cast<double>(m_setup.batch);
    const double rollouts = groups * static_cast<double>(m_rollouts);
    const double all = rollouts * model.promptTokens + record.prefixTokens + record.generatedTokens;
    m_flops += flopsOf(model.parameters, all, record.generatedTokens + (model.trainPrefix ? record.prefixTokens : 0.0));
    m_allTokens += all;
    m_prefixTokens += record.prefixTokens;
    record.flops = m_flops;
    record.rate = static_cast<double>(record.correct) / rollouts;
    record.meanRatio /= groups;
    for (CohortRecord& cohort : record.cohorts) {
        const auto count = static_cast<double>(cohort.count);
        cohort.ratio = cohort.count > 0 ? cohort.ratio / count : std::nan("");
        cohort.rate = cohort.count > 0 ? cohort.rate / count : std::nan("");
    }
    m_windowCorrect += record.correct;
    m_windowRollouts += m_setup.batch * m_rollouts;
    m_result.steps.push_back(std::move(record));
    if (t % m_setup.window == 0)
        endWindow(m_result.steps.back());
    m_result.steps.back().ema = m_ema;
    if (const double done = progressAfter(); done >= m_nextCurve && m_nextCurve < 1.0) {
        addCurve(t);
        m_nextCurve += 0.25;
    }
}

void Training::endWindow(SimStep& record) {
    const double rate = static_cast<double>(m_windowCorrect) / static_cast<double>(m_windowRollouts);
    const double weight = m_setup.controller.emaWeight;
    m_ema = m_windows++ == 0 ? rate : weight * m_ema + (1.0 - weight) * rate;
    m_windowCorrect = m_windowRollouts = 0;
    if (isControlled(m_method)) {
        m_result.updates.push_back(m_controller.update(rate, record.envelope));
        m_result.updateSteps.push_back(record.step);
    }
    evaluate(record.step);
}

void Training::evaluate(std::size_t step) {
    const Solved solved = solvedBy(
        m_start.heldOut, [this](const SimProblem& problem) { return m_practice.shiftOf(problem); },
        [](const SimProblem&) { return true; });
    m_result.evaluations.push_back({step, m_flops, solved.once, solved.inSixteen});
}

void Training::addCurve(std::size_t step) {
    constexpr int kPoints = 21;
    SuccessCurve curve;
    curve.step = step;
    std::vector<double> values(m_start.heldOut.size());
    const auto quantile = [&values](double part) {
        const double place = part * static_cast<double>(values.size() - 1);
        const auto low = static_cast<std::size_t>(place);
        const std::size_t high = std::min(low + 1, values.size() - 1);
        return values[low] + (place - static_cast<double>(low)) * (values[high] - values[low]);
    };
    for (int i = 0; i < kPoints; ++i) {
        const double ratio = static_cast<double>(i) / (kPoints - 1);
        double sum = 0.0;
        for (std::size_t k = 0; k < values.size(); ++k) {
            values[k] = successAt(m_start.heldOut[k], ratio, m_practice.shiftOf(m_start.heldOut[k]));
            sum += values[k];
        }
        std::ranges::sort(values);
        curve.ratio.push_back(ratio);
        curve.mean.push_back(sum / static_cast<double>(values.size()));
        curve.lower.push_back(quantile(0.25));
        curve.upper.push_back(quantile(0.75));
    }
    m_result.curves.push_back(std::move(curve));
}

SimResult Training::finish() {
    const std::size_t last = m_result.steps.size();
    if (m_result.evaluations.back().step != last)
        evaluate(last);
    addCurve(last);
    const auto trained = [this](const SimProblem& problem) { return m_practice.trainedShiftOf(problem); };
    const Solved dead =
        solvedBy(m_start.problems, trained, [this](const SimProblem& problem) { return m_start.isDead[problem.id]; });
    m_result.deadSolved = dead.once;
    m_result.deadSolved16 = dead.inSixteen;
    m_result.easySolved =
        solvedBy(m_start.problems, trained, [](const SimProblem& problem) { return problem.easy; }).once;
    m_result.prefixShare = m_allTokens > 0.0 ? m_prefixTokens / m_allTokens : 0.0;
    return std::move(m_result);
}

} // namespace

std::string methodId(Method method) {
    for (const auto& [one, id] : kMethods)
        if (one == method)
            return id;
    return {};
}

std::optional<Method> methodOf(const std::string& id) {
    for (const auto& [method, name] : kMethods)
        if (id == name)
            return method;
    return std::nullopt;
}

bool isControlled(Method method) {
    return method == Method::baseOnly || method == Method::ada || method == Method::adaBisect;
}

Result<SimResult> simulate(const SimSetup& setup, const SimStart& start, Method method, const std::stop_token& stop,
                           const std::function<void(double)>& progress) {
    if (method == Method::filter && start.alive.empty())
        return makeError(ErrorCode::invalidArgument, "every problem is originally dead: nothing is left to train on");
    Training training(setup, start, method);
    while (!training.isDone()) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "the simulation was cancelled");
        training.step();
        if (progress)
            progress(training.progressAfter());
    }
    return training.finish();
}

double trackingShare(const SimResult& result, const SimSetup& setup, double tolerance) {
    constexpr std::size_t kFirstUpdates = 3;
    std::size_t near = 0, counted = 0;
    for (const SimStep& step : result.steps) {
        if (step.step <= kFirstUpdates * setup.window || step.progress > setup.flat)
            continue;
        ++counted;
        near += std::abs(step.ema - setup.controller.target) < tolerance ? 1 : 0;
    }
    return counted > 0 ? static_cast<double>(near) / static_cast<double>(counted) : std::nan("");
}

} // namespace vitrine::prefix_controller
