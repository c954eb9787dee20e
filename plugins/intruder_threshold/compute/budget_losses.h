#pragma once

#include "plugins/intruder_threshold/compute/loss_tables.h"
#include "plugins/intruder_threshold/compute/run_setup.h"

#include <stop_token>

namespace vitrine::intruder_threshold {

/// The same layers in an adapter that was written anew: names and shapes are the same, the order in the file may be
/// another. @errors internal  a tensor is missing
Result<RunSetup> setupOfWritten(RunSetup setup, std::shared_ptr<const Tensors> written);

/// Whether losses can be compared in this run, before anything is read. @errors invalid_argument, unsupported
Result<void> checkBudgetLosses(const RunInputs& inputs);

/// Losses of the base alone, of the adapter, of its milder copy, and of the adapter shrunk as a whole to the norm of
/// that copy. @param inputs  of the run, with evaluation text; all layers count, also those that the run left out
/// @errors as llamaShape, readUpdate, readTokens, chooseTexts
Result<std::vector<LossVariant>> budgetLosses(const RunInputs& inputs, const std::shared_ptr<const Tensors>& written,
                                              int threads, const std::stop_token& stop);

/// Losses of the milder copy as headline numbers, next to those of the adapter and of the one shrunk as a whole.
/// @param variants  as from budgetLosses
void addBudgetLosses(const std::vector<LossVariant>& variants, Scalars& scalars);

} // namespace vitrine::intruder_threshold
