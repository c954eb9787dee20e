#pragma once

#include <QDialog>

namespace vitrine {

class MainActions;
class PluginRegistry;

/// All commands with their keys.
class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    ShortcutsDialog(const MainActions& actions, QWidget* parent = nullptr);
};

/// Installed systems with version and state, and why one could not be used.
class SystemsDialog : public QDialog {
    Q_OBJECT
public:
    SystemsDialog(const PluginRegistry& plugins, QWidget* parent = nullptr);
};

/// Version and licence.
void showAbout(QWidget* parent);

} // namespace vitrine
