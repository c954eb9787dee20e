#pragma once

class QMenu;

namespace vitrine {

class Pane;
class Workbench;

/// Fills the "…" menu of a pane: copy, save, data, report, provenance.
void fillPaneMenu(Pane& pane, Workbench& workbench, QMenu* menu);

} // namespace vitrine
