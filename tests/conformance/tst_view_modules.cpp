#include "core/plugin/plugin_registry.h"
#include "core/values/text.h"
#include "widgets/style/theme.h"
#include "widgets/views/view_registry.h"

#include <QDir>
#include <QtTest>

using namespace vitrine;

/// What every view module has to keep to.
class TestViewModules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyModuleLoads();
    void everyPaneHasItsView();
    void viewsBearAnUnfinishedRun();

private:
    /// Calls `check(plugin, experiment, pane)` for each pane of each experiment.
    template <class Check>
    void forEachPane(Check check) {
        for (const PluginRecord& plugin : m_plugins.records())
            for (const ExperimentInfo& experiment : plugin.info.experiments)
                for (const RunPageLayout::Page& page : m_views.pageLayout(plugin.info.id, experiment).pages)
                    for (const PaneSpec& pane : page.panes)
                        check(plugin.info, experiment, pane);
    }

    PluginRegistry m_plugins;
    ViewRegistry m_views;
};

void TestViewModules::initTestCase() {
    applyTheme(*qApp, ThemeChoice::light);
    for (const std::string& folder : PluginRegistry::defaultFolders())
        m_plugins.scan(folder);
    QVERIFY(!m_plugins.records().empty());
    m_views.loadModules(ViewRegistry::defaultFolders());
}

void TestViewModules::everyModuleLoads() {
    for (const std::string& folder : ViewRegistry::defaultFolders())
        for (const QFileInfo& file : QDir(toQString(folder)).entryInfoList({QStringLiteral("*.so")}, QDir::Files))
            QVERIFY2(m_views.modules().contains(toStd(file.completeBaseName())), qPrintable(file.fileName()));
}

void TestViewModules::everyPaneHasItsView() {
    forEachPane([this](const PluginInfo& plugin, const ExperimentInfo& experiment, const PaneSpec& pane) {
        const QString where = toQString(plugin.id + "/" + experiment.id + ": ") + pane.title;
        QVERIFY2(!pane.title.isEmpty(), qPrintable(where));
        QVERIFY2(pane.outputId.empty() || experiment.output(pane.outputId), qPrintable(where));
        if (pane.viewId == "generic")
            return;
        const std::unique_ptr<ResultView> view(m_views.createView(pane.viewId, nullptr));
        QVERIFY2(view, qPrintable(where));
    });
}

void TestViewModules::viewsBearAnUnfinishedRun() {
    forEachPane([this](const PluginInfo& plugin, const ExperimentInfo& experiment, const PaneSpec& pane) {
        if (pane.viewId == "generic")
            return;
        const std::unique_ptr<ResultView> view(m_views.createView(pane.viewId, nullptr));
        QVERIFY(view);
        Selection selection;
        auto data = std::make_shared<RunData>();
        data->run.plugin = plugin.id;
        data->run.experiment = experiment.id;
        data->live = true;
        for (const OutputDescription& output : experiment.outputs)
            data->descriptions.emplace(output.id, output);
        view->setSelection(&selection);
        view->setRunData(data);
        view->resize(280, 160); // the smallest pane
        view->show();
        selection.select(toQString("no such kind"), {QStringLiteral("no such key")});
        QVERIFY(!view->grab().isNull());
        QCOMPARE(view->csv(), std::string());
    });
}

QTEST_MAIN(TestViewModules)
#include "tst_view_modules.moc"
