#pragma once

#include "core/params/parameter.h"
#include "plugins/prefix_controller/compute/simulator.h"

namespace vitrine::prefix_controller {

/// The controller's part of the parameters, which every experiment with a controller has.
ControllerSettings controllerOf(const ParameterSet& parameters);

/// What a simulation is asked for.
struct SimRequest {
    SimSetup setup;
    std::vector<Method> methods;
    std::vector<std::uint64_t> seeds;
};
/// Steps of a method: as many as were asked for, or about as many as the budget pays for.
double expectedSteps(const SimSetup& setup);

/// @errors invalid_argument  "id: what is wrong"
Result<SimRequest> simRequestOf(const ParameterSet& parameters);

} // namespace vitrine::prefix_controller
