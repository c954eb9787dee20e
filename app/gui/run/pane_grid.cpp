#include "app/gui/run/pane_grid.h"

#include "app/gui/run/pane.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/cursor_link.h"
#include "widgets/style/metrics.h"

#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace vitrine {

PaneGrid::PaneGrid(Workbench& workbench, const std::vector<PaneSpec>& specs, const ExperimentInfo* experiment,
                   QWidget* parent)
    : QWidget(parent), m_rows(new QSplitter(Qt::Vertical, this)), m_cursors(new CursorLink(this)) {
    for (const PaneSpec& spec : specs) {
        auto* pane = new Pane(workbench, spec, experiment);
        m_panes.append(pane);
        connect(pane, &Pane::maximizeToggled, this, [this, pane] { toggleMaximized(pane); });
        connect(pane, &Pane::viewMade, this, [this, pane] {
            if (ChartView* chart = pane->view()->chart())
                m_cursors->add(chart);
            Q_EMIT viewMade(pane);
        });
    }
    m_rows->setChildrenCollapsible(false);
    m_rows->setHandleWidth(metrics::kSplitterHandle);
    layOut(specs);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_rows);
}

void PaneGrid::layOut(const std::vector<PaneSpec>& specs) {
    // Sizes in per mille of the stretches; the splitters scale them to what there is.
    constexpr int kUnit = 1000;
    std::map<int, std::vector<std::pair<int, qsizetype>>> rows; // row: column, pane
    for (qsizetype i = 0; i < m_panes.size(); ++i) {
        const PaneSpec& spec = specs[static_cast<std::size_t>(i)];
        rows[spec.row].emplace_back(spec.column, i);
    }
    QList<int> heights;
    for (auto& [row, columns] : rows) {
        std::ranges::sort(columns);
        auto* line = new QSplitter(Qt::Horizontal);
        line->setChildrenCollapsible(false);
        line->setHandleWidth(metrics::kSplitterHandle);
        QList<int> widths;
        int height = 1;
        for (const auto& [column, index] : columns) {
            const PaneSpec& spec = specs[static_cast<std::size_t>(index)];
            line->addWidget(m_panes[index]);
            line->setStretchFactor(line->count() - 1, spec.columnStretch);
            widths.append(spec.columnStretch * kUnit);
            height = std::max(height, spec.rowStretch);
        }
        line->setSizes(widths);
        m_rows->addWidget(line);
        m_rows->setStretchFactor(m_rows->count() - 1, height);
        heights.append(height * kUnit);
    }
    m_rows->setSizes(heights);
}

void PaneGrid::setRunData(const std::shared_ptr<const RunData>& runData) {
    for (Pane* pane : m_panes)
        pane->setRunData(runData);
}

void PaneGrid::setSelection(Selection* selection) {
    for (Pane* pane : m_panes)
        pane->setSelection(selection);
}

void PaneGrid::toggleMaximized(Pane* pane) {
    m_maximized = m_maximized ? nullptr : pane;
    for (Pane* other : m_panes)
        other->setVisible(!m_maximized || other == m_maximized);
    for (int row = 0; row < m_rows->count(); ++row) {
        const QWidget* line = m_rows->widget(row);
        const bool used = std::ranges::any_of(
            m_panes, [line](const Pane* other) { return other->parentWidget() == line && !other->isHidden(); });
        m_rows->widget(row)->setVisible(used);
    }
}

} // namespace vitrine
