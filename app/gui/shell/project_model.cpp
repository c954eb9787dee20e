#include "app/gui/shell/project_model.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr std::array<const char*, ProjectModel::SectionCount> kPagePrefix = {"dataset", "experiment", "run", "report"};

QString datasetIcon(const DatasetRecord& dataset) {
    switch (dataset.kind) {
    case ValueKind::graphSet: return dataset.molecular ? QStringLiteral("mol") : QStringLiteral("graph");
    case ValueKind::series: return QStringLiteral("curve");
    case ValueKind::matrix: return QStringLiteral("matrix");
    case ValueKind::model: return QStringLiteral("dial");
    case ValueKind::files: return QStringLiteral("folder");
    case ValueKind::document: return QStringLiteral("text");
    case ValueKind::tensors: return QStringLiteral("layers");
    default: return QStringLiteral("table");
    }
}

QString stateNote(RunState state) {
    switch (state) {
    case RunState::queued: return ProjectModel::tr("waiting");
    case RunState::running: return ProjectModel::tr("running");
    case RunState::finished: return ProjectModel::tr("done");
    case RunState::failed: return ProjectModel::tr("failed");
    case RunState::cancelled: return ProjectModel::tr("cancelled");
    case RunState::interrupted: return ProjectModel::tr("interrupted");
    }
    return {};
}

/// What is wrong with the file of a data set; empty when nothing is.
QString sourceNote(SourceState state) {
    switch (state) {
    case SourceState::missing: return ProjectModel::tr("source missing");
    case SourceState::changed: return ProjectModel::tr("source changed");
    default: return {};
    }
}

QString blocksNote(const ReportRecord& report) {
    const auto blocks = report.document.is_object() ? report.document.find("blocks") : report.document.end();
    const std::size_t count = blocks != report.document.end() && blocks->is_array() ? blocks->size() : 0;
    return counted(static_cast<std::int64_t>(count), ProjectModel::tr("block"), ProjectModel::tr("blocks"));
}

} // namespace

void ProjectModel::setContents(const ProjectContents& contents, bool isReadOnly) {
    m_readOnly = isReadOnly;
    std::vector<Item> items;
    for (const DatasetRecord& dataset : contents.datasets) {
        const QString warning = sourceNote(contents.sourceState(dataset.id));
        items.push_back({dataset.id, toQString(dataset.title),
                         warning.isEmpty() ? displayCount(dataset.records) : warning, datasetIcon(dataset),
                         toQString(dataset.source.path), RunState::finished, !warning.isEmpty()});
    }
    replace(Data, std::exchange(items, {}));
    for (const ExperimentRecord& experiment : contents.experiments)
        items.push_back(
            {experiment.id, toQString(experiment.title), {}, QStringLiteral("sliders"), {}, RunState::finished, false});
    replace(Experiments, std::exchange(items, {}));
    for (const RunRecord& run : contents.runs) {
        const auto stale = contents.stale.find(run.id);
        const bool warns = stale != contents.stale.end() && run.state == RunState::finished;
        items.push_back({run.id, QStringLiteral("%1 %2").arg(run.id).arg(toQString(run.title)),
                         warns ? tr("stale") : stateNote(run.state), runStateIcon(run.state),
                         toQString(warns ? stale->second : run.message), run.state, warns});
        if (isEnded(run.state))
            m_progress.erase(run.id);
    }
    replace(Runs, std::exchange(items, {}));
    for (const ReportRecord& report : contents.reports)
        items.push_back({report.id,
                         toQString(report.title),
                         blocksNote(report),
                         QStringLiteral("report"),
                         {},
                         RunState::finished,
                         false});
    replace(Reports, std::move(items));
}

void ProjectModel::replace(Section section, std::vector<Item> next) {
    std::vector<Item>& items = itemsOf(section);
    const QModelIndex parent = sectionIndex(section);
    const auto has = [](const std::vector<Item>& list, std::int64_t id) {
        return std::ranges::find(list, id, &Item::id) != list.end();
    };
    for (int row = static_cast<int>(items.size()) - 1; row >= 0; --row)
        if (!has(next, items[static_cast<std::size_t>(row)].id)) {
            beginRemoveRows(parent, row, row);
            items.erase(items.begin() + row);
            endRemoveRows();
        }
    // Both lists are in one order by id, so what is missing can be put in place one after the other.
    for (int row = 0; row < static_cast<int>(next.size()); ++row) {
        Item& wanted = next[static_cast<std::size_t>(row)];
        if (!has(items, wanted.id)) {
            beginInsertRows(parent, row, row);
            items.insert(items.begin() + row, wanted);
            endInsertRows();
        } else if (items[static_cast<std::size_t>(row)] != wanted) {
            items[static_cast<std::size_t>(row)] = wanted;
            Q_EMIT dataChanged(index(row, 0, parent), index(row, 0, parent));
        }
    }
}

