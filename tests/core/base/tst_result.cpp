#include "core/base/result.h"

#include <QtTest>

#include <memory>
#include <set>
#include <vector>

using namespace vitrine;

class TestResult : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void holdsAValueOrAnError();
    void movesItsValueOut();
    void aValueOutlivesItsTemporaryResult();
    void voidHoldsOnlyAnError();
    void aResultOfAnErrorLikeValueStaysAValue();
    void codesHaveDistinctNames();
};

void TestResult::holdsAValueOrAnError() {
    const Result<int> good = 7;
    QVERIFY(good && good.ok());
    QCOMPARE(*good, 7);
    const Result<int> bad = makeError(ErrorCode::parse, "line 3", "detail");
    QVERIFY(!bad && !bad.ok());
    QVERIFY(bad.error().code == ErrorCode::parse);
    QCOMPARE(bad.error().message, std::string("line 3"));
    QCOMPARE(bad.error().context, std::string("detail"));
}

void TestResult::movesItsValueOut() {
    Result<std::unique_ptr<int>> made = std::make_unique<int>(5);
    QCOMPARE(**made, 5);
    const std::unique_ptr<int> out = std::move(made).value();
    QCOMPARE(*out, 5);
    Result<std::string> text = std::string("abc");
    text->append("d");
    QCOMPARE(*text, std::string("abcd"));
}

void TestResult::aValueOutlivesItsTemporaryResult() {
    const auto make = [] {
        return Result<std::vector<std::string>>(std::vector<std::string>(3, std::string(100, 'x')));
    };
    int seen = 0;
    for (const std::string& text : *make()) {
        QCOMPARE(text.size(), std::size_t{100});
        ++seen;
    }
    QCOMPARE(seen, 3);
}

void TestResult::voidHoldsOnlyAnError() {
    const Result<void> good;
    QVERIFY(good.ok());
    const Result<void> bad = makeError(ErrorCode::io, "x");
    QVERIFY(!bad);
    QCOMPARE(bad.error().message, std::string("x"));
}

void TestResult::aResultOfAnErrorLikeValueStaysAValue() {
    const Result<std::string> text = std::string();
    QVERIFY(text.ok() && text->empty());
    const Result<bool> no = false;
    QVERIFY(no.ok() && !*no);
}

void TestResult::codesHaveDistinctNames() {
    std::set<std::string_view> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::internal); ++code)
        names.insert(errorCodeName(static_cast<ErrorCode>(code)));
    QCOMPARE(names.size(), std::size_t{11});
    QVERIFY(names.contains("invalid_argument") && names.contains("not_found") && names.contains("out_of_range"));
}

QTEST_GUILESS_MAIN(TestResult)
#include "tst_result.moc"
