#include "core/jobs/project_input.h"
#include "core/store/project_store.h"
#include "core/values/value_codec.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace vitrine;

namespace {

Dataset numbers(int count) {
    Column::Integers cells;
    for (int i = 0; i < count; ++i)
        cells.push_back(i);
    Table table;
    table.columns.emplace_back("x", std::move(cells));
    Dataset dataset;
    dataset.title = "numbers";
    dataset.value = makeValue(std::move(table));
    dataset.contentHash = contentSha256(dataset.value);
    dataset.ledger.recordsRead = count;
    dataset.source.path = "/data/numbers.csv";
    dataset.source.fileName = "numbers.csv";
    dataset.source.fileSha256 = "sha of " + std::to_string(count);
    dataset.source.fileBytes = count;
    dataset.source.modifiedNs = 17;
    return dataset;
}

using Keep = ProjectStore::Keep;

} // namespace

/// A data set that is read again: the newer content takes the place, runs keep the one they used.
class TestDatasetVersions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void theNewerContentTakesThePlace();
    void aRunFindsWhatItWasGiven();
    void theTwoChangePlaces();
    void versionsNobodyUsedGoWithTheSession();
    void versionsOfARemovedDataSetGoWithIt();
    void growingLeavesNothingBehind();
    void theSourceIsSetAlone();
    void unknownIdsAreNamed();

private:
    void reopen() {
        m_store.reset();
        m_store = *ProjectStore::open(m_path, OpenMode::readWrite);
    }
    RunId runOn(DatasetId id) {
        RunRecord run;
        run.title = "run";
        run.state = RunState::finished;
        run.inputs.push_back(
            {"table", "dataset:" + std::to_string(id), "numbers", m_store->dataset(id)->contentHash, {}, {}});
        return *m_store->addRun(run);
    }
    std::size_t rowsOf(const Result<RunInput>& input) const {
        return input ? valueAs<Table>(input->value)->rowCount() : 0;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
    std::shared_ptr<ProjectStore> m_store;
};

void TestDatasetVersions::init() {
    m_store.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("p.vitrine")).toStdString();
    m_store = *ProjectStore::create(m_path);
}

void TestDatasetVersions::theNewerContentTakesThePlace() {
    const DatasetId id = *m_store->addDataset(numbers(3));
    QVERIFY(m_store->renameDataset(id, "mine"));
    const auto version = m_store->replaceDataset(id, numbers(5), Keep::always);
    QVERIFY(version);
    QVERIFY(*version != 0 && *version != id);
    const auto all = m_store->datasets();
    QCOMPARE(all->size(), std::size_t{1}); // the earlier one is no data set of its own
    QCOMPARE(all->front().id, id);
    QCOMPARE(all->front().title, std::string("mine"));
    QCOMPARE(all->front().records, std::int64_t{5});
    QCOMPARE(all->front().ledger.recordsRead, std::int64_t{5});
    QCOMPARE(all->front().source.fileSha256, std::string("sha of 5"));
    QCOMPARE(all->front().source.modifiedNs, std::int64_t{17});
    QCOMPARE(all->front().versionOf, DatasetId{0});
    QCOMPARE(valueAs<Table>(*m_store->datasetValue(id))->rowCount(), std::size_t{5});
    QCOMPARE(m_store->dataset(*version)->versionOf, id);
    QCOMPARE(valueAs<Table>(*m_store->datasetValue(*version))->rowCount(), std::size_t{3});
}

void TestDatasetVersions::aRunFindsWhatItWasGiven() {
    const DatasetId id = *m_store->addDataset(numbers(3));
    const RunId run = runOn(id);
    QVERIFY(m_store->replaceDataset(id, numbers(5), Keep::always));
    reopen(); // a version that a run used stays
    const InputReference input = m_store->run(run)->inputs.front();
    QCOMPARE(rowsOf(projectInput(*m_store, input.reference, input.contentHash)), std::size_t{3});
    QCOMPARE(rowsOf(projectInput(*m_store, input.reference)), std::size_t{5});
    // What is no longer there is not made up: the caller sees another hash.
    const auto other = projectInput(*m_store, input.reference, "no such hash");
    QVERIFY(other);
    QCOMPARE(other->contentHash, m_store->dataset(id)->contentHash);
    QCOMPARE(m_store->datasetVersion(id, "no such hash").error().code, ErrorCode::notFound);
}

