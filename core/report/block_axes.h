#pragma once

#include "core/figure/figure_changes.h"
#include "core/report/report_document.h"

namespace vitrine {

/// The user's axes of a figure stand in its block as options["axes"].
void keepAxes(ReportBlock& block, const FigureChanges& changes);
FigureChanges axesOf(const ReportBlock& block);

} // namespace vitrine
