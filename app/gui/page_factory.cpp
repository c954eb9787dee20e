#include "app/gui/page_factory.h"

#include "app/gui/pages/compare_page.h"
#include "app/gui/pages/dataset_page.h"
#include "app/gui/pages/experiment_page.h"
#include "app/gui/pages/open_data_page.h"
#include "app/gui/pages/report_page.h"
#include "app/gui/pages/run_page.h"
#include "app/gui/pages/runs_page.h"
#include "app/gui/pages/verify_page.h"
#include "app/gui/workbench.h"

namespace vitrine {

namespace {

/// "run:14" gives 14 for "run", 0 for anything else.
std::int64_t numberOf(const QString& pageId, const char* kind) {
    const QString prefix = QLatin1String(kind) + QLatin1Char(':');
    return pageId.startsWith(prefix) ? pageId.mid(prefix.size()).toLongLong() : 0;
}

} // namespace

Page* makePage(Workbench& workbench, const QString& pageId) {
    if (pageId == QStringLiteral("import"))
        return new OpenDataPage(workbench);
    if (pageId == QStringLiteral("compare"))
        return new ComparePage(workbench);
    if (pageId == QStringLiteral("runs"))
        return new RunsPage(workbench);
    if (pageId == QStringLiteral("verify"))
        return new VerifyPage(workbench);
    if (const auto id = numberOf(pageId, "experiment"))
        return new ExperimentPage(workbench, id);
    if (const auto id = numberOf(pageId, "run"))
        return new RunPage(workbench, id);
    if (const auto id = numberOf(pageId, "dataset"))
        return new DatasetPage(workbench, id);
    if (const auto id = numberOf(pageId, "report"))
        return new ReportPage(workbench, id);
    return nullptr;
}

bool isInProject(const Workbench& workbench, const QString& pageId) {
    const ProjectContents& contents = workbench.contents();
    if (const auto id = numberOf(pageId, "experiment"))
        return contents.experiment(id) != nullptr;
    if (const auto id = numberOf(pageId, "run"))
        return contents.run(id) != nullptr;
    if (const auto id = numberOf(pageId, "dataset"))
        return contents.dataset(id) != nullptr;
    if (const auto id = numberOf(pageId, "report"))
        return contents.report(id) != nullptr;
    return true;
}

} // namespace vitrine
