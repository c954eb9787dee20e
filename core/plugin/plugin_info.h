#pragma once

#include "core/base/result.h"
#include "core/params/parameter.h"
#include "core/results/output.h"

#include <map>
#include <string>
#include <vector>

namespace vitrine {

/// One input that an experiment takes.
struct InputSpec {
    std::string id;
    std::vector<ValueKind> kinds; ///< which values fit
    std::string label;
    std::string help;
    bool optional = false;
    std::string modelFormat;          ///< for models: required Model::format
    std::vector<std::string> readers; ///< data sets of these readers fit; empty: of all
};

struct ExperimentInfo {
    std::string id;
    std::string title;
    std::string summary;      ///< one sentence
    bool ownProcess = false;  ///< runs in a worker process, for library calls that no stop request reaches
    std::string primaryInput; ///< id of the input a data set is put into by "New experiment"
    std::vector<InputSpec> inputs;
    ParameterSchema parameters;
    std::vector<OutputDescription> outputs;
    std::vector<std::string> citation; ///< printed in reports
    nlohmann::json sampleRun;          ///< {"inputs": {...}, "set": {...}}: small, for the conformance test
    nlohmann::json report;             ///< order of outputs and text of the report template

    const OutputDescription* output(std::string_view outputId) const;
    const InputSpec* input(std::string_view inputId) const;
};

/// Card on the welcome page.
struct PluginCard {
    std::string picture; ///< file beside plugin.json, without theme suffix: "card" -> card_light.svg, card_dark.svg
    std::string sentence;
    std::string sampleTitle;                         ///< "ESOL, 1,128 molecules"
    std::map<std::string, std::string> sampleInputs; ///< by input id: file or folder in the plugin's samples folder
    std::string sampleExperiment;                    ///< experiment that "Open the sample" runs
    nlohmann::json samplePreset;                     ///< its parameters
};

/// plugin.json, parsed and checked.
struct PluginInfo {
    static constexpr int kApi = 1;

    std::string id;
    std::string name;
    std::string version;
    int api = 0;
    int paramsVersion = 1;
    std::string summary;
    std::string license;
    std::vector<ExperimentInfo> experiments;
    PluginCard card;

    const ExperimentInfo* experiment(std::string_view experimentId) const;
    /// @errors parse with the JSON pointer of the offending field
    static Result<PluginInfo> fromJson(const nlohmann::json& object);
};

} // namespace vitrine
