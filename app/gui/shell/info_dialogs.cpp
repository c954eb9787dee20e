#include "app/gui/shell/info_dialogs.h"

#include "app/gui/shell/main_actions.h"
#include "core/plugin/plugin_registry.h"
#include "core/values/text.h"
#include "widgets/style/metrics.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMessageBox>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace vitrine {

namespace {

constexpr int kDialogWidth = 640;
constexpr int kDialogHeight = 480;

QTreeWidget* addTable(QDialog* dialog, const QStringList& headers) {
    auto* tree = new QTreeWidget(dialog);
    tree->setHeaderLabels(headers);
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setAccessibleName(dialog->windowTitle());
    tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(metrics::kPadding, metrics::kPadding, metrics::kPadding, metrics::kPadding);
    layout->addWidget(tree);
    layout->addWidget(buttons);
    dialog->resize(kDialogWidth, kDialogHeight);
    return tree;
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const MainActions& actions, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keyboard shortcuts"));
    QTreeWidget* tree = addTable(this, {tr("Command"), tr("Keys"), tr("Menu")});
    const QList<QAction*> all = actions.all();
    for (const QAction* action : all) {
        if (action->shortcut().isEmpty())
            continue;
        QString name = action->text();
        new QTreeWidgetItem(tree, {name.remove(QStringLiteral("…")),
                                   action->shortcut().toString(QKeySequence::NativeText), actions.menuOf(action)});
    }
}

SystemsDialog::SystemsDialog(const PluginRegistry& plugins, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Installed systems"));
    QTreeWidget* tree = addTable(this, {tr("System"), tr("Version"), tr("State"), tr("Reason or summary")});
    for (const PluginRecord& plugin : plugins.records()) {
        const std::string_view state = pluginStateName(plugin.state);
        const QString name = plugin.info.name.empty() ? toQString(plugin.file).section(QLatin1Char('/'), -1)
                                                      : toQString(plugin.info.name);
        QString text = toQString(plugin.reason.empty() ? plugin.info.summary : plugin.reason);
        if (!plugin.crash.empty())
            text =
                tr("Its run crashed (%1); it runs in a process of its own from now on.").arg(toQString(plugin.crash));
        auto* item =
            new QTreeWidgetItem(tree, {name, toQString(plugin.info.version),
                                       plugin.crash.empty() ? toQString(std::string(state)) : tr("crashed"), text});
        item->setToolTip(0, toQString(plugin.file));
        item->setToolTip(3, item->text(3));
    }
}

void showAbout(QWidget* parent) {
    QMessageBox::about(parent, QObject::tr("About Vitrine"),
                       QObject::tr("<b>Vitrine %1</b><p>A research workbench: data in, experiments run, results that "
                                   "can be looked at, reported and recomputed.</p><p>Free software under the GNU "
                                   "General Public License, version 3 or later.</p>")
                           .arg(QStringLiteral(VITRINE_VERSION)));
}

} // namespace vitrine
