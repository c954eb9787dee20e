#include "core/data/input_file.h"
#include "core/data/reader.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

using namespace vitrine;

namespace {

QByteArray zipped(const QByteArray& plain) {
    QByteArray out(static_cast<int>(plain.size()) + 1000, '\0');
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.constData()));
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(static_cast<int>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

QByteArray changed(QByteArray bytes, qsizetype at) {
    const qsizetype place = at < 0 ? bytes.size() + at : at;
    bytes[place] = static_cast<char>(bytes[place] ^ 0x55);
    return bytes;
}

QByteArray many(const char* line, int count) {
    return QByteArray(line).repeated(count);
}

} // namespace

/// Tables, structures and compressed files that are damaged, hostile or not what they seem: each gives one exact
/// sentence, in the plan and in the reading.
class TestMalformedTables : public QObject {
    Q_OBJECT

private slots:
    void init();
    void refusedWithOneSentence_data();
    void refusedWithOneSentence();
    void refusedMoleculesAreLedgerLines_data();
    void refusedMoleculesAreLedgerLines();
    void decompressionHasALimit();
    void decompressionIsCancelled();
    void paddingBehindGzipIsNoDamage();
    void unreadable();
    void notAFile_data();
    void notAFile();
    void vanishesBetweenPlanAndReading();
    void shortenedWhileOpen();
    void longTextIsRead();
    void sparseGigabyte();

private:
    std::string write(const QString& name, const QByteArray& bytes) {
        QFile file(m_folder->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write a test file");
        return file.fileName().toStdString();
    }
    QString sentence(const std::string& path) const {
        const auto dataset = m_registry.read(path);
        const auto preview = m_registry.preview(path);
        const auto text = [](const auto& result) {
            return result.ok() ? QStringLiteral("read") : QString::fromStdString(result.error().message);
        };
        // Bad rows are for a person to judge: the plan shows them and refuses until they are left out.
        if (preview && !preview->problems.empty() && !preview->problems[0].choices.empty() &&
            preview->problems[0].choices[0].label == "Refuse the file" && preview->problems[0].chosen == 0)
            return text(dataset);
        return text(dataset) == text(preview) ? text(dataset)
                                              : text(dataset) + QStringLiteral(" / plan: ") + text(preview);
    }
    std::unique_ptr<QTemporaryDir> m_folder;
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestMalformedTables::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestMalformedTables::refusedWithOneSentence_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* file, const QByteArray& bytes, const char* sentence) {
        QTest::newRow(file) << bytes << QString::fromUtf8(sentence);
    };
    const QByteArray table = zipped(many("1,2.5,text\n", 2000));

    row("cut_in_half.csv.gz", table.left(table.size() / 2), ": the gzip data end too early, the file is cut off");
    row("without_trailer.csv.gz", table.chopped(4), ": the gzip data end too early, the file is cut off");
    row("header_alone.csv.gz", table.left(10), ": the gzip data end too early, the file is cut off");
    row("three_bytes.csv.gz", table.left(3), ": the gzip data end too early, the file is cut off");
    row("claims_another_size.csv.gz", changed(table, -1), ": the gzip data are damaged");
    row("wrong_checksum.csv.gz", changed(table, -7), ": the gzip data are damaged");
    row("damaged.csv.gz", changed(table, 10), ": the gzip data are damaged");
    row("garbage_behind.csv.gz", table + "hello", ": the gzip data are damaged");
    row("nothing_inside.csv.gz", zipped({}), ": the compressed file is empty");
    row("compressed_twice.csv.gz", zipped(table), ": this is compressed twice; unpack it once");
    row("page_inside.csv.gz", zipped("\n<!DOCTYPE html><p>404"),
        ": this is an HTML page, perhaps saved in place of the file behind it; download the file itself");
    row("pickle_inside.csv.gz", zipped(QByteArray("\x80\x04\x95\x10\0", 5)),
        ": this is a Python pickle, opening it could run code; save the data as CSV or JSON");

