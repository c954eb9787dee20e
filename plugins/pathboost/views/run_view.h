#pragma once

#include "plugins/pathboost/views/run_paths.h"
#include "widgets/views/result_view.h"

#include <QPointer>

class QStackedWidget;

namespace vitrine {
class EmptyState;
}

namespace vitrine::pathboost {

/// Base of the panes of a training run: keeps data, paths and the linked selection, and an empty page for when there is
/// nothing to show.
class RunView : public ResultView {
    Q_OBJECT
public:
    explicit RunView(QWidget* parent);

    void setRunData(std::shared_ptr<const RunData> data) final;
    void setSelection(Selection* selection) final;
    QString subtitle() const final { return m_subtitle; }
    /// True while the empty page is shown.
    bool isEmpty() const;

protected:
    /// To be called once, in the constructor.
    void setContent(QWidget* content);
    /// New data have come; `data` and `paths` are set.
    virtual void showData() = 0;
    /// The selection of this kind has changed, or there is another selection object (empty kind).
    virtual void followSelection(const QString& kind) = 0;

    void showEmpty(const QString& sentence);
    void showContent();
    void setSubtitle(const QString& subtitle);

    const std::shared_ptr<const RunData>& data() const { return m_data; }
    const std::shared_ptr<const RunPaths>& paths() const { return m_paths; }
    Selection* selection() const { return m_selection; }
    QStringList chosenPaths() const;
    /// Output that tells about the paths: importances, else selected paths.
    std::string pathOutput() const;
    /// Why there is no path to show.
    QString noPathsText() const;

private:
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    std::shared_ptr<const RunData> m_data;
    std::shared_ptr<const RunPaths> m_paths;
    QPointer<Selection> m_selection;
    QString m_subtitle;
};

} // namespace vitrine::pathboost
