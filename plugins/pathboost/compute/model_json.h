#pragma once

#include "core/values/model.h"
#include "plugins/pathboost/compute/model.h"

namespace vitrine::pathboost {

/// The model as a versioned JSON document; resources/docs/pathboost-model.md describes it.
Model modelDocument(const PathBoostModel& model);

/// Reads a document back; predictions of the result are those of the written model bit for bit.
/// @errors unsupported: a newer version; parse: anything that does not fit, with its place in the document
Result<PathBoostModel> readModel(const Model& model);

} // namespace vitrine::pathboost
