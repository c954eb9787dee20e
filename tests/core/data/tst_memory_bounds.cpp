#include "core/base/available_memory.h"
#include "core/data/message_text.h"
#include "core/data/reader.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/resource.h>

using namespace vitrine;

/// Bounds are checked before memory is taken.
class TestMemoryBounds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatDoesNotFitIsRefused();
    void manyShortRowsAreRefused();
    void equalNamesTakeNoTime();
};

void TestMemoryBounds::whatDoesNotFitIsRefused() {
    QVERIFY(availableBytes() > 0);
    QVERIFY(checkFits("x.csv", 10, "row", 1000.0).ok());
    const auto refused = checkFits("x.csv", 375'000'000, "row", 1e16);
    QVERIFY(!refused.ok());
    QCOMPARE(
        refused.error().message,
        std::string("x.csv: 375,000,000 rows take about 10,000,000 GB of memory, more than there is; split the file"));
}

void TestMemoryBounds::manyShortRowsAreRefused() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("the sanitizer takes more address space than the limit of this test");
#endif
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("short.csv"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("smiles,y\n");
    const QByteArray block = QByteArray("C,1\n").repeated(1 << 20);
    for (int i = 0; i < 8; ++i)
        file.write(block);
    file.close();
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_AS, &before), 0);
    rlimit small = before;
    small.rlim_cur = 2'000'000'000;
    QCOMPARE(setrlimit(RLIMIT_AS, &small), 0);
    const ReaderRegistry readers = ReaderRegistry::withBuiltins();
    const auto read = readers.read(path.toStdString(), {}, {});
    QCOMPARE(setrlimit(RLIMIT_AS, &before), 0);
    QVERIFY(!read.ok());
    QVERIFY2(read.error().message.starts_with("short.csv: 8,388,60"), read.error().message.c_str());
    QVERIFY2(read.error().message.find("of memory, more than there is") != std::string::npos,
             read.error().message.c_str());
}

void TestMemoryBounds::equalNamesTakeNoTime() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("same.csv"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("c,").repeated(20'000) + "c\n" + QByteArray("1,").repeated(20'000) + "1\n");
    file.close();
    QElapsedTimer timer;
    timer.start();
    const auto read = ReaderRegistry::withBuiltins().read(path.toStdString(), {}, {});
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
    QVERIFY2(timer.elapsed() < 10'000, "quadratic"); // 21 s when every name was looked for from the start
}

QTEST_GUILESS_MAIN(TestMemoryBounds)
#include "tst_memory_bounds.moc"
