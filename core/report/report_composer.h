#pragma once

#include "core/report/anonymous_text.h"
#include "core/report/report_fields.h"
#include "core/report/report_project.h"
#include "core/report/run_parts.h"

#include <set>

namespace vitrine {

/// Composes one report; see composeReport. First every block gives its parts, then figures and tables get their
/// numbers, then the fields of all texts are resolved, because a text may refer to a figure below it.
class ReportComposer : public FieldSource {
public:
    ReportComposer(const ProjectStore& store, const ReportDocument& document, const ComposeOptions& options);
    Result<ComposedReport> compose();
    /// The title with its fields resolved, plain.
    std::string title() const;

    std::optional<std::string> metric(RunId run, const std::string& id, std::string_view part) const override;
    std::optional<std::string> parameter(RunId run, const std::string& id) const override;
    std::optional<std::string> input(RunId run, const std::string& id, std::string_view part) const override;
    std::optional<std::string> runTitle(RunId run) const override;
    std::optional<Target> reference(bool table, const std::string& id) const override;

private:
    /// A part whose text is not resolved yet. `raw` comes before the text that the part has already.
    struct Draft {
        ComposedPart part;
        std::string raw;
        std::string id; ///< of a captioned part
        RunId run = 0;
        bool numbered = false;
    };

    void addBlock(int index);
    void addText(const ReportBlock& block);
    void addFigure(const ReportBlock& block);
    void addDatasetFigure(const ReportBlock& block);
    void addMissingFigure(const ReportBlock& block);
    void addTable(const ReportBlock& block);
    void addProvidedTable(const ReportBlock& block);
    void addRunBlock(const ReportBlock& block);
    void addDefinitions();
    void addPart(ComposedPart part);
    void addHeading(const ReportBlock& block, const std::string& suffix);
    void addNotice(const std::string& sentence);

    RunId runOf(const ReportBlock& block) const;
    std::vector<const RunFacts*> runsOf(const ReportBlock& block);
    /// The artifact of a block, or null after a notice that says why there is none.
    const ArtifactRecord* artifactOf(const ReportBlock& block);
    Draft drafted(const ReportBlock& block, const std::string& name, const std::string& caption) const;
    Draft captioned(const ReportBlock& block, const RunFacts& run, const ArtifactRecord* artifact,
                    const std::string& name, const std::string& caption) const;
    void describe(const OutputDescription* output, const Value* value);

    void giveNumbers();
    void resolveTexts();
    void checkReferences();
    void orderHeadings();
    void listRuns();
    void removeNames();
    std::string subtitle() const;
    void warn(const std::string& sentence, int source);

    const ReportDocument& m_document;
    const ComposeOptions& m_options;
    ReportProject m_project;
    std::vector<RunId> m_runs; ///< that the document shows, in order
    std::vector<Draft> m_drafts;
    std::vector<Definition> m_definitions;
    std::set<std::string> m_cited;
    int m_source = -1; ///< block that is being composed
    std::size_t m_definitionsAt = 0;
    ComposedReport m_report;
};

} // namespace vitrine
