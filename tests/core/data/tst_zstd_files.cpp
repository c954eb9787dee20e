#include "core/data/input_file.h"
#include "core/data/reader.h"
#include "tests/support/data_folder.h"

#include <QTest>

#include <zstd.h>

using namespace vitrine;

namespace {

QByteArray packed(const QByteArray& plain, bool checksum = true, int windowLog = 0) {
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, checksum ? 1 : 0);
    if (windowLog > 0) { // as from a pipe: the size is not known before
        ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, windowLog);
        ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
    }
    QByteArray out(static_cast<int>(ZSTD_compressBound(static_cast<std::size_t>(plain.size()))) + 64, '\0');
    ZSTD_inBuffer in{plain.constData(), static_cast<std::size_t>(plain.size()), 0};
    ZSTD_outBuffer room{out.data(), static_cast<std::size_t>(out.size()), 0};
    std::size_t left = 1;
    if (windowLog > 0)
        while (in.pos < in.size)
            ZSTD_compressStream2(context, &room, &in, ZSTD_e_continue);
    while (left > 0)
        left = ZSTD_compressStream2(context, &room, &in, ZSTD_e_end);
    ZSTD_freeCCtx(context);
    out.resize(static_cast<int>(room.pos));
    return out;
}

QByteArray skippable(int bytes) {
    QByteArray frame("\x5A\x2A\x4D\x18", 4);
    for (int shift = 0; shift < 32; shift += 8)
        frame += static_cast<char>((bytes >> shift) & 0xFF);
    return frame + QByteArray(bytes, 'x');
}

/// Text that no program makes much smaller.
QByteArray noise(int bytes) {
    QByteArray text;
    std::uint32_t state = 1;
    while (text.size() < bytes) {
        state = state * 1664525U + 1013904223U;
        text += static_cast<char>('!' + (state >> 24) % 90);
    }
    return text;
}

} // namespace

/// zstd is taken off every file, as gzip is.
class TestZstdFiles : public QObject {
    Q_OBJECT

private slots:
    void everyReader_data();
    void everyReader();
    void sameValueAsThePlainFile();
    void framesAreReadOneBehindTheOther();
    void headOfALargeBlock();
    void headBehindALongFrame();
    void refused_data();
    void refused();
    void decompressionHasALimit();
    void everyReaderStopsIt_data() { everyReader_data(); }
    void everyReaderStopsIt();

private:
    samples::DataFolder m_folder;
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestZstdFiles::everyReader_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reader");
    QTest::newRow("a.csv.zst") << QByteArray("a,b\n1,2\n") << QStringLiteral("csv");
    QTest::newRow("a.zst") << QByteArray("a,b\n1,2\n") << QStringLiteral("csv");
    QTest::newRow("without_ending.csv") << QByteArray("a,b\n1,2\n") << QStringLiteral("csv");
    QTest::newRow("a.smi.zst") << QByteArray("CCO ethanol\n") << QStringLiteral("smi");
    QTest::newRow("a.json.zst") << QByteArray("{\"format\":\"graphset-1\",\"graphs\":[{\"nodes\":[[]],\"edges\":[]}]}")
                                << QStringLiteral("graphset");
    QTest::newRow("split.json.zst") << QByteArray("{\"train\":[0],\"test\":[1]}") << QStringLiteral("split");
}

void TestZstdFiles::everyReader() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reader);
    const std::string path = m_folder.write(QString::fromUtf8(QTest::currentDataTag()), packed(bytes));
    const auto dataset = m_registry.read(path);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(dataset->source.readerId, reader.toStdString());
    QVERIFY(m_registry.preview(path).ok());
}

