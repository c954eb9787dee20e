#include "core/params/parameter.h"

#include <QtTest>

using namespace vitrine;
using Json = nlohmann::json;

class TestParameterSchema : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFieldIsRead();
    void typesThatCanBeEmptyStartEmpty();
    void namesOfTypesComeBack();
    void mistakesAreNamedWithTheirPlace_data();
    void mistakesAreNamedWithTheirPlace();
    void conditionsAsObjectsBecomeText();
    void completeFillsInDefaults();
};

namespace {

Result<ParameterSchema> schemaOf(const char* text) {
    return ParameterSchema::fromJson(Json::parse(text));
}

} // namespace

void TestParameterSchema::everyFieldIsRead() {
    const auto schema = schemaOf(R"([
        {"id": "mode", "type": "enum", "default": "late", "options": ["paper", {"value": "late", "label": "Late stop",
         "help": "later"}]},
        {"id": "nu", "type": "real", "default": 1, "min": 0, "min_open": true, "max": 1, "max_open": false,
         "step": 0.05, "label": "Learning rate", "help": "h", "symbol": "ν", "unit": "1", "group": "Boosting",
         "level": "advanced", "optional": true, "sweepable": false, "deprecated": "use rate",
         "visible_if": "mode == late", "enabled_if": "!mode"},
        {"id": "target", "type": "column", "input": "graphs", "role": "graph"}])");
    QVERIFY2(schema.ok(), schema.ok() ? "" : schema.error().message.c_str());
    const ParameterSpec& mode = schema->parameters[0];
    QCOMPARE(mode.label, std::string("mode"));
    QCOMPARE(mode.options[0].label, std::string("paper"));
    QCOMPARE(mode.options[1].help, std::string("later"));
    QVERIFY(mode.level == ParameterLevel::basic && mode.sweepable && !mode.optional);
    const ParameterSpec& nu = *schema->find("nu");
    QVERIFY(nu.type == ParameterType::real && nu.defaultValue.is_number_float());
    QVERIFY(*nu.minimum == 0 && *nu.maximum == 1 && nu.minimumOpen && !nu.maximumOpen && *nu.step == 0.05);
    QVERIFY(nu.symbol == "ν" && nu.unit == "1" && nu.group == "Boosting" && nu.label == "Learning rate");
    QVERIFY(nu.level == ParameterLevel::advanced && nu.optional && !nu.sweepable && nu.deprecated == "use rate");
    QVERIFY(nu.visibleIf == "mode == late" && nu.enabledIf == "!mode");
    QVERIFY(schema->find("target")->input == "graphs" && schema->find("target")->role == "graph");
    QVERIFY(schema->find("nothing") == nullptr);
}

void TestParameterSchema::typesThatCanBeEmptyStartEmpty() {
    const auto schema = schemaOf(R"([{"id": "t", "type": "text"}, {"id": "p", "type": "path"},
        {"id": "l", "type": "label_list"}, {"id": "i", "type": "int", "optional": true}])");
    QVERIFY2(schema.ok(), schema.ok() ? "" : schema.error().message.c_str());
    QVERIFY(schema->find("t")->defaultValue == "" && schema->find("p")->defaultValue == "");
    QVERIFY(schema->find("l")->defaultValue == Json::array());
    QVERIFY(schema->find("i")->defaultValue.is_null());
}

void TestParameterSchema::namesOfTypesComeBack() {
    QCOMPARE(parameterTypeName(ParameterType::boolean), std::string_view("bool"));
    QCOMPARE(parameterTypeName(ParameterType::choiceList), std::string_view("enum_list"));
    QCOMPARE(parameterTypeName(ParameterType::table), std::string_view("table"));
}

