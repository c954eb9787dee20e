#pragma once

#include "widgets/views/result_view.h"

class QStackedWidget;

namespace vitrine {

class EmptyState;

/// Base of the views that show any output by its kind: finds the value, keeps an empty page for when there is none yet.
class GenericView : public ResultView {
    Q_OBJECT
public:
    GenericView(OutputDescription output, QWidget* parent);

    void setRunData(std::shared_ptr<const RunData> data) final;
    void setSelection(Selection* selection) override { m_selection = selection; }
    std::string outputId() const final { return m_output.id; }
    QString subtitle() const final { return m_subtitle; }
    std::function<std::string()> csvMaker() const override;

protected:
    virtual QWidget* content() = 0;
    virtual void showValue(const Value& value) = 0;
    /// To be called at the end of the constructor of the view.
    void finishLayout();
    void setSubtitle(const QString& subtitle);

    const OutputDescription& output() const { return m_output; }
    const Fingerprint& fingerprint() const { return m_fingerprint; }
    const std::optional<Value>& value() const { return m_value; }
    Selection* selection() const { return m_selection; }

private:
    OutputDescription m_output;
    Fingerprint m_fingerprint;
    std::optional<Value> m_value;
    Selection* m_selection = nullptr;
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    QString m_subtitle;
};

} // namespace vitrine
