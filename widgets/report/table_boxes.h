#pragma once

#include "widgets/report/text_boxes.h"

namespace vitrine {

/// A table as boxes: its head, then one box per row, over `width` units. Columns that do not fit are wrapped, widest
/// first; nothing is cut.
BoxList tableBoxes(const DisplayTable& table, double width);

} // namespace vitrine
