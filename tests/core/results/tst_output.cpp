#include "core/results/output.h"

#include <QtTest>

using namespace vitrine;
using Json = nlohmann::json;

class TestOutput : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void descriptionsComeBack();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void fingerprintsComeBack();
    void damagedFingerprintsAreHarmless();
};

void TestOutput::descriptionsComeBack() {
    const Json json = Json::parse(R"({"id": "importance", "kind": "table", "title": "Importance", "help": "h",
        "key": "path", "key_column": "path_id", "when": "importance != off", "live": true, "headline": true,
        "better": "higher", "definition": "d", "source": "section 10", "tolerance": 1e-9,
        "view": {"chart": "bar", "top": 10}})");
    const auto output = OutputDescription::fromJson(json);
    QVERIFY2(output.ok(), output.ok() ? "" : output.error().message.c_str());
    QVERIFY(output->kind == ValueKind::table && output->live && output->headline && output->tolerance == 1e-9);
    QCOMPARE(output->keyColumn, std::string("path_id"));
    QVERIFY(output->toJson() == json);
    const auto small = OutputDescription::fromJson({{"id", "x"}, {"kind", "graph_set"}, {"key", "graph"}});
    QCOMPARE(small->title, std::string("x"));
    QCOMPARE(small->keyColumn, std::string("graph"));
    QVERIFY(OutputDescription::fromJson(small->toJson())->toJson() == small->toJson());
}

void TestOutput::mistakesAreNamed_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const char* json, const char* message) {
        QTest::newRow(name) << QByteArray(json) << QByteArray(message);
    };
    row("not an object", "[]", "expected an object that describes an output");
    row("misspelt field", R"({"id": "x", "kind": "table", "keycolumn": "y"})",
        "/keycolumn: is not a field of an output");
    row("wrong type", R"({"id": "x", "kind": "table", "live": 1})", "/live: expected true or false");
    row("no id", R"({"kind": "table"})", "/id: \"\" is no id; small letters, digits and _ only");
    row("unknown kind", R"({"id": "x", "kind": "tensor"})", "/kind: \"tensor\" is no kind of value");
    row("unknown direction", R"({"id": "x", "kind": "scalars", "better": "up"})",
        "/better: \"up\" is unknown; lower or higher");
    row("negative tolerance", R"({"id": "x", "kind": "scalars", "tolerance": -1})", "/tolerance: must be 0 or greater");
}

void TestOutput::mistakesAreNamed() {
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, message);
    const auto output = OutputDescription::fromJson(Json::parse(json.constData()));
    QVERIFY(!output.ok());
    QCOMPARE(output.error().message, message.toStdString());
}

void TestOutput::fingerprintsComeBack() {
    Fingerprint print{"pathboost",   "1.0",      "0.1.0",        "train", {{"graphs", "ab"}, {"split", "cd"}},
                      {{"nu", 0.1}}, UINT64_MAX, "vitrine run …"};
    const Fingerprint back = Fingerprint::fromJson(Json::parse(print.toJson().dump()));
    QVERIFY(back.toJson() == print.toJson());
    QCOMPARE(back.seed, UINT64_MAX);
    QCOMPARE(back.inputHashes[1].second, std::string("cd"));
    QCOMPARE(back.command, std::string("vitrine run …"));
}

void TestOutput::damagedFingerprintsAreHarmless() {
    for (const char* text : {"null", "7", "[]", R"({"seed": -1, "input_hashes": [1, "x", null], "plugin": {}})"}) {
        const Fingerprint print = Fingerprint::fromJson(Json::parse(text));
        QVERIFY(print.plugin.empty() && print.seed == 0);
    }
}

QTEST_GUILESS_MAIN(TestOutput)
#include "tst_output.moc"
