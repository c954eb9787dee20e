// Experiment files, with the sweeps they hold.

#include "core/jobs/experiment_file.h"
#include "core/params/sweep.h"
#include "core/values/json_text.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

namespace {

/// Values as parameters of several types take them.
void readSweep(const std::string& text) {
    for (const ParameterType type : {ParameterType::integer, ParameterType::real, ParameterType::text,
                                     ParameterType::realList, ParameterType::labelList}) {
        ParameterSpec spec;
        spec.id = "p";
        spec.type = type;
        const auto sweep = parseSweep(spec, text);
        if (!sweep) {
            fuzz::require(!sweep.error().message.empty(), "a refusal has a sentence");
            continue;
        }
        fuzz::require(!sweep->values.empty() && sweep->values.size() <= kMostSweepRuns, "1 to 200 values");
        for (const auto& value : sweep->values)
            fuzz::require(valueProblem(spec, value).empty(), "every value is valid");
        const auto runs = sweepCombinations({*sweep});
        fuzz::require(runs.ok() && runs->size() == sweep->values.size(), "a run for each value");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::MemoryFile file(fuzz::textOf(data, size));
    const auto experiment = readExperimentFile(file.path());
    if (!experiment) {
        fuzz::require(!experiment.error().message.empty(), "a refusal has a sentence");
        return 0;
    }
    for (const auto& [id, values] : sweepTexts(experiment->parameters))
        readSweep(values);
    const std::string text = jsonText(experimentToJson(*experiment));
    const auto json = parseJson(text);
    fuzz::require(json.ok(), "what was read can be written");
    const auto again = experimentFromJson(*json);
    fuzz::require(again.ok() && jsonText(experimentToJson(*again)) == text, "writing keeps everything");
    return 0;
}
