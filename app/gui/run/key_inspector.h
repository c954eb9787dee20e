#pragma once

#include "widgets/views/result_view.h"

class QVBoxLayout;

namespace vitrine {

/// Selection half of the inspector for systems without one of their own: the selected keys and, for one key, its rows
/// in every table of the run.
class KeyInspector : public SelectionInspector {
    Q_OBJECT
public:
    explicit KeyInspector(QWidget* parent = nullptr);

    void setRunData(std::shared_ptr<const RunData> runData) override;
    void setSelection(Selection* selection) override;

private:
    void rebuild();
    void addTable(const OutputDescription& output, const Table& table, const QString& key);

    QWidget* m_inside;
    QVBoxLayout* m_column;
    std::shared_ptr<const RunData> m_data;
    Selection* m_selection = nullptr;
};

} // namespace vitrine
