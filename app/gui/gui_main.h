#pragma once

#include <QStringList>

namespace vitrine {

/// What the window opens with.
struct GuiOptions {
    QStringList files;      ///< projects and data files
    QString sample;         ///< id of the system whose sample is opened; empty: none
    bool newWindow = false; ///< also when a window is open already
};

/// Opens the window and returns when it is closed. Makes the application object.
int runGui(int& argc, char** argv, const GuiOptions& options);

} // namespace vitrine
