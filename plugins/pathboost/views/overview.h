#pragma once

namespace vitrine {
class ViewRegistry;
}

namespace vitrine::pathboost {

/// Page "Overview" of a training run: its views, figures and layout.
void registerOverview(ViewRegistry& registry);
/// Map and tables of a comparison of settings.
void registerComparison(ViewRegistry& registry);

} // namespace vitrine::pathboost
