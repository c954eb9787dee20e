#pragma once

#include "core/data/reader.h"

#include <QTableView>

#include <map>

class QComboBox;

namespace vitrine {

class PreviewTableModel;

/// First and last rows of a file with a chooser of roles above each column. Choosers exist for visible columns only, so
/// that tables of thousands of columns stay light.
class PreviewTable : public QTableView {
    Q_OBJECT
public:
    explicit PreviewTable(QWidget* parent = nullptr);

    void setPreview(ImportPreview preview);
    PreviewTableModel* previewModel() const { return m_model; }
    /// Chooser of a column, or null where there is none now.
    QComboBox* roleChooser(int column) const;

Q_SIGNALS:
    /// The person gave a column another role.
    void roleChosen(int column, vitrine::ColumnRole role);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeChoosers();
    QComboBox* makeChooser(int column);
    void sizeColumns();

    PreviewTableModel* m_model;
    std::map<int, QComboBox*> m_choosers;
};

} // namespace vitrine
