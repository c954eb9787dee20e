#include "core/base/log.h"
#include "widgets/views/view_registry.h"

#include <QtTest>
#include <QtWidgets>

#include <mutex>
#include <stdexcept>

using namespace vitrine;

namespace {

class PlainView : public ResultView {
public:
    using ResultView::ResultView;
    void setRunData(std::shared_ptr<const RunData>) override {}
    void setSelection(Selection*) override {}
};

OutputDescription output(const char* id, ValueKind kind, bool headline = false) {
    OutputDescription description;
    description.id = id;
    description.kind = kind;
    description.title = id;
    description.headline = headline;
    return description;
}

} // namespace

class TestViewRegistry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void viewsAreMadeByName();
    void brokenFactoriesGiveNothing();
    void figuresAreFoundByName();
    void ownLayoutWinsOverTheDefault();
    void defaultLayoutHasAPaneForEachOutput();
    void brokenModulesAreLeftOutWithAReason();
};

void TestViewRegistry::viewsAreMadeByName() {
    ViewRegistry registry;
    registry.addView("system/paths", [](QWidget* parent) { return new PlainView(parent); });
    QWidget parent;
    QVERIFY(qobject_cast<ResultView*>(registry.createView("system/paths", &parent)));
    QVERIFY(registry.createView("system/unknown", &parent) == nullptr);
}

void TestViewRegistry::brokenFactoriesGiveNothing() {
    ViewRegistry registry;
    registry.addView("system/throws", [](QWidget*) -> ResultView* { throw std::runtime_error("no"); });
    registry.addView("system/none", {});
    QVERIFY(registry.createView("system/throws", nullptr) == nullptr);
    QVERIFY(registry.createView("system/none", nullptr) == nullptr);
}

void TestViewRegistry::figuresAreFoundByName() {
    ViewRegistry registry;
    registry.addFigure("system/curve", [](const RunData&, const nlohmann::json&) { return FigureSpec{}; });
    QVERIFY(registry.figure("system/curve") != nullptr);
    QVERIFY(registry.figure("system/other") == nullptr);
}

void TestViewRegistry::ownLayoutWinsOverTheDefault() {
    ViewRegistry registry;
    ExperimentInfo experiment;
    experiment.id = "train";
    experiment.outputs.push_back(output("a", ValueKind::table));
    RunPageLayout own;
    own.pages.push_back({QStringLiteral("Mine"), {}});
    registry.setPageLayout("system", "train", own);
    QCOMPARE(registry.pageLayout("system", experiment).pages.front().title, QStringLiteral("Mine"));
    QCOMPARE(registry.pageLayout("other", experiment).pages.front().title, QStringLiteral("Overview"));
    QVERIFY(registry.createInspector("system", "train", nullptr) == nullptr);
}

void TestViewRegistry::defaultLayoutHasAPaneForEachOutput() {
    const ViewRegistry registry;
    ExperimentInfo experiment;
    experiment.outputs = {output("metrics", ValueKind::scalars, true),
                          output("notes", ValueKind::document),
                          output("a", ValueKind::table),
                          output("b", ValueKind::series),
                          output("c", ValueKind::matrix),
                          output("d", ValueKind::table),
                          output("e", ValueKind::table),
                          output("model", ValueKind::model)};
    const RunPageLayout layout = registry.pageLayout("system", experiment);
    QStringList panes;
    for (const RunPageLayout::Page& page : layout.pages) {
        QVERIFY(!page.title.isEmpty());
        QVERIFY(page.panes.size() <= 4);
        std::set<std::pair<int, int>> places;
        for (const PaneSpec& pane : page.panes) {
            panes.append(QString::fromStdString(pane.outputId));
            places.insert({pane.row, pane.column});
            QCOMPARE(pane.viewId, std::string("generic"));
        }
        QCOMPARE(places.size(), page.panes.size());
    }
    QCOMPARE(panes.join(QLatin1Char(' ')), QStringLiteral("b c a d e notes model"));
}

void TestViewRegistry::brokenModulesAreLeftOutWithAReason() {
    QTemporaryDir folder;
    QFile text(folder.filePath(QStringLiteral("broken_views.so")));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write("this is no library");
    text.close();
    std::mutex mutex;
    std::vector<std::string> messages;
    setLogSink([&](LogLevel, std::string_view, std::string_view message) {
        const std::scoped_lock lock(mutex);
        messages.emplace_back(message);
    });
    ViewRegistry registry;
    registry.loadModules({folder.path().toStdString(), "/no/such/folder"});
    setLogSink({});
    QCOMPARE(messages.size(), std::size_t(1));
    QCOMPARE(messages.front(), std::string("broken_views.so is left out, its outputs are shown by generic views: "
                                           "the file is no plugin: it holds no plugin metadata"));
}

QTEST_MAIN(TestViewRegistry)
#include "tst_view_registry.moc"
