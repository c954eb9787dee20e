#include "app/gui/undo_command.h"

#include "app/gui/workbench.h"

namespace vitrine {

UndoCommand::UndoCommand(Workbench& workbench, const QString& text, Change redo, Change undo)
    : QUndoCommand(text), m_workbench(workbench), m_redo(std::move(redo)), m_undo(std::move(undo)) {}

void UndoCommand::redo() {
    m_workbench.change(m_redo);
}

void UndoCommand::undo() {
    m_workbench.change(m_undo);
}

} // namespace vitrine
