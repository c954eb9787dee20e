#pragma once

#include "core/jobs/experiment.h"
#include "core/plugin/plugin_info.h"

#include <QtPlugin>

#include <memory>

namespace vitrine {

/// Root object of a compute module.
class ComputePlugin {
public:
    virtual ~ComputePlugin() = default;
    /// Null for an unknown id.
    virtual std::unique_ptr<Experiment> create(std::string_view experimentId) const = 0;
};

} // namespace vitrine

#define VITRINE_COMPUTE_IID "org.vitrine.ComputePlugin/1"
Q_DECLARE_INTERFACE(vitrine::ComputePlugin, VITRINE_COMPUTE_IID)
