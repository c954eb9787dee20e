#pragma once

#include "core/base/result.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

/// What could be taken out of a damaged project.
struct Salvage {
    std::string path;              ///< the new project
    std::vector<std::string> lost; ///< one sentence for everything that is not in it, or in it but damaged
};

/// Whether a project was refused because a part of its file is damaged, so that salvageProject may help.
bool isDamage(const Error& error);

/// A name for the salvaged project that is free: "NAME salvaged.vitrine" beside the damaged one.
std::string salvagedPath(const std::string& path);

/// Copies what is intact of a damaged project, row by row, into a new one. The damaged file is only read. Also takes a
/// sound one.
/// @param done  share of the tables that were looked through; may be empty
/// @errors storage: not even the catalogue of the file can be read, or the new project cannot be made; cancelled
Result<Salvage> salvageProject(const std::string& path, const std::string& target, const std::stop_token& stop = {},
                               const std::function<void(double)>& done = {});

} // namespace vitrine
