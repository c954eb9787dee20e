#pragma once

#include "widgets/report/report_choices.h"
#include "widgets/report/report_layout.h"

#include <QByteArray>

#include <map>

namespace vitrine {

/// A composed and laid out report, made in the background for the page on the screen.
struct ReportPreview {
    std::shared_ptr<const ReportLayout> layout;
    /// What each figure looks like, by anchor: equal keys, equal pictures, so an edited text redraws no figure.
    std::map<std::string, QByteArray> figureKeys;
    ReportChoices choices;
};

/// For worker threads. @errors cancelled
Result<ReportPreview> makeReportPreview(const ProjectStore& store, const ReportDocument& document,
                                        const ComposeOptions& options);

/// Digest of everything that a figure shows, and of its size.
QByteArray figureKey(const ComposedPart& part);

} // namespace vitrine
