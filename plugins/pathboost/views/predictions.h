#pragma once

namespace vitrine {
class ViewRegistry;
}

namespace vitrine::pathboost {

/// Page "Predictions" of all runs: its views, figures and place in the layouts, and the inspector of the selection.
/// Comes after the pages of other views, whose layouts it adds to.
void registerPredictions(ViewRegistry& registry);

} // namespace vitrine::pathboost
