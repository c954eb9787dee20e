#pragma once

#include <QWidget>

#include <string>

class QMenu;
class QPushButton;

namespace vitrine {

class ParameterForm;
class PresetStore;

/// Line above the form of an experiment: the presets of the experiment, and the parameters that can be swept.
class FormTools : public QWidget {
    Q_OBJECT
public:
    FormTools(ParameterForm* form, PresetStore* presets, QWidget* parent = nullptr);

Q_SIGNALS:
    void presetWanted(const QString& name); ///< to be put into the form

private:
    QPushButton* makeButton(const QString& text, const QString& tip, QMenu* menu);
    void fillPresets();
    void fillSweeps();
    void askForName();
    void askBeforeRemoval(const std::string& name);

    ParameterForm* m_form;
    PresetStore* m_presets;
    QMenu* m_presetMenu;
    QMenu* m_sweepMenu;
};

} // namespace vitrine