void ProjectModel::setProgress(RunId run, double fraction) {
    m_progress[run] = fraction;
    const std::vector<Item>& runs = itemsOf(Runs);
    const auto found = std::ranges::find(runs, run, &Item::id);
    if (found == runs.end())
        return;
    const QModelIndex at = index(static_cast<int>(found - runs.begin()), 0, sectionIndex(Runs));
    Q_EMIT dataChanged(at, at, {NoteRole, Qt::DecorationRole, Qt::ToolTipRole});
}

QModelIndex ProjectModel::indexOfPage(const QString& pageId) const {
    for (int section = 0; section < SectionCount; ++section)
        for (int row = 0; row < static_cast<int>(itemsOf(section).size()); ++row) {
            const QModelIndex at = index(row, 0, index(section, 0));
            if (at.data(PageRole).toString() == pageId)
                return at;
        }
    return {};
}

// Sections have internal id 0, the rows of section s have s + 1.
QModelIndex ProjectModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex ProjectModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr{0});
}

int ProjectModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return SectionCount;
    return parent.internalId() == 0 && parent.column() == 0 ? static_cast<int>(itemsOf(parent.row()).size()) : 0;
}

QVariant ProjectModel::sectionData(int section, int role) const {
    static const std::array<QString, SectionCount> names = {tr("Data"), tr("Experiments"), tr("Runs"), tr("Reports")};
    switch (role) {
    case Qt::DisplayRole: return names[static_cast<std::size_t>(section)];
    case SectionRole: return section;
    case PageRole: return QString();
    default: return {};
    }
}

QString ProjectModel::noteOf(const Item& item, int section) const {
    if (const double* progress = progressOf(item, section))
        return tr("%1 %").arg(static_cast<int>(std::floor(*progress * 100.0)));
    return item.note;
}

const double* ProjectModel::progressOf(const Item& item, int section) const {
    if (section != Runs || isEnded(item.state))
        return nullptr;
    const auto found = m_progress.find(item.id);
    return found == m_progress.end() ? nullptr : &found->second;
}

QVariant ProjectModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    if (index.internalId() == 0)
        return sectionData(index.row(), role);
    const int section = static_cast<int>(index.internalId()) - 1;
    const Item& item = itemsOf(section)[static_cast<std::size_t>(index.row())];
    const bool running = item.state == RunState::running || progressOf(item, section) != nullptr;
    switch (role) {
    case Qt::DisplayRole: return item.title;
    case Qt::EditRole:
        // The number of a run is not part of its name.
        return section == Runs ? item.title.section(QLatin1Char(' '), 1) : item.title;
    case Qt::DecorationRole:
        return running ? icon(runStateIcon(RunState::running), IconTint::accent) : icon(item.icon, IconTint::text2);
    case Qt::ToolTipRole: {
        const QString note = running ? stateNote(RunState::running) : item.note;
        const QString text = note.isEmpty() ? item.title : QStringLiteral("%1, %2").arg(item.title, note);
        return item.toolTip.isEmpty() ? text : text + QLatin1Char('\n') + item.toolTip;
    }
    case NoteRole: return noteOf(item, section);
    case PageRole:
        return QStringLiteral("%1:%2").arg(QLatin1String(kPagePrefix[static_cast<std::size_t>(section)])).arg(item.id);
    case SectionRole: return section;
    case IdRole: return static_cast<qint64>(item.id);
    case WarnRole: return item.warns;
    case RenameableRole: return !m_readOnly && isEnded(item.state);
    default: return {};
    }
}

Qt::ItemFlags ProjectModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return {};
    if (index.internalId() == 0)
        return Qt::ItemIsEnabled;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (index.data(RenameableRole).toBool())
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool ProjectModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QString name = value.toString().trimmed();
    if (role != Qt::EditRole || !index.isValid() || name.isEmpty() || name == index.data(Qt::EditRole).toString())
        return false;
    // The name changes when the project has taken it.
    Q_EMIT renameRequested(index.data(SectionRole).toInt(), index.data(IdRole).toLongLong(), name);
    return false;
}

} // namespace vitrine
