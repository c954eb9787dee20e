#pragma once

#include "plugins/intruder_threshold/views/layer_rows.h"

#include <QPointer>

class QScrollArea;

namespace vitrine {
class EmptyState;
class FactList;
class FormSection;
class TextLabel;
} // namespace vitrine

namespace vitrine::intruder_threshold {

/// The chosen layer in words: shape, scale with its source, thresholds, crossings, and the spikes of its update.
class LayerInspector : public SelectionInspector {
    Q_OBJECT
public:
    explicit LayerInspector(QWidget* parent = nullptr);

    void setRunData(std::shared_ptr<const RunData> data) override;
    void setSelection(Selection* selection) override;

    FactList* layerFacts() const { return m_facts; }
    FactList* spikeFacts() const { return m_spikes; }

private:
    void follow();
    void showLayer(const LayerRow& row);

    EmptyState* m_empty;
    QScrollArea* m_scroll;
    TextLabel* m_name;
    FactList* m_facts;
    FormSection* m_spikeSection;
    FactList* m_spikes;
    QPointer<Selection> m_selection;
    std::shared_ptr<const RunData> m_data;
    std::shared_ptr<const LayerRows> m_rows;
};

} // namespace vitrine::intruder_threshold
