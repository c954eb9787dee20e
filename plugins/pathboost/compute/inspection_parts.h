#pragma once

#include "core/jobs/experiment.h"
#include "core/values/graph_set.h"

namespace vitrine::pathboost {

/// What the graphs offer for the parameters target, label_attribute and anchors.
void offerGraphChoices(const GraphSet& graphs, const ParameterSet& parameters, Inspection& inspection);

/// An error of a setup, "parameter: sentence", put beside its field.
ParameterProblem problemOf(const Error& error);

} // namespace vitrine::pathboost
