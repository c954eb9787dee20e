#pragma once

#include "core/base/result.h"
#include "widgets/report/report_layout.h"

#include <QByteArray>

#include <string>

namespace vitrine {

struct PdfOptions {
    std::string date; ///< ISO date for the file's properties; empty: 1970-01-01, so the bytes depend on nothing else
    std::stop_token stop;
    std::function<void(double fraction)> progress;
};

/// A laid out report as PDF, A4, text that can be searched and copied, figures as vectors. Same layout and date: same
/// bytes. @errors cancelled
Result<QByteArray> pdfReport(const ReportLayout& layout, const FigurePaint& figures, const PdfOptions& options);

} // namespace vitrine
