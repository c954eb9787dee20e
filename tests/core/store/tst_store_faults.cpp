#include "core/base/rng.h"
#include "core/store/project_store.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"

#include <QtTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace vitrine;

namespace {

Dataset reals(const std::string& title, std::size_t rows) {
    Table table;
    Column::Reals cells(rows);
    for (std::size_t i = 0; i < rows; ++i)
        cells[i] = rng::u01(rows, 2, i);
    table.columns.emplace_back("x", std::move(cells));
    Dataset dataset;
    dataset.title = title;
    dataset.value = makeValue(std::move(table));
    return dataset;
}

QByteArray contentsOf(const std::string& path) {
    QFile file(toQString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void putFile(const std::string& path, const QByteArray& bytes) {
    QFile file(toQString(path));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", path.c_str());
}

/// No file may grow beyond the limit while this lives: the kernel's answer to a write beyond it is that of a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_former);
        rlimit limit = m_former;
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &m_former); }

private:
    rlimit m_former{};
};

/// An ordinary user for a while: the superuser may write everywhere.
class OrdinaryUser {
public:
    OrdinaryUser() : m_former(geteuid()) {
        if (m_former == 0 && seteuid(65534) != 0)
            qFatal("cannot become an ordinary user");
    }
    ~OrdinaryUser() {
        if (m_former == 0 && seteuid(0) != 0)
            qFatal("cannot go back");
    }

private:
    uid_t m_former;
};

/// Uses everything of a project that may be damaged; what matters is that it comes back.
int useAll(const ProjectStore& store) {
    int failures = 0;
    const auto count = [&](bool ok) { failures += ok ? 0 : 1; };
    const auto datasets = store.datasets();
    count(datasets.ok());
    if (datasets)
        for (const DatasetRecord& dataset : *datasets)
            count(store.datasetValue(dataset.id).ok());
    const auto runs = store.runs();
    count(runs.ok());
    if (runs)
        for (const RunRecord& run : *runs) {
            const auto artifacts = store.artifacts(run.id);
            count(artifacts.ok() && store.runLog(run.id).ok());
            if (artifacts)
                for (const ArtifactRecord& artifact : *artifacts)
                    count(store.artifactValue(artifact.id).ok());
        }
    count(store.reports().ok());
    count(store.experiments().ok());
    count(store.history().ok());
    (void)store.state("window");
    const auto damage = store.damage();
    count(damage.ok() && damage->empty());
    return failures;
}

} // namespace

class TestStoreFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void aFullDiskLosesOnlyWhatDidNotFit();
    void aFullDiskStopsACopyAndTheProjectGoesOn();
    void aFolderThatCannotBeWrittenOpensReadOnly();
    void aWriteProtectedFileOpensReadOnly();
    void otherFilesAreNamed_data();
    void otherFilesAreNamed();
    void aNewerVersionIsRefused();
    void flippedBitsNeverCrash();
    void cutFilesNeverCrash();
    void damageIsListedAndTheRestIsReadable();
    void aForeignLockIsRespectedOrTakenOver();

private:
    std::string file(const char* name) const { return toStd(m_folder->filePath(QString::fromLatin1(name))); }
    std::string sampleProject();
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestStoreFaults::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    chmod(m_folder->path().toLocal8Bit().constData(), 0777);
}

