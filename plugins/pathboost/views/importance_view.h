#pragma once

#include "plugins/pathboost/views/importance_figure.h"
#include "plugins/pathboost/views/run_view.h"

class QComboBox;

namespace vitrine::pathboost {

/// Bars of the most important paths, as many as fit, at most ten; a chosen path that is not among them is added.
class ImportanceView : public RunView {
    Q_OBJECT
public:
    explicit ImportanceView(QWidget* parent);

    /// The ten most important paths, however many there is room for.
    std::optional<FigureSpec> figure() const override;
    QString figureId() const override { return QLatin1String(kImportanceFigure); }
    nlohmann::json figureOptions() const override { return choice(ImportanceChoice::kTop).toJson(); }
    ChartView* chart() const override { return m_chart; }
    std::function<std::string()> csvMaker() const override;
    std::string outputId() const override { return pathOutput(); }

protected:
    void showData() override;
    void followSelection(const QString& kind) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    ImportanceChoice choice(int top) const;
    int barsThatFit() const;
    void showFigure();

    void offerDefinitions();

    QComboBox* m_definition;
    ChartView* m_chart;
    std::shared_ptr<const RunPaths> m_shownPaths;
    ImportanceChoice m_shown;
};

} // namespace vitrine::pathboost
