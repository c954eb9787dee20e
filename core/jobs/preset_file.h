#pragma once

#include "core/base/result.h"
#include "core/params/sweep.h"

#include <string>
#include <vector>

namespace vitrine {

/// Values of an experiment that somebody keeps under a name: what differs from the defaults, and what is swept.
struct Preset {
    std::string name;
    ParameterSet parameters;
    SweepTexts sweeps;
    bool operator==(const Preset&) const = default;
};

constexpr std::size_t kMostPresets = 200;      ///< of one experiment
constexpr std::size_t kLongestPresetName = 80; ///< bytes

/// What is wrong with a name, in one sentence; empty: nothing. Names have no blanks around and stand in one line.
std::string presetNameProblem(const std::string& name);

/// The presets of one experiment, in the order of their names. A file that is not there has none. At most 1 MiB:
///
///   {"vitrine_presets": 1, "presets": [{"name": "Fast", "parameters": {"n_iter": 20}, "sweep": {"rate": "0.1, 0.3"}}]}
///
/// @errors io, parse with the JSON pointer of the offending field
Result<std::vector<Preset>> readPresetFile(const std::string& path);

/// What a change of a file left behind.
struct PresetChange {
    std::vector<Preset> presets;
    std::string setAside; ///< where a file went that could not be read; empty: it could
};

/// Adds a preset, or puts it in the place of the one of that name. Folders are made. @errors invalid_argument, io
Result<PresetChange> savePreset(const std::string& path, const Preset& preset);
/// @errors not_found, io
Result<PresetChange> removePreset(const std::string& path, const std::string& name);

/// What a preset holds that these parameters do not take, each with its value: "old_rate = 3", "n_iter = -5". Leaves
/// it out of the preset.
std::vector<std::string> dropUnknownValues(const ParameterSchema& schema, Preset& preset);

} // namespace vitrine
