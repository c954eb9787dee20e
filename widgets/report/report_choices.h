#pragma once

#include "core/report/compose_report.h"

#include <QString>

#include <vector>

namespace vitrine {

/// Something that a block can show, as its inspector offers it.
struct ReportChoice {
    BlockKind kind = BlockKind::figure; ///< figure, table or scalars; a choice may appear once per kind
    RunId run = 0;
    std::string outputId;
    std::string figureId;
    QString label; ///< "Run 14, Predictions"
};

/// What blocks can refer to in a project.
struct ReportChoices {
    struct Named {
        std::int64_t id = 0;
        QString label; ///< "Run 14, PathBoost on ESOL"
    };
    std::vector<ReportChoice> results;
    std::vector<Named> runs; ///< latest first
    std::vector<Named> datasets;
    struct Metric {
        RunId run = 0;
        std::string id;
        QString label; ///< "Test RMSE"
    };
    std::vector<Metric> metrics; ///< numbers of the runs that the document shows

    /// The first result of a kind, of a given run if there is one; null when there is nothing.
    const ReportChoice* first(BlockKind kind, RunId preferredRun) const;
    /// What a block shows; null when the project has it no longer.
    const ReportChoice* of(const ReportBlock& block) const;
};

/// Reads the records of the project and the numbers of the runs in the document. For worker threads. The latest
/// kMostRuns runs are offered.
ReportChoices readReportChoices(const ProjectStore& store, const ReportDocument& document,
                                const ExperimentLookup& experiments);

constexpr std::size_t kMostRuns = 200;

} // namespace vitrine
