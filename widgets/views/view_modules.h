#pragma once

#include <string>
#include <vector>

namespace vitrine {

/// Brings the code of the view modules in these folders into memory, so that ViewRegistry::loadModules does not wait
/// for the disk. Makes none of their objects; what must not be loaded is left alone. Any thread.
void fetchViewModules(const std::vector<std::string>& folders);

} // namespace vitrine
