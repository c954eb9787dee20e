#pragma once

#include <QWidget>

#include <map>
#include <string>

class QComboBox;
class QGridLayout;

namespace vitrine {

class ExperimentSession;
class Workbench;

/// What goes into an experiment: one chooser per input, over data sets and run outputs that fit.
class InputsEditor : public QWidget {
    Q_OBJECT
public:
    InputsEditor(Workbench& workbench, ExperimentSession* session, QWidget* parent = nullptr);

    QComboBox* chooser(const std::string& inputId) const;

private:
    void rebuild();
    void refill();

    Workbench& m_workbench;
    ExperimentSession* m_session;
    QGridLayout* m_grid;
    std::map<std::string, QComboBox*> m_choosers;
};

} // namespace vitrine
