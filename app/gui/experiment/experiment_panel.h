#pragma once

#include <QWidget>

class QLineEdit;
class QPushButton;
class QScrollArea;

namespace vitrine {

class ExperimentSession;
class NumberTextField;
class ParameterForm;
class PresetStore;
class FormSection;
class TextLabel;

/// Half of the inspector that holds the parameters of an experiment: presets and sweeps, the form, the seed, the
/// forecast, Reset and Run.
class ExperimentPanel : public QWidget {
    Q_OBJECT
public:
    /// @param runText  "Run", or "Run again" on the page of a run
    ExperimentPanel(ExperimentSession* session, const QString& runText, QWidget* parent = nullptr);

    ParameterForm* form() const { return m_form; }
    PresetStore* presets() const { return m_presets; }
    /// Puts the values of a preset into the form. What this version does not know is named above the form.
    void applyPreset(const QString& name);
    /// "5 changed", empty when nothing is.
    QString hint() const;
    /// Brings the first field that keeps the run from starting to the eye.
    void showProblem();

Q_SIGNALS:
    void hintChanged();
    void runRequested();
    void presetAboutToCome(); ///< what was typed before is a change of its own
    void presetApplied(const QString& name);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildSeed();
    void addSeeds(FormSection* section);
    QString takeSeeds();
    QWidget* buildFooter();
    void rebuild();
    void takeForm();
    void showState();
    void showNote(const QString& text);

    ExperimentSession* m_session;
    ParameterForm* m_form;
    PresetStore* m_presets;
    NumberTextField* m_seed = nullptr;
    QLineEdit* m_seeds = nullptr;
    TextLabel* m_seedsProblem = nullptr;
    TextLabel* m_note = nullptr;
    QString m_runText;
    QPushButton* m_lastRuns = nullptr;
    TextLabel* m_forecast = nullptr;
    TextLabel* m_obstacle = nullptr;
    QPushButton* m_reset = nullptr;
    QPushButton* m_run = nullptr;
};

} // namespace vitrine
