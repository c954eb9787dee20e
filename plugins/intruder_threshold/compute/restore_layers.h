#pragma once

#include "core/jobs/run_context.h"
#include "plugins/intruder_threshold/compute/run_setup.h"

#include <map>
#include <string>

namespace vitrine::intruder_threshold {

/// What an unfinished scan with the same inputs and parameters had found, by layer: every number as it was, bit for
/// bit. Only layers of the plan of which all tables tell everything; of a base alone or a fine-tuned model none, they
/// take no time.
std::map<std::string, LayerResult> restoredLayers(const RunContext& context, const RunSetup& setup);

} // namespace vitrine::intruder_threshold
