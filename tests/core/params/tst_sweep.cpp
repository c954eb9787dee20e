#include "core/params/sweep.h"

#include <QTest>

using namespace vitrine;

/// Lists and ranges of one parameter, and the runs they make together.
class TestSweep : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsAndRanges_data();
    void listsAndRanges();
    void whatIsRefused_data();
    void whatIsRefused();
    void bytesThatAreNoTextAreNoCrash();
    void combinationsAreCounted();
    void seedsAreListsAndRanges();
};

namespace {

ParameterSpec spec(const QString& type) {
    ParameterSpec made;
    made.id = "p";
    made.label = "P";
    made.minimum = 0.0;
    if (type == QLatin1String("int")) {
        made.type = ParameterType::integer;
    } else if (type == QLatin1String("ints")) {
        made.type = ParameterType::intList;
    } else if (type == QLatin1String("enum")) {
        made.type = ParameterType::choice;
        made.options = {{"a", "A", ""}, {"b", "B", ""}};
        made.minimum.reset();
    } else if (type == QLatin1String("text")) {
        made.type = ParameterType::text;
        made.minimum.reset();
    } else if (type == QLatin1String("fixed")) {
        made.sweepable = false;
    } else if (type == QLatin1String("optional")) {
        made.type = ParameterType::integer;
        made.optional = true;
    }
    return made;
}

} // namespace

void TestSweep::seedsAreListsAndRanges() {
    using Seeds = std::vector<std::uint64_t>;
    QCOMPARE(*parseSeeds("7"), Seeds{7});
    QCOMPARE(*parseSeeds(" 1, 2 ,18446744073709551615"), (Seeds{1, 2, 18446744073709551615U}));
    QCOMPARE(*parseSeeds("9, 3..5"), (Seeds{9, 3, 4, 5}));
    QCOMPARE(parseSeeds("1..200")->size(), kMostSweepRuns);
    for (const char* wrong : {"", "1,", "-1", "1.5", "x", "5..3", "1..", "18446744073709551616", "1, 2, 1", "1..201",
                              "0..18446744073709551615", "1..150, 151..300"}) {
        const auto seeds = parseSeeds(wrong);
        QVERIFY2(!seeds.ok(), wrong);
        QCOMPARE(seeds.error().code, ErrorCode::invalidArgument);
    }
    QCOMPARE(sweepLabel({}, {}, 3), std::string("seed = 3"));
}

void TestSweep::listsAndRanges_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("values");
    QTest::newRow("list") << "real"
                          << "0.05, 0.1,0.2"
                          << "[0.05,0.1,0.2]";
    QTest::newRow("one") << "real"
                         << "0.5"
                         << "[0.5]";
    QTest::newRow("steps to the end") << "real"
                                      << "0.05..0.2 step 0.05"
                                      << "[0.05,0.1,0.15,0.2]";
    QTest::newRow("steps past the end") << "int"
                                        << "1..6 step 2"
                                        << "[1,3,5]";
    QTest::newRow("powers of ten") << "real"
                                   << "0.001..1 log 4"
                                   << "[0.001,0.01,0.1,1.0]";
    QTest::newRow("powers of two, downwards") << "int"
                                              << "8..1 log 4"
                                              << "[8,4,2,1]";
    QTest::newRow("choices") << "enum"
                             << "b, a"
                             << "[\"b\",\"a\"]";
    QTest::newRow("none") << "optional"
                          << "none, 3"
                          << "[null,3]";
    QTest::newRow("lists") << "ints"
                           << "1,2; 3"
                           << "[[1,2],[3]]";
    QTest::newRow("text with a comma") << "text"
                                       << "\"a, b\", c"
                                       << "[\"a, b\",\"c\"]";
    QTest::newRow("dots in a text") << "text"
                                    << "a..b step 2"
                                    << "[\"a..b step 2\"]";
}

