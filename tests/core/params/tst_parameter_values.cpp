#include "core/params/parameter.h"

#include <QtTest>

#include <clocale>
#include <cmath>

using namespace vitrine;
using Json = nlohmann::json;

class TestParameterValues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void valuesAreJudged_data();
    void valuesAreJudged();
    void setsAreValidated();
    void columnsMustBeChosenWhereTheyAreNeeded();
    void textBecomesValues_data();
    void textBecomesValues();
    void wrongTextIsRefused_data();
    void wrongTextIsRefused();
    void everyValueComesBackFromItsText();
    void conditionsHold_data();
    void conditionsHold();
    void brokenConditionsAreRefused();
    void rangesAreNamed();

private:
    const ParameterSpec& spec(const QByteArray& id) const { return *m_schema.find(id.toStdString()); }
    ParameterSchema m_schema;
};

void TestParameterValues::initTestCase() {
    auto schema = ParameterSchema::fromJson(Json::parse(R"([
        {"id": "flag", "type": "bool", "default": false},
        {"id": "depth", "type": "int", "default": 3, "min": 1, "max": 12},
        {"id": "free", "type": "int", "default": 3},
        {"id": "learning_rate", "type": "real", "default": 0.1, "min": 0, "min_open": true, "max": 1},
        {"id": "below", "type": "real", "default": 0, "max": 1, "max_open": true, "optional": true},
        {"id": "rule", "type": "enum", "default": "paper", "options": ["paper", "late", "none"], "optional": true},
        {"id": "parts", "type": "enum_list", "default": [], "options": ["train", "test"]},
        {"id": "note", "type": "text", "optional": true},
        {"id": "file", "type": "path", "optional": true},
        {"id": "target", "type": "column", "input": "graphs", "enabled_if": "flag"},
        {"id": "stops", "type": "int_list", "default": [], "min": 1, "optional": true},
        {"id": "grid", "type": "real_list", "default": [0.1], "min": 0},
        {"id": "anchors", "type": "label_list", "input": "graphs"},
        {"id": "pairs", "type": "table"},
        {"id": "old", "type": "int", "default": 1, "deprecated": "use depth"}])"));
    QVERIFY2(schema.ok(), schema.ok() ? "" : schema.error().message.c_str());
    m_schema = *schema;
}

void TestParameterValues::valuesAreJudged_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("problem");
    const auto row = [](const char* id, const char* json, const char* problem) {
        QTest::addRow("%s = %s", id, json) << QByteArray(id) << QByteArray(json) << QByteArray(problem);
    };
    row("flag", "true", "");
    row("flag", "\"yes\"", "\"yes\" is not allowed; true or false");
    row("depth", "1", "");
    row("depth", "12", "");
    row("depth", "0", "0 is not allowed; from 1 to 12");
    row("depth", "13", "13 is not allowed; from 1 to 12");
    row("depth", "2.5", "2.5 is not a whole number; from 1 to 12");
    row("depth", "null", "none is not allowed; from 1 to 12");
    row("free", "\"3\"", "\"3\" is not a whole number");
    row("free", "18446744073709551615", "18446744073709551615 is too large; at most 9223372036854775807");
    row("learning_rate", "1", "");
    row("learning_rate", "0", "0 is not allowed; greater than 0, at most 1");
    row("learning_rate", "1.5", "1.5 is not allowed; greater than 0, at most 1");
    row("learning_rate", "\"0.1\"", "\"0.1\" is not a finite number; greater than 0, at most 1");
    row("below", "null", "");
    row("below", "1", "1 is not allowed; less than 1");
    row("rule", "\"late\"", "");
    row("rule", "\"early\"", "\"early\" is not allowed; one of paper, late, none");
    row("parts", "[\"test\", \"train\"]", "");
    row("parts", "[\"test\", \"test\"]", "\"test\" stands twice");
    row("parts", "[\"valid\"]", "\"valid\" is not allowed; one of train, test");
    row("parts", "\"test\"", "\"test\" is not a list");
    row("note", "7", "7 is not a text");
    row("target", "\"y\"", "");
    row("target", "\"\"", "choose a column");
    row("file", "\"\"", "choose a file");
    row("stops", "[1, 2]", "");
    row("stops", "[1, 0]", "0 is not allowed; at least 1");
    row("stops", "[1, true]", "true is not a whole number; at least 1");
    row("grid", "[0.5, -1]", "-1 is not allowed; at least 0");
    row("anchors", "[\"C\", \"N\"]", "");
    row("anchors", "[6]", "6 is not a label");
    row("pairs", "[[1, \"a\"], [2, null]]", "");
    row("pairs", "[[1, \"a\"], [2]]", "row 2 has 1 cells, the first one 2");
    row("pairs", "[1]", "row 1 is not a list of cells");
    row("pairs", "[[{}]]", "{} is not a cell; numbers, texts, true, false or none");
}

