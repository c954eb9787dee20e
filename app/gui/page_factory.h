#pragma once

#include <QString>

namespace vitrine {

class Page;
class Workbench;

/// The page of an id ("dataset:3", "experiment:2", "run:14", "report:1", "import", "runs", "compare"), or null for an
/// unknown one.
Page* makePage(Workbench& workbench, const QString& pageId);

/// Whether what the page shows is in the project; pages that show nothing of it always are.
bool isInProject(const Workbench& workbench, const QString& pageId);

} // namespace vitrine
