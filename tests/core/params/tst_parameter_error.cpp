#include "core/params/parameter_error.h"

#include <QTest>

using namespace vitrine;

class TestParameterError : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fieldStandsBeforeTheColon() {
        const ParameterProblem problem = problemOf(makeError(ErrorCode::invalidArgument, "steps: too many: 7"));
        QCOMPARE(problem.parameter, std::string("steps"));
        QCOMPARE(problem.message, std::string("too many: 7"));
        QVERIFY(problemOf(makeError(ErrorCode::io, "nothing there")).parameter.empty());
    }
    void seedsAreDifferent() {
        ParameterSet parameters;
        parameters.set("seeds", {3, 1, 2});
        QCOMPARE(*seedsOf(parameters, "seeds"), (std::vector<std::uint64_t>{3, 1, 2}));
        parameters.set("seeds", {1, 2, 1});
        QCOMPARE(seedsOf(parameters, "seeds").error().message, std::string("seeds: 1 stands there twice"));
        parameters.set("seeds", nlohmann::json::array());
        QCOMPARE(seedsOf(parameters, "seeds").error().message, std::string("seeds: name at least one"));
    }
};

QTEST_APPLESS_MAIN(TestParameterError)
#include "tst_parameter_error.moc"
