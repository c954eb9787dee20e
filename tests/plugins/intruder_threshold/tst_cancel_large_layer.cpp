#include "tests/plugins/intruder_threshold/isolated_audit.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <thread>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

/// A decomposition cannot be interrupted; the process that it runs in can be ended.
class TestCancelLargeLayer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void finishedLayersStay();
};

void TestCancelLargeLayer::finishedLayersStay() {
    using Clock = std::chrono::steady_clock;
    constexpr std::int64_t kLarge = 4096; // some seconds of one decomposition
    constexpr std::int64_t kSmall = 64;
    constexpr std::size_t kSmallLayers = 8;
    const QTemporaryDir folder;
    std::vector<WrittenTensor> tensors;
    for (std::size_t i = 0; i < kSmallLayers; ++i)
        tensors.push_back(isolated::layer(i, kSmall, isolated::halfBytes(kSmall * kSmall, 1 + 2 * i)));
    tensors.push_back(isolated::layer(kSmallLayers, kLarge, isolated::halfBytes(kLarge * kLarge, 99)));
    const Tensors model = writeWeights(folder.path().toStdString(), "model.safetensors", tensors);
    std::stop_source stop;
    test::MemorySink sink;
    Clock::time_point stopped;
    std::jthread canceller;
    sink.onProgress = [&](double) {
        const auto rows = sink.rowReports.find(kLayers);
        if (canceller.joinable() || rows == sink.rowReports.end() || rows->second != static_cast<int>(kSmallLayers))
            return;
        canceller = std::jthread([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(1500)); // until the large one has been read
            stopped = Clock::now();
            stop.request_stop();
        });
    };
    const RunOutcome outcome = isolated::audit(model, 2, stop.get_token(), sink);
    const auto end = Clock::now();
    QVERIFY2(canceller.joinable(), outcome.message.c_str()); // the small layers came while the large one was at work
    canceller.join();
    const double seconds = std::chrono::duration<double>(end - stopped).count();
    qInfo("ended %.2f s after the request, highest memory of the worker process %.0f MiB", seconds,
          static_cast<double>(outcome.peakBytes) / (1 << 20));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // with them it may still be reading
    QVERIFY2(seconds > 0.5, std::to_string(seconds).c_str());       // it could not stop by itself
#endif
    QCOMPARE(outcome.state, RunState::cancelled);
    QVERIFY2(seconds < 3.0, std::to_string(seconds).c_str()); // promised: 1 s, on a machine that is not busy
    const auto layers = sink.as<Table>(kLayers);
    QVERIFY(layers);
    QVERIFY(sink.partials.at(kLayers));
    QCOMPARE(layers->rowCount(), kSmallLayers);
}

QTEST_GUILESS_MAIN(TestCancelLargeLayer)
#include "tst_cancel_large_layer.moc"