void TestParameterValues::valuesAreJudged() {
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, problem);
    QCOMPARE(valueProblem(spec(id), Json::parse(json.constData())), problem.toStdString());
}

void TestParameterValues::setsAreValidated() {
    QVERIFY(validate(m_schema, {}).empty());
    ParameterSet set;
    set.set("depth", 0);
    set.set("learning_rate", std::nan(""));
    set.set("unknown", 1);
    set.set("old", 2);
    const auto problems = validate(m_schema, set);
    QCOMPARE(problems.size(), std::size_t{4});
    QCOMPARE(problemText(problems[0]), std::string("unknown: there is no parameter of this name"));
    QCOMPARE(problemText(problems[1]), std::string("depth: 0 is not allowed; from 1 to 12"));
    QCOMPARE(problemText(problems[2]),
             std::string("learning_rate: nan is not a finite number; greater than 0, at most 1"));
    QCOMPARE(problemText(problems[3]), std::string("old: deprecated: use depth"));
    QVERIFY(problems[3].isWarning && !problems[1].isWarning);
}

void TestParameterValues::columnsMustBeChosenWhereTheyAreNeeded() {
    ParameterSet set;
    set.set("flag", true); // enables "target"
    const auto problems = validate(m_schema, set);
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problemText(problems[0]), std::string("target: choose a column"));
    set.set("target", "y");
    QVERIFY(validate(m_schema, set).empty());
}

void TestParameterValues::textBecomesValues_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char* id, const char* text, const char* json) {
        QTest::addRow("%s = %s", id, text) << QByteArray(id) << QByteArray(text) << QByteArray(json);
    };
    row("flag", "yes", "true");
    row("flag", " off ", "false");
    row("depth", " +7 ", "7");
    row("depth", "-3", "-3");
    row("learning_rate", "1", "1.0");
    row("learning_rate", "1e-3", "0.001");
    row("below", "none", "null");
    row("rule", "none", "\"none\""); // an option of that name wins
    row("rule", " late ", "\"late\"");
    row("note", "none", "null");
    row("note", "\"none\"", "\"none\"");
    row("note", " two words ", "\" two words \"");
    row("file", "/a b/c.csv", "\"/a b/c.csv\"");
    row("stops", "3, 2,1", "[3,2,1]");
    row("stops", "", "[]");
    row("stops", "none", "null");
    row("grid", "0.1, 1", "[0.1,1.0]");
    row("anchors", "C, \"a,b\", \"say \"\"x\"\"\" , N", "[\"C\",\"a,b\",\"say \\\"x\\\"\",\"N\"]");
    row("parts", "train,test", "[\"train\",\"test\"]");
    row("pairs", "[[1, \"a\"]]", "[[1,\"a\"]]");
}

void TestParameterValues::textBecomesValues() {
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, json);
    const auto value = parseParameter(spec(id), text.toStdString());
    QVERIFY2(value.ok(), value.ok() ? "" : value.error().message.c_str());
    QCOMPARE(value->dump(), json.toStdString());
}

void TestParameterValues::wrongTextIsRefused_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* id, const char* text, const char* message) {
        QTest::addRow("%s = %s", id, text) << QByteArray(id) << QByteArray(text) << QByteArray(message);
    };
    row("flag", "maybe", "flag: \"maybe\" is not allowed; true or false");
    row("depth", "3.5", "depth: \"3.5\" is not a whole number");
    row("depth", "", "depth: \"\" is not a whole number");
    row("depth", "none", "depth: \"none\" is not a whole number");
    row("depth", "99999999999999999999", "depth: \"99999999999999999999\" is too large for a whole number");
    row("learning_rate", "0,5", "learning_rate: \"0,5\" is not a number; the decimal mark is a point");
    row("learning_rate", "fast", "learning_rate: \"fast\" is not a number");
    row("learning_rate", "inf", "learning_rate: \"inf\" is not a finite number");
    row("rule", "early", "rule: \"early\" is not allowed; one of paper, late, none");
    row("stops", "1,,2", "stops: \"1,,2\" has an empty item; items are separated by one comma");
    row("stops", "1,", "stops: \"1,\" has an empty item; items are separated by one comma");
    row("stops", "1,x", "stops: \"x\" is not a whole number");
    row("anchors", "\"C", "anchors: \"\"C\" has a quote that is not closed");
    row("anchors", "\"C\" N", "anchors: \"\"C\" N\" has text after a closing quote; a comma separates items");
    row("pairs", "1, 2", "pairs: \"1, 2\" is not a table; rows as JSON, such as [[1, \"a\"], [2, \"b\"]]");
}

