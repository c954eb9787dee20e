#pragma once

#include "core/report/default_report.h"
#include "widgets/latest_task.h"
#include "widgets/report/report_preview.h"
#include "widgets/views/view_registry.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>
#include <set>

namespace vitrine {

class Workbench;

/// One open report: its document, every change of which is an undoable command on the project, and the pages made from
/// it in the background.
class ReportSession : public QObject {
    Q_OBJECT
public:
    ReportSession(Workbench& workbench, ReportId id, QObject* parent = nullptr);
    ~ReportSession() override; ///< writes what was typed last

    ReportId id() const { return m_id; }
    const ReportDocument& document() const { return m_document; }
    /// The pages as they were made last; empty before the first time.
    const std::optional<ReportPreview>& preview() const { return m_preview; }
    bool isComposing() const { return m_composing.isRunning() || m_composeSoon.isActive(); }
    /// Why there is no document; empty when there is one.
    QString problem() const { return m_problem; }

    /// Changes the document now and the project soon: at once, or after a pause while something is typed.
    void edit(const QString& what, const std::function<void(ReportDocument&)>& change, bool typing = false);
    /// Writes what is not written yet.
    void flush();
    /// Replaces all blocks by the proposal of the system of the first run.
    void startAgain(ReportLength length);

Q_SIGNALS:
    void documentChanged();
    void previewChanged();
    void problemChanged();

private:
    void followProject();
    void adopt(const ReportRecord& record);
    void compose();
    void setProblem(const QString& problem);

    Workbench& m_workbench;
    ReportId m_id;
    ReportDocument m_document;
    std::optional<ReportPreview> m_preview;
    QString m_problem;
    QString m_what;                 ///< text of the command under way
    nlohmann::json m_written;       ///< the document as it was written last
    std::set<std::string> m_unseen; ///< written, not yet read back
    std::string m_seen;             ///< as it was read last
    FigureProvider m_figures;       ///< keeps what it read for the next time
    std::shared_ptr<ProjectStore> m_store;
    std::shared_ptr<const ViewRegistry> m_views; ///< a copy, so that background work may outlive the program's window
    QTimer m_writeSoon;
    QTimer m_composeSoon;
    LatestTask m_composing;
    LatestTask m_proposing;
};

} // namespace vitrine
