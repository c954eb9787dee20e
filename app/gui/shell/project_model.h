#pragma once

#include "app/gui/project_contents.h"

#include <QAbstractItemModel>

#include <array>
#include <map>
#include <vector>

namespace vitrine {

/// The project as a tree: Data, Experiments, Runs, Reports, with counts and states. One column.
class ProjectModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Section { Data, Experiments, Runs, Reports, SectionCount };
    enum Role {
        NoteRole = Qt::UserRole, ///< count or state at the right: "1,128", "63 %"
        PageRole,                ///< id of the page: "dataset:3"; empty for sections
        SectionRole,
        IdRole,
        RenameableRole,
        WarnRole ///< the note says that something needs attention
    };

    explicit ProjectModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

    /// Takes over the records; rows that stay keep their index.
    void setContents(const ProjectContents& contents, bool isReadOnly);
    /// A run that is under way has begun and come so far, in [0, 1]; counts more than its record.
    void setProgress(RunId run, double fraction);
    QModelIndex sectionIndex(Section section) const { return index(section, 0); }
    QModelIndex indexOfPage(const QString& pageId) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex&) const override { return 1; }
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    /// A name was typed in the tree.
    void renameRequested(int section, qint64 id, const QString& name);

private:
    struct Item {
        std::int64_t id = 0;
        QString title;
        QString note;
        QString icon;
        QString toolTip;
        RunState state = RunState::finished;
        bool warns = false;
        bool operator==(const Item&) const = default;
    };
    std::vector<Item>& itemsOf(int section) { return m_items[static_cast<std::size_t>(section)]; }
    const std::vector<Item>& itemsOf(int section) const { return m_items[static_cast<std::size_t>(section)]; }
    void replace(Section section, std::vector<Item> next);
    QVariant sectionData(int section, int role) const;
    QString noteOf(const Item& item, int section) const;
    /// Progress of a run that has begun and not ended, or null.
    const double* progressOf(const Item& item, int section) const;

    std::array<std::vector<Item>, SectionCount> m_items;
    std::map<RunId, double> m_progress;
    bool m_readOnly = false;
};

} // namespace vitrine
