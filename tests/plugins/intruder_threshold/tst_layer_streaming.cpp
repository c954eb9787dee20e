#include "tests/plugins/intruder_threshold/isolated_audit.h"

#include <QTemporaryDir>
#include <QTest>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

/// A model that is much larger than what the worker process may hold of it.
class TestLayerStreaming : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void memoryIsThatOfTwoLayers();
};

void TestLayerStreaming::memoryIsThatOfTwoLayers() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers take their own memory");
#endif
    constexpr std::int64_t kOrder = 1024;
    constexpr std::size_t kLayerCount = 224;
    const QTemporaryDir folder;
    const std::string block = isolated::halfBytes(kOrder * kOrder, 7);
    std::vector<WrittenTensor> tensors;
    for (std::size_t i = 0; i < kLayerCount; ++i)
        tensors.push_back(isolated::layer(i, kOrder, block));
    const Tensors model = writeWeights(folder.path().toStdString(), "model.safetensors", tensors);
    tensors.clear();
    test::MemorySink sink;
    const RunOutcome outcome = isolated::audit(model, 2, {}, sink);
    QVERIFY2(outcome.state == RunState::finished, outcome.message.c_str());
    QCOMPARE(sink.as<Table>(kLayers)->rowCount(), kLayerCount);
    const auto megabytes = static_cast<double>(outcome.peakBytes) / (1 << 20);
    qInfo("224 layers of 1024 x 1024 in %.1f s, highest memory of the worker process %.0f MiB", outcome.seconds,
          megabytes);
    // Decoded they are 1,792 MiB. A layer being decomposed: matrix, its square, and a copy of that; the program itself.
    constexpr double kProgram = 100.0, kLayer = 8.0 * kOrder * kOrder / (1 << 20);
    QVERIFY2(megabytes < kProgram + 2.0 * 4.0 * kLayer, std::to_string(megabytes).c_str());
    QVERIFY(megabytes > 3.0 * kLayer);
}

QTEST_GUILESS_MAIN(TestLayerStreaming)
#include "tst_layer_streaming.moc"
