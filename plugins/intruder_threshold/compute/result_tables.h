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

/// A row per layer, the most fragile (of an adapter the most critical) first.
Table layersTable(const std::vector<LayerResult>& layers, const Criterion& criterion, bool adapter);
/// Rows of the tables of one or several layers, in the order given.
Table scanTable(const std::vector<LayerResult>& layers);
Table spikesTable(const std::vector<LayerResult>& layers);
Table directionsTable(const std::vector<LayerResult>& layers, const Criterion& criterion);
Table sensitivityTable(const std::vector<LayerResult>& layers);
Series spectrumSeries(const std::vector<LayerResult>& layers);
/// Layers x the k leading directions: largest overlap with the base at s = 1.
Matrix overlapMatrix(const std::vector<LayerResult>& layers, const Criterion& criterion);

/// Most critical first; layers without a threshold last; equal ones by name.
void sortByDanger(std::vector<LayerResult>& layers, bool adapter);

} // namespace vitrine::intruder_threshold
