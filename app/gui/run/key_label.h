#pragma once

#include "widgets/views/result_view.h"

#include <QString>

namespace vitrine {

/// What people call a selected key: the column "label" of a table of the run whose rows are such keys ("C-C-Cl" for the
/// path 6-6-17), the name of a graph; the key itself where neither is known. Looks at the shortest such table.
QString keyLabel(const RunData& data, const QString& kind, const QString& key);

} // namespace vitrine
