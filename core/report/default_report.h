#pragma once

#include "core/report/report_document.h"
#include "core/store/project_store.h"

namespace vitrine {

enum class ReportLength { onePage, full };

/// The report of a run as its system wants it. `hints` is ExperimentInfo::report; every field may be absent:
///
///   {"title":   "Fragments that drive {input:graphs}",
///    "intro":   "Markdown with fields, see ReportDocument",
///    "figures": ["pathboost/importance",                        figure of a view; shows the output named last
///                {"figure": "pathboost/scatter", "output": "predictions", "caption": "…", "title": "…",
///                 "width": 84, "height": 61, "options": {…}}],
///    "outputs": ["metrics", {"output": "importance", "rows": 10, "columns": ["path", "importance"], "caption": "…"}],
///    "citation": false}                                         true when absent
///
/// Without hints, or for an empty object, all outputs appear in the order in which the project lists them: numbers,
/// then figures, then tables. A one-page report keeps the intro, the numbers, two figures, the first table with five
/// rows, the ledger and the provenance.
/// @errors not_found: there is no such run
Result<ReportDocument> defaultReport(const ProjectStore& store, RunId run, const nlohmann::json& hints,
                                     ReportLength length = ReportLength::full);

/// One entry of "figures" in the hints.
struct FigureHint {
    std::string figureId;
    std::string outputId; ///< empty: the figure belongs to no one output
    nlohmann::json more;  ///< the object with caption, size and options; null for a plain name
};
std::vector<FigureHint> figureHints(const nlohmann::json& hints);

/// Adds everything of one more run to a report, under a heading of its own. @errors not_found
Result<void> appendRun(ReportDocument& document, const ProjectStore& store, RunId run, const nlohmann::json& hints,
                       ReportLength length = ReportLength::full);

} // namespace vitrine
