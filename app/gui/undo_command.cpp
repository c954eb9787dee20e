#include "app/gui/undo_command.h"

#include "app/gui/workbench.h"
#include "core/values/text.h"

#include <utility>

namespace vitrine {

UndoCommand::UndoCommand(Workbench& workbench, const QString& text, Change redo, Change undo)
    : QUndoCommand(text), m_workbench(workbench), m_redo(std::move(redo)), m_undo(std::move(undo)) {}

void UndoCommand::apply(const Change& change, const char* verb) {
    const bool first = std::exchange(m_isFirst, false);
    m_workbench.change(
        [change, entry = HistoryEntry{{}, verb, toStd(text())}](ProjectStore& store) -> Result<void> {
            if (auto done = change(store); !done)
                return done;
            return store.appendHistory(entry);
        },
        [workbench = &m_workbench, first](Result<void> result) {
            if (!result)
                workbench->fail(toQString(result.error().message));
            if (!first)
                Q_EMIT workbench->historyMoved();
        });
}

void UndoCommand::redo() {
    apply(m_redo, m_isFirst ? "done" : "redone");
}

void UndoCommand::undo() {
    apply(m_undo, "undone");
}

} // namespace vitrine
