#include "plugins/prefix_controller/compute/setup_parameters.h"

#include "core/params/parameter_error.h"

#include <fmt/format.h>

namespace vitrine::prefix_controller {

namespace {

constexpr double kMostRollouts = 2e9;   ///< of a run
constexpr double kMostProblems = 5e6;   ///< of all seeds, held at once
constexpr double kMostSteps = 2e6;      ///< of a run; each of them is kept
constexpr double kUsualTokens = 5000.0; ///< of a rollout, all of them sampled and trained
constexpr double kBudgetUnit = 1e18;    ///< FLOPs
constexpr std::int64_t kNever = 1'000'000'000;

double stepsOf(const SimRequest& request) {
    return expectedSteps(request.setup) * static_cast<double>(request.methods.size()) *
           static_cast<double>(request.seeds.size());
}

double rolloutsOf(const SimRequest& request) {
    const SimSetup& setup = request.setup;
    return stepsOf(request) * static_cast<double>(setup.batch) * static_cast<double>(setup.rollouts);
}

} // namespace

ControllerSettings controllerOf(const ParameterSet& parameters) {
    ControllerSettings settings;
    settings.target = parameters.real("tau");
    settings.emaWeight = parameters.real("beta");
    settings.largestStep = parameters.real("step");
    settings.largestRatio = parameters.real("rho_max");
    settings.leastChange = parameters.real("eps");
    settings.gain = parameters.real("gain");
    settings.signal = parameters.text("signal") == "raw" ? Signal::raw : Signal::ema;
    settings.freeze = parameters.boolean("freeze");
    if (!parameters.boolean("reopen")) { // a bound that is never dropped
        settings.life = kNever;
        settings.leastWidth = -1.0;
    }
    return settings;
}

double expectedSteps(const SimSetup& setup) {
    if (setup.until == RunUntil::steps)
        return static_cast<double>(setup.steps);
    const double tokens = static_cast<double>(setup.batch) * static_cast<double>(setup.rollouts) * kUsualTokens;
    return setup.budget / flopsOf(setup.model.parameters, tokens, tokens);
}

Result<SimRequest> simRequestOf(const ParameterSet& parameters) {
    SimRequest request;
    SimSetup& setup = request.setup;
    const auto size = [&](const char* id) { return static_cast<std::size_t>(parameters.integer(id)); };
    setup.controller = controllerOf(parameters);
    setup.problems = size("problems");
    setup.heldOut = size("held_out");
    setup.steps = size("steps");
    setup.batch = size("batch");
    setup.rollouts = size("rollouts");
    setup.window = size("window");
    setup.until = parameters.text("until") == "steps" ? RunUntil::steps : RunUntil::budget;
    setup.budget = kBudgetUnit * parameters.real("budget");
    setup.flat = parameters.real("w");
    setup.span = parameters.real("span");
    setup.decay = parameters.text("decay") == "cosine" ? DecayShape::cosine : DecayShape::linear;
    if (!parameters.isNone("cold_start"))
        setup.coldStart = parameters.real("cold_start");
    setup.model.scaleMean = parameters.real("curve_width");
    setup.model.sharedRate = parameters.real("drift");
    setup.model.midpointMean = parameters.real("difficulty");
    setup.model.dipShare = parameters.real("dips");
    for (const nlohmann::json& id : parameters.value("methods"))
        if (const auto method = methodOf(id.get<std::string>()))
            request.methods.push_back(*method);
    auto seeds = seedsOf(parameters, "seeds");
    if (!seeds)
        return seeds.error();
    request.seeds = std::move(*seeds);
    if (request.methods.empty())
        return makeError(ErrorCode::invalidArgument, "methods: choose at least one");
    if (setup.coldStart && *setup.coldStart > setup.controller.largestRatio)
        return makeError(ErrorCode::invalidArgument,
                         fmt::format("cold_start: at most the largest ratio, {:g}", setup.controller.largestRatio));
    if (static_cast<double>(setup.problems) * static_cast<double>(request.seeds.size()) > kMostProblems)
        return makeError(ErrorCode::invalidArgument,
                         fmt::format("problems: problems x seeds may be {:.0f} million at most", kMostProblems / 1e6));
    const char* length = setup.until == RunUntil::steps ? "steps" : "budget";
    if (stepsOf(request) > kMostSteps)
        return makeError(
            ErrorCode::invalidArgument,
            fmt::format("{}: about {:.1f} million steps are too many; steps x methods x seeds may be {:.0f} "
                        "million at most",
                        length, stepsOf(request) / 1e6, kMostSteps / 1e6));
    if (rolloutsOf(request) > kMostRollouts)
        return makeError(ErrorCode::invalidArgument,
                         fmt::format("{}: {:.0f} million rollouts are too many; steps x batch x rollouts x methods x "
                                     "seeds may be {:.0f} million at most",
                                     length, rolloutsOf(request) / 1e6, kMostRollouts / 1e6));
    return request;
}

} // namespace vitrine::prefix_controller
