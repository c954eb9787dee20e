#pragma once

#include "core/report/report_document.h"

#include <optional>

class QMimeData;

namespace vitrine {

/// A block on its way into a report: what the title of a pane drags, and what lists and pages of reports take.
QMimeData* blockMimeData(const ReportBlock& block);
/// Empty when the data are something else or damaged.
std::optional<ReportBlock> blockFromMimeData(const QMimeData* data);
bool holdsBlock(const QMimeData* data);

} // namespace vitrine
