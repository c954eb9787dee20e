#pragma once

#include "plugins/pathboost/views/grid_rows.h"

#include <QPointer>

class QPushButton;
class QStackedWidget;

namespace vitrine {
class EmptyState;
class TextLabel;
} // namespace vitrine

namespace vitrine::pathboost {

inline constexpr char kGridFigure[] = "pathboost/grid";

/// Map of the settings compared, filling up while the run goes on. A click on a cell chooses its settings, without a
/// choice they are the best ones; the button takes them into a training run.
class GridView : public ResultView {
    Q_OBJECT
public:
    explicit GridView(QWidget* parent);

    void setRunData(std::shared_ptr<const RunData> data) override;
    void setSelection(Selection* selection) override;
    QString subtitle() const override { return m_subtitle; }
    std::optional<FigureSpec> figure() const override;
    QString figureId() const override { return QLatin1String(kGridFigure); }
    ChartView* chart() const override { return m_chart; }
    std::function<std::string()> csvMaker() const override;
    std::string outputId() const override;

    QPushButton* trainButton() const { return m_train; }

private:
    const GridCandidate* chosen() const;
    void chooseCell(int cell);
    void showChosen();
    void train();

    QStackedWidget* m_pages;
    EmptyState* m_empty;
    ChartView* m_chart;
    TextLabel* m_text;
    QPushButton* m_train;
    QPointer<Selection> m_selection;
    std::shared_ptr<const RunData> m_data;
    std::shared_ptr<const GridRows> m_rows;
    QString m_subtitle;
};

} // namespace vitrine::pathboost
