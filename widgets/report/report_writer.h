#pragma once

#include "core/plugin/plugin_registry.h"
#include "core/report/report_document.h"
#include "core/store/project_store.h"
#include "widgets/views/view_registry.h"

#include <QString>

#include <functional>
#include <stop_token>

namespace vitrine {

/// Whether a report of that name is a folder: it has neither ".html", ".htm" nor ".pdf".
bool isReportFolder(const QString& target);
/// Whether a report can be written there, so that no work is lost; nothing is changed.
/// @errors invalid_argument (unknown ending, no such folder, folder with other files), io
Result<void> checkReportTarget(const QString& target);

struct ReportWriteOptions {
    std::string date; ///< ISO, "2026-11-30", printed and put into the properties of a PDF; empty: none
    std::stop_token stop;
    std::function<void(double fraction, const std::string& stage)> progress; ///< called on the calling thread
};

/// Writes a report: ".html" or ".htm" one page without script and network, ".pdf" A4 pages with vector figures, any
/// other name a folder with report.md, figures/*.svg and data/*.csv. Same project, document and date: same bytes. An
/// existing file is replaced only when the new one is complete; an existing folder must be empty or hold an earlier
/// report.
///
/// May be called on any thread; figures are laid out on the main thread one by one, so the main thread must run its
/// event loop unless it is the caller. Needs a QApplication; the offscreen platform is enough.
/// @errors io, cancelled, invalid_argument (folder in use)
Result<void> writeReport(const ProjectStore& store, const ReportDocument& document, const ViewRegistry& views,
                         const PluginRegistry& plugins, const QString& target, const ReportWriteOptions& options = {});

} // namespace vitrine
