#pragma once

#include "widgets/views/result_view.h"

#include <QPointer>

class QPlainTextEdit;
class QScrollArea;

namespace vitrine {
class EmptyState;
class FormSection;
} // namespace vitrine

namespace vitrine::pathboost {

class GraphPanel;
class PathPanel;

/// What makes the run again, in a few lines: data with hashes, plugin, seed, command. What is not known is left out.
QString fingerprintText(const RunData& data);

/// Selection half of the inspector: the path or the graph that was chosen last, and the fingerprint of the run.
class RunInspector : public SelectionInspector {
    Q_OBJECT
public:
    explicit RunInspector(QWidget* parent = nullptr);

    void setRunData(std::shared_ptr<const RunData> data) override;
    void setSelection(Selection* selection) override;

    PathPanel* pathPanel() const { return m_path; }
    GraphPanel* graphPanel() const { return m_graph; }
    QPlainTextEdit* fingerprint() const { return m_fingerprint; }

private:
    void follow();
    void choosePath(const QString& key);
    void showFingerprint();

    EmptyState* m_empty;
    QScrollArea* m_scroll;
    PathPanel* m_path;
    GraphPanel* m_graph;
    FormSection* m_section;
    QPlainTextEdit* m_fingerprint;
    QPointer<Selection> m_selection;
    std::shared_ptr<const RunData> m_data;
};

} // namespace vitrine::pathboost
