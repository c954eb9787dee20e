#include "core/data/numpy/npy_header.h"
#include "core/data/reader.h"
#include "tests/core/data/graph_dump.h"
#include "tests/support/data_folder.h"

#include <QTemporaryDir>
#include <QtTest>

#include <zip.h>

using namespace vitrine;

namespace {

QByteArray withHeader(const QByteArray& dictionary, const QByteArray& data, char version = 1) {
    QByteArray bytes("\x93NUMPY", 6);
    bytes += version;
    bytes += '\0';
    const QByteArray header = dictionary + '\n';
    bytes += static_cast<char>(header.size() & 0xFF);
    bytes += static_cast<char>(header.size() >> 8);
    if (version > 1)
        bytes += QByteArray(2, '\0');
    return bytes + header + data;
}

QByteArray npy(const char* type, const char* shape, const QByteArray& data, bool fortran = false) {
    return withHeader(QByteArray("{'descr': '") + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
                          ", 'shape': " + shape + ", }",
                      data);
}

template <class T>
QByteArray raw(std::initializer_list<T> values, bool big = false) {
    QByteArray bytes;
    for (const T value : values) {
        QByteArray one(reinterpret_cast<const char*>(&value), sizeof value);
        if (big)
            std::reverse(one.begin(), one.end());
        bytes += one;
    }
    return bytes;
}

QByteArray archive(const std::vector<std::pair<const char*, QByteArray>>& files) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.zip"));
    zip_t* zip = zip_open(path.toUtf8().constData(), ZIP_CREATE, nullptr);
    for (const auto& [name, bytes] : files)
        zip_file_add(zip, name, zip_source_buffer(zip, bytes.constData(), static_cast<zip_uint64_t>(bytes.size()), 0),
                     0);
    if (zip_close(zip) != 0)
        qFatal("cannot write an archive");
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string matrixText(const Matrix& matrix) {
    std::string text = std::to_string(matrix.rows) + 'x' + std::to_string(matrix.columns) + ':';
    for (const double cell : matrix.cells)
        text += ' ' + QString::number(cell).toStdString();
    return text;
}

} // namespace

/// NumPy arrays (.npy) and archives of them (.npz).
class TestNumpy : public QObject {
    Q_OBJECT
private slots:
    void reads_data();
    void reads();
    void refused_data();
    void refused();
    void ledgerTells();
    void previewShowsBothEnds();
    void stops();
    void anArrayIsChosen();
    void archiveRefused_data();
    void archiveRefused();

private:
    samples::DataFolder m_folder;
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestNumpy::reads_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* claim, const QByteArray& bytes, const char* value) {
        QTest::newRow(claim) << bytes << QByteArray(value);
    };
    row("float64", npy("<f8", "(3,)", raw<double>({1.5, -2, 1e300})), "t | value real: 1.5, -2, 1e+300\n");
    row("float32, big-endian", npy(">f4", "(2,)", raw<float>({1.5F, -0.25F}, true)), "t | value real: 1.5, -0.25\n");
    row("float16", npy("<f2", "(5,)", raw<std::uint16_t>({0x3C00, 0xC000, 0x7BFF, 0x0001, 0xFC00})),
        "t | value real: 1, -2, 65504, 5.960464477539063e-08, -inf\n");
    row("int8", npy("|i1", "(3,)", raw<std::int8_t>({-128, 0, 127})), "t | value integer: -128, 0, 127\n");
    row("int16, big-endian", npy(">i2", "(2,)", raw<std::int16_t>({-300, 7}, true)), "t | value integer: -300, 7\n");
    row("int32", npy("<i4", "(2,)", raw<std::int32_t>({-70000, 70000})), "t | value integer: -70000, 70000\n");
    row("int64", npy("<i8", "(2L,)", raw<std::int64_t>({INT64_MIN, INT64_MAX})),
        "t | value integer: -9223372036854775808, 9223372036854775807\n");
    row("uint8", npy("|u1", "(2,)", raw<std::uint8_t>({0, 255})), "t | value integer: 0, 255\n");
    row("uint16", npy("<u2", "(1,)", raw<std::uint16_t>({65535})), "t | value integer: 65535\n");
    row("uint32", npy("<u4", "(1,)", raw<std::uint32_t>({4294967295U})), "t | value integer: 4294967295\n");
    row("uint64 that fits", npy("<u8", "(1,)", raw<std::uint64_t>({5})), "t | value integer: 5\n");
    row("uint64 that does not", npy("<u8", "(2,)", raw<std::uint64_t>({UINT64_MAX, 1})),
        "t | value real: 18446744073709551616, 1\n");
    row("bool", npy("|b1", "(3,)", QByteArray("\0\1\2", 3)), "t | value boolean: false, true, true\n");
    row("matrix", npy("<i4", "(2, 3)", raw<std::int32_t>({1, 2, 3, 4, 5, 6})), "2x3: 1 2 3 4 5 6");
    row("matrix in Fortran order", npy("<i4", "(2, 3)", raw<std::int32_t>({1, 4, 2, 5, 3, 6}), true),
        "2x3: 1 2 3 4 5 6");
    row("matrix of truth values", npy("|b1", "(1, 2)", QByteArray("\1\0", 2)), "1x2: 1 0");
    row("header of version 2",
        withHeader("{\"shape\":(1,2),\"fortran_order\":False,\"descr\":\"<f8\"}", raw<double>({1, 2}), 2), "1x2: 1 2");
}

