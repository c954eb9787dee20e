#pragma once

#include "plugins/pathboost/views/learning_figure.h"
#include "plugins/pathboost/views/run_view.h"

class QComboBox;

namespace vitrine {
class SegmentedControl;
}

namespace vitrine::pathboost {

/// Learning curves of the averaged prediction with the baselines, or of the sub-models, one per anchor.
class LearningView : public RunView {
    Q_OBJECT
public:
    explicit LearningView(QWidget* parent);

    std::optional<FigureSpec> figure() const override;
    QString figureId() const override { return QLatin1String(kLearningFigure); }
    nlohmann::json figureOptions() const override { return choice().toJson(); }
    ChartView* chart() const override { return m_chart; }
    std::function<std::string()> csvMaker() const override;
    std::string outputId() const override;

    SegmentedControl* modeSwitch() const { return m_mode; } ///< "Together | Per anchor"
    QComboBox* partBox() const { return m_part; }           ///< part of the curves per anchor

protected:
    void showData() override;
    void followSelection(const QString& kind) override;

private:
    LearningChoice choice() const;
    void offerParts();
    void showFigure();
    QString subtitleOf(const FigureSpec& spec) const;

    QWidget* m_content;
    QWidget* m_controls;
    SegmentedControl* m_mode;
    QComboBox* m_part;
    ChartView* m_chart;
};

} // namespace vitrine::pathboost
