#pragma once

#include "core/plugin/plugin_info.h"
#include "widgets/views/result_view.h"

namespace vitrine {

/// Pages for a system without a layout of its own: a pane per output, four to a page, charts and tables before texts
/// and models. Headline numbers stand on the cards of the page and get no pane.
RunPageLayout defaultPageLayout(const ExperimentInfo& experiment);

} // namespace vitrine
