#pragma once

#include "core/report/compose_report.h"
#include "core/report/default_report.h"
#include "tests/support/sample_project.h"

#include <QTemporaryDir>

namespace vitrine::sample {

/// The sample project in a folder of its own, and what is needed to compose reports from it.
class ReportFixture {
public:
    ReportFixture() {
        auto made = ProjectStore::create(folder.path().toStdString() + "/Solubility.vitrine");
        if (!made)
            qFatal("%s", made.error().message.c_str());
        store = *made;
        ids = fill(*store);
        options.date = "2026-11-30";
        options.experiments = [this](const std::string&, const std::string&) { return &info; };
        options.figures = [this](const RunRecord& run, const ReportBlock& block) { return figure(run, block); };
    }

    std::shared_ptr<const ComposedReport> compose(const ReportDocument& document) const {
        auto report = composeReport(*store, document, options);
        if (!report)
            qFatal("%s", report.error().message.c_str());
        return std::make_shared<const ComposedReport>(std::move(*report));
    }

    /// The default report with every kind of block and text.
    ReportDocument document() const {
        auto made = defaultReport(*store, ids.run, info.report);
        ReportBlock text;
        text.kind = BlockKind::text;
        text.run = ids.run;
        text.text = "## Notes\n\nSome **bold** text, *italic*, `code` and a [link](https://example.org) about "
                    "{table:importance-2}.\n\n- one\n- two\n    - deeper\n\n1. first\n2. second\n\n> A quotation.\n\n"
                    "| a | b |\n| --- | ---: |\n| x | 1 |\n\n```\ncode line 1\n```\n\n<script>alert(1)</script>";
        made->blocks.insert(made->blocks.begin() + 4, text);
        ReportBlock heading;
        heading.kind = BlockKind::heading;
        heading.text = "What is *missing* & <odd>";
        made->blocks.push_back(heading);
        ReportBlock missing;
        missing.kind = BlockKind::figure;
        missing.run = 99;
        made->blocks.push_back(missing);
        return *made;
    }

    QTemporaryDir folder;
    std::shared_ptr<ProjectStore> store;
    Ids ids;
    ExperimentInfo info = experiment();
    ComposeOptions options;

private:
    std::optional<FigureSpec> figure(const RunRecord& run, const ReportBlock& block) const {
        const auto artifacts = store->artifacts(run.id);
        for (const ArtifactRecord& artifact : *artifacts)
            if (artifact.description.id == block.outputId)
                return makeFigure(artifact.description, *store->artifactValue(artifact.id));
        return std::nullopt;
    }
};

} // namespace vitrine::sample
