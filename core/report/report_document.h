#pragma once

#include "core/base/result.h"
#include "core/store/records.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

enum class BlockKind { heading, text, figure, table, scalars, parameters, ledger, provenance, definitions, citation };

/// "heading", "text", ... as it stands in the project file.
std::string_view blockKindName(BlockKind kind);
/// As people read it: "Heading", "Import ledger", ...
std::string_view blockKindTitle(BlockKind kind);

/// One block of a report. What it shows is taken from the project by reference and resolved when the report is
/// composed.
struct ReportBlock {
    static constexpr double kMinMm = 20.0;
    static constexpr double kMaxMm = 250.0;
    static constexpr int kMaxRows = 1000;

    BlockKind kind = BlockKind::text;
    std::string id;    ///< unique in the document, for references in text: {fig:importance}, {table:baselines}
    std::string title; ///< name in the list of blocks and alternative text of a figure; empty: that of what is shown
    std::string text;  ///< Markdown (text), one line (heading), caption in Markdown (figure, table, scalars)
    RunId run = 0;
    std::string outputId; ///< output of the run
    DatasetId dataset = 0;
    std::string figureId; ///< which figure of a system view; empty: the generic one of the output
    int level = 2;        ///< of a heading, 2 or 3; the title of the report is 1
    double widthMm = 84;
    double heightMm = 61;
    int maxRows = 20;
    bool showFingerprint = true; ///< line of hashes and versions under a figure or table
    /// Figures: view state that changes what is shown (selected path, top n). Tables: "columns", array of names.
    nlohmann::json options;

    nlohmann::json toJson() const;
    /// @errors parse: which field is wrong and what it should be
    static Result<ReportBlock> fromJson(const nlohmann::json& object);
};

/// A report as the project keeps it.
///
/// Texts and captions may hold fields, which are resolved when the report is composed. The run is that of the block
/// unless its number is given ("{metric:14/test_rmse}"):
///   {metric:ID} value, unit and interval of a scalar     {metric:ID:value} {metric:ID:interval} parts of it
///   {param:ID} value of a parameter                       {input:ID} title, {input:ID:records} count of an input
///   {fig:ID} {table:ID} "Figure 2", "Table 1"             {#fig:ID} {#table:ID} in a caption: its id
///   {run} title of the run                                \{ a brace
struct ReportDocument {
    static constexpr int kMaxBlocks = 2000;

    std::string title;
    std::vector<ReportBlock> blocks;
    bool anonymous = false; ///< leave out user, host and folder names
    bool embedData = true;  ///< data of figures and tables as CSV, inside the HTML page or beside it

    /// An id that no block has yet: `wish`, or `wish-2`, ...
    std::string freeId(std::string_view wish) const;

    nlohmann::json toJson() const;
    /// @errors parse: "block 3: ..." in one sentence
    static Result<ReportDocument> fromJson(const nlohmann::json& object);
};

} // namespace vitrine
