#include "app/cli/salvage_command.h"

#include "app/cli/exit_code.h"
#include "core/store/salvage.h"

namespace vitrine::cli {

int salvage(const CommandLine& line, Console& console, const std::stop_token& stop) {
    const std::string target = line.exportFile.empty() ? salvagedPath(line.project) : line.exportFile;
    const auto taken = salvageProject(line.project, target, stop,
                                      [&](double share) { console.progress(share, "Reading what can be read", -1.0); });
    console.endProgress();
    if (!taken) {
        console.error(taken.error());
        return exitCodeOf(taken.error());
    }
    for (const std::string& lost : taken->lost) {
        console.text("lost: " + lost);
        console.object({{"event", "lost"}, {"message", lost}});
    }
    console.text(target + (taken->lost.empty() ? " holds everything" : " holds everything else"));
    console.object({{"event", "done"}, {"exit", kExitFinished}, {"project", target}, {"lost", taken->lost.size()}});
    return kExitFinished;
}

} // namespace vitrine::cli