void TestNumpy::reads() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, value);
    // By its content, not by its ending.
    const auto dataset = m_registry.read(m_folder.write(QStringLiteral("a.dat"), bytes));
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(dataset->source.readerId, std::string("npy"));
    const auto table = valueAs<Table>(dataset->value);
    const auto matrix = valueAs<Matrix>(dataset->value);
    QCOMPARE(QByteArray::fromStdString(table ? test::tableText("t", *table) : matrixText(*matrix)), value);
}

void TestNumpy::refused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* claim, const QByteArray& bytes, const char* sentence) {
        QTest::newRow(claim) << bytes << QString::fromUtf8(sentence);
    };
    const QByteArray data = raw<double>({1, 2, 3});
    row("magic only", QByteArray("\x93NUMPY", 6), ": the header ends too early, the file is cut off");
    row("cut off in the header", npy("<f8", "(3,)", data).left(30), ": the header ends too early, the file is cut off");
    row("cut off in the values", npy("<f8", "(3,)", data).chopped(1),
        ": the header claims 3 values, the file has 2, it is cut off");
    row("an unknown version", QByteArray("\x93NUMPY\x09\0\x10\0", 10), ": NumPy format 9, expected 1, 2 or 3");
    row("a header of gigabytes", QByteArray("\x93NUMPY\x02\0\xFF\xFF\xFF\xFF", 12),
        ": a header of 4,294,967,295 bytes, at most 65,536 are read");
    row("Python objects", npy("|O", "(3,)", data),
        ": the array holds Python objects, kept as a pickle, opening it could run code; save an array of numbers");
    row("text", npy("<U5", "(1,)", data), ": the array holds text, expected numbers; save it as CSV");
    row("complex numbers", npy("<c16", "(1,)", data), ": the array holds complex numbers, expected real numbers");
    row("dates", npy("<M8[ns]", "(1,)", data), ": the array holds dates or times, expected real numbers");
    row("records", withHeader("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }", data),
        ": the array holds records of several fields, expected numbers of one type; save it as CSV");
    row("long doubles", npy("<f16", "(1,)", data),
        ": the array has the type \"<f16\", expected truth values, whole numbers of 1 to 8 bytes or reals of 2, 4 or "
        "8");
    row("a single number", npy("<f8", "()", data), ": the array is a single number, expected a list or a matrix");
    row("three dimensions", npy("<f8", "(1, 1, 3)", data), ": the array has 3 dimensions, expected one or two");
    row("no values", npy("<f8", "(0, 4)", {}), ": there are no values in the array");
    row("more values than any memory", npy("<f8", "(4294967296, 4294967296)", data),
        ": the header claims more values than any memory holds");
    row("many values", npy("<f8", "(1000000000,)", data),
        ": the header claims 1,000,000,000 values, the file has 3, it is cut off");
    row("an extent beyond 64 bits", npy("<f8", "(99999999999999999999,)", data),
        ": the header of the array has an extent that is no whole number, or too many of them");
    row("a negative extent", npy("<f8", "(-1,)", data),
        ": the header of the array has an extent that is no whole number, or too many of them");
    row("code in place of the shape",
        withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': __import__('os')}", data),
        ": the header of the array has no list in parentheses behind \"shape\"");
    row("code behind the dictionary",
        withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)} or exit()", data),
        ": the header of the array goes on behind its closing brace");
    row("an unknown name", withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'x': 1}", data),
        ": the header of the array names \"x\", which is not known");
    row("a name twice", withHeader("{'descr': '<f8', 'descr': '<f8'}", data),
        ": the header of the array names \"descr\" twice");
    row("a name missing", withHeader("{'descr': '<f8', 'shape': (3,)}", data),
        ": the header of the array does not name \"fortran_order\"");
    row("a list in place of the dictionary", withHeader("['descr']", data),
        ": the header of the array does not begin with a brace");
}

