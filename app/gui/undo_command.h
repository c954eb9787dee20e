#pragma once

#include "core/store/project_store.h"

#include <QUndoCommand>

#include <functional>

namespace vitrine {

class Workbench;

/// A change of the project that can be taken back. Holds ids and functions on the store, never pointers to records.
class UndoCommand : public QUndoCommand {
public:
    using Change = std::function<Result<void>(ProjectStore&)>;
    UndoCommand(Workbench& workbench, const QString& text, Change redo, Change undo);

    void redo() override;
    void undo() override;

private:
    void apply(const Change& change, const char* verb);

    Workbench& m_workbench;
    bool m_isFirst = true;
    Change m_redo;
    Change m_undo;
};

} // namespace vitrine
