#pragma once

#include "core/values/scalars.h"
#include "core/values/series.h"
#include "core/values/table.h"
#include "plugins/intruder_threshold/compute/layer_result.h"
#include "plugins/intruder_threshold/compute/loss_model.h"

#include <span>

namespace vitrine::intruder_threshold {

/// A strength and its losses.
struct LossPoint {
    double strength = 0.0;
    LossPair loss;
};

/// Base and task text over the strength, one line each.
Series lossSeries(const LossModel& losses, std::span<const LossPoint> points);

/// An adapter in another form, and what it does.
struct LossVariant {
    std::string name;
    std::int64_t layers = 0; ///< that it changes
    double factor = 1.0;     ///< their strength
    double norm = 0.0;       ///< Frobenius norm of the whole update
    LossPair loss;
};

/// A row per variant. @param before  losses of the base alone
Table variantsTable(std::span<const LossVariant> variants, const LossPair& before);

/// Headline numbers of a loss curve. @param points  ascending from 0   @param variants  empty, or adapter, more and
/// less critical half
Scalars lossScalars(std::span<const LossPoint> points, const std::vector<LayerResult>& layers,
                    std::span<const LossVariant> variants);

} // namespace vitrine::intruder_threshold