void TestZstdFiles::sameValueAsThePlainFile() {
    const QByteArray table = "a,b\n" + QByteArray("1,2.5\n").repeated(50'000);
    const auto plain = m_registry.read(m_folder.write(QStringLiteral("t.csv"), table));
    const auto compressed = m_registry.read(m_folder.write(QStringLiteral("t.csv.zst"), packed(table)));
    QVERIFY(plain.ok() && compressed.ok());
    QCOMPARE(compressed->contentHash, plain->contentHash);
    QCOMPARE(compressed->title, std::string("t"));
    QVERIFY(compressed->source.fileSha256 != plain->source.fileSha256);
}

void TestZstdFiles::framesAreReadOneBehindTheOther() {
    const QByteArray bytes = skippable(12) + packed("a,b\n1,2\n") + skippable(0) + packed("3,4\n", false) + packed({});
    const auto dataset = m_registry.read(m_folder.write(QStringLiteral("frames.csv.zst"), bytes));
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(valueAs<Table>(dataset->value)->rowCount(), std::size_t{2});
}

void TestZstdFiles::headOfALargeBlock() {
    QByteArray table = "a,b\n";
    const QByteArray text = noise(400'000).replace(',', 'x').replace('"', 'x');
    for (int i = 0; i < text.size(); i += 40)
        table += text.mid(i, 20) + ',' + text.mid(i + 20, 20) + '\n';
    const std::string path = m_folder.write(QStringLiteral("large.csv.zst"), packed(table));
    const auto head = readFileHead(path);
    QVERIFY(head.ok());
    QCOMPARE(head->bytes.size(), std::size_t{64} << 10);
    QCOMPARE(m_registry.read(path)->source.readerId, std::string("csv"));
}

void TestZstdFiles::headBehindALongFrame() {
    const std::string path =
        m_folder.write(QStringLiteral("behind.csv.zst"), skippable(300'000) + packed("a,b\n1,2\n"));
    const auto head = readFileHead(path);
    QVERIFY(head.ok());
    QCOMPARE(head->bytes, std::string("a,b\n1,2\n"));
}

void TestZstdFiles::refused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* file, const QByteArray& bytes, const char* sentence) {
        QTest::newRow(file) << bytes << QString::fromUtf8(sentence);
    };
    const QByteArray table = packed("a,b\n" + noise(1000).replace('"', 'x') + "\n");
    QByteArray damaged = table;
    damaged[100] = static_cast<char>(damaged[100] ^ 0x55);
    row("half.csv.zst", table.left(table.size() / 2), ": the zstd data end too early, the file is cut off");
    row("magic_alone.csv.zst", table.left(4), ": the zstd data end too early, the file is cut off");
    row("without_checksum.csv.zst", table.chopped(2), ": the zstd data end too early, the file is cut off");
    row("half_a_skippable.csv.zst", skippable(100).left(20), ": the zstd data end too early, the file is cut off");
    row("skippable_of_4_gib.csv.zst", QByteArray("\x50\x2A\x4D\x18\xFF\xFF\xFF\xFFx", 9),
        ": the zstd data end too early, the file is cut off");
    row("damaged.csv.zst", damaged, ": the zstd data are damaged");
    row("garbage_behind.csv.zst", table + "hello", ": the zstd data are damaged");
    row("nothing_inside.csv.zst", packed({}), ": the compressed file is empty");
    row("skippable_alone.csv.zst", skippable(8), ": the compressed file is empty");
    row("twice.csv.zst", packed(packed("a,b\n1,2\n")), ": this is compressed twice; unpack it once");
    row("wide_window.csv.zst", packed("a,b\n1,2\n", true, 28),
        ": the zstd data need a window of more than 128 MiB, unpack it first");
    row("page.csv.zst", packed("<!DOCTYPE html><p>404"),
        ": this is an HTML page, perhaps saved in place of the file behind it; download the file itself");
}

void TestZstdFiles::refused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    const QString name = QString::fromUtf8(QTest::currentDataTag());
    const std::string path = m_folder.write(name, bytes);
    const auto dataset = m_registry.read(path);
    QVERIFY(!dataset.ok());
    QCOMPARE(QString::fromStdString(dataset.error().message), name + sentence);
    const auto preview = m_registry.preview(path);
    QVERIFY(!preview.ok());
    QCOMPARE(QString::fromStdString(preview.error().message), name + sentence);
}

void TestZstdFiles::decompressionHasALimit() {
    const QByteArray zeros = packed(QByteArray(8 << 20, '0'));
    QVERIFY(zeros.size() < 10'000);
    const std::string_view bytes(zeros.constData(), static_cast<std::size_t>(zeros.size()));
    const auto whole = unzstd(bytes, 1 << 20, false, "bomb.zst");
    QVERIFY(!whole.ok());
    QCOMPARE(whole.error().message,
             std::string("bomb.zst: holds more than 1,048,576 bytes when decompressed, unpack it first"));
    const auto part = unzstd(bytes, 1 << 20, true, "bomb.zst");
    QVERIFY(part.ok());
    QCOMPARE(part->size(), std::size_t{1} << 20);
}

/// A file that is cut off: a reader that unpacks it in spite of the request says so instead.
void TestZstdFiles::everyReaderStopsIt() {
    QFETCH(QByteArray, bytes);
    QByteArray cutOff = packed(bytes);
    cutOff.chop(1);
    const std::string path = m_folder.write(QString::fromUtf8(QTest::currentDataTag()), cutOff);
    std::stop_source source;
    source.request_stop();
    ReadContext context;
    context.stop = source.get_token();
    const auto dataset = m_registry.read(path, {}, context);
    QVERIFY(!dataset.ok());
    QCOMPARE(dataset.error().code, ErrorCode::cancelled);
    const auto preview = m_registry.preview(path, {}, context);
    QVERIFY(!preview.ok());
    QCOMPARE(preview.error().code, ErrorCode::cancelled);
}

QTEST_GUILESS_MAIN(TestZstdFiles)
#include "tst_zstd_files.moc"
