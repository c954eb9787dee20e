#pragma once

#include "core/values/matrix.h"
#include "core/values/scalars.h"
#include "core/values/series.h"
#include "core/values/table.h"
#include "plugins/intruder_threshold/compute/layer_result.h"

namespace vitrine::intruder_threshold {

struct Criterion {
    std::size_t k = 10;
    double epsilon = 0.5;
};

/// The k and epsilon of the sensitivity tables, in their order.
const std::vector<Criterion>& otherCriteria();

/// A row per layer, in the order given.
Table layersTable(const std::vector<LayerResult>& layers, const Criterion& criterion, Subject subject);
/// Rows of the tables of one or several layers, in the order given.
Table scanTable(const std::vector<LayerResult>& layers);
Table spikesTable(const std::vector<LayerResult>& layers);
Table directionsTable(const std::vector<LayerResult>& layers, const Criterion& criterion, Subject subject);
/// Counts for every other criterion: over all layers, and a row for each layer.
Table sensitivityTable(const std::vector<LayerResult>& layers);
Table layerSensitivityTable(const std::vector<LayerResult>& layers);
/// Singular values of the base, and of Delta W of a fine-tuned model.
Series spectrumSeries(const std::vector<LayerResult>& layers);
Series updateSeries(const std::vector<LayerResult>& layers);
/// Layers x the k leading directions: largest overlap with the base at s = 1.
Matrix overlapMatrix(const std::vector<LayerResult>& layers, const Criterion& criterion, Subject subject);

/// Most critical first, of a base alone most fragile; layers without a threshold last; equal ones by name.
void sortByDanger(std::vector<LayerResult>& layers, Subject subject);

} // namespace vitrine::intruder_threshold
