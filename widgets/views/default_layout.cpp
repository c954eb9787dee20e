#include "widgets/views/default_layout.h"

#include "core/values/text.h"

#include <algorithm>

namespace vitrine {
namespace {

constexpr int kPanesPerPage = 4;

/// Charts first, then tables and numbers, then what is read.
int rank(const OutputDescription& output) {
    switch (output.kind) {
    case ValueKind::series:
    case ValueKind::matrix: return 0;
    case ValueKind::table: return output.view.is_object() && output.view.contains("chart") ? 0 : 1;
    case ValueKind::scalars:
    case ValueKind::graphSet: return 1;
    case ValueKind::document: return 2;
    case ValueKind::model:
    case ValueKind::files:
    case ValueKind::tensors: return 3;
    }
    return 3;
}

QString pageTitle(int page, bool texts) {
    if (page == 0)
        return QObject::tr("Overview");
    return texts ? QObject::tr("Documents") : page == 1 ? QObject::tr("Results") : QObject::tr("Results %1").arg(page);
}

} // namespace

RunPageLayout defaultPageLayout(const ExperimentInfo& experiment) {
    std::vector<const OutputDescription*> outputs;
    for (const OutputDescription& output : experiment.outputs)
        if (output.kind != ValueKind::scalars || !output.headline)
            outputs.push_back(&output);
    std::stable_sort(outputs.begin(), outputs.end(), [](const auto* a, const auto* b) { return rank(*a) < rank(*b); });
    RunPageLayout layout;
    bool textPage = false;
    for (const OutputDescription* output : outputs) {
        const bool isText = rank(*output) >= 2;
        const bool full = layout.pages.empty() || layout.pages.back().panes.size() >= kPanesPerPage;
        if (full || (isText && !textPage && layout.pages.back().panes.size() > 1))
            layout.pages.push_back({pageTitle(static_cast<int>(layout.pages.size()), isText), {}});
        textPage = isText;
        std::vector<PaneSpec>& panes = layout.pages.back().panes;
        PaneSpec pane;
        pane.title = toQString(output->title.empty() ? output->id : output->title);
        pane.outputId = output->id;
        pane.viewId = "generic";
        pane.row = static_cast<int>(panes.size()) / 2;
        pane.column = static_cast<int>(panes.size()) % 2;
        panes.push_back(std::move(pane));
    }
    return layout;
}

} // namespace vitrine