std::string TestStoreFaults::sampleProject() {
    const std::string path = file("sample.vitrine");
    auto store = ProjectStore::create(path);
    RunRecord run;
    run.title = "r";
    bool ok = (*store)->addDataset(reals("one", 20'000)).ok() && (*store)->addDataset(reals("two", 300)).ok();
    ok = ok && (*store)->addRun(run).ok() && (*store)->addRun(run).ok();
    for (int n = 0; n < 6 && ok; ++n) {
        ArtifactRecord artifact;
        artifact.run = 1 + n % 2;
        artifact.description.id = "out_" + std::to_string(n);
        ok = (*store)->putArtifact(artifact, reals("", 500U * static_cast<unsigned>(n)).value).ok();
        ok = ok && (*store)->appendLog(1, std::vector<LogLine>(200, LogLine{"t", "info", "a line of the log"})).ok();
    }
    ok = ok && (*store)->addReport({0, "Report", {{"blocks", nlohmann::json::array()}}}).ok();
    ok = ok && (*store)->setState("window", 1).ok() && (*store)->appendHistory({"", "done", "x"}).ok();
    if (!ok || useAll(**store) != 0)
        qFatal("the sample project cannot be made");
    return path;
}

void TestStoreFaults::aFullDiskLosesOnlyWhatDidNotFit() {
    auto store = ProjectStore::create(file("a.vitrine"));
    QVERIFY((*store)->addDataset(reals("fits", 1000)).ok());
    {
        const FullDisk full(2'000'000);
        const auto refused = (*store)->addDataset(reals("too large", 3'000'000));
        QVERIFY(!refused.ok());
        QVERIFY(refused.error().code == ErrorCode::storage);
        QVERIFY2(refused.error().message == "a.vitrine: the disk refused to read or write" ||
                     refused.error().message.starts_with("a.vitrine: the disk is full"),
                 refused.error().message.c_str());
        QCOMPARE((*store)->datasets()->size(), std::size_t{1});
        QCOMPARE(contentSha256(*(*store)->datasetValue(1)), (*store)->dataset(1)->contentHash);
    }
    QVERIFY((*store)->addDataset(reals("fits again", 3'000'000)).ok());
    store->reset();
    store = ProjectStore::open(file("a.vitrine"), OpenMode::readWrite);
    QCOMPARE((*store)->datasets()->size(), std::size_t{2});
    QVERIFY((*store)->damage()->empty());
    // What was written of the one that did not fit is gone.
    QVERIFY(QFileInfo(toQString(file("a.vitrine"))).size() < 50'000'000);
}

void TestStoreFaults::aFullDiskStopsACopyAndTheProjectGoesOn() {
    auto store = ProjectStore::create(file("a.vitrine"));
    QVERIFY((*store)->addDataset(reals("one", 1'000'000)).ok());
    {
        const FullDisk full(4'000'000);
        QVERIFY(!(*store)->saveAs(file("b.vitrine")).ok());
    }
    QCOMPARE((*store)->path(), file("a.vitrine"));
    QVERIFY((*store)->addDataset(reals("two", 10)).ok());
    const QStringList left = QDir(m_folder->path()).entryList({QStringLiteral("b.*")}, QDir::Files);
    QVERIFY2(left.isEmpty(), qPrintable(left.join(u' ')));
}

void TestStoreFaults::aFolderThatCannotBeWrittenOpensReadOnly() {
    const std::string path = sampleProject();
    const std::string folder = toStd(m_folder->path());
    chmod(folder.c_str(), 0555);
    {
        const OrdinaryUser user;
        const auto refused = ProjectStore::open(path, OpenMode::readWrite);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().message, std::string("sample.vitrine: the folder cannot be written (Permission "
                                                      "denied); the project can be opened read-only"));
        auto store = ProjectStore::open(path, OpenMode::readOnly);
        QVERIFY2(store.ok(), store.ok() ? "" : store.error().message.c_str());
        QVERIFY((*store)->journalNote().starts_with("Opened from a folder that cannot be written"));
        QCOMPARE(useAll(**store), 0);
        QVERIFY(!ProjectStore::create(folder + "/new.vitrine").ok());
    }
    chmod(folder.c_str(), 0777);
}

void TestStoreFaults::aWriteProtectedFileOpensReadOnly() {
    const std::string path = sampleProject();
    chmod(path.c_str(), 0444);
    const OrdinaryUser user;
    const auto refused = ProjectStore::open(path, OpenMode::readWrite);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().message,
             std::string("sample.vitrine: the file is write-protected; it can be opened read-only"));
    auto store = ProjectStore::open(path, OpenMode::readOnly);
    QVERIFY2(store.ok(), store.ok() ? "" : store.error().message.c_str());
    QCOMPARE(useAll(**store), 0);
}

void TestStoreFaults::otherFilesAreNamed_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("message");
    QByteArray foreign("SQLite format 3", 16);
    foreign.resize(4096, '\0');
    QTest::newRow("empty") << QByteArray() << QByteArray("x.vitrine: is empty, so there is no project in it");
    QTest::newRow("text") << QByteArray("a,b\n1,2\n") << QByteArray("x.vitrine: is no Vitrine project");
    QTest::newRow("cut head") << QByteArray("SQLite format 3", 16)
                              << QByteArray("x.vitrine: is cut off after 16 bytes");
    QTest::newRow("another program's database")
        << foreign << QByteArray("x.vitrine: is a database of another program, not a Vitrine project");
}

void TestStoreFaults::otherFilesAreNamed() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, message);
    putFile(file("x.vitrine"), bytes);
    for (const OpenMode mode : {OpenMode::readWrite, OpenMode::readOnly}) {
        const auto store = ProjectStore::open(file("x.vitrine"), mode);
        QVERIFY(!store.ok());
        QCOMPARE(store.error().message, message.toStdString());
    }
    QCOMPARE(contentsOf(file("x.vitrine")), bytes); // not touched
    QVERIFY(!QFile::exists(toQString(file("x.vitrine.lock"))));
    const auto folder = ProjectStore::open(toStd(m_folder->path()), OpenMode::readOnly);
    QVERIFY(folder.error().message.ends_with("is a folder, not a project file"));
    QVERIFY(!ProjectStore::open(file("absent.vitrine"), OpenMode::readOnly).ok());
}

