#include "core/values/json_stop.h"
#include "core/values/json_text.h"

#include <QtTest>

using namespace vitrine;

class TestJsonText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void soundTextIsRead();
    void damagedTextIsRefusedWithItsPlace();
    void deepNestingIsRefused();
    void longTextsStop();
    void fieldsFallBack();
    void bytesThatAreNoTextAreReplaced();
};

void TestJsonText::soundTextIsRead() {
    const auto json = parseJson("{\"a\": [1, 2.5, null, \"ü\"]}");
    QVERIFY(json.ok());
    QCOMPARE((*json)["a"].size(), std::size_t{4});
}

void TestJsonText::longTextsStop() {
    std::string text = "[0";
    for (int i = 0; i < 20'000; ++i)
        text += ",0";
    text += ']';
    std::stop_source source;
    QVERIFY(parseJson(text, source.get_token()).ok());
    source.request_stop();
    const auto stopped = parseJson(text, source.get_token());
    QVERIFY(!stopped.ok());
    QCOMPARE(stopped.error().code, ErrorCode::cancelled);
}

void TestJsonText::damagedTextIsRefusedWithItsPlace() {
    QCOMPARE(parseJson("{\"a\": }").error().message, std::string("the JSON text is not valid at line 1, column 7"));
    QVERIFY(!parseJson("").ok());
    QVERIFY(!parseJson("{} x").ok());
    QVERIFY(!parseJson("[1e999]").ok());
    QVERIFY(!parseJson("\"\xff\"").ok());
}

void TestJsonText::deepNestingIsRefused() {
    QVERIFY(parseJson(std::string(150, '[') + std::string(150, ']')).ok());
    QCOMPARE(parseJson(std::string(1'000'000, '[')).error().message,
             std::string("the JSON text is nested deeper than 200 levels"));
}

void TestJsonText::fieldsFallBack() {
    const nlohmann::json object{{"t", "x"}, {"n", -3}, {"big", UINT64_MAX}, {"r", 0.5}, {"b", true}};
    QCOMPARE(textField(object, "t"), std::string("x"));
    QCOMPARE(textField(object, "n", "fallback"), std::string("fallback"));
    QCOMPARE(textField(nlohmann::json(7), "t", "f"), std::string("f"));
    QCOMPARE(integerField(object, "n"), std::int64_t{-3});
    QCOMPARE(integerField(object, "big", 1), std::int64_t{1});
    QCOMPARE(unsignedField(object, "big"), std::uint64_t{UINT64_MAX});
    QCOMPARE(unsignedField(object, "n", 2), std::uint64_t{2});
    QCOMPARE(realField(object, "n"), -3.0);
    QCOMPARE(realField(object, "t", 1.5), 1.5);
    QVERIFY(boolField(object, "b") && !boolField(object, "n"));
    QVERIFY(jsonField(object, "absent").is_null());
}

void TestJsonText::bytesThatAreNoTextAreReplaced() {
    QCOMPARE(jsonText(std::string("a\xff")), std::string("\"a\xEF\xBF\xBD\""));
}

QTEST_GUILESS_MAIN(TestJsonText)
#include "tst_json_text.moc"
