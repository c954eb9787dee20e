#pragma once

#include "plugins/pathboost/views/molecules_figure.h"
#include "plugins/pathboost/views/run_view.h"
#include "widgets/latest_task.h"

#include <QTimer>

#include <optional>

namespace vitrine {
class GraphGallery;
class SegmentedControl;
class TextLabel;
} // namespace vitrine

namespace vitrine::pathboost {

/// The graphs in which the chosen paths occur, every occurrence lit; all graphs when none is chosen.
class MoleculesView : public RunView {
    Q_OBJECT
public:
    enum Order { kByTarget, kByError, kByName };

    explicit MoleculesView(QWidget* parent);

    QString title() const override;
    std::optional<FigureSpec> figure() const override;
    QString figureId() const override { return QLatin1String(kMoleculesFigure); }
    nlohmann::json figureOptions() const override { return choice().toJson(); }
    std::string outputId() const override { return pathOutput(); }
    /// The graphs shown: row, name, value, occurrences of the chosen paths.
    std::function<std::string()> csvMaker() const override;

    GraphGallery* gallery() const { return m_gallery; }
    SegmentedControl* orderSwitch() const { return m_order; }
    /// True while the chosen paths are looked for.
    bool isBusy() const { return m_task.isRunning(); }

protected:
    void showData() override;
    void followSelection(const QString& kind) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Where the chosen paths occur.
    struct Found {
        QStringList keys;
        std::vector<int> graphs; ///< with any of them, ascending
        std::vector<std::shared_ptr<const PathGraphs>> ofPath;
    };
    static std::optional<Found> find(PathOccurrences& occurrences, const QStringList& keys,
                                     const std::stop_token& stop);
    void readErrors();
    void applyOrder();
    void lookForPaths();
    void show(Found found);
    void showTexts();
    QString graphWord(bool plural) const;
    MoleculesChoice choice() const;
    FoundGraphs shownGraphs() const;
    QString targetName() const { return targetNameOf(*data(), *m_graphs); }

    QWidget* m_content;
    SegmentedControl* m_order;
    TextLabel* m_hint;
    GraphGallery* m_gallery;
    LatestTask m_task;
    QTimer m_searching; ///< says so when the search takes long
    std::shared_ptr<const GraphSet> m_graphs;
    std::shared_ptr<PathOccurrences> m_occurrences;
    std::shared_ptr<const Table> m_predictions; ///< that m_errors come from
    std::vector<double> m_errors;               ///< |truth - prediction| per graph, NaN where unknown
    std::optional<QStringList> m_wanted;        ///< paths that are shown or looked for
    Found m_found;
};

} // namespace vitrine::pathboost