void TestStoreFaults::aNewerVersionIsRefused() {
    const std::string path = sampleProject();
    QByteArray bytes = contentsOf(path);
    bytes[63] = 9; // last byte of the version number
    putFile(path, bytes);
    const auto store = ProjectStore::open(path, OpenMode::readWrite);
    QCOMPARE(store.error().message, std::string("sample.vitrine: was written by a newer Vitrine (file version 9, this "
                                                "one knows 1); update Vitrine to open it"));
    bytes[63] = 0;
    putFile(path, bytes);
    QVERIFY(!ProjectStore::open(path, OpenMode::readWrite).ok());
}

void TestStoreFaults::flippedBitsNeverCrash() {
    const QByteArray sound = contentsOf(sampleProject());
    const std::string path = file("flipped.vitrine");
    int noticed = 0;
    for (std::uint32_t round = 0; round < 60; ++round) {
        QByteArray bytes = sound;
        const std::uint32_t flips = 1 + round % 8;
        for (std::uint32_t f = 0; f < flips; ++f) {
            // Every other round hits the first pages, where the catalogue stands.
            const auto range = static_cast<std::uint32_t>(round % 2 == 0 ? bytes.size() : 40 * 4096);
            const std::uint32_t at = rng::index(range, 11, 1, round, f, 0);
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << rng::index(8, 11, 1, round, f, 1)));
        }
        for (const OpenMode mode : {OpenMode::readOnly, OpenMode::readWrite}) {
            putFile(path, bytes);
            auto store = ProjectStore::open(path, mode);
            if (!store) {
                QVERIFY(store.error().message.starts_with("flipped.vitrine: "));
                ++noticed;
            } else if (useAll(**store) > 0) {
                ++noticed;
            }
        }
    }
    qInfo("%d of 120 openings noticed the damage", noticed);
    QVERIFY(noticed > 40);
}

void TestStoreFaults::cutFilesNeverCrash() {
    const QByteArray sound = contentsOf(sampleProject());
    const std::string path = file("cut.vitrine");
    for (std::uint32_t round = 0; round < 20; ++round) {
        const qsizetype size = rng::index(static_cast<std::uint32_t>(sound.size()), 12, 1, round);
        putFile(path, sound.left(size));
        auto store = ProjectStore::open(path, round % 2 == 0 ? OpenMode::readWrite : OpenMode::readOnly);
        if (store)
            QVERIFY2(useAll(**store) > 0, qPrintable(QString::number(size)));
        else
            QVERIFY(store.error().message.starts_with("cut.vitrine: "));
    }
}

void TestStoreFaults::damageIsListedAndTheRestIsReadable() {
    const std::string path = sampleProject();
    QByteArray bytes = contentsOf(path);
    // A cell of the first data set: found by its bytes.
    const double cell = rng::u01(20'000, 2, 5'000);
    const qsizetype at = bytes.indexOf(QByteArray(reinterpret_cast<const char*>(&cell), sizeof cell));
    QVERIFY(at > 0);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    putFile(path, bytes);
    auto store = ProjectStore::open(path, OpenMode::readWrite);
    QVERIFY(store.ok());
    const auto refused = (*store)->datasetValue(1);
    QCOMPARE(refused.error().message,
             std::string("sample.vitrine: the data set \"one\" is damaged: its bytes do not give its hash"));
    QVERIFY((*store)->datasetValue(2).ok());
    const auto damage = (*store)->damage();
    QCOMPARE(damage->size(), std::size_t{1});
    QCOMPARE(damage->front(), refused.error().message);
}

void TestStoreFaults::aForeignLockIsRespectedOrTakenOver() {
    const std::string path = sampleProject();
    // Process ids are reused: this one lives but started at another time, before a reboot, or never wrote the file.
    for (const char* text :
         {"", "garbage", "{\"pid\": 1, \"started\": \"1\", \"boot\": \"other\", \"host\": \"elsewhere\"}"}) {
        putFile(path + ".lock", text);
        auto store = ProjectStore::open(path, OpenMode::readWrite);
        QVERIFY2(store.ok(), text);
        const QByteArray mine = contentsOf(path + ".lock");
        QVERIFY(mine.contains(QByteArray("\"pid\":").append(QByteArray::number(getpid()))));
    }
    QVERIFY(!QFile::exists(toQString(path + ".lock")));
}

QTEST_GUILESS_MAIN(TestStoreFaults)
#include "tst_store_faults.moc"