    row("unbalanced_quote.csv", "a,b\n1,2\n\"x,3\n4,5\n", ":3: a quote is opened in this line and never closed");
    row("text_behind_quote.csv", "a,b\n1,2\n\"x\"y,3\n",
        ":3: text behind the closing quote in column 1; a quote inside of a quoted cell must be doubled");
    row("too_many_cells.csv", "a,b\n1,2\n\"two\nlines\",3\n4,5,6\n", ":5: expected 2 columns, found 3");
    row("too_few_cells.csv", "a,b,c\n1,2,3\n4,5\n6,7,8\n", ":3: expected 3 columns, found 2");
    row("comment_between.csv", "a,b\n1,2\n# note\n3,4\n", ":3: expected 2 columns, found 1");
    row("prose.txt", "Dear all,\nplease find the data attached.\nBest wishes\n", ": none of the 2 rows has 2 columns");
    row("names_alone.csv", "a,b\n", ": there are column names but no rows");
    row("empty.tsv", "", ": the file is empty");
    row("white_space.csv", " \n\t\n   \r\n", ": there is nothing but white space in the file");
    row("mark_alone.csv", "\xEF\xBB\xBF", ": there is nothing but white space in the file");
    row("comments_alone.csv", "# a\n# b\n", ": there are no records in the file");
    row("zero_byte.csv", QByteArray("a,b\n1,2\n3,\0\n", 12), ":3: a zero byte, this is not a text file");
    row("zero_byte_far_down.csv", "a,b\n" + many("1,2\n", 40000) + QByteArray("3,\0\n", 4),
        ":40002: a zero byte, this is not a text file");
    row("binary.csv", QByteArray("\x01\x02\0\xFF\x10\0\0\x07", 8), ": binary data of a kind that no reader knows");
    row("bytes_behind_mark.csv",
        "\xEF\xBB\xBF"
        "a,b\n1,\xFF\n",
        ":2: this line is not valid UTF-8; choose the encoding windows-1252 if it comes from there");
    row("utf16_odd.csv",
        QByteArray("\xFF\xFE"
                   "a\0,\0b\0\n\0"
                   "1",
                   11),
        ": UTF-16 text with an odd number of bytes, the file is cut off");
    row("utf16_zero.csv",
        QByteArray("\xFF\xFE"
                   "a\0,\0b\0\n\0"
                   "1\0,\0\0\0\n\0",
                   18),
        ":2: a zero character, this is not a text file");
    row("utf16_without_mark.csv",
        QByteArray("n\0a\0m\0e\0;\0x\0\n\0a\0;\0"
                   "1\0",
                   20),
        ": this is UTF-16 text without a byte order mark; save it as UTF-8");
    row("too_wide.csv", many("x,", 1000000) + "x\n" + many("1,", 1000000) + "1\n",
        ": 1000001 columns, at most 100000 are read");
    row("pointer.csv", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 99000000000\n",
        ": this is a Git LFS pointer, not the data it stands for; run \"git lfs pull\" and open the file again");
    row("pickle_of_old.csv", "(dp0\nS'a'\np1\nI1\ns.",
        ": this is a Python pickle, opening it could run code; save the data as CSV or JSON");
    row("array.csv", QByteArray("\x93NUMPY\x01\0v\0", 10), ": the header ends too early, the file is cut off");
    row("columns.csv", QByteArray("PAR1\x15\x04\0\0", 8), ": this is a Parquet file; save the table as CSV");
    row("project.csv", QByteArray("SQLite format 3\0\x10\0", 18),
        ": no SQLite database behind its first bytes, or an encrypted one");
    row("molecule.txt", "name\n  RDKit\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n$$$$\n",
        ":4: not a molecule: there are no atoms");
    row("list.csv", "[1, 2,\n 3]",
        ": JSON of a kind that no reader knows, expected graphset-1, node-link graphs, a split or a model");
    row("markup.csv", "<?xml version=\"1.0\"?><a/>", ": text of a kind that no reader knows");
    row("cut_off.split", "{\"train\": [0],\n \"test\": [1,", ": the JSON text ends too early, it is cut off");
    row("twice.split", "{\"train\": [0], \"test\": [1], \"train\": [2]}",
        ": the field \"train\" stands twice in one object");
    row("comma.split", "{\"train\": [0],\n \"test\": [1,]}", ": the JSON text is not valid at line 2, column 13");
    row("deep.split", "{\"train\": " + many("[", 100000), ": the JSON text is nested deeper than 200 levels");

    row("empty.smi", "", ": the file is empty");
    row("blank.smi", "\n \n", ": there are no structures in the file");
    row("comments.smi", "# a\n# b\n", ": there are no structures in the file");
    row("heading_alone.smi", "smiles name\n", ": there are no structures in the file");
    row("no_structure.smi", "hello world\nC1CC ring\n",
        ":1: not a molecule: syntax error: this is no SMILES; nor is any other structure in the file");
    row("zero_byte.smi", QByteArray("CCO\nC\0\n", 7), ":2: a zero byte, this is not a text file");
    row("page.smi", "<html><body>",
        ": this is an HTML page, perhaps saved in place of the file behind it; download the file itself");
}

