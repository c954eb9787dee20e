#include "core/store/project_store.h"
#include "core/store/salvage.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <random>

using namespace vitrine;

/// What is intact of a damaged project is taken into a new one, the rest is named; nothing crashes.
class TestSalvage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void soundProjectComesOutWhole();
    void truncatedProjectKeepsWhatIsThere();
    void damagedValueIsNamed();
    void fiftyDamagedFilesOpenOrAreRefused();
    void fiftyDamagedFilesAreTakenOrRefused();
    void damageIsToldFromOtherErrors();
    void damagedFileIsOnlyRead();

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
    std::string write(const char* name, const QByteArray& bytes) const;
    QByteArray damaged(int number, std::mt19937& random) const;

    QTemporaryDir m_folder;
    QByteArray m_sound;
};

namespace {

constexpr int kDatasets = 12;
constexpr int kDamaged = 50;

Value numbers(int seed) {
    Table table;
    Column::Reals values;
    for (int i = 0; i < 4000; ++i)
        values.push_back(seed * 1000.0 + i);
    table.columns.emplace_back("number", std::move(values));
    return makeValue(std::move(table));
}

} // namespace

void TestSalvage::initTestCase() {
    {
        const auto store = ProjectStore::create(toStd(path("sound.vitrine")));
        QVERIFY(store.ok());
        for (int i = 0; i < kDatasets; ++i) {
            Dataset dataset;
            dataset.title = "numbers " + std::to_string(i);
            dataset.value = numbers(i);
            dataset.contentHash = contentSha256(dataset.value);
            QVERIFY((*store)->addDataset(dataset).ok());
        }
        RunRecord run;
        run.title = "a run";
        run.plugin = "template";
        run.experiment = "summary";
        const auto id = (*store)->addRun(run);
        QVERIFY(id.ok());
        ArtifactRecord artifact;
        artifact.run = *id;
        artifact.description.id = "histogram";
        artifact.description.title = "Histogram";
        artifact.contentHash = contentSha256(numbers(77));
        QVERIFY((*store)->putArtifact(artifact, numbers(77)).ok());
        QVERIFY((*store)->appendHistory({{}, "done", "Something"}).ok());
        QVERIFY((*store)->save().ok());
    }
    QFile file(path("sound.vitrine"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_sound = file.readAll();
}

std::string TestSalvage::write(const char* name, const QByteArray& bytes) const {
    QFile file(path(name));
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes);
    QFile::remove(path("out.vitrine"));
    return toStd(path(name));
}

void TestSalvage::soundProjectComesOutWhole() {
    const auto salvage = salvageProject(write("whole.vitrine", m_sound), toStd(path("out.vitrine")));
    QVERIFY2(salvage.ok(), salvage.ok() ? "" : salvage.error().message.c_str());
    QCOMPARE(salvage->lost, std::vector<std::string>{});
    const auto store = ProjectStore::open(salvage->path, OpenMode::readOnly);
    QVERIFY(store.ok());
    QCOMPARE((*store)->datasets()->size(), std::size_t{kDatasets});
    for (int i = 0; i < kDatasets; ++i)
        QCOMPARE(contentSha256(*(*store)->datasetValue(i + 1)), contentSha256(numbers(i)));
    QCOMPARE((*store)->runs()->size(), std::size_t{1});
    QCOMPARE((*store)->artifacts(1)->size(), std::size_t{1});
    QCOMPARE((*store)->history()->size(), std::size_t{1});
}

void TestSalvage::truncatedProjectKeepsWhatIsThere() {
    // The last values stand at the end of the file.
    const auto salvage =
        salvageProject(write("short.vitrine", m_sound.left(m_sound.size() * 2 / 3)), toStd(path("out.vitrine")));
    QVERIFY2(salvage.ok(), salvage.ok() ? "" : salvage.error().message.c_str());
    QVERIFY(!salvage->lost.empty());
    const auto store = ProjectStore::open(salvage->path, OpenMode::readWrite);
    QVERIFY(store.ok());
    int intact = 0;
    const auto datasets = (*store)->datasets();
    for (const DatasetRecord& dataset : *datasets)
        if (const auto value = (*store)->datasetValue(dataset.id);
            value && contentSha256(*value) == contentSha256(numbers(static_cast<int>(dataset.id) - 1)))
            ++intact;
    QVERIFY2(intact >= kDatasets / 3, qPrintable(QString::number(intact)));
    // The new project is one that one can go on with.
    Dataset more;
    more.title = "more";
    more.value = numbers(5);
    more.contentHash = contentSha256(more.value);
    QVERIFY((*store)->addDataset(more).ok());
}

void TestSalvage::damagedValueIsNamed() {
    QByteArray bytes = m_sound;
    const double wanted = (kDatasets - 1) * 1000.0 + 3900; // only the last data set holds it
    const auto at = bytes.indexOf(QByteArray(reinterpret_cast<const char*>(&wanted), sizeof wanted));
    QVERIFY(at > 0);
    bytes[at + 6] = static_cast<char>(bytes[at + 6] ^ 1);
    const auto salvage = salvageProject(write("bit.vitrine", bytes), toStd(path("out.vitrine")));
    QVERIFY(salvage.ok());
    QCOMPARE(salvage->lost.size(), std::size_t{1});
    QVERIFY2(salvage->lost.front().find("numbers 11") != std::string::npos, salvage->lost.front().c_str());
}

/// Bits flipped, one to 64, in the first twenty; then fifteen cut off; then fifteen with a page of noise.
QByteArray TestSalvage::damaged(int number, std::mt19937& random) const {
    const auto below = [&](qsizetype limit) { return static_cast<qsizetype>(random() % static_cast<unsigned>(limit)); };
    QByteArray bytes = m_sound;
    if (number < 20)
        for (int flips = 0; flips < 1 << (number / 3); ++flips) {
            const qsizetype at = below(bytes.size());
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        }
    else if (number < 35)
        bytes.truncate(below(bytes.size()));
    else
        for (qsizetype at = below(bytes.size() - 4096), end = at + 4096; at < end; ++at)
            bytes[at] = static_cast<char>(random());
    return bytes;
}

void TestSalvage::fiftyDamagedFilesOpenOrAreRefused() {
    std::mt19937 random(4);
    int opened = 0;
    int intact = 0;
    for (int i = 0; i < kDamaged; ++i) {
        const std::string file = write("odd.vitrine", damaged(i, random));
        const auto store = ProjectStore::open(file, i % 2 == 0 ? OpenMode::readWrite : OpenMode::readOnly);
        if (!store) {
            const std::string& sentence = store.error().message;
            QVERIFY2(sentence.starts_with("odd.vitrine") && sentence.find('\n') == std::string::npos, sentence.c_str());
            continue;
        }
        ++opened;
        const auto datasets = (*store)->datasets();
        for (int id = 1; datasets && id <= kDatasets; ++id)
            if (const auto value = (*store)->datasetValue(id)) { // what reads, reads right
                QCOMPARE(contentSha256(*value), contentSha256(numbers(id - 1)));
                ++intact;
            }
        if (const auto artifacts = (*store)->artifacts(1))
            for (const ArtifactRecord& artifact : *artifacts)
                if (const auto value = (*store)->artifactValue(artifact.id))
                    QCOMPARE(contentSha256(*value), artifact.contentHash);
        static_cast<void>((*store)->runs());
        static_cast<void>((*store)->history());
        if (const auto damage = (*store)->damage())
            for (const std::string& sentence : *damage)
                QVERIFY(!sentence.empty() && sentence.find('\n') == std::string::npos);
    }
    qInfo("%d of %d opened, %d of their %d data sets intact", opened, kDamaged, intact, opened * kDatasets);
    QVERIFY2(opened > 20 && intact > opened * kDatasets / 2, qPrintable(QString::number(intact)));
}

void TestSalvage::fiftyDamagedFilesAreTakenOrRefused() {
    std::mt19937 random(3);
    int taken = 0;
    for (int i = 0; i < kDamaged; ++i) {
        const auto salvage = salvageProject(write("odd.vitrine", damaged(i, random)), toStd(path("out.vitrine")));
        if (!salvage) {
            QVERIFY(!salvage.error().message.empty());
            QVERIFY(!QFile::exists(path("out.vitrine"))); // nothing half made stays
            continue;
        }
        ++taken;
        const auto store = ProjectStore::open(salvage->path, OpenMode::readWrite);
        QVERIFY(store.ok());
        for (const DatasetRecord& dataset : *(*store)->datasets()) // what reads, reads right
            if (const auto value = (*store)->datasetValue(dataset.id))
                QCOMPARE(contentSha256(*value), dataset.contentHash);
    }
    QVERIFY2(taken > 35, qPrintable(QString::number(taken)));
}

void TestSalvage::damageIsToldFromOtherErrors() {
    const auto cut = ProjectStore::open(write("cut.vitrine", m_sound.left(m_sound.size() / 2)), OpenMode::readWrite);
    QVERIFY(!cut.ok());
    QVERIFY2(isDamage(cut.error()), cut.error().context.c_str());
    const auto missing = ProjectStore::open(toStd(path("missing.vitrine")), OpenMode::readWrite);
    QVERIFY(!missing.ok());
    QVERIFY(!isDamage(missing.error()));
    QCOMPARE(salvagedPath(toStd(path("cut.vitrine"))), toStd(path("cut salvaged.vitrine")));
    write("cut salvaged.vitrine", {});
    QCOMPARE(salvagedPath(toStd(path("cut.vitrine"))), toStd(path("cut salvaged 2.vitrine")));
}

void TestSalvage::damagedFileIsOnlyRead() {
    const QByteArray bytes = m_sound.left(m_sound.size() / 2);
    const std::string damaged = write("half.vitrine", bytes);
    (void)salvageProject(damaged, toStd(path("out.vitrine")));
    QFile file(toQString(damaged));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), bytes);
    std::stop_source stop;
    stop.request_stop();
    QFile::remove(path("out.vitrine"));
    const auto cancelled = salvageProject(damaged, toStd(path("out.vitrine")), stop.get_token());
    QVERIFY(!cancelled && cancelled.error().code == ErrorCode::cancelled);
    QVERIFY(!QFile::exists(path("out.vitrine")));
}

QTEST_GUILESS_MAIN(TestSalvage)
#include "tst_salvage.moc"
