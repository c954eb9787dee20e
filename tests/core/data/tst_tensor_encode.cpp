#include "core/data/weights/safetensors_header.h"
#include "core/data/weights/safetensors_writer.h"
#include "core/data/weights/tensor_decode.h"
#include "core/data/weights/tensor_encode.h"

#include <QtTest>

#include <cmath>
#include <cstring>

using namespace vitrine;

/// Weights written to files.
class TestTensorEncode : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySmallFloatComesBack_data();
    void everySmallFloatComesBack();
    void halfwayGoesToEven_data();
    void halfwayGoesToEven();
    void writtenFileIsRead();
};

void TestTensorEncode::everySmallFloatComesBack_data() {
    QTest::addColumn<QByteArray>("dtype");
    QTest::newRow("F16") << QByteArray("F16");
    QTest::newRow("BF16") << QByteArray("BF16");
}

void TestTensorEncode::everySmallFloatComesBack() {
    QFETCH(QByteArray, dtype);
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const auto before = static_cast<std::uint16_t>(bits);
        double value = 0.0;
        decodeValues(dtype.toStdString(), reinterpret_cast<const char*>(&before), 1, &value);
        std::string written;
        encodeValues(dtype.toStdString(), &value, 1, written);
        std::uint16_t after = 0;
        std::memcpy(&after, written.data(), sizeof(after));
        if (std::isnan(value)) {
            double again = 0.0;
            decodeValues(dtype.toStdString(), written.data(), 1, &again);
            QVERIFY(std::isnan(again));
        } else {
            QCOMPARE(after, before);
        }
    }
}

void TestTensorEncode::halfwayGoesToEven_data() {
    QTest::addColumn<QByteArray>("dtype");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("rounded");
    const double half = std::ldexp(1.0, -11), bhalf = std::ldexp(1.0, -8);
    QTest::newRow("F16 tie, down to even") << QByteArray("F16") << 1.0 + half << 1.0;
    QTest::newRow("F16 tie, up to even") << QByteArray("F16") << 1.0 + 3 * half << 1.0 + 4 * half;
    QTest::newRow("F16 just above a tie") << QByteArray("F16") << 1.0 + half + 1e-13 << 1.0 + 2 * half;
    QTest::newRow("F16 carries into the exponent") << QByteArray("F16") << 2.0 - half / 2 << 2.0;
    QTest::newRow("F16 subnormal") << QByteArray("F16") << std::ldexp(1.4, -24) << std::ldexp(1.0, -24);
    QTest::newRow("F16 to zero") << QByteArray("F16") << std::ldexp(1.0, -25) << 0.0;
    QTest::newRow("F16 too large") << QByteArray("F16") << 65520.0 << HUGE_VAL;
    QTest::newRow("F16 largest") << QByteArray("F16") << 65519.0 << 65504.0;
    QTest::newRow("BF16 tie, down to even") << QByteArray("BF16") << 1.0 + bhalf << 1.0;
    QTest::newRow("BF16 not rounded twice") << QByteArray("BF16") << 1.0 + bhalf + 1e-12 << 1.0 + 2 * bhalf;
}

void TestTensorEncode::halfwayGoesToEven() {
    QFETCH(QByteArray, dtype);
    QFETCH(double, value);
    QFETCH(double, rounded);
    for (const double sign : {1.0, -1.0}) {
        const double signedValue = sign * value;
        std::string written;
        encodeValues(dtype.toStdString(), &signedValue, 1, written);
        double got = 0.0;
        decodeValues(dtype.toStdString(), written.data(), 1, &got);
        QCOMPARE(got, sign * rounded);
    }
}

void TestTensorEncode::writtenFileIsRead() {
    const double values[] = {1.5, -2.25, 3.0};
    TensorBytes first{"a", "F32", {3}, {}}, second{"b", "F64", {}, {}};
    encodeValues("F32", values, 3, first.bytes);
    encodeValues("F64", values, 1, second.bytes);
    const std::string file = safetensorsFile({first, second}, {{"rule", "clip"}});
    const auto header = parseSafetensorsHeader(file, static_cast<std::int64_t>(file.size()), "x");
    QVERIFY2(header.ok(), header ? "" : header.error().message.c_str());
    QCOMPARE(header->metadata.at("rule"), std::string("clip"));
    QCOMPARE(header->items.size(), std::size_t(2));
    QCOMPARE(header->items[0].offset % 8, std::int64_t(0));
    double got[3] = {};
    decodeValues("F32", file.data() + header->items[0].offset, 3, got);
    QCOMPARE(got[1], -2.25);
    QVERIFY(header->items[1].shape.empty());
}

QTEST_GUILESS_MAIN(TestTensorEncode)
#include "tst_tensor_encode.moc"
