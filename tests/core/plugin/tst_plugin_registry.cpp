#include "core/plugin/plugin_registry.h"

#include "core/values/text.h"

#include <QtTest>

#include <thread>

using namespace vitrine;

/// Every kind of broken module becomes a record with a reason; the sound ones beside it work.
class TestPluginRegistry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void rejectsWithAReason_data();
    void rejectsWithAReason();
    void failsWhenLoaded_data();
    void failsWhenLoaded();
    void loadsOnFirstUseOnly();
    void keepsTheFirstOfTwoWithOneId();
    void knowsOutputsParametersAndVersion();
    void refusesUnknownIds();
    void scansAFolderTwiceWithoutDoubles();
    void refusesFilesThatAreNoModules();
    void findsSamplesBesideTheModules();
    void takesUserFoldersFirst();
    void createsFromManyThreads();

private:
    PluginRecord record(const std::string& fileName) const;

    PluginRegistry m_registry;
};

namespace {

const std::string kOne = VITRINE_BINARY_DIR "/odd_plugins/one/compute";
const std::string kTwo = VITRINE_BINARY_DIR "/odd_plugins/two/compute";

} // namespace

void TestPluginRegistry::initTestCase() {
    m_registry.scan(kOne);
    m_registry.scan(kTwo);
    QCOMPARE(m_registry.records().size(), std::size_t(11));
}

PluginRecord TestPluginRegistry::record(const std::string& fileName) const {
    for (const PluginRecord& found : m_registry.records())
        if (found.file == kOne + '/' + fileName)
            return found;
    return {};
}

void TestPluginRegistry::rejectsWithAReason_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* file, const char* reason) {
        QTest::newRow(file) << QString::fromUtf8(file) << QString::fromUtf8(reason);
    };
    row("schema.so", "plugin.json /experiments/0/title: a text is missing here");
    row("newer.so", "plugin.json /api: the plugin was made for interface 2, this program has 1");
    row("misnamed.so", "plugin.json names the id \"other\", so the file must be other.so");
    row("stranger.so", "the module offers the interface \"org.vitrine.ComputePlugin/2\", this program uses "
                       "\"org.vitrine.ComputePlugin/1\"");
    row("plain.so", "the file is no plugin: it holds no plugin metadata");
}

void TestPluginRegistry::rejectsWithAReason() {
    QFETCH(QString, file);
    QFETCH(QString, reason);
    const PluginRecord found = record(toStd(file));
    QCOMPARE(found.state, PluginState::rejected);
    QCOMPARE(toQString(found.reason), reason);
    QVERIFY(!m_registry.info(toStd(file.chopped(3))));
}

void TestPluginRegistry::failsWhenLoaded_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("message"); // part of it
    QTest::addColumn<bool>("failsAsAWhole");
    QTest::newRow("missing symbol") << "symbol"
                                    << "undefined symbol" << true;
    QTest::newRow("throwing constructor") << "root"
                                          << "the licence server is away" << true;
    QTest::newRow("throwing factory") << "factory"
                                      << "the experiment factory/echo could not be made: no table of elements" << false;
    QTest::newRow("factory without result")
        << "idle"
        << "the plugin declares the experiment idle/echo but does not make it" << false;
}

void TestPluginRegistry::failsWhenLoaded() {
    QFETCH(QString, id);
    QFETCH(QString, message);
    QFETCH(bool, failsAsAWhole);
    QCOMPARE(record(toStd(id) + ".so").state, PluginState::available);
    for (int i = 0; i < 2; ++i) { // the second time must not differ
        const auto experiment = m_registry.create(toStd(id), "echo");
        QVERIFY(!experiment.ok());
        QCOMPARE(experiment.error().code, ErrorCode::plugin);
        QVERIFY2(toQString(experiment.error().message).contains(message), experiment.error().message.c_str());
    }
    QCOMPARE(record(toStd(id) + ".so").state, failsAsAWhole ? PluginState::failed : PluginState::loaded);
    QCOMPARE(record(toStd(id) + ".so").reason.empty(), !failsAsAWhole);
}

void TestPluginRegistry::loadsOnFirstUseOnly() {
    QCOMPARE(record("sound.so").state, PluginState::available);
    const auto first = m_registry.create("sound", "echo");
    const auto second = m_registry.create("sound", "echo");
    QVERIFY(first.ok() && second.ok());
    QVERIFY(first->get() != second->get());
    QCOMPARE(record("sound.so").state, PluginState::loaded);
}

