#pragma once

#include "core/figure/figure_spec.h"
#include "core/store/records.h"
#include "core/values/value.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vitrine {

class AnonymousText;

/// A table as it is shown: every cell is text already, so that all writers show the same.
struct DisplayTable {
    struct ColumnHead {
        std::string title; ///< with unit: "RMSE (log mol/L)"
        bool alignRight = false;
        bool fixedPitch = false; ///< hashes, structures, commands
    };
    std::vector<ColumnHead> columns;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::size_t> strongRows; ///< bold: changed parameters
    std::string note;                    ///< "20 of 141 rows shown", may be empty
};

/// A term that a report explains.
struct Definition {
    std::string name;
    std::string text;
    std::string source; ///< may be empty
};

enum class PartKind { heading, text, figure, table, code, notice };

/// One piece of a composed report. A block gives one or several.
struct ComposedPart {
    PartKind kind = PartKind::text;
    int source = -1;    ///< position of its block in the document, -1: made by the composer
    int level = 2;      ///< of a heading
    std::string anchor; ///< "fig-importance", unique in the report; empty: cannot be referred to
    std::string number; ///< "Figure 1", "Table 2", empty otherwise
    std::string title;  ///< plain: alternative text of a figure, name of a table
    std::string text;   ///< heading, code and notice: plain; text and captions: Markdown with all fields resolved
    std::optional<FigureSpec> figure;
    double widthMm = 84;
    double heightMm = 61;
    std::optional<DisplayTable> table;
    std::string fingerprint;   ///< "data 39500aefff8d · pathboost 1.0 · seed 2026", empty: not shown
    std::string dataName;      ///< name of the data file without ending, unique in the report; empty: no data
    std::optional<Value> data; ///< what a table shows, exact and whole; figures export their own
    RunId run = 0;             ///< whose result is shown; 0: of none
    std::string outputId;      ///< empty: a figure of several outputs
    std::string contentHash;   ///< of the output

    bool isCaptioned() const { return kind == PartKind::figure || kind == PartKind::table; }
};

/// Something about the report that its writer should know, shown as a badge beside it.
struct ReportCheck {
    enum class Level { ok, warning };
    Level level = Level::ok;
    std::string text; ///< "Figure 2 has no text that cites it"
    int source = -1;  ///< position of the block concerned
};

/// A report with everything it shows, ready to be rendered; the same for HTML, PDF and Markdown.
struct ComposedReport {
    std::string title;
    std::string subtitle; ///< "Solubility.vitrine, 30 November 2026, anonymous"
    std::vector<ComposedPart> parts;
    std::vector<ReportCheck> checks;
    std::vector<RunRecord> runs; ///< that are shown, and those that made their inputs; a run comes after its inputs
    bool embedData = true;
    /// Set in an anonymous report: takes names out of data that writers export whole. Everything above is clean.
    std::shared_ptr<const AnonymousText> names;
};

} // namespace vitrine
