#pragma once

#include "core/figure/figure_spec.h"
#include "core/store/project_store.h"

#include <optional>
#include <string>
#include <vector>

namespace vitrine {

enum class BlockKind { heading, text, figure, table, scalars, parameters, ledger, provenance, definitions, citation };

/// One block of a report. What it shows is taken from the project by reference and resolved when the report is
/// composed.
struct ReportBlock {
    BlockKind kind = BlockKind::text;
    std::string id;   ///< stable, for cross references in text: {#fig:importance}
    std::string text; ///< Markdown (heading, text), caption (figure, table)
    RunId run = 0;
    std::string outputId; ///< output of the run
    DatasetId dataset = 0;
    std::string figureId; ///< which figure of a system view; empty: the generic one
    double widthMm = 84;
    double heightMm = 61;
    int maxRows = 20;
    nlohmann::json options; ///< of figures: view state that changes what is shown (selected path, top n)
};

struct ReportDocument {
    std::string title;
    std::vector<ReportBlock> blocks;
    bool anonymous = false;

    nlohmann::json toJson() const;
    static Result<ReportDocument> fromJson(const nlohmann::json& object);
};

/// A block with everything it shows, ready to be rendered; the same for HTML, PDF and Markdown.
struct ComposedBlock {
    BlockKind kind = BlockKind::text;
    std::string id;
    std::string number;  ///< "Figure 1", "Table 2", empty otherwise
    std::string heading; ///< of ledger, parameters, ...
    std::string text;    ///< Markdown, references resolved
    std::optional<FigureSpec> figure;
    std::optional<Table> table;
    std::vector<std::string> columnAlign; ///< "left" or "right" per table column
    std::string fingerprint;              ///< one line: "data 39500aefff8d · pathboost 1.0 · seed 2026"
    double widthMm = 84;
    double heightMm = 61;
};

struct ComposedReport {
    std::string title;
    std::string subtitle; ///< project, date; nothing personal when anonymous
    std::vector<ComposedBlock> blocks;
};

/// Finds the figure of a system's own view by (plugin, experiment, output, figureId). Views register theirs in the view
/// registry; headless reports get the same ones.
using FigureProvider = std::function<std::optional<FigureSpec>(const RunRecord&, const ReportBlock&,
                                                               const OutputDescription&, const Value&)>;

/// The default report of one run: headline, figures, tables in the order the plugin gives, ledger of the inputs,
/// parameters, provenance, definitions, citation.
Result<ReportDocument> defaultReport(const ProjectStore& store, RunId run, const nlohmann::json& reportTemplate);

/// Resolves every block. @errors not_found (a run or output that is gone becomes a block that says so, not an error)
Result<ComposedReport> composeReport(const ProjectStore& store, const ReportDocument& document,
                                     const FigureProvider& figures);

} // namespace vitrine