void TestPluginRegistry::keepsTheFirstOfTwoWithOneId() {
    const auto records = m_registry.records();
    QCOMPARE(records.back().file, kTwo + "/sound.so");
    QCOMPARE(records.back().state, PluginState::rejected);
    QCOMPARE(records.back().reason, "the id \"sound\" is already taken by " + kOne + "/sound.so");
    QVERIFY(m_registry.info("sound"));
}

void TestPluginRegistry::knowsOutputsParametersAndVersion() {
    QCOMPARE(m_registry.outputs("sound", "echo").size(), std::size_t(1));
    QCOMPARE(m_registry.outputs("sound", "echo").front().id, std::string("said"));
    QVERIFY(m_registry.outputs("sound", "other").empty());
    const ParameterSchema* schema = m_registry.parameters("sound", "echo");
    QVERIFY(schema && schema->find("number"));
    QVERIFY(!m_registry.parameters("nobody", "echo"));
    QCOMPARE(m_registry.version("sound"), std::string("0.3.0"));
    QCOMPARE(m_registry.version("nobody"), std::string());
}

void TestPluginRegistry::refusesUnknownIds() {
    const auto plugin = m_registry.create("nobody", "echo");
    QVERIFY(!plugin.ok());
    QCOMPARE(plugin.error().code, ErrorCode::notFound);
    QVERIFY(plugin.error().message.starts_with("there is no plugin \"nobody\"; installed are: "));
    const auto experiment = m_registry.create("sound", "shout");
    QVERIFY(!experiment.ok());
    QCOMPARE(experiment.error().message, std::string("there is no experiment sound/shout"));
}

void TestPluginRegistry::scansAFolderTwiceWithoutDoubles() {
    const std::size_t before = m_registry.records().size();
    m_registry.scan(kOne);
    m_registry.scan(kOne + "/does_not_exist");
    QCOMPARE(m_registry.records().size(), before);
}

void TestPluginRegistry::refusesFilesThatAreNoModules() {
    QTemporaryDir folder;
    QFile text(folder.filePath(QStringLiteral("text.so")));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write("not an ELF file\n");
    text.close();
    QFile empty(folder.filePath(QStringLiteral("empty.so")));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    empty.close();
    QFile whole(toQString(kOne + "/sound.so"));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    QFile part(folder.filePath(QStringLiteral("sound.so")));
    QVERIFY(part.open(QIODevice::WriteOnly));
    part.write(whole.readAll().left(2000));
    part.close();

    PluginRegistry registry;
    registry.scan(toStd(folder.path()));
    QCOMPARE(registry.records().size(), std::size_t(3));
    for (const PluginRecord& found : registry.records()) {
        QCOMPARE(found.state, PluginState::rejected);
        QVERIFY(!found.reason.empty());
    }
    QVERIFY(!registry.create("sound", "echo").ok());
}

void TestPluginRegistry::findsSamplesBesideTheModules() {
    QTemporaryDir folder;
    QDir(folder.path()).mkpath(QStringLiteral("compute"));
    QDir(folder.path()).mkpath(QStringLiteral("samples/sound"));
    const QString copy = folder.filePath(QStringLiteral("compute/sound.so"));
    QVERIFY(QFile::copy(toQString(kOne + "/sound.so"), copy));
    PluginRegistry registry;
    registry.scan(toStd(folder.filePath(QStringLiteral("compute"))));
    QCOMPARE(toQString(registry.dataFolder("sound")), folder.filePath(QStringLiteral("samples/sound")));
    QCOMPARE(registry.dataFolder("nobody"), std::string());
    QCOMPARE(m_registry.dataFolder("idle"), std::string()); // has no samples
}

void TestPluginRegistry::takesUserFoldersFirst() {
    qputenv("VITRINE_PLUGIN_PATH", QByteArray((kTwo + ":/does/not/exist:" + kOne).c_str()));
    const auto folders = PluginRegistry::defaultFolders();
    qunsetenv("VITRINE_PLUGIN_PATH");
    QVERIFY(folders.size() >= 2);
    QCOMPARE(folders[0], kTwo);
    QCOMPARE(folders[1], kOne);
    QVERIFY(std::find(folders.begin(), folders.end(), "/does/not/exist") == folders.end());
}

void TestPluginRegistry::createsFromManyThreads() {
    PluginRegistry registry;
    registry.scan(kTwo);
    std::atomic<int> made = 0;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < 50; ++i)
                    made += registry.create("sound", "echo").ok() ? 1 : 0;
            });
    }
    QCOMPARE(made.load(), 200);
}

QTEST_GUILESS_MAIN(TestPluginRegistry)
#include "tst_plugin_registry.moc"