void TestParameterValues::wrongTextIsRefused() {
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    const auto value = parseParameter(spec(id), text.toStdString());
    QVERIFY(!value.ok());
    QVERIFY(value.error().code == ErrorCode::invalidArgument);
    QCOMPARE(value.error().message, message.toStdString());
}

void TestParameterValues::everyValueComesBackFromItsText() {
    const std::vector<std::pair<const char*, Json>> values{{"flag", true},
                                                           {"depth", 7},
                                                           {"learning_rate", 0.1 + 0.2},
                                                           {"learning_rate", 1.0},
                                                           {"below", nullptr},
                                                           {"rule", "none"},
                                                           {"rule", nullptr},
                                                           {"note", "none"},
                                                           {"note", " none "},
                                                           {"note", "\"quoted\""},
                                                           {"note", "\""},
                                                           {"note", "a\nb"},
                                                           {"note", ""},
                                                           {"note", nullptr},
                                                           {"file", "/tmp/ü,x"},
                                                           {"stops", {1, 2, 3}},
                                                           {"stops", Json::array()},
                                                           {"stops", nullptr},
                                                           {"grid", {0.5, 1e-300}},
                                                           {"anchors", {"a,b", "\"", "none", " x ", "C", "", "β"}},
                                                           {"parts", {"test"}},
                                                           {"pairs", {{1, "a"}, {2, nullptr}}}};
    for (const auto& [id, value] : values) {
        if (QByteArray(id) == "rule" && value.is_null())
            continue; // "none" is one of its options, so its null has no text
        const std::string text = parameterText(spec(id), value);
        const auto back = parseParameter(spec(id), text);
        QVERIFY2(back.ok(), (std::string(id) + " = " + text).c_str());
        QVERIFY2(*back == value && back->type() == value.type(), (std::string(id) + " = " + text).c_str());
    }
    QCOMPARE(parameterText(spec("learning_rate"), 0.1), std::string("0.1"));
    QCOMPARE(parameterText(spec("anchors"), Json{"C", "N"}), std::string("C, N"));
}

void TestParameterValues::conditionsHold_data() {
    QTest::addColumn<bool>("holds");
    const auto row = [](const char* text, bool holds) { QTest::newRow(text) << holds; };
    row("", true);
    row("flag", false);
    row("!flag", true);
    row("depth", true);
    row("below", true);
    row("note", false);
    row("anchors", false);
    row("depth == 3", true);
    row("depth == 3.0", true);
    row("depth==4", false);
    row("depth != 4", true);
    row("flag == false", true);
    row("rule == paper", true);
    row("rule == \"paper\"", true);
    row("rule != paper", false);
    row("note == none", true);
    row("note != none", false);
    row("grid == 0.1", true);
    row("grid == 0.2", false);
    row("rule == paper && depth == 3", true);
    row("rule == paper && flag", false);
    row("flag || depth == 3", true);
    row("flag && depth == 3 || rule == paper", true);
    row("flag || rule == late && depth == 3", false);
    row("note == \"a && b\"", false);
}

void TestParameterValues::conditionsHold() {
    QFETCH(bool, holds);
    ParameterSet set;
    set.set("below", 0.5);
    set.set("note", nullptr);
    const auto result =
        evaluateCondition(QTest::currentDataTag()[0] != '\0' ? QTest::currentDataTag() : "", set.complete(m_schema));
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(*result, holds);
}

void TestParameterValues::brokenConditionsAreRefused() {
    const ParameterSet set = ParameterSet{}.complete(m_schema);
    QCOMPARE(evaluateCondition("speed == 3", set).error().message,
             std::string("the condition names \"speed\", which is no parameter"));
    for (const char* text : {"&&", "depth == 3 &&", "|| flag", "!", "depth = 3", "== 3", "depth == 3 || speed"})
        QVERIFY2(!evaluateCondition(text, set).ok(), text);
}

void TestParameterValues::rangesAreNamed() {
    QCOMPARE(allowedText(spec("depth")), std::string("from 1 to 12"));
    QCOMPARE(allowedText(spec("learning_rate")), std::string("greater than 0, at most 1"));
    QCOMPARE(allowedText(spec("grid")), std::string("at least 0"));
    QCOMPARE(allowedText(spec("parts")), std::string("one of train, test"));
    QCOMPARE(allowedText(spec("note")), std::string());
}

QTEST_GUILESS_MAIN(TestParameterValues)
#include "tst_parameter_values.moc"
