#pragma once

#include "core/jobs/experiment.h"

namespace vitrine {

/// The side of the worker process: receives one run, executes it and sends everything that it reports, until it ends or
/// the other side is gone. A memory limit that came with the run holds for the whole process.
/// @param socket  to the program that started this process
/// @return 0 when the run was told to its end
int runWorker(ExperimentSource& experiments, int socket);

} // namespace vitrine
