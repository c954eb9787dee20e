#include "core/jobs/preset_file.h"

#include "core/values/text.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace vitrine;

/// Presets of one experiment in their file.
class TestPresetFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void savesReplacesAndRemoves();
    void hostileFilesAreOneSentence_data();
    void hostileFilesAreOneSentence();
    void whatCannotBeReadIsKeptAside();
    void namesAreChecked();
    void unknownValuesAreNamedAndLeftOut();

private:
    std::string path(const char* name = "presets/p/e.json") const {
        return toStd(m_folder.filePath(QString::fromUtf8(name)));
    }
    void write(const QByteArray& bytes) const {
        QDir().mkpath(m_folder.filePath(QStringLiteral("presets/p")));
        QFile file(toQString(path()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QTemporaryDir m_folder;
};

namespace {

Preset preset(const char* name, int count) {
    Preset made;
    made.name = name;
    made.parameters.set("n_iter", count);
    return made;
}

} // namespace

void TestPresetFile::savesReplacesAndRemoves() {
    QVERIFY(readPresetFile(path())->empty()); // no file yet
    Preset swept = preset("B", 20);
    swept.sweeps["rate"] = "0.1, 0.3";
    QVERIFY(savePreset(path(), swept).ok());
    const auto two = savePreset(path(), preset("A", 5));
    QVERIFY(two.ok() && two->setAside.empty());
    QCOMPARE(two->presets.size(), std::size_t(2));
    QCOMPARE(two->presets[0].name, std::string("A"));
    QVERIFY(*readPresetFile(path()) == two->presets);
    QVERIFY((*readPresetFile(path()))[1] == swept);
    QVERIFY(savePreset(path(), preset("A", 7)).ok());
    QCOMPARE((*readPresetFile(path()))[0].parameters.integer("n_iter"), std::int64_t(7));
    QCOMPARE(removePreset(path(), "A")->presets.size(), std::size_t(1));
    QCOMPARE(removePreset(path(), "A").error().code, ErrorCode::notFound);
    QVERIFY((*readPresetFile(path()))[0] == swept);
}

void TestPresetFile::hostileFilesAreOneSentence_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QByteArray& bytes, const char* says) {
        QTest::newRow(name) << bytes << QString::fromUtf8(says);
    };
    row("empty", "", "ends too early");
    row("cut off", "{\"vitrine_presets\": 1, \"presets\": [", "cut off");
    row("another version", "{\"vitrine_presets\": 2, \"presets\": []}", "/vitrine_presets: expected the version");
    row("a list", "[]", "/vitrine_presets: expected the version");
    row("no list", "{\"vitrine_presets\": 1, \"presets\": {}}", "/presets: expected a list");
    row("no object", "{\"vitrine_presets\": 1, \"presets\": [7]}", "/presets/0: expected an object");
    row("no name", "{\"vitrine_presets\": 1, \"presets\": [{}]}", "/presets/0/name: a preset needs a name");
    row("name with a break", "{\"vitrine_presets\": 1, \"presets\": [{\"name\": \"a\\nb\"}]}", "one line of text");
    row("name twice", "{\"vitrine_presets\": 1, \"presets\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}",
        "/presets/1/name: the name stands twice");
    row("no parameters", "{\"vitrine_presets\": 1, \"presets\": [{\"name\": \"a\", \"parameters\": []}]}",
        "/presets/0/parameters: expected an object");
    row("no text", "{\"vitrine_presets\": 1, \"presets\": [{\"name\": \"a\", \"sweep\": {\"x\": 1}}]}",
        "/presets/0/sweep/x: expected values as a text");
    row("deep", QByteArray(100000, '['), "nest");
    row("too large", QByteArray((1 << 20) + 1, ' '), "1048577 bytes");
    QByteArray many = "{\"vitrine_presets\": 1, \"presets\": [1";
    for (int i = 0; i < 200; ++i)
        many += ",1";
    row("too many", many + "]}", "/presets: expected a list of at most 200");
}

void TestPresetFile::hostileFilesAreOneSentence() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    write(bytes);
    const auto read = readPresetFile(path());
    QVERIFY(!read.ok());
    const QString message = toQString(read.error().message);
    QVERIFY2(message.contains(QStringLiteral("the presets cannot be read")), qPrintable(message));
    QVERIFY2(message.contains(says), qPrintable(message));
    QVERIFY(!message.contains(QLatin1Char('\n')));
}

void TestPresetFile::whatCannotBeReadIsKeptAside() {
    write("{\"vitrine_presets\": 1, ");
    QVERIFY(!removePreset(path(), "A").ok()); // nothing is touched
    const auto saved = savePreset(path(), preset("A", 5));
    QVERIFY(saved.ok());
    QCOMPARE(saved->setAside, path() + ".broken-1");
    QFile aside(toQString(saved->setAside));
    QVERIFY(aside.open(QIODevice::ReadOnly));
    QCOMPARE(aside.readAll(), QByteArray("{\"vitrine_presets\": 1, "));
    QCOMPARE(readPresetFile(path())->size(), std::size_t(1));
    write("again");
    QCOMPARE(savePreset(path(), preset("A", 5))->setAside, path() + ".broken-2");
}

void TestPresetFile::namesAreChecked() {
    QVERIFY(presetNameProblem("Fast & rough, ν = 0.1").empty());
    for (const std::string& name : {std::string(), std::string(" a"), std::string("a\tb"), std::string(81, 'a')})
        QVERIFY2(!presetNameProblem(name).empty(), name.c_str());
    QCOMPARE(savePreset(path("other.json"), preset("", 1)).error().code, ErrorCode::invalidArgument);
}

void TestPresetFile::unknownValuesAreNamedAndLeftOut() {
    const auto schema = ParameterSchema::fromJson(
        nlohmann::json::parse("[{\"id\": \"n_iter\", \"type\": \"int\", \"default\": 100, \"min\": 1}, "
                              "{\"id\": \"rate\", \"type\": \"real\", \"default\": 0.1}]"));
    QVERIFY(schema.ok());
    Preset old = preset("Old", -5);
    old.parameters.set("rate", 0.2);
    old.parameters.set("kind", "slow");
    old.sweeps = {{"rate", "0.1, 0.3"}, {"n_iter", "5, x"}};
    const auto dropped = dropUnknownValues(*schema, old);
    QCOMPARE(dropped, (std::vector<std::string>{"kind = slow", "n_iter = -5", "n_iter = 5, x"}));
    QCOMPARE(old.parameters.values().size(), std::size_t(1));
    QCOMPARE(old.sweeps.size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(TestPresetFile)
#include "tst_preset_file.moc"
