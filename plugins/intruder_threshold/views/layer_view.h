#pragma once

#include "plugins/intruder_threshold/views/layer_rows.h"

#include <QPointer>

class QStackedWidget;

namespace vitrine {
class EmptyState;
} // namespace vitrine

namespace vitrine::intruder_threshold {

/// Base of the panes of a run: keeps its data, its layers and the linked selection, and an empty page for when there is
/// nothing to show.
class LayerView : public ResultView {
    Q_OBJECT
public:
    explicit LayerView(QWidget* parent);

    void setRunData(std::shared_ptr<const RunData> data) final;
    void setSelection(Selection* selection) final;
    QString title() const final { return m_title; }
    QString subtitle() const final { return m_subtitle; }
    /// True while the empty page is shown.
    bool isEmpty() const;
    /// The layer chosen last, else the most critical one; null without layers.
    const LayerRow* layer() const;

protected:
    /// To be called once, in the constructor.
    void setContent(QWidget* content);
    /// New data, another layer or another selection object.
    virtual void showData() = 0;

    void showEmpty(const QString& sentence);
    void showContent(const QString& title, const QString& subtitle);

    const std::shared_ptr<const RunData>& data() const { return m_data; }
    const std::shared_ptr<const LayerRows>& rows() const { return m_rows; }
    Selection* selection() const { return m_selection; }
    /// Why there is no layer to show.
    QString noLayersText() const;

private:
    void setTitles(const QString& title, const QString& subtitle);

    QStackedWidget* m_pages;
    EmptyState* m_empty;
    std::shared_ptr<const RunData> m_data;
    std::shared_ptr<const LayerRows> m_rows;
    QPointer<Selection> m_selection;
    QString m_title, m_subtitle;
};

} // namespace vitrine::intruder_threshold
