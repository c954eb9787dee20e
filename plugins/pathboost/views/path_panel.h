#pragma once

#include "plugins/pathboost/views/path_occurrences.h"
#include "plugins/pathboost/views/prediction_rows.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/latest_task.h"
#include "widgets/views/fact_list.h"

#include <QPushButton>

class QVBoxLayout;

namespace vitrine {
class ChartView;
class FormSection;
class TextLabel;
} // namespace vitrine

namespace vitrine::pathboost {

class ChainButton;

/// What the run says about one path: facts, the target by its number of occurrences, its prefixes and extensions.
class PathPanel : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostExtensions = 8;

    explicit PathPanel(QWidget* parent = nullptr);
    void showPath(std::shared_ptr<const RunData> runData, const QString& key);

    const QList<Fact>& facts() const { return m_facts->facts(); }
    ChartView* boxes() const { return m_boxes; }
    QPushButton* copyButton() const { return m_copy; }
    QList<ChainButton*> relatives() const;
    bool isBusy() const { return m_task.isRunning(); }

Q_SIGNALS:
    void pathChosen(const QString& key);

private:
    /// What takes a walk through all graphs.
    struct Counted {
        std::int64_t graphs = 0;
        std::optional<std::int64_t> training;
        std::optional<std::int64_t> subModelRows;
        std::optional<FigureSpec> figure;
    };
    static std::optional<Counted> count(const RunData& data, PathOccurrences& occurrences, const PredictionRows* rows,
                                        const QString& key, const std::stop_token& stop);
    void take(Counted counted);
    void fillFacts();
    void fillRelatives();
    void addRelative(const QString& key);
    Fact importanceFact(const PathRow* path) const;

    ChainButton* m_chain;
    QPushButton* m_copy;
    FactList* m_facts;
    FormSection* m_boxSection;
    ChartView* m_boxes;
    TextLabel* m_boxNote;
    FormSection* m_relatives;
    QString m_key;
    std::shared_ptr<const RunData> m_data;
    std::shared_ptr<const RunPaths> m_paths;
    std::shared_ptr<const PredictionRows> m_rows;
    std::shared_ptr<PathOccurrences> m_occurrences;
    std::optional<Counted> m_counted;
    LatestTask m_task;
};

} // namespace vitrine::pathboost
