#include "core/data/model_reader.h"
#include "core/values/text.h"
#include "core/values/value_export.h"

#include <QtTest>

using namespace vitrine;

/// A model that was written by a run is read back; anything else is refused with a sentence.
class TestModelReader : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatARunWrites();
    void isRecognisedByItsContent_data();
    void isRecognisedByItsContent();
    void refusesWhatIsNoModel_data();
    void refusesWhatIsNoModel();

private:
    std::string write(const QString& name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
        return toStd(file.fileName());
    }
    QTemporaryDir m_folder;
};

void TestModelReader::readsWhatARunWrites() {
    Model model;
    model.format = "pathboost-model";
    model.version = 1;
    model.document = {{"trees", {1.5, 0.1, -3e-300}}, {"labels", {"C", "O"}}, {"nothing", nullptr}};
    const Value value = makeValue(model);
    const ExportedFile exported = exportValue(value);
    const std::string path = write(QStringLiteral("model.json"), QByteArray::fromStdString(exported.text));
    const auto registry = ReaderRegistry::withBuiltins();
    const auto preview = registry.preview(path);
    QVERIFY2(preview.ok(), preview.ok() ? "" : preview.error().message.c_str());
    QCOMPARE(preview->kind, ValueKind::model);
    QCOMPARE(preview->recognisedAs, std::string("Model, pathboost-model version 1"));
    const auto dataset = registry.read(path);
    QVERIFY(dataset.ok());
    const auto read = valueAs<Model>(dataset->value);
    QVERIFY(read);
    QCOMPARE(read->format, model.format);
    QCOMPARE(read->version, 1);
    QVERIFY(read->document == model.document);
    QCOMPARE(exportValue(dataset->value).text, exported.text);
    QCOMPARE(dataset->source.readerId, std::string("model"));
    QCOMPARE(dataset->title, std::string("model"));
}

void TestModelReader::isRecognisedByItsContent_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("mine");
    QTest::addRow("as written") << QByteArray(R"({"format":"m","version":1,"document":{}})") << true;
    QTest::addRow("other order, spaces") << QByteArray(
                                                " \n{ \"document\" : {\"a\": 1},\n \"version\":2, \"format\":\"m\"}")
                                         << true;
    QTest::addRow("keys inside do not count")
        << QByteArray(R"({"x":{"format":"m","version":1,"document":{}}})") << false;
    QTest::addRow("graph set") << QByteArray(R"({"format":"graphset-1","name":"x","graphs":[]})") << false;
    QTest::addRow("text that names the keys") << QByteArray(R"({"a":"format version document"})") << false;
    QTest::addRow("cut off in a text") << QByteArray(R"({"format":"m","version)") << false;
    QTest::addRow("list") << QByteArray("[1, 2]") << false;
    QTest::addRow("empty") << QByteArray() << false;
}

void TestModelReader::isRecognisedByItsContent() {
    QFETCH(QByteArray, text);
    QFETCH(bool, mine);
    QCOMPARE(ModelReader().score({"model.json", text.size(), text.toStdString()}) > 0, mine);
}

void TestModelReader::refusesWhatIsNoModel_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QByteArray& text, const char* says) {
        QTest::newRow(name) << text << QString::fromUtf8(says);
    };
    row("format is a number", R"({"format":1,"version":1,"document":{}})", "\"format\" must name");
    row("format with control characters", R"({"format":"a\u0000b","version":1,"document":{}})", "\"format\" must name");
    row("format is long", R"({"format":")" + QByteArray(5000, 'a') + R"(","version":1,"document":{}})",
        "\"format\" must name");
    row("version is a text", R"({"format":"m","version":"1","document":{}})", "\"version\" must be");
    row("version is zero", R"({"format":"m","version":0,"document":{}})", "\"version\" must be");
    row("version does not fit", R"({"format":"m","version":99999999999999999999,"document":{}})",
        "\"version\" must be");
    row("version is large", R"({"format":"m","version":4294967297,"document":{}})", "\"version\" must be");
    row("document is a list", R"({"format":"m","version":1,"document":[]})", "\"document\" must be");
    row("document is missing", R"({"format":"m","version":1})", "\"document\" must be");
    row("cut off", R"({"format":"m","version":1,"document":{"a":)", "it is cut off");
    row("nested too deep", R"({"format":"m","version":1,"document":{"a":)" + QByteArray(100000, '['), "nested deeper");
    row("not UTF-8", "{\"format\":\"m\",\"version\":1,\"document\":{\"a\":\"\xff\"}}", "not valid at line 1");
    row("number too large", R"({"format":"m","version":1,"document":{"a":1e999}})", "does not fit");
    row("a list", "[]", "\"format\" must name");
}

void TestModelReader::refusesWhatIsNoModel() {
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const auto model = parseModel(std::string_view(text.constData(), static_cast<std::size_t>(text.size())), "m.json");
    QVERIFY(!model.ok());
    const QString message = toQString(model.error().message);
    QVERIFY2(message.startsWith(QStringLiteral("m.json: ")), qPrintable(message));
    QVERIFY2(message.contains(says), qPrintable(message));
}

QTEST_GUILESS_MAIN(TestModelReader)
#include "tst_model_reader.moc"
