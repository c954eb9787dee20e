#pragma once

#include "widgets/style/theme.h"

#include <QDialog>

class QFormLayout;
class QSpinBox;

namespace vitrine {

class Workbench;

/// What the program does everywhere: look, computing, figures. Every change holds at once and is kept.
class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    explicit PreferencesDialog(Workbench& workbench, QWidget* parent = nullptr);

Q_SIGNALS:
    void themeChosen(vitrine::ThemeChoice theme);

private:
    QFormLayout* addGroup(const QString& title);
    QSpinBox* addNumber(QFormLayout* form, const QString& label, const QString& tip, int value, int lowest, int highest,
                        const QString& unit);
    void addAppearance();
    void addComputing();
    void addData();
    void addFigures();

    Workbench& m_workbench;
};

} // namespace vitrine