void TestMalformedTables::refusedWithOneSentence() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    const QString name = QString::fromUtf8(QTest::currentDataTag());
    QCOMPARE(this->sentence(write(name, bytes)), name + sentence);
}

void TestMalformedTables::refusedMoleculesAreLedgerLines_data() {
    QTest::addColumn<QString>("structure");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* structure, const char* reason) {
        QTest::newRow(structure) << QString::fromUtf8(structure) << QString::fromUtf8(reason);
    };
    row("CC(C)(C)(C)C", "atom 2 (C) has more bonds than its valence allows");
    row("CO(C)C", "atom 2 (O) has more bonds than its valence allows");
    row("c1cccc1", "the aromatic bonds of atoms 1, 2, 3, 4 and 5 cannot be drawn as single and double bonds");
    row("cC", "atom 1 (C) is marked aromatic but stands in no ring");
    row("C1CC", "a ring is opened and never closed");
    row("C(C", "a parenthesis is opened and never closed");
    row("CC)C", "a parenthesis is closed that was not opened");
    row("[Xx]C", "syntax error: this is no SMILES");
    row("C C", "the SMILES holds a space or a control character");
    row("CC\u00e4", "the SMILES holds a character outside of ASCII");
    row("", "there is no structure");
}

void TestMalformedTables::refusedMoleculesAreLedgerLines() {
    QFETCH(QString, structure);
    QFETCH(QString, reason);
    // Most structures are refused here; the name of the column and one that can be read decide.
    const QByteArray text = "smiles,y\n" + structure.toUtf8() + ",1\nCCO,2\n" + structure.toUtf8() + ",3\n";
    const auto dataset = m_registry.read(write(QStringLiteral("m.csv"), text));
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    const auto graphs = valueAs<GraphSet>(dataset->value);
    QVERIFY(graphs);
    QCOMPARE(graphs->graphCount(), std::size_t{1});
    QCOMPARE(dataset->ledger.recordsDropped, std::int64_t{2});
    const auto& entries = dataset->ledger.entries();
    const auto dropped = std::find_if(entries.begin(), entries.end(),
                                      [](const LedgerEntry& entry) { return entry.action == LedgerAction::dropped; });
    QVERIFY(dropped != entries.end());
    QCOMPARE(QString::fromStdString(dropped->reason), QStringLiteral("Not a molecule: ") + reason);
    QCOMPARE(dropped->lines, (std::vector<std::int64_t>{2, 4}));
}

