#pragma once

#include "core/store/records.h"

class QString;
class QWidget;

namespace vitrine {

class Workbench;

/// Asks where the file of a data set is now. The same bytes are taken without a word; for other bytes both are named
/// and reading them is offered.
void locateSource(Workbench& workbench, DatasetId id, QWidget* window);
/// The same for a file that is known already.
void relinkSource(Workbench& workbench, DatasetId id, const QString& path, QWidget* window);

/// Reads the file of a data set again, as it was read before, in a job. What comes of it takes the place of the former
/// content; the runs that used that keep it. Undo brings it back.
void readSourceAgain(Workbench& workbench, DatasetId id);

/// An undo step for a content that stands in its place already.
/// @param version  the earlier version, as replaceDataset() gave it
void pushReplacement(Workbench& workbench, const QString& text, DatasetId id, DatasetId version);

} // namespace vitrine
