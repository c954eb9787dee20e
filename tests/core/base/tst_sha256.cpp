#include "core/base/sha256.h"

#include <QtTest>

using namespace vitrine;

class TestSha256 : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hashesMatchTheStandard();
    void piecesGiveTheSameHash();
    void filesAreHashed();
};

namespace {

std::string hashOf(std::string_view text) {
    Sha256 hash;
    hash.add(text);
    return hash.hex();
}

} // namespace

// The examples of FIPS 180-4.
void TestSha256::hashesMatchTheStandard() {
    QCOMPARE(hashOf(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    QCOMPARE(hashOf("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QCOMPARE(hashOf(std::string(1'000'000, 'a')),
             std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
}

void TestSha256::piecesGiveTheSameHash() {
    Sha256 hash;
    for (int i = 0; i < 1000; ++i)
        hash.add(std::string(1000, 'a'));
    hash.add(nullptr, 0);
    QCOMPARE(hash.hex(), hashOf(std::string(1'000'000, 'a')));
}

void TestSha256::filesAreHashed() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.txt"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray bytes(700'000, 'x'); // more than one read
    file.write(bytes);
    file.close();
    QCOMPARE(*fileSha256(path.toStdString()), hashOf(bytes.toStdString()));
    const auto missing = fileSha256("/no/such/file");
    QVERIFY(missing.error().code == ErrorCode::io);
    QCOMPARE(missing.error().message, std::string("/no/such/file: cannot be opened for reading"));
    QVERIFY(!fileSha256(folder.path().toStdString()).ok()); // a folder opens but cannot be read
}

QTEST_GUILESS_MAIN(TestSha256)
#include "tst_sha256.moc"
