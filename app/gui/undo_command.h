#pragma once

#include "core/store/project_store.h"

#include <QDateTime>
#include <QUndoCommand>

#include <functional>

namespace vitrine {

class Workbench;

/// A change of the project that can be taken back. Holds ids and functions on the store, never pointers to records.
class UndoCommand : public QUndoCommand {
public:
    using Change = std::function<Result<void>(ProjectStore&)>;
    UndoCommand(Workbench& workbench, const QString& text, Change redo, Change undo);

    /// When it was done first.
    const QDateTime& time() const { return m_time; }
    void redo() override;
    void undo() override;

private:
    void apply(const Change& change, const char* verb);

    Workbench& m_workbench;
    QDateTime m_time = QDateTime::currentDateTime();
    bool m_isFirst = true;
    Change m_redo;
    Change m_undo;
};

} // namespace vitrine
