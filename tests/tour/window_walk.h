#pragma once

#include "app/gui/main_window.h"
#include "app/gui/workbench.h"

#include <QString>

#include <functional>

namespace vitrine {

/// Goes through the window as a user would and takes a picture at each stop. Every wait has an end: a stop that is not
/// reached within half a minute throws std::runtime_error with what was waited for.
class WindowWalk {
public:
    WindowWalk(MainWindow& window, Workbench& workbench, QString folder);

    void welcome();
    void openData(const QString& file);
    void readData();
    /// @param choice  what to run, as the list says it
    void newExperiment(const QString& choice, const QString& name);
    void runExperiment(const QString& name);
    void runPages();
    /// The run of a system's sample and all its pages.
    void sample(const QString& plugin);
    /// Every page of the run in front.
    void allPages(const QString& name);
    void backToData();
    void report();

private:
    void wait(const QString& what, const std::function<bool()>& reached);
    void settle(int milliseconds = 400);
    void picture(const QString& name);
    Page* page(const QString& start);

    MainWindow& m_window;
    Workbench& m_workbench;
    QString m_folder;
};

} // namespace vitrine
