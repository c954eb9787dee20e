#pragma once

#include "core/figure/figure_spec.h"
#include "widgets/views/result_view.h"

#include <memory>

namespace vitrine {

/// An output of a run as a table; null when it is not there or of another kind.
std::shared_ptr<const Table> outputTable(const RunData& data, const char* outputId);

/// Title, definition and fingerprint of the output that a figure is made of.
void describeFigure(FigureSpec& spec, const RunData& data, const char* outputId);

/// A parameter of the run; null when it has none of that id.
nlohmann::json parameterOf(const RunData& data, const char* id);

} // namespace vitrine