void TestSweep::listsAndRanges() {
    QFETCH(QString, type);
    QFETCH(QString, text);
    QFETCH(QString, values);
    const auto sweep = parseSweep(spec(type), text.toStdString());
    QVERIFY2(sweep.ok(), sweep.ok() ? "" : sweep.error().message.c_str());
    QCOMPARE(QString::fromStdString(nlohmann::json(sweep->values).dump()), values);
}

void TestSweep::whatIsRefused_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("not sweepable") << "fixed"
                                   << "1, 2"
                                   << "cannot be swept";
    QTest::newRow("out of range") << "real"
                                  << "1, -1"
                                  << "-1";
    QTest::newRow("twice") << "real"
                           << "1, 1.0"
                           << "twice";
    QTest::newRow("gap") << "real"
                         << "1,,2"
                         << "missing";
    QTest::newRow("nothing") << "real"
                             << ""
                             << "missing";
    QTest::newRow("no number") << "real"
                               << "1, x"
                               << "x";
    QTest::newRow("no choice") << "enum"
                               << "a, c"
                               << "c";
    QTest::newRow("a long list") << "int" << QStringLiteral("1,").repeated(1000000) << "at most 200 values";
    QTest::newRow("too far apart") << "real"
                                   << "0.002..7e306 log 53"
                                   << "too far apart";
    QTest::newRow("downwards") << "real"
                               << "2..1 step 0.5"
                               << "upwards";
    QTest::newRow("no step") << "real"
                             << "1..2 step 0"
                             << "upwards";
    QTest::newRow("log of zero") << "real"
                                 << "0..1 log 3"
                                 << "greater than 0";
    QTest::newRow("half a count") << "real"
                                  << "1..2 log 2.5"
                                  << "2 to 200";
    QTest::newRow("too many") << "real"
                              << "0..1 step 0.0001"
                              << "at most 200";
    QTest::newRow("endless") << "real"
                             << "0..1e300 step 1e-300"
                             << "at most 200";
    QTest::newRow("fraction of a whole number") << "int"
                                                << "0..1 step 0.5"
                                                << "0.5";
}

void TestSweep::whatIsRefused() {
    QFETCH(QString, type);
    QFETCH(QString, text);
    QFETCH(QString, part);
    const auto sweep = parseSweep(spec(type), text.toStdString());
    QVERIFY(!sweep.ok());
    QVERIFY2(sweep.error().message.find(part.toStdString()) != std::string::npos, sweep.error().message.c_str());
}

void TestSweep::bytesThatAreNoTextAreNoCrash() {
    QCOMPARE(parseSweep(spec(QStringLiteral("text")), "a\xac, b")->values.size(), std::size_t(2));
    QVERIFY(!parseSweep(spec(QStringLiteral("text")), "a\xac, a\xac").ok());
    QVERIFY(!parseSweep(spec(QStringLiteral("int")), "\xac").ok());
}

void TestSweep::combinationsAreCounted() {
    const ParameterSweep rate{"rate", {0.1, 0.2}};
    const ParameterSweep depth{"depth", {3, 4, 5}};
    QCOMPARE(sweepSize({rate, depth}), std::size_t(6));
    const auto runs = sweepCombinations({rate, depth});
    QVERIFY(runs.ok());
    QCOMPARE(runs->size(), std::size_t(6));
    QCOMPARE((*runs)[1].toJson().dump(), std::string("{\"depth\":4,\"rate\":0.1}"));
    QVERIFY(!sweepCombinations({rate, rate}).ok());
    ParameterSweep many{"many", {}};
    for (int i = 0; i < 100; ++i)
        many.values.emplace_back(i);
    QCOMPARE(sweepSize({many, depth}), kMostSweepRuns + 1);
    QVERIFY(!sweepCombinations({many, depth}).ok());
    ParameterSchema schema;
    schema.parameters = {spec(QStringLiteral("real"))};
    ParameterSet one;
    one.set("p", 0.25);
    QCOMPARE(sweepLabel(schema, one, 3), std::string("P = 0.25, seed = 3"));
    QCOMPARE(sweepIdentifier(schema, one, 3), std::string("p=0.25, seed=3"));
}

QTEST_APPLESS_MAIN(TestSweep)
#include "tst_sweep.moc"