void TestNumpy::refused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    const std::string path = m_folder.write(QStringLiteral("a.npy"), bytes);
    const auto dataset = m_registry.read(path);
    QVERIFY(!dataset.ok());
    QCOMPARE(QString::fromStdString(dataset.error().message), QStringLiteral("a.npy") + sentence);
    const auto preview = m_registry.preview(path);
    QVERIFY(!preview.ok());
    QCOMPARE(QString::fromStdString(preview.error().message), QStringLiteral("a.npy") + sentence);
}

void TestNumpy::ledgerTells() {
    const auto text = [&](const QByteArray& bytes) {
        const auto dataset = m_registry.read(m_folder.write(QStringLiteral("l.npy"), bytes));
        return dataset ? test::dump(dataset->ledger) : dataset.error().message;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(text(npy("<f8", "(1, 2)", raw<double>({nan, 1}) + "xyz")),
             std::string("dropped 3 | Bytes behind the array, not read\nmarked 1 | Missing value\n"));
    QCOMPARE(text(npy("<f8", "(2,)", raw<double>({nan, -std::numeric_limits<double>::infinity()}))),
             std::string("marked 1 | NaN, kept as a value\nmarked 1 | Infinite value, kept\n"));
    QCOMPARE(text(npy("<i8", "(1, 1)", raw<std::int64_t>({9'007'199'254'740'993}))),
             std::string("coerced 1 | More digits than a real number keeps, rounded\n"));
}

void TestNumpy::previewShowsBothEnds() {
    QByteArray data;
    for (int i = 0; i < 300; ++i)
        data += raw<std::int32_t>({i});
    const auto list = m_registry.preview(m_folder.write(QStringLiteral("p.npy"), npy("<i4", "(300,)", data)));
    QVERIFY(list.ok());
    QCOMPARE(list->recognisedAs, std::string("NumPy array, int32, 300"));
    QCOMPARE(list->records, std::int64_t{300});
    QCOMPARE(list->firstRows.size(), std::size_t{5});
    QCOMPARE(list->lastRows.back(), std::vector<std::string>{"299"});
    const auto wide = m_registry.preview(m_folder.write(QStringLiteral("w.npy"), npy("<i4", "(2, 150)", data)));
    QVERIFY(wide.ok());
    QCOMPARE(wide->kind, ValueKind::matrix);
    QCOMPARE(wide->columns.size(), std::size_t{100});
    QCOMPARE(wide->firstRows[1][0], std::string("150"));
    QCOMPARE(wide->problems.size(), std::size_t{1});
}

void TestNumpy::stops() {
    const std::string path =
        m_folder.write(QStringLiteral("s.npy"), npy("|u1", "(2000000,)", QByteArray(2'000'000, '\1')));
    std::stop_source source;
    source.request_stop();
    ReadContext context;
    context.stop = source.get_token();
    const auto dataset = m_registry.read(path, {}, context);
    QVERIFY(!dataset.ok());
    QCOMPARE(dataset.error().code, ErrorCode::cancelled);
}

void TestNumpy::anArrayIsChosen() {
    const QByteArray bytes = archive({{"o.npy", npy("|O", "(1,)", "x")},
                                      {"x.npy", npy("<f8", "(2, 1)", raw<double>({1, 2}))},
                                      {"y.npy", npy("<i4", "(2,)", raw<std::int32_t>({3, 4}))},
                                      {"readme.txt", "hello"}});
    const std::string path = m_folder.write(QStringLiteral("z.npz"), bytes);
    const auto preview = m_registry.preview(path);
    QVERIFY2(preview.ok(), preview ? "" : preview.error().message.c_str());
    QCOMPARE(preview->recognisedAs, std::string("NumPy archive, \"x\", float64, 2 x 1"));
    QCOMPARE(preview->problems[0].title, std::string("3 arrays in the file"));
    QCOMPARE(preview->problems[0].chosen, std::size_t{1});
    QCOMPARE(preview->problems[0].choices[0].label, std::string("\"o\", cannot be read"));
    QCOMPARE(preview->problems[0].choices[2].label, std::string("\"y\", int32, 2"));
    const auto first = m_registry.read(path);
    QVERIFY(first.ok());
    QCOMPARE(matrixText(*valueAs<Matrix>(first->value)), std::string("2x1: 1 2"));
    QCOMPARE(first->title, std::string("z, x"));
    const auto second = m_registry.read(path, preview->problems[0].choices[2].options);
    QVERIFY(second.ok());
    QCOMPARE(test::tableText("t", *valueAs<Table>(second->value)), std::string("t | value integer: 3, 4\n"));
    QCOMPARE(test::dump(second->ledger),
             std::string("read 3 | Other file of the archive, not a part of this data set\n"));
    const auto objects = m_registry.read(path, {{"array", "o"}});
    QVERIFY(!objects.ok());
    QVERIFY(objects.error().message.starts_with("z.npz: \"o\": the array holds Python objects"));
    const auto none = m_registry.read(path, {{"array", "w"}});
    QVERIFY(!none.ok());
    QCOMPARE(none.error().message, std::string("z.npz: there is no array \"w\", there are \"o\", \"x\", \"y\""));
}

void TestNumpy::archiveRefused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    const QByteArray array = npy("<f8", "(2,)", raw<double>({1, 2}));
    const QByteArray good = archive({{"x.npy", array}});
    const auto row = [](const char* claim, const QByteArray& bytes, const char* sentence) {
        QTest::newRow(claim) << bytes << QString::fromUtf8(sentence);
    };
    row("cut off", good.left(good.size() - 30), "the ZIP archive is damaged or cut off");
    row("only its first header", good.left(40), "the ZIP archive is damaged or cut off");
    QByteArray flipped = good;
    for (qsizetype i = 37; i < 45; ++i)
        flipped[i] = static_cast<char>(flipped[i] ^ 0x55);
    row("damaged data", flipped, "damaged in the archive");
    row("no arrays", QByteArray(archive({{"a.npy", "hello"}})), "\"a\" is no NumPy array");
    row("an empty array file", archive({{"a.npy", ""}}), "\"a\" is no NumPy array");
    row("a bomb of zeros", archive({{"a.npy", npy("|u1", "(50,)", QByteArray(1, 'x')) + QByteArray(10, '\0')}}),
        "the header claims 50 values");
    row("a claim of gigabytes", archive({{"a.npy", npy("<f8", "(1000000000,)", QByteArray(80, 'x'))}}),
        "holds more than 2,147,483,648 bytes, save it by itself as .npy");
    row("objects only", archive({{"a.npy", npy("|O", "(1,)", "x")}}), "opening it could run code");
    row("a pickle in the archive", archive({{"a.npy", array}, {"data.pkl", "x"}}), "");
    row("another archive", archive({{"letter.txt", "hello"}}),
        "this is a ZIP archive; unpack it and open the files inside");
    QByteArray foreign = good;
    const qsizetype central = foreign.indexOf("PK\x01\x02");
    foreign[central + 10] = 97; // an unknown compression
    foreign[8] = 97;
    row("an unknown compression", foreign, "a compression that is not read");
    QByteArray secret = good;
    secret[central + 8] = static_cast<char>(secret[central + 8] | 1);
    secret[6] = static_cast<char>(secret[6] | 1);
    row("encrypted", secret, "encrypted");
}

void TestNumpy::archiveRefused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    const std::string path = m_folder.write(QStringLiteral("a.npz"), bytes);
    const auto dataset = m_registry.read(path);
    if (sentence.isEmpty()) {
        QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str()); // a pickle is never opened
        return;
    }
    QVERIFY(!dataset.ok());
    QVERIFY2(QString::fromStdString(dataset.error().message).contains(sentence), dataset.error().message.c_str());
    QVERIFY(dataset.error().message.starts_with("a.npz: "));
}

QTEST_GUILESS_MAIN(TestNumpy)
#include "tst_numpy.moc"
