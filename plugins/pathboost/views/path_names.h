#pragma once

#include "widgets/views/result_view.h"

#include <QString>
#include <QStringList>

namespace vitrine::pathboost {

/// The labels along a path as people read them, from the tables of the run, else (predictions and explanations have no
/// table of paths) from what its graphs say about their labels. Empty for a malformed key.
QStringList pathLabels(const RunData& data, const QString& key);
/// "C–C–Cl"; the key itself when it is malformed.
QString pathText(const RunData& data, const QString& key);
/// "34 occurrences, both directions": a path that reads the same backwards is met twice at each place.
QString occurrencesText(const QString& key, std::int64_t count);

} // namespace vitrine::pathboost
