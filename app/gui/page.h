#pragma once

#include <QList>
#include <QWidget>

namespace vitrine {

class Selection;

/// One tab of the document area. Pages are opened by id through Workbench::requestOpen, at most once each:
/// "dataset:3", "experiment:2", "run:14", "report:1", "import", "runs",
/// "verify", "compare".
class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual QString pageId() const = 0;
    virtual QString title() const = 0;
    /// Icon of the tab by its name in the icon set ("mol", "run", "check").
    virtual QString iconName() const = 0;
    /// The selection that the panes of the page share; null: none.
    virtual Selection* selection() const { return nullptr; }

    /// A part of the inspector while this page is in front. The page owns the widget.
    struct InspectorPart {
        QString title; ///< "Parameters", "Selection"; not shown when there is only one part
        QWidget* widget = nullptr;
        QString hint; ///< at the right of the head: "5 changed", "Path"
    };
    virtual QList<InspectorPart> inspectorParts() const { return {}; }
    /// Docks are hidden while the page is in front (welcome, open data).
    virtual bool hidesDocks() const { return false; }
    /// What the status bar says about the page: "Selection: path C–C–Cl, 4 panes linked".
    virtual QString statusText() const { return {}; }

    /// The page is in front now; called after its docks are set up.
    virtual void activated() {}
    /// Whether the page may be closed; a page that has to ask asks here.
    virtual bool mayClose() { return true; }

    // What the main actions do while the page is in front.
    virtual bool canRun() const { return false; }
    virtual QString runHint() const { return {}; } ///< why Run is disabled
    virtual void run() {}
    virtual bool canCancel() const { return false; }
    virtual void cancel() {}
    virtual bool canReport() const { return false; }
    virtual void report() {}
    virtual bool canExport() const { return false; }
    virtual void exportData() {}

Q_SIGNALS:
    void titleChanged();            ///< title or icon
    void statusChanged();           ///< status text
    void actionsChanged();          ///< canRun, canCancel, canReport, canExport
    void inspectorChanged();        ///< parts or hints
    void inspectorWanted(int part); ///< bring this part to the front
    void closeWanted();             ///< the page has done its work
};

} // namespace vitrine
