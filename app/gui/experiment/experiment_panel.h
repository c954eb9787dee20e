#pragma once

#include <QWidget>

class QPushButton;
class QScrollArea;

namespace vitrine {

class ExperimentSession;
class NumberTextField;
class ParameterForm;
class TextLabel;

/// Half of the inspector that holds the parameters of an experiment: the form, the seed, the forecast, Reset and Run.
class ExperimentPanel : public QWidget {
    Q_OBJECT
public:
    /// @param runText  "Run", or "Run again" on the page of a run
    ExperimentPanel(ExperimentSession* session, const QString& runText, QWidget* parent = nullptr);

    ParameterForm* form() const { return m_form; }
    /// "5 changed", empty when nothing is.
    QString hint() const;
    /// Brings the first field that keeps the run from starting to the eye.
    void showProblem();

Q_SIGNALS:
    void hintChanged();
    void runRequested();

private:
    QWidget* buildSeed();
    QWidget* buildFooter(const QString& runText);
    void rebuild();
    void takeForm();
    void showState();

    ExperimentSession* m_session;
    ParameterForm* m_form;
    NumberTextField* m_seed = nullptr;
    TextLabel* m_forecast = nullptr;
    TextLabel* m_obstacle = nullptr;
    QPushButton* m_reset = nullptr;
    QPushButton* m_run = nullptr;
};

} // namespace vitrine
