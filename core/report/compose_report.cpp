#include "core/report/compose_report.h"

#include "core/report/report_composer.h"

namespace vitrine {

Result<ComposedReport> composeReport(const ProjectStore& store, const ReportDocument& document,
                                     const ComposeOptions& options) {
    return ReportComposer(store, document, options).compose();
}

} // namespace vitrine
