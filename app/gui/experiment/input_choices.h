#pragma once

#include "app/gui/project_contents.h"
#include "core/jobs/run_context.h"
#include "core/plugin/plugin_info.h"

#include <QString>

namespace vitrine {

/// One thing of the project that fits an input.
struct InputChoice {
    InputReference reference;
    QString title;  ///< "ESOL solubility", "Model of run 14"
    QString detail; ///< "1,128 records", "partial"
};

/// A data set as the input of an experiment.
InputReference datasetReference(const std::string& inputId, const DatasetRecord& dataset);

/// Data sets and run outputs whose kind fits, data sets first, latest runs first.
std::vector<InputChoice> inputChoices(const ProjectContents& contents, const InputSpec& input);

/// Reads what the references name, in its latest content. For worker threads. Optional inputs that are not named are
/// left out.
/// @errors invalid_argument (missing, of another kind), not_found, storage
Result<RunInputs> resolveInputs(const ProjectStore& store, const ExperimentInfo& experiment,
                                const std::vector<InputReference>& references);

/// Whether a data set can be put into the primary input.
bool accepts(const ExperimentInfo& experiment, const DatasetRecord& dataset);

/// What an experiment is called until somebody calls it otherwise: "PathBoost on esol", "Predict on esol".
std::string defaultTitle(const PluginInfo& plugin, const ExperimentInfo& experiment, const DatasetRecord* dataset);

/// An experiment record on a data set: primary input filled in, the latest fitting output in every other required one.
ExperimentRecord newExperimentRecord(const ProjectContents& contents, const PluginInfo& plugin,
                                     const ExperimentInfo& experiment, const DatasetRecord* dataset);

} // namespace vitrine
