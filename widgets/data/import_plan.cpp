#include "widgets/data/import_plan.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"

#include <QFileInfo>
#include <QSet>

#include <algorithm>

namespace vitrine {

nlohmann::json ImportItem::corrections() const {
    nlohmann::json changed = file.options.is_object() ? file.options : nlohmann::json::object();
    if (options.is_object())
        for (const auto& [key, value] : options.items())
            if (!detected.is_object() || !detected.contains(key) || detected[key] != value)
                changed[key] = value;
    return changed;
}

ImportPlan::ImportPlan(QObject* parent) : QAbstractItemModel(parent) {}

ImportPlan::~ImportPlan() = default;

void ImportPlan::add(ImportScan scan) {
    QSet<QString> known;
    for (const auto& item : m_items)
        known.insert(item->file.path);
    const int before = itemCount();
    beginResetModel();
    for (ScannedGroup& found : scan.groups) {
        auto group = std::make_unique<Group>(Group{found.folder, {}});
        for (ScannedFile& file : found.files) {
            if (known.contains(file.path))
                continue;
            known.insert(file.path);
            auto item = std::make_unique<ImportItem>();
            item->file = std::move(file);
            if (item->file.readerId.empty()) {
                item->state = ImportState::refused;
                item->checked = false;
                item->message = item->file.refusal;
            }
            group->items.push_back(static_cast<int>(m_items.size()));
            m_items.push_back(std::move(item));
        }
        if (group->isFolder() || !group->items.empty())
            m_groups.push_back(std::move(group));
    }
    for (int i = before; i < itemCount(); ++i)
        linkParts(i);
    endResetModel();
    Q_EMIT planChanged();
}

/// The files of a proposal are not chosen as long as it is.
void ImportPlan::linkParts(int proposal) {
    const QStringList& parts = item(proposal).file.parts;
    if (parts.isEmpty())
        return;
    const QSet<QString> paths(parts.begin(), parts.end());
    for (const auto& part : m_items)
        if (part->file.parts.isEmpty() && paths.contains(part->file.path)) {
            part->proposal = proposal;
            part->checked = false;
        }
}

/// Either the proposal or its files.
void ImportPlan::chooseParts(int proposal) {
    ImportItem& whole = *m_items[static_cast<std::size_t>(proposal)];
    const nlohmann::json& options = whole.preview.options;
    whole.checked = !options.is_object() || options.value("joined", true);
    for (int i = 0; i < itemCount(); ++i) {
        ImportItem& part = *m_items[static_cast<std::size_t>(i)];
        if (part.proposal != proposal || part.state == ImportState::refused)
            continue;
        part.checked = !whole.checked || part.preview.records > 1;
        rowChanged(i);
    }
}

void ImportPlan::withdraw(int number) {
    for (const auto& part : m_items)
        if (part->proposal == number) {
            part->proposal = -1;
            part->checked = part->state != ImportState::refused;
        }
    beginResetModel();
    m_items[static_cast<std::size_t>(number)]->state = ImportState::done;
    for (const auto& group : m_groups)
        std::erase(group->items, number);
    ++m_withdrawn;
    endResetModel();
    Q_EMIT planChanged();
}

void ImportPlan::clear() {
    beginResetModel();
    m_withdrawn = 0;
    m_groups.clear();
    m_items.clear();
    endResetModel();
    Q_EMIT planChanged();
}

int ImportPlan::itemAt(const QModelIndex& index) const {
    if (!index.isValid())
        return -1;
    if (index.internalPointer())
        return static_cast<const Group*>(index.internalPointer())->items[static_cast<std::size_t>(index.row())];
    const Group& group = *m_groups[static_cast<std::size_t>(index.row())];
    return group.isFolder() ? -1 : group.items.front();
}

ImportPlan::Place ImportPlan::placeOf(int item) const {
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const auto& items = m_groups[g]->items;
        const auto found = std::find(items.begin(), items.end(), item);
        if (found != items.end())
            return {static_cast<int>(g), static_cast<int>(found - items.begin())};
    }
    return {};
}

QModelIndex ImportPlan::indexOf(int item, int column) const {
    const Place place = placeOf(item);
    if (place.group < 0)
        return {};
    const Group& group = *m_groups[static_cast<std::size_t>(place.group)];
    return group.isFolder() ? createIndex(place.row, column, const_cast<Group*>(&group))
                            : createIndex(place.group, column, nullptr);
}

