#pragma once

#include "core/report/composed_report.h"
#include "core/report/report_document.h"

#include <QAbstractListModel>

namespace vitrine {

/// The blocks of a report as a list: name and what is in it. Rows are dragged; the model itself changes nothing, it
/// says what was wanted.
class ReportBlockModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { DetailRole = Qt::UserRole, IconRole, WarningRole };

    using QAbstractListModel::QAbstractListModel;

    /// Names of figures and tables and their warnings come from the composed report; null while there is none yet.
    void setDocument(const ReportDocument& document, const ComposedReport* composed);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction | Qt::CopyAction; }
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                         const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

Q_SIGNALS:
    /// The block at `from` should stand before the one that is at `before` now.
    void moveWanted(int from, int before);
    void blockDropped(const vitrine::ReportBlock& block, int before);

private:
    struct Row {
        QString name;
        QString detail;
        QString icon;
        QString warning; ///< sentence, may be empty
        bool operator==(const Row&) const = default;
    };
    static Row rowOf(const ReportBlock& block);
    static void addComposed(Row& row, BlockKind kind, const ComposedPart& part);

    QList<Row> m_rows;
};

/// First words of a Markdown text, without its marks.
QString firstWords(const std::string& markdown);

} // namespace vitrine
