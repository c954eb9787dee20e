#include "plugins/pathboost/views/overview.h"

#include "plugins/pathboost/compute/outputs.h"
#include "widgets/views/view_registry.h"

namespace vitrine::pathboost {

void registerOverview(ViewRegistry& registry) {
    (void)registry;
}

} // namespace vitrine::pathboost