void TestDatasetVersions::theTwoChangePlaces() {
    const DatasetId id = *m_store->addDataset(numbers(3));
    const DatasetId version = *m_store->replaceDataset(id, numbers(5), Keep::always);
    QVERIFY(m_store->exchangeVersion(id, version)); // undo
    QCOMPARE(m_store->dataset(id)->records, std::int64_t{3});
    QCOMPARE(m_store->dataset(id)->source.fileSha256, std::string("sha of 3"));
    QCOMPARE(m_store->dataset(id)->versionOf, DatasetId{0});
    QCOMPARE(m_store->dataset(version)->versionOf, id);
    QCOMPARE(valueAs<Table>(*m_store->datasetValue(version))->rowCount(), std::size_t{5});
    QCOMPARE(m_store->datasets()->size(), std::size_t{1});
    QVERIFY(m_store->exchangeVersion(id, version)); // redo
    QCOMPARE(m_store->dataset(id)->records, std::int64_t{5});
    const DatasetId stranger = *m_store->addDataset(numbers(1));
    QCOMPARE(m_store->exchangeVersion(id, stranger).error().code, ErrorCode::invalidArgument);
    QVERIFY(m_store->damage()->empty());
}

void TestDatasetVersions::versionsNobodyUsedGoWithTheSession() {
    const DatasetId id = *m_store->addDataset(numbers(3));
    const DatasetId version = *m_store->replaceDataset(id, numbers(5), Keep::always);
    reopen();
    QCOMPARE(m_store->dataset(version).error().code, ErrorCode::notFound);
    QCOMPARE(m_store->dataset(id)->records, std::int64_t{5});
}

void TestDatasetVersions::versionsOfARemovedDataSetGoWithIt() {
    const DatasetId id = *m_store->addDataset(numbers(3));
    runOn(id);
    const DatasetId version = *m_store->replaceDataset(id, numbers(5), Keep::always);
    QVERIFY(m_store->removeDataset(id));
    reopen();
    QCOMPARE(m_store->dataset(version).error().code, ErrorCode::notFound);
}

void TestDatasetVersions::growingLeavesNothingBehind() {
    const DatasetId id = *m_store->addDataset(numbers(100'000));
    QVERIFY(m_store->save());
    const qint64 before = QFileInfo(QString::fromStdString(m_path)).size();
    for (int i = 0; i < 10; ++i)
        QCOMPARE(*m_store->replaceDataset(id, numbers(100'001 + i), Keep::whenUsed), DatasetId{0});
    QVERIFY(m_store->save());
    // One content is written before the former goes, so the file holds two at most.
    QVERIFY(QFileInfo(QString::fromStdString(m_path)).size() < 3 * before);
    runOn(id);
    QVERIFY(*m_store->replaceDataset(id, numbers(7), Keep::whenUsed) != 0);
}

void TestDatasetVersions::theSourceIsSetAlone() {
    const DatasetId id = *m_store->addDataset(numbers(3));
    DatasetSource source = m_store->dataset(id)->source;
    source.path = "/elsewhere/numbers.csv";
    QVERIFY(m_store->setDatasetSource(id, source));
    QCOMPARE(m_store->dataset(id)->source.path, source.path);
    QCOMPARE(m_store->dataset(id)->records, std::int64_t{3});
    const DatasetId version = *m_store->replaceDataset(id, numbers(5), Keep::always);
    QVERIFY(m_store->setDatasetSource(version, source)); // stays a version
    QCOMPARE(m_store->datasets()->size(), std::size_t{1});
}

void TestDatasetVersions::unknownIdsAreNamed() {
    QCOMPARE(m_store->replaceDataset(9, numbers(3), Keep::always).error().code, ErrorCode::notFound);
    QCOMPARE(m_store->setDatasetSource(9, {}).error().code, ErrorCode::notFound);
    QCOMPARE(m_store->exchangeVersion(9, 10).error().code, ErrorCode::notFound);
    QVERIFY(m_store->datasets()->empty());
}

QTEST_GUILESS_MAIN(TestDatasetVersions)
#include "tst_dataset_versions.moc"
