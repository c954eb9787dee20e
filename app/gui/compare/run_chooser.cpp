#include "app/gui/compare/run_chooser.h"

#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {

namespace {

constexpr int kTitleWidth = 280;
constexpr int kSystemWidth = 144;
constexpr int kDataWidth = 176;

QString systemOf(Workbench& workbench, const RunRecord& run) {
    const PluginInfo* plugin = workbench.plugins()->info(run.plugin);
    const ExperimentInfo* experiment = plugin ? plugin->experiment(run.experiment) : nullptr;
    return toQString(experiment ? experiment->title : run.plugin);
}

QString dataOf(const RunRecord& run) {
    QStringList titles;
    for (const InputReference& input : run.inputs)
        titles.append(toQString(input.title));
    return titles.join(QStringLiteral(", "));
}

} // namespace

RunChooser::RunChooser(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_sentence(new TextLabel({}, TextSize::body, TextTone::text2)),
      m_list(new QTreeWidget), m_compare(new QPushButton(icon(QStringLiteral("compare"), IconTint::onAccent), {})) {
    m_list->setColumnCount(4);
    m_list->setHeaderLabels({tr("Run"), tr("Experiment"), tr("Data"), tr("State")});
    m_list->setAccessibleName(tr("Runs to compare"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setColumnWidth(0, kTitleWidth);
    m_list->setColumnWidth(1, kSystemWidth);
    m_list->setColumnWidth(2, kDataWidth);
    setPrimary(m_compare);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(metrics::kPageMargin, metrics::kSpace, metrics::kPageMargin, metrics::kSpace);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_compare);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(m_list, 1);
    connect(m_list, &QTreeWidget::itemChanged, this, &RunChooser::showCount);
    connect(m_compare, &QPushButton::clicked, this, &RunChooser::compareWanted);
    connect(&m_workbench, &Workbench::contentsChanged, this, &RunChooser::fill);
    fill();
}

void RunChooser::fill() {
    const std::vector<RunId> checked = chosen();
    {
        const QSignalBlocker blocker(m_list);
        m_list->clear();
        for (const RunRecord& run : m_workbench.contents().runs) {
            auto* item =
                new QTreeWidgetItem(m_list, {tr("%1  %2").arg(run.id).arg(toQString(run.title)),
                                             systemOf(m_workbench, run), dataOf(run), runStateText(run.state)});
            item->setIcon(3, icon(runStateIcon(run.state), IconTint::text2));
            item->setData(0, Qt::UserRole, QVariant::fromValue<qint64>(run.id));
            const bool isChecked = std::ranges::find(checked, run.id) != checked.end();
            item->setCheckState(0, isChecked ? Qt::Checked : Qt::Unchecked);
            for (int column = 0; column < m_list->columnCount(); ++column)
                item->setToolTip(column, item->text(column));
            const auto& stale = m_workbench.contents().stale;
            if (const auto found = stale.find(run.id); found != stale.end()) {
                item->setText(3, tr("%1, stale").arg(item->text(3)));
                item->setToolTip(3, toQString(found->second));
            }
        }
    }
    showCount();
}

void RunChooser::setChosen(const std::vector<RunId>& runs) {
    {
        const QSignalBlocker blocker(m_list);
        for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
            QTreeWidgetItem* item = m_list->topLevelItem(row);
            const RunId id = item->data(0, Qt::UserRole).toLongLong();
            item->setCheckState(0, std::ranges::find(runs, id) != runs.end() ? Qt::Checked : Qt::Unchecked);
        }
    }
    showCount();
}

std::vector<RunId> RunChooser::chosen() const {
    std::vector<RunId> runs;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row)
        if (const QTreeWidgetItem* item = m_list->topLevelItem(row); item->checkState(0) == Qt::Checked)
            runs.push_back(item->data(0, Qt::UserRole).toLongLong());
    return runs;
}

void RunChooser::showCount() {
    const std::size_t count = chosen().size();
    const int all = m_list->topLevelItemCount();
    m_compare->setText(count < 2 ? tr("Compare") : tr("Compare %1 runs").arg(count));
    m_compare->setEnabled(count >= 2);
    m_compare->setToolTip(count < 2 ? tr("Choose at least two runs") : tr("Put the chosen runs side by side"));
    if (all < 2)
        m_sentence->setText(all == 0 ? tr("There is no run yet. Start an experiment twice with different settings.")
                                     : tr("There is one run. Run it again with other settings, then compare the two."));
    else
        m_sentence->setText(tr("Choose at least two of %1 runs to put side by side.").arg(all));
}

} // namespace vitrine
