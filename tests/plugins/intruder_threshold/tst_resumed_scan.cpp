#include "core/values/table.h"
#include "core/values/value_codec.h"
#include "tests/plugins/intruder_threshold/toy_runs.h"

#include <QTest>

#include <algorithm>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

namespace {

/// Answers with what another run left.
class ContinuingSink : public test::MemorySink {
public:
    Result<Value> previous(const std::string& outputId) override {
        const auto found = left.find(outputId);
        if (found == left.end())
            return makeError(ErrorCode::notFound, "nothing");
        return found->second;
    }
    /// Layers that the run says it has taken over.
    int taken() const {
        for (const std::string& line : lines)
            if (const auto at = line.find(" layers are taken"); at != std::string::npos)
                return std::stoi(line.substr(line.find(": ") + 2));
        return 0;
    }
    std::map<std::string, Value> left;
};

constexpr std::size_t kLayerCount = 12; ///< of the feed-forward blocks of the sample

RunInputs scan(nlohmann::json parameters) {
    parameters["only"] = "mlp";
    return runs::inputsOf(kAdapter, {{kBaseInput, "base"}, {kAdapterInput, "adapters/sum_r1"}}, parameters);
}

std::map<std::string, std::string> hashes(const std::map<std::string, Value>& artifacts) {
    std::map<std::string, std::string> all;
    for (const auto& [id, value] : artifacts)
        all[id] = contentSha256(value);
    return all;
}

/// A scan that is cancelled when so much of it is done.
std::map<std::string, Value> cancelledAt(double share, const RunInputs& inputs, int threads) {
    test::MemorySink sink;
    std::stop_source stop;
    sink.onProgress = [&](double fraction) {
        if (fraction >= share)
            stop.request_stop();
    };
    if (runs::execute(kAdapter, inputs, sink, threads, stop.get_token()).state != RunState::cancelled)
        throw std::runtime_error("the run was not cancelled");
    return sink.artifacts;
}

std::size_t layersIn(const std::map<std::string, Value>& artifacts) {
    return valueAs<Table>(artifacts.at(kLayers))->rowCount();
}

} // namespace

/// A scan that was not finished and is run again: it goes on where it was, and every number is that of a run in one go.
class TestResumedScan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void givesTheSameNumbers_data();
    void givesTheSameNumbers();
    void resumesTwice();
    void takesNoHalfLayer();
    void otherGridIsNotTaken();
};

void TestResumedScan::givesTheSameNumbers_data() {
    QTest::addColumn<double>("share");
    QTest::addColumn<int>("threads");
    QTest::addColumn<QByteArray>("parameters");
    const QByteArray quick = R"({"grid": "quick"})";
    for (const double share : {0.05, 0.4, 0.8})
        for (const int threads : {1, 2})
            QTest::addRow("%g of it, %d threads", share, threads) << share << threads << quick;
    QTest::newRow("thresholds only") << 0.5 << 2 << QByteArray(R"({"grid": "off"})");
    QTest::newRow("other k, finite size")
        << 0.5 << 2 << QByteArray(R"({"grid": "quick", "k": 23, "finite_size": true})");
}

void TestResumedScan::givesTheSameNumbers() {
    QFETCH(double, share);
    QFETCH(int, threads);
    QFETCH(QByteArray, parameters);
    const RunInputs inputs = scan(nlohmann::json::parse(parameters.constData()));
    test::MemorySink whole;
    QVERIFY(runs::execute(kAdapter, inputs, whole, threads).state == RunState::finished);
    ContinuingSink sink;
    sink.left = cancelledAt(share, inputs, threads);
    QVERIFY(layersIn(sink.left) > 0 && layersIn(sink.left) < kLayerCount);
    QVERIFY(runs::execute(kAdapter, inputs, sink, threads).state == RunState::finished);
    QCOMPARE(static_cast<std::size_t>(sink.taken()), layersIn(sink.left));
    for (const auto& [id, hash] : hashes(whole.artifacts))
        QVERIFY2(hashes(sink.artifacts).at(id) == hash, id.c_str());
}

void TestResumedScan::resumesTwice() {
    const RunInputs inputs = scan({{"grid", "quick"}});
    ContinuingSink second;
    second.left = cancelledAt(0.2, inputs, 1);
    std::stop_source stop;
    second.onProgress = [&](double fraction) {
        if (fraction > 0.6)
            stop.request_stop();
    };
    QVERIFY(runs::execute(kAdapter, inputs, second, 1, stop.get_token()).state == RunState::cancelled);
    QVERIFY(layersIn(second.artifacts) > layersIn(second.left));
    ContinuingSink third;
    third.left = second.artifacts;
    QVERIFY(runs::execute(kAdapter, inputs, third).state == RunState::finished);
    test::MemorySink whole;
    QVERIFY(runs::execute(kAdapter, inputs, whole).state == RunState::finished);
    QVERIFY(hashes(third.artifacts) == hashes(whole.artifacts));
}

void TestResumedScan::takesNoHalfLayer() {
    const RunInputs inputs = scan({{"grid", "quick"}});
    const auto left = cancelledAt(0.5, inputs, 1);
    ContinuingSink sink;
    sink.left = left;
    Table scanned = *valueAs<Table>(left.at(kScan)); // ended in the middle of a layer
    Table shorter;
    for (const Column& column : scanned.columns) {
        if (column.type() == ColumnType::text)
            shorter.columns.emplace_back(column.name, Column::Texts(column.texts().begin(), column.texts().end() - 1));
        else if (column.type() == ColumnType::integer)
            shorter.columns.emplace_back(column.name,
                                         Column::Integers(column.integers().begin(), column.integers().end() - 1));
        else
            shorter.columns.emplace_back(column.name, Column::Reals(column.reals().begin(), column.reals().end() - 1));
    }
    sink.left[kScan] = makeValue(std::move(shorter));
    QVERIFY(runs::execute(kAdapter, inputs, sink).state == RunState::finished);
    QCOMPARE(static_cast<std::size_t>(sink.taken()), layersIn(left) - 1);
    for (const char* output : {kSpectrum, kDirections, kLayerSensitivity, kLayers}) {
        ContinuingSink without;
        without.left = left;
        without.left.erase(output);
        QVERIFY(runs::execute(kAdapter, inputs, without).state == RunState::finished);
        QCOMPARE(without.taken(), 0);
        QVERIFY(hashes(without.artifacts) == hashes(sink.artifacts));
    }
}

void TestResumedScan::otherGridIsNotTaken() {
    ContinuingSink sink;
    sink.left = cancelledAt(0.5, scan({{"grid", "quick"}}), 1);
    QVERIFY(runs::execute(kAdapter, scan({{"grid", "off"}}), sink).state == RunState::finished);
    QCOMPARE(sink.taken(), 0);
}

QTEST_GUILESS_MAIN(TestResumedScan)
#include "tst_resumed_scan.moc"