void ImportPlan::rowChanged(int item) {
    const QModelIndex first = indexOf(item);
    Q_EMIT dataChanged(first, first.siblingAtColumn(kColumns - 1));
    if (const QModelIndex folder = first.parent(); folder.isValid())
        Q_EMIT dataChanged(folder, folder.siblingAtColumn(kColumns - 1));
    Q_EMIT planChanged();
}

void ImportPlan::setPreview(int number, ImportPreview preview) {
    ImportItem& item = *m_items[static_cast<std::size_t>(number)];
    item.state = preview.problems.empty() ? ImportState::ready : ImportState::review;
    item.message.clear();
    if (item.detected.is_null())
        item.detected = preview.options;
    item.options = preview.options;
    item.preview = std::move(preview);
    if (item.proposal >= 0 && item.preview.records > 1)
        item.checked = true; // no part of the proposal
    if (!item.file.parts.isEmpty())
        chooseParts(number);
    rowChanged(number);
}

void ImportPlan::setRefused(int number, const QString& reason) {
    ImportItem& item = *m_items[static_cast<std::size_t>(number)];
    item.state = ImportState::refused;
    item.message = messageWithoutName(reason, QFileInfo(item.file.path).fileName());
    item.checked = false;
    rowChanged(number);
}

void ImportPlan::setOptions(int number, nlohmann::json options) {
    m_items[static_cast<std::size_t>(number)]->options = std::move(options);
}

void ImportPlan::setState(int number, ImportState state, const QString& message) {
    ImportItem& item = *m_items[static_cast<std::size_t>(number)];
    item.state = state;
    item.message = messageWithoutName(message, QFileInfo(item.file.path).fileName());
    rowChanged(number);
}

void ImportPlan::setChecked(int number, bool checked) {
    ImportItem& item = *m_items[static_cast<std::size_t>(number)];
    if (item.checked == checked || item.state == ImportState::refused)
        return;
    item.checked = checked;
    rowChanged(number);
}

void ImportPlan::removeDone() {
    beginResetModel();
    std::vector<int> newNumber(m_items.size(), -1);
    std::vector<std::unique_ptr<ImportItem>> kept;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (m_items[i]->state == ImportState::done)
            continue;
        newNumber[i] = static_cast<int>(kept.size());
        kept.push_back(std::move(m_items[i]));
    }
    m_items = std::move(kept);
    for (const auto& group : m_groups) {
        for (int& item : group->items)
            item = newNumber[static_cast<std::size_t>(item)];
        std::erase(group->items, -1);
    }
    std::erase_if(m_groups, [](const auto& group) { return group->items.empty(); });
    for (const auto& item : m_items)
        if (item->proposal >= 0)
            item->proposal = newNumber[static_cast<std::size_t>(item->proposal)];
    m_withdrawn = 0;
    endResetModel();
    Q_EMIT planChanged();
}

std::vector<int> ImportPlan::chosen() const {
    std::vector<int> result;
    for (int i = 0; i < itemCount(); ++i)
        if (item(i).checked && item(i).isReadable())
            result.push_back(i);
    return result;
}

int ImportPlan::countOf(ImportState state) const {
    return static_cast<int>(
        std::count_if(m_items.begin(), m_items.end(), [state](const auto& item) { return item->state == state; }));
}

int ImportPlan::warningCount() const {
    int count = 0;
    for (const auto& item : m_items)
        if (item->state == ImportState::review)
            count += static_cast<int>(item->preview.problems.size());
    return count;
}

qint64 ImportPlan::chosenBytes() const {
    qint64 bytes = 0;
    for (const int number : chosen())
        bytes += item(number).file.size;
    return bytes;
}

QString ImportPlan::summary() const {
    const auto folders = std::count_if(m_groups.begin(), m_groups.end(), [](const auto& g) { return g->isFolder(); });
    const auto loose = static_cast<std::int64_t>(m_groups.size()) - folders;
    const QString items = counted(itemCount() - m_withdrawn, tr("item"), tr("items"));
    const QString inFolders = counted(folders, tr("folder"), tr("folders"));
    const QString single = counted(loose, tr("single file"), tr("single files"));
    if (folders == 0)
        return tr("%1 found.").arg(items);
    return loose == 0 ? tr("%1 found in %2.").arg(items, inFolders)
                      : tr("%1 found in %2 and %3.").arg(items, inFolders, single);
}

} // namespace vitrine
