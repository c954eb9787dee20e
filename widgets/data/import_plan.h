#pragma once

#include "core/data/reader.h"
#include "widgets/data/import_scan.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace vitrine {

/// Where an item of the plan stands.
enum class ImportState {
    looking, ///< at the file, in the background
    ready,
    review,  ///< readable, with something to be looked at
    wrong,   ///< not readable with the corrections made
    refused, ///< not readable at all
    waiting,
    reading,
    done,
    failed
};

/// One file of the plan, or the proposal to open several as one data set. That and its files are not chosen together by
/// the plan itself.
struct ImportItem {
    ScannedFile file;
    ImportState state = ImportState::looking;
    bool checked = true;
    QString message; ///< why it was refused or failed
    ImportPreview preview;
    nlohmann::json detected; ///< options of the first preview
    nlohmann::json options;  ///< as corrected, complete

    int proposal = -1; ///< item that proposes to open this file with others

    /// Options that differ from the detected ones, and those that the scan gave: what is handed to read().
    nlohmann::json corrections() const;

    /// Has a preview whose options can be corrected.
    bool isCorrectable() const { return isReadable() || state == ImportState::wrong; }
    /// Can be read, as far as is known.
    bool isReadable() const {
        return state == ImportState::ready || state == ImportState::review || state == ImportState::failed;
    }
};

/// The tree of an open-data page: folders with their files and loose files, what each will become, and which are
/// chosen.
class ImportPlan : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { kItem, kRecognised, kBecomes, kRecords, kSize, kState, kColumns };
    enum Role { kStateKind = Qt::UserRole, kIconName };

    explicit ImportPlan(QObject* parent = nullptr);
    ~ImportPlan() override;

    /// Appends what a scan found; files that are in the plan already are left out.
    void add(ImportScan scan);
    void clear();
    bool isEmpty() const { return m_groups.empty(); }

    int itemCount() const { return static_cast<int>(m_items.size()); }
    const ImportItem& item(int number) const { return *m_items[static_cast<std::size_t>(number)]; }
    /// Number of the item in a row, or -1 for a folder.
    int itemAt(const QModelIndex& index) const;
    QModelIndex indexOf(int item, int column = 0) const;

    void setPreview(int item, ImportPreview preview);
    void setRefused(int item, const QString& reason);
    /// Options were corrected; the preview that belongs to them follows.
    void setOptions(int item, nlohmann::json options);
    void setState(int item, ImportState state, const QString& message = {});
    void setChecked(int item, bool checked);
    /// Takes back a proposal that nothing comes of.
    void withdraw(int item);
    /// Takes away the items that are done.
    void removeDone();

    /// Items that are chosen and can be read.
    std::vector<int> chosen() const;
    int countOf(ImportState state) const;
    /// Problems of all items that are not refused.
    int warningCount() const;
    qint64 chosenBytes() const;
    QString summary() const; ///< "7 items found in 2 folders and 3 single files."

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void planChanged(); ///< anything that buttons and counts depend on

private:
    /// A folder with its files, or a loose file that stands at the top by itself.
    struct Group {
        QString folder; ///< empty: a loose file
        std::vector<int> items;
        bool isFolder() const { return !folder.isEmpty(); }
    };
    struct Place {
        int group = -1;
        int row = -1; ///< within the group
    };
    Place placeOf(int item) const;
    QVariant dataOf(const ImportItem& item, int column, int role) const;
    QVariant folderData(const Group& group, int column, int role) const;
    QString stateText(const ImportItem& item) const;
    QString toolTipOf(const ImportItem& item, int column) const;
    Qt::CheckState folderCheck(const Group& group) const;
    void rowChanged(int item);
    void linkParts(int proposal);
    void chooseParts(int proposal);

    std::vector<std::unique_ptr<Group>> m_groups;
    std::vector<std::unique_ptr<ImportItem>> m_items; ///< numbers stay until removeDone
    int m_withdrawn = 0;                              ///< items that are in no group
};

} // namespace vitrine
