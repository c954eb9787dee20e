#pragma once

#include <QSortFilterProxyModel>

namespace vitrine::pathboost {

/// Sorts siblings by the values of a column, missing ones last in either direction, and keeps paths whose label holds
/// the text, with their prefixes. A hyphen finds the dash between labels.
class PathTreeFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit PathTreeFilter(QObject* parent = nullptr);
    void setText(const QString& text);
    QString text() const { return m_text; }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QString m_text;
};

} // namespace vitrine::pathboost
