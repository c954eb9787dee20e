#pragma once

#include "core/figure/figure_spec.h"
#include "core/report/report_document.h"
#include "core/store/project_store.h"

#include <optional>

namespace vitrine {

/// Figure id of report blocks that show one curve of several runs. Options: "runs", array of run ids in the order of
/// their colours; "line", id of the line of the block's output.
constexpr const char* kOverlayFigureId = "compare/lines";

/// The figure of such a block from what the project holds; runs that are gone are left out. Empty when fewer than two
/// are there, and for options that are not as above.
std::optional<FigureSpec> overlayFigureOf(const ProjectStore& store, const ReportBlock& block);

} // namespace vitrine
