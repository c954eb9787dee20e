#pragma once

namespace vitrine {
class ViewRegistry;
}

namespace vitrine::intruder_threshold {

/// Views, figures, pages and inspectors of the runs.
void registerPages(ViewRegistry& registry);

} // namespace vitrine::intruder_threshold