void TestMalformedTables::decompressionHasALimit() {
    const QByteArray bomb = zipped(QByteArray(3'000'000, '0'));
    QVERIFY(bomb.size() < 20'000);
    const std::string_view bytes(bomb.constData(), static_cast<std::size_t>(bomb.size()));
    const auto refused = gunzip(bytes, 1'000'000, false, "bomb.csv.gz");
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::outOfRange);
    QCOMPARE(QString::fromStdString(refused.error().message),
             QStringLiteral("bomb.csv.gz: holds more than 1,000,000 bytes when decompressed, unpack it first"));
    const auto head = gunzip(bytes, 1'000, true, "bomb.csv.gz");
    QVERIFY(head.ok());
    QCOMPARE(head->size(), std::size_t{1'000});
    const auto exact = gunzip(bytes, 3'000'000, false, "bomb.csv.gz");
    QVERIFY(exact.ok());
    QCOMPARE(exact->size(), std::size_t{3'000'000});
}

void TestMalformedTables::decompressionIsCancelled() {
    const std::string path =
        write(QStringLiteral("t.csv.gz"), zipped("smiles,y\n" + QByteArray("C,1\n").repeated(50'000)));
    std::stop_source source;
    source.request_stop();
    const auto opened = InputFile::open(path, source.get_token());
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().code, ErrorCode::cancelled);
    QCOMPARE(opened.error().message, std::string("t.csv.gz: reading was cancelled"));
}

void TestMalformedTables::paddingBehindGzipIsNoDamage() {
    const QByteArray table = zipped("a,b\n1,2\n");
    for (const QByteArray& bytes : QByteArrayList{table + QByteArray(700, '\0'), table + zipped("3,4\n")}) {
        const auto dataset = m_registry.read(write(QStringLiteral("t.csv.gz"), bytes));
        QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    }
}

void TestMalformedTables::unreadable() {
    const std::string path = write(QStringLiteral("secret.csv"), "a,b\n1,2\n");
    QCOMPARE(::chmod(path.c_str(), 0), 0);
    QCOMPARE(::chmod(m_folder->path().toUtf8().constData(), 0755), 0);
    // Root may read everything; be somebody else for a moment.
    constexpr uid_t kNobody = 65534;
    const bool root = ::geteuid() == 0;
    if (root)
        QCOMPARE(::seteuid(kNobody), 0);
    const QString told = sentence(path);
    if (root)
        QCOMPARE(::seteuid(0), 0);
    QCOMPARE(told, QStringLiteral("secret.csv: no permission to read this file"));
}

void TestMalformedTables::notAFile_data() {
    QTest::addColumn<QString>("sentence");
    QTest::newRow("folder.csv") << QStringLiteral("folder.csv: the folder is empty");
    QTest::newRow("pipe.csv") << QStringLiteral("pipe.csv: a device or pipe, expected a file");
    QTest::newRow("loop.csv") << QStringLiteral("loop.csv: a link that leads back to itself, expected a file");
    QTest::newRow("nowhere.csv") << QStringLiteral("nowhere.csv: there is no such file");
    QTest::newRow("folder.csv/below/t.csv") << QStringLiteral("t.csv: there is no such file");
}

void TestMalformedTables::notAFile() {
    QFETCH(QString, sentence);
    const auto at = [&](const char* name) { return m_folder->filePath(QString::fromUtf8(name)).toStdString(); };
    QCOMPARE(::mkdir(at("folder.csv").c_str(), 0755), 0);
    QCOMPARE(::mkfifo(at("pipe.csv").c_str(), 0644), 0); // nobody ever writes into it
    QCOMPARE(::symlink("other", at("loop.csv").c_str()), 0);
    QCOMPARE(::symlink("loop.csv", at("other").c_str()), 0);
    QCOMPARE(::symlink("gone", at("nowhere.csv").c_str()), 0);
    QCOMPARE(this->sentence(at(QTest::currentDataTag())), sentence);
}

void TestMalformedTables::vanishesBetweenPlanAndReading() {
    const std::string path = write(QStringLiteral("going.csv"), "a,b\n1,2\n");
    QVERIFY(m_registry.preview(path).ok());
    QVERIFY(QFile::remove(QString::fromStdString(path)));
    QCOMPARE(sentence(path), QStringLiteral("going.csv: there is no such file"));
}

/// Another program may cut a file off while it is read; what was there stays there.
void TestMalformedTables::shortenedWhileOpen() {
    constexpr off_t kLarge = off_t{70} << 20;
    const std::string path = write(QStringLiteral("log.csv"), "a,b\n1,2\n");
    QCOMPARE(::truncate(path.c_str(), kLarge), 0);
    const auto file = InputFile::open(path);
    QVERIFY(file.ok());
    QCOMPARE(::truncate(path.c_str(), 3), 0);
    QCOMPARE(file->bytes().size(), static_cast<std::size_t>(kLarge));
    QVERIFY(file->bytes().starts_with("a,b\n1,2\n"));
    QCOMPARE(file->bytes().back(), '\0');
}

void TestMalformedTables::longTextIsRead() {
    const std::string cell = write(QStringLiteral("cell.csv"), "a,b\n" + QByteArray(5'000'000, 'x') + ",1\n");
    const auto dataset = m_registry.read(cell);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(valueAs<Table>(dataset->value)->columns[0].texts()[0].size(), std::size_t{5'000'000});
    const auto molecule =
        m_registry.read(write(QStringLiteral("long.csv"), "smiles,y\n" + QByteArray(20'000, 'C') + ",1\nCCO,2\n" +
                                                              QByteArray(3'000, 'C') + ",3\n"));
    QVERIFY2(molecule.ok(), molecule ? "" : molecule.error().message.c_str());
    QStringList reasons;
    for (const LedgerEntry& entry : molecule->ledger.entries())
        if (entry.action == LedgerAction::dropped)
            reasons << QString::fromStdString(entry.reason);
    QCOMPARE(reasons,
             (QStringList{QStringLiteral("Not a molecule: the SMILES has 20000 characters, at most 10000 are "
                                         "read"),
                          QStringLiteral("Not a molecule: the molecule has 3000 atoms, at most 2000 are read")}));
}

/// A file that claims a gigabyte and holds a line: no more is touched than is there.
void TestMalformedTables::sparseGigabyte() {
    const std::string path = write(QStringLiteral("sparse.csv"), "a,b\n1,2\n");
    QCOMPARE(::truncate(path.c_str(), off_t{1} << 30), 0);
    QCOMPARE(sentence(path), QStringLiteral("sparse.csv:3: a zero byte, this is not a text file"));
}

QTEST_GUILESS_MAIN(TestMalformedTables)
#include "tst_malformed_tables.moc"
