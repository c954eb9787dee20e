#include "widgets/last_folder.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

using namespace vitrine;

namespace {

class TestMemory : public FolderMemory {
public:
    QString folder(FolderUse use) const override { return use == FolderUse::open ? open : save; }
    void setFolder(FolderUse use, const QString& folder) override { (use == FolderUse::open ? open : save) = folder; }
    QString open, save;
};

} // namespace

class TestLastFolder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_memory = {};
        setFolderMemory(&m_memory);
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("data")) &&
                QDir(m_folder->path()).mkpath(QStringLiteral("figures")));
    }
    void cleanup() { setFolderMemory(nullptr); }

    void atFirstItIsHome() {
        QCOMPARE(startFolder(FolderUse::open), QDir::homePath());
        QCOMPARE(startPath(FolderUse::save, QStringLiteral("a.svg")), QDir::home().filePath(QStringLiteral("a.svg")));
    }
    void eachUseHasItsFolder() {
        rememberFolder(FolderUse::open, at("data/esol.csv"));
        QCOMPARE(startFolder(FolderUse::save), at("data")); // better than home
        rememberFolder(FolderUse::save, at("figures/graph.svg"));
        QCOMPARE(startFolder(FolderUse::open), at("data"));
        QCOMPARE(startPath(FolderUse::save, QStringLiteral("b.pdf")), at("figures/b.pdf"));
    }
    void anOpenedFolderIsItself() {
        rememberFolder(FolderUse::open, at("data"));
        QCOMPARE(startFolder(FolderUse::open), at("data"));
        rememberFolder(FolderUse::save, at("figures")); // a folder that is written stands in one
        QCOMPARE(startFolder(FolderUse::save), m_folder->path());
    }
    void whatIsGoneIsPassedOver() {
        rememberFolder(FolderUse::open, at("data/esol.csv"));
        rememberFolder(FolderUse::save, at("figures/graph.svg"));
        QVERIFY(QDir(at("figures")).removeRecursively());
        QCOMPARE(startFolder(FolderUse::save), at("data"));
        QVERIFY(QDir(at("data")).removeRecursively());
        QCOMPARE(startFolder(FolderUse::save), QDir::homePath());
    }
    void aCancelledDialogChangesNothing() {
        rememberFolder(FolderUse::open, at("data/esol.csv"));
        rememberFolder(FolderUse::open, {});
        QCOMPARE(startFolder(FolderUse::open), at("data"));
    }
    void withoutAMemoryItIsKeptForThisTime() {
        setFolderMemory(nullptr);
        rememberFolder(FolderUse::open, at("data/esol.csv"));
        QCOMPARE(startFolder(FolderUse::open), at("data"));
        folderMemory()->setFolder(FolderUse::open, {});
    }

private:
    QString at(const char* name) const { return m_folder->filePath(QString::fromUtf8(name)); }

    TestMemory m_memory;
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(TestLastFolder)
#include "tst_last_folder.moc"
