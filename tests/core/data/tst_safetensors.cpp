#include "core/data/reader.h"
#include "core/data/weights/safetensors_header.h"
#include "core/data/weights/tensor_decode.h"
#include "core/data/weights/tensor_source.h"
#include "core/values/value_codec.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <bit>
#include <cmath>
#include <cstring>

using namespace vitrine;

namespace {

QString dataFile(const QString& name) {
    return QStringLiteral(VITRINE_TEST_DATA "/weights/") + name;
}

QString sample(const QString& name) {
    return QStringLiteral(VITRINE_SOURCE_DIR "/plugins/intruder_threshold/samples/toy_llama/") + name;
}

/// A file with one header and so many bytes of values.
QByteArray fileOf(const QByteArray& header, const QByteArray& values = {}) {
    const auto length = static_cast<quint64>(header.size());
    QByteArray bytes(8, '\0');
    std::memcpy(bytes.data(), &length, sizeof(length));
    return bytes + header + values;
}

QByteArray tensorHeader(const QByteArray& dtype, const QByteArray& shape, qint64 bytes) {
    return "{\"w\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":[0," +
           QByteArray::number(bytes) + "]}}";
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

Result<SafetensorsHeader> parse(const QByteArray& bytes) {
    return parseSafetensorsHeader({bytes.constData(), static_cast<std::size_t>(bytes.size())}, bytes.size(), "x");
}

/// The slow reference: sign, exponent and mantissa by the book.
double small(unsigned bits, int exponentBits, int mantissaBits, bool finiteOnly) {
    const int bias = (1 << (exponentBits - 1)) - 1;
    const unsigned exponent = (bits >> mantissaBits) & ((1U << exponentBits) - 1),
                   mantissa = bits & ((1U << mantissaBits) - 1);
    const double sign = (bits >> (exponentBits + mantissaBits)) != 0 ? -1.0 : 1.0;
    const bool last = exponent == (1U << exponentBits) - 1;
    if (last && (finiteOnly ? mantissa == (1U << mantissaBits) - 1 : mantissa != 0))
        return std::nan("");
    if (last && !finiteOnly)
        return sign * INFINITY;
    const double fraction = mantissa / std::pow(2.0, mantissaBits);
    return exponent == 0 ? sign * fraction * std::pow(2.0, 1 - bias)
                         : sign * (1.0 + fraction) * std::pow(2.0, static_cast<int>(exponent) - bias);
}

} // namespace

/// Weights in safetensors files.
class TestSafetensors : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void verdicts_data();
    void verdicts();
    void hostileHeaders_data();
    void hostileHeaders();
    void everyPatternIsDecoded_data();
    void everyPatternIsDecoded();
    void folderIsOneDataSet();
    void shardMissesATensor();
    void valuesAreThoseOfTheFile();
    void shrunkenFileIsNoticed();
    void placeIsNoContent();
    void codecKeepsEverything();
};

void TestSafetensors::verdicts_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("valid");
    QFile file(dataFile(QStringLiteral("safetensors_cases.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).object().value(QStringLiteral("cases")).toArray();
    QCOMPARE(cases.size(), 33);
    for (const QJsonValue& one : cases)
        QTest::newRow(qPrintable(one[QStringLiteral("name")].toString()))
            << QByteArray::fromHex(one[QStringLiteral("hex")].toString().toLatin1())
            << one[QStringLiteral("valid")].toBool();
}

void TestSafetensors::verdicts() {
    QFETCH(QByteArray, bytes);
    QFETCH(bool, valid);
    const auto header = parse(bytes);
    QVERIFY2(header.ok() == valid, header ? "accepted" : header.error().message.c_str());
    if (!header) {
        QVERIFY(header.error().message.starts_with("x: "));
        QVERIFY(!QString::fromStdString(header.error().message).contains(QLatin1Char('\n')));
    }
}

void TestSafetensors::hostileHeaders_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("text without end") << fileOf("{\"" + QByteArray(17 << 20, 'a'))
                                      << QStringLiteral("x: the header has a text of more than 16777216 bytes");
    QTest::newRow("number without end") << fileOf("{\"a\":" + QByteArray(100, '1'))
                                        << QStringLiteral("x: the header has a number of more than 64 digits");
    QTest::newRow("nesting") << fileOf(QByteArray("{\"a\":") + QByteArray(100'000, '['))
                             << QStringLiteral("x: the header has nested deeper than 8 levels");
    QTest::newRow("long name")
        << fileOf("{\"" + QByteArray(1025, 'n') + "\":{}}")
        << QStringLiteral("x: \"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...\": a name of more than 1,024 bytes");
    QTest::newRow("many dimensions") << fileOf(tensorHeader("U8", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", 1), "a")
                                     << QStringLiteral("x: the tensor \"w\", \"shape\": more than 16 dimensions");
    QTest::newRow("unknown key")
        << fileOf("{\"w\":{\"dtype\":\"U8\",\"data\":[0,1]}}")
        << QStringLiteral(
               "x: the tensor \"w\", \"data\": the key is unknown; a tensor has dtype, shape and data_offsets");
    QTest::newRow("beyond 2^63")
        << fileOf(tensorHeader("U8", "[18446744073709551615]", 1), "a")
        << QStringLiteral("x: the tensor \"w\", \"shape\": the number 18446744073709551615 is larger than 2^63 - 1");
    QTest::newRow("bytes do not fit") << fileOf(tensorHeader("F32", "[2]", 4), "abcd")
                                      << QStringLiteral("x: the tensor \"w\": its shape takes 8 bytes, there are 4");
    QTest::newRow("cut off")
        << fileOf(tensorHeader("F32", "[2]", 8), "abcdefgh").chopped(20)
        << QStringLiteral("x: the header claims 54 bytes, the file has only 42 more; it may have been cut off");
}

void TestSafetensors::hostileHeaders() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    const auto header = parse(bytes);
    QVERIFY(!header);
    QCOMPARE(QString::fromStdString(header.error().message), sentence);
}

void TestSafetensors::everyPatternIsDecoded_data() {
    QTest::addColumn<QByteArray>("dtype");
    QTest::addColumn<int>("exponentBits");
    QTest::addColumn<int>("mantissaBits");
    QTest::addColumn<bool>("finiteOnly");
    QTest::newRow("F16") << QByteArray("F16") << 5 << 10 << false;
    QTest::newRow("BF16") << QByteArray("BF16") << 8 << 7 << false;
    QTest::newRow("F8_E5M2") << QByteArray("F8_E5M2") << 5 << 2 << false;
    QTest::newRow("F8_E4M3") << QByteArray("F8_E4M3") << 4 << 3 << true;
}

void TestSafetensors::everyPatternIsDecoded() {
    QFETCH(QByteArray, dtype);
    QFETCH(int, exponentBits);
    QFETCH(int, mantissaBits);
    QFETCH(bool, finiteOnly);
    const int size = dtypeBits(dtype.toStdString()) / 8;
    for (unsigned bits = 0; bits < (1U << (8 * size)); ++bits) {
        double got = 0.0;
        decodeValues(dtype.toStdString(), reinterpret_cast<const char*>(&bits), 1, &got);
        const double wanted = small(bits, exponentBits, mantissaBits, finiteOnly);
        if (std::isnan(wanted))
            QVERIFY(std::isnan(got));
        else
            QCOMPARE(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(wanted));
    }
}

void TestSafetensors::folderIsOneDataSet() {
    const ReaderRegistry readers = ReaderRegistry::withBuiltins();
    const auto base = readers.read(sample(QStringLiteral("base")).toStdString());
    QVERIFY2(base.ok(), base ? "" : base.error().message.c_str());
    QCOMPARE(base->source.readerId, std::string("safetensors"));
    QCOMPARE(base->title, std::string("base"));
    const auto weights = valueAs<Tensors>(base->value);
    QVERIFY(weights);
    QCOMPARE(weights->files.size(), std::size_t(2));
    QVERIFY(!weights->config.empty());
    std::int64_t values = 0;
    for (const Tensor& item : weights->items)
        values += valueCount(item);
    QCOMPARE(values, std::int64_t(738'432));
    // A shard stands for the whole.
    const auto shard = readers.read(sample(QStringLiteral("base/model-00002-of-00002.safetensors")).toStdString());
    QVERIFY(shard.ok());
    QCOMPARE(shard->contentHash, base->contentHash);
    QCOMPARE(shard->source.fileSha256, base->source.fileSha256);

    const auto adapter = readers.preview(sample(QStringLiteral("adapters/sum_r4")).toStdString());
    QVERIFY2(adapter.ok(), adapter ? "" : adapter.error().message.c_str());
    QCOMPARE(adapter->becomes, std::string("LoRA adapter, rank 4, 56 tensors, linked"));
    const auto single = readers.read(sample(QStringLiteral("full_sum")).toStdString());
    QVERIFY2(single.ok(), single ? "" : single.error().message.c_str());
}

void TestSafetensors::shardMissesATensor() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("m-00001-of-00001.safetensors")), fileOf(tensorHeader("U8", "[1]", 1), "a"));
    const QString index = folder.filePath(QStringLiteral("m.safetensors.index.json"));
    const ReaderRegistry readers = ReaderRegistry::withBuiltins();
    const auto message = [&](const QByteArray& map) {
        write(index, "{\"weight_map\":" + map + "}");
        const auto read = readers.read(index.toStdString());
        return read ? std::string("read") : read.error().message;
    };
    QCOMPARE(message("{\"w\":\"m-00001-of-00001.safetensors\"}"), std::string("read"));
    QCOMPARE(message("{\"v\":\"m-00001-of-00001.safetensors\"}"),
             std::string("m-00001-of-00001.safetensors: the tensor \"v\" is not there, although the index says so"));
    QCOMPARE(
        message("{\"w\":\"../secret.safetensors\"}"),
        std::string("m.safetensors.index.json: the file of \"w\" must be the plain name of a file in the same folder"));
    QCOMPARE(message("{\"w\":\"n.safetensors\"}"), std::string("n.safetensors: the file is not there"));
}

void TestSafetensors::valuesAreThoseOfTheFile() {
    QTemporaryDir folder;
    const float numbers[] = {1.5F, -2.0F, 0.25F, 8.0F, -0.5F, 3.0F};
    const QString path = folder.filePath(QStringLiteral("w.safetensors"));
    write(path, fileOf(tensorHeader("F32", "[2,3]", 24), {reinterpret_cast<const char*>(numbers), 24}));
    const auto read = ReaderRegistry::withBuiltins().read(path.toStdString());
    QVERIFY(read.ok());
    const auto weights = valueAs<Tensors>(read->value);
    const auto source = TensorSource::open(weights);
    QVERIFY(source.ok());
    double values[6] = {};
    QVERIFY((*source)->read(weights->items.front(), 0, 6, values).ok());
    for (int i = 0; i < 6; ++i)
        QCOMPARE(values[i], static_cast<double>(numbers[i]));
    QVERIFY((*source)->read(weights->items.front(), 4, 2, values).ok());
    QCOMPARE(values[0], -0.5);
    QVERIFY(!(*source)->read(weights->items.front(), 4, 3, values)); // beyond the end
}

void TestSafetensors::shrunkenFileIsNoticed() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("w.safetensors"));
    const QByteArray bytes = fileOf(tensorHeader("F32", "[1024]", 4096), QByteArray(4096, '\0'));
    write(path, bytes);
    const auto read = ReaderRegistry::withBuiltins().read(path.toStdString());
    const auto weights = valueAs<Tensors>(read->value);
    const auto source = TensorSource::open(weights);
    QVERIFY(source.ok());
    QVERIFY(QFile::resize(path, bytes.size() - 1000));
    std::vector<double> values(1024);
    const auto got = (*source)->read(weights->items.front(), 0, 1024, values.data());
    QVERIFY(!got);
    QCOMPARE(got.error().message, std::string("w.safetensors: the file has become shorter while it was read"));
    const auto again = TensorSource::open(weights);
    QVERIFY(!again);
    QCOMPARE(again.error().message,
             std::string("w.safetensors: the file has changed since it was read; read it again as a new version"));
    // The same bytes at another time are the same file.
    write(path, bytes);
    QVERIFY(TensorSource::open(weights).ok());
    QByteArray other = bytes;
    other[other.size() - 1] = 'x';
    write(path, other);
    QVERIFY(!TensorSource::open(weights));
}

void TestSafetensors::placeIsNoContent() {
    QTemporaryDir first, second;
    const QByteArray bytes = fileOf(tensorHeader("U8", "[1]", 1), "a");
    for (const QTemporaryDir* folder : {&first, &second})
        write(folder->filePath(QStringLiteral("w.safetensors")), bytes);
    const ReaderRegistry readers = ReaderRegistry::withBuiltins();
    const auto one = readers.read(first.filePath(QStringLiteral("w.safetensors")).toStdString());
    const auto two = readers.read(second.filePath(QStringLiteral("w.safetensors")).toStdString());
    QCOMPARE(one->contentHash, two->contentHash);
    write(second.filePath(QStringLiteral("w.safetensors")), fileOf(tensorHeader("U8", "[1]", 1), "b"));
    QVERIFY(readers.read(second.filePath(QStringLiteral("w.safetensors")).toStdString())->contentHash !=
            one->contentHash);
}

void TestSafetensors::codecKeepsEverything() {
    const auto read = ReaderRegistry::withBuiltins().read(sample(QStringLiteral("adapters/sum_r16")).toStdString());
    QVERIFY(read.ok());
    const auto before = valueAs<Tensors>(read->value);
    const auto decoded = decodeValue(encodeValue(read->value));
    QVERIFY(decoded.ok());
    const auto after = valueAs<Tensors>(*decoded);
    QVERIFY(after);
    QCOMPARE(after->folder, before->folder);
    QCOMPARE(after->config, before->config);
    QCOMPARE(after->files.front().modifiedNs, before->files.front().modifiedNs);
    QCOMPARE(after->items.size(), before->items.size());
    for (std::size_t i = 0; i < after->items.size(); ++i) {
        QCOMPARE(after->items[i].name, before->items[i].name);
        QVERIFY(after->items[i].shape == before->items[i].shape);
        QCOMPARE(after->items[i].offset, before->items[i].offset);
    }
    QCOMPARE(contentSha256(*decoded), read->contentHash);
}

QTEST_GUILESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
