#pragma once

#include <QString>

class QWidget;

namespace vitrine {

class GraphStage;

/// A view in space, or why there can be none.
struct GraphSpace {
    GraphStage* stage = nullptr;
    QString problem; ///< one sentence; empty exactly when there is a stage
};

/// Whether the module for views in space belongs to this installation. Where it does not, nobody is offered space.
bool isGraphSpaceInstalled();

/// Asks the platform for OpenGL (the first context of the program is made here, so not before somebody wants to look
/// into space), and loads the module. GUI thread only.
GraphSpace makeGraphSpace(QWidget* parent);

/// Why this platform cannot show graphs in space; empty: it can. On some platforms a widget of OpenGL ends the program
/// when it is first shown, so this is asked first.
QString openGlProblem();

} // namespace vitrine
