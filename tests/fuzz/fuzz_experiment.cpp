// Experiment files.

#include "core/jobs/experiment_file.h"
#include "core/values/json_text.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::MemoryFile file(fuzz::textOf(data, size));
    const auto experiment = readExperimentFile(file.path());
    if (!experiment) {
        fuzz::require(!experiment.error().message.empty(), "a refusal has a sentence");
        return 0;
    }
    const std::string text = jsonText(experimentToJson(*experiment));
    const auto json = parseJson(text);
    fuzz::require(json.ok(), "what was read can be written");
    const auto again = experimentFromJson(*json);
    fuzz::require(again.ok() && jsonText(experimentToJson(*again)) == text, "writing keeps everything");
    return 0;
}