void TestParameterSchema::mistakesAreNamedWithTheirPlace_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const char* json, const char* message) {
        QTest::newRow(name) << QByteArray(json) << QByteArray(message);
    };
    row("not a list", "{}", "expected a list of parameters");
    row("not an object", "[7]", "/0: expected an object");
    row("no id", R"([{"type": "bool", "default": true}])", "/0/id: \"\" is no id; small letters, digits and _ only");
    row("capital id", R"([{"id": "Nu", "type": "bool", "default": true}])",
        "/0/id: \"Nu\" is no id; small letters, digits and _ only");
    row("unknown type", R"([{"id": "a", "type": "float", "default": 1}])",
        "/0/type: \"float\" is unknown; one of bool, int, real, enum, enum_list, text, path, column, int_list, "
        "real_list, label_list, table");
    row("no default", R"([{"id": "a", "type": "int"}])", "/0/default: is missing");
    row("default out of range", R"([{"id": "a", "type": "int", "default": 0, "min": 1, "max": 12}])",
        "/0/default: 0 is not allowed; from 1 to 12");
    row("default of another type", R"([{"id": "a", "type": "bool", "default": 1}])",
        "/0/default: 1 is not allowed; true or false");
    row("range upside down", R"([{"id": "a", "type": "int", "default": 2, "min": 3, "max": 1}])",
        "/0/max: is below min");
    row("bad step", R"([{"id": "a", "type": "int", "default": 2, "step": 0}])", "/0/step: must be greater than 0");
    row("no options", R"([{"id": "a", "type": "enum", "default": "x"}])",
        "/0/options: expected a list of at least one option");
    row("same option twice", R"([{"id": "a", "type": "enum", "default": "x", "options": ["x", "x"]}])",
        "/0/options/1: \"x\" stands twice");
    row("options of a number", R"([{"id": "a", "type": "int", "default": 1, "options": ["x"]}])",
        "/0/options: only enum and enum_list have options");
    row("misspelt field", R"([{"id": "a", "type": "int", "default": 1, "minimum": 0}])",
        "/0/minimum: is not a field of a parameter");
    row("text for a number", R"([{"id": "a", "type": "int", "default": 1, "min": "0"}])", "/0/min: expected a number");
    row("same id twice", R"([{"id": "a", "type": "text"}, {"id": "a", "type": "text"}])", "/1/id: \"a\" stands twice");
    row("condition on nothing", R"([{"id": "a", "type": "text", "visible_if": "b == 1"}])",
        "/0/visible_if: the condition names \"b\", which is no parameter");
}

void TestParameterSchema::mistakesAreNamedWithTheirPlace() {
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, message);
    const auto schema = schemaOf(json.constData());
    QVERIFY(!schema.ok());
    QVERIFY(schema.error().code == ErrorCode::parse);
    QCOMPARE(schema.error().message, message.toStdString());
}

void TestParameterSchema::conditionsAsObjectsBecomeText() {
    const auto schema = schemaOf(R"([{"id": "edge", "type": "enum", "default": "bulk", "options": ["bulk", "full"]},
        {"id": "n", "type": "int", "default": 1},
        {"id": "q", "type": "real", "default": 0.5, "visible_if": {"edge": "bulk", "n": 1}}])");
    QVERIFY2(schema.ok(), schema.ok() ? "" : schema.error().message.c_str());
    ParameterSet set;
    QVERIFY(*evaluateCondition(schema->find("q")->visibleIf, set.complete(*schema)));
    set.set("edge", "full");
    QVERIFY(!*evaluateCondition(schema->find("q")->visibleIf, set.complete(*schema)));
}

void TestParameterSchema::completeFillsInDefaults() {
    const auto schema = schemaOf(R"([{"id": "a", "type": "real", "default": 0.5}, {"id": "b", "type": "int",
        "default": 3}, {"id": "c", "type": "real_list", "default": [1, 2]}])");
    ParameterSet set;
    set.set("a", 2);
    set.set("gone", 1);
    const ParameterSet complete = set.complete(*schema);
    QCOMPARE(complete.toJson().dump(), std::string(R"({"a":2.0,"b":3,"c":[1.0,2.0]})"));
    QCOMPARE(complete.real("a"), 2.0);
    QCOMPARE(complete.integer("b"), std::int64_t{3});
    QVERIFY(ParameterSet::fromJson(complete.toJson()) == complete);
    QVERIFY(ParameterSet::fromJson(Json(7)).values().empty());
    set.reset("a");
    QVERIFY(!set.isSet("a"));
}

QTEST_GUILESS_MAIN(TestParameterSchema)
#include "tst_parameter_schema.moc"
