#include "core/base/file_write.h"
#include "core/values/text.h"

#include <QDir>
#include <QtTest>

#include <csignal>
#include <sys/resource.h>

using namespace vitrine;

class TestFileWrite : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesAndReplaces();
    void keepsPermissionsAndLinks();
    void keepsTheOldFileWhenTheDiskIsFull();
    void reportsAFullDevice();
    void saysWhatIsWrong();
    void knowsItsTemporaryNames();
};

namespace {

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Result<void> write(const QString& path, std::string_view bytes) {
    return writeFileAtomically(toStd(path), bytes);
}

} // namespace

void TestFileWrite::writesAndReplaces() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("größe.csv"));
    QVERIFY(write(path, "a\n").ok());
    QCOMPARE(contentOf(path), QByteArray("a\n"));
    QVERIFY(write(path, "").ok());
    QCOMPARE(contentOf(path), QByteArray());
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
}

void TestFileWrite::keepsPermissionsAndLinks() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.csv"));
    const QString link = folder.filePath(QStringLiteral("link.csv"));
    QVERIFY(write(path, "a").ok());
    const auto own = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
    QVERIFY(QFile::setPermissions(path, own));
    QVERIFY(QFile::link(path, link));
    QVERIFY(write(link, "b").ok());
    QVERIFY(QFileInfo(link).isSymLink());
    QCOMPARE(contentOf(path), QByteArray("b"));
    QCOMPARE(QFile::permissions(path), QFile::Permissions(own));
}

void TestFileWrite::keepsTheOldFileWhenTheDiskIsFull() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.csv"));
    QVERIFY(write(path, "old").ok());
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit = before;
    limit.rlim_cur = 4;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const Result<void> written = write(path, "much too long");
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::io);
    QCOMPARE(written.error().message, toStd(path) + ": cannot be written: File too large");
    QCOMPARE(contentOf(path), QByteArray("old"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
}

void TestFileWrite::reportsAFullDevice() {
    if (!QFile::exists(QStringLiteral("/dev/full")))
        QSKIP("there is no /dev/full");
    const Result<void> written = writeFileAtomically("/dev/full", "a", "table.csv");
    QVERIFY(!written.ok());
    QCOMPARE(written.error().message, std::string("table.csv: cannot be written: No space left on device"));
}

void TestFileWrite::saysWhatIsWrong() {
    const QTemporaryDir folder;
    const auto messageOf = [](const QString& path) {
        const auto written = write(path, "a");
        return written ? std::string() : written.error().message;
    };
    QVERIFY(messageOf(folder.filePath(QStringLiteral("no/a.csv"))).ends_with("No such file or directory"));
    QVERIFY(messageOf(folder.path()).ends_with("Is a directory"));
    QVERIFY(messageOf(folder.filePath(QString(300, QLatin1Char('a')))).ends_with("File name too long"));
    QVERIFY(!messageOf(QString()).empty());
}

void TestFileWrite::knowsItsTemporaryNames() {
    QVERIFY(isTemporaryFileName(".vitrine-12-0.tmp"));
    for (const char* name : {".vitrine-.tmp", ".vitrine-12.tmp", ".vitrine-12-.tmp", ".vitrine-1-2-3.tmp",
                             ".vitrine-a-1.tmp", "vitrine-1-2.tmp", ".vitrine-1-2", ".vitrine.tmp", ".vitrine-tmp"})
        QVERIFY2(!isTemporaryFileName(name), name);
}

QTEST_GUILESS_MAIN(TestFileWrite)
#include "tst_file_write.moc"
