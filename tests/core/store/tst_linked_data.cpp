#include "core/data/reader.h"
#include "core/store/linked_data.h"
#include "core/store/project_store.h"
#include "core/values/table.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace vitrine;

/// Data sets whose values stay in their source.
class TestLinkedData : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = *ProjectStore::create(path("p.vitrine"));
        write("t.csv", "x");
    }
    void cleanup() { m_store.reset(); }

    void onlyLargeFilesAreLinked() {
        Dataset dataset;
        dataset.value = makeValue(Table{});
        dataset.source.readerId = "csv";
        dataset.source.fileBytes = kLinkOverBytes;
        linkWhereLarge(dataset, kLinkOverBytes);
        QVERIFY(!dataset.source.linked);
        ++dataset.source.fileBytes;
        linkWhereLarge(dataset, kLinkOverBytes);
        QVERIFY(dataset.source.linked);
        dataset.source.readerId = "of_a_plugin"; // which the store could not ask
        linkWhereLarge(dataset, kLinkOverBytes);
        QVERIFY(!dataset.source.linked);
    }
    void weightsHoldNoValuesAnyway() {
        Dataset dataset;
        dataset.value = makeValue(Tensors{});
        dataset.source.readerId = "safetensors";
        dataset.source.fileBytes = kLinkOverBytes + 1;
        linkWhereLarge(dataset, kLinkOverBytes);
        QVERIFY(!dataset.source.linked);
    }
    void theProjectKeepsNoValues() {
        const Dataset read = add();
        m_store.reset();
        QVERIFY(QFileInfo(toQString(path("p.vitrine"))).size() < read.source.fileBytes / 2);
        QFile file(toQString(path("p.vitrine")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("word17123"));
    }
    void metadataAreThereWithoutTheSource() {
        const Dataset read = add();
        reopen();
        QVERIFY(QFile::remove(toQString(path("t.csv"))));
        const auto record = m_store->dataset(1);
        QVERIFY(record.ok());
        QCOMPARE(record->records, kRows);
        QVERIFY(record->source.linked);
        QCOMPARE(record->contentHash, read.contentHash);
        QCOMPARE(record->ledger.summary(), read.ledger.summary());
        QVERIFY(m_store->damage()->empty());
    }
    void valuesAreReadWhenNeeded() {
        const Dataset read = add();
        reopen();
        double last = 0.0;
        ReadContext context;
        context.progress = [&](double fraction, const std::string&) { last = fraction; };
        const auto value = m_store->datasetValue(1, context);
        QVERIFY2(value.ok(), value.ok() ? "" : value.error().message.c_str());
        QCOMPARE(contentSha256(*value), read.contentHash);
        QVERIFY(last > 0.0);
        QVERIFY(QFile::remove(toQString(path("t.csv")))); // what was read last is held
        QCOMPARE(valueAs<Table>(*m_store->datasetValue(1)), valueAs<Table>(*value));
    }
    void severalThatAskShareOne() {
        add();
        reopen();
        const auto ask = [this] { return m_store->datasetValue(1); };
        auto other = std::async(std::launch::async, ask);
        const auto mine = ask();
        const auto theirs = other.get();
        QVERIFY(mine.ok() && theirs.ok());
        QCOMPARE(valueAs<Table>(*mine), valueAs<Table>(*theirs));
    }
    void aMissingSourceIsNamedAndRelinked() {
        add();
        reopen();
        QVERIFY(QFile::rename(toQString(path("t.csv")), toQString(path("moved.csv"))));
        const auto missing = m_store->datasetValue(1);
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().code, ErrorCode::notFound);
        QVERIFY2(missing.error().message.starts_with("t.csv: the file that this data set is linked to is not at " +
                                                     path("t.csv")),
                 missing.error().message.c_str());
        DatasetSource source = m_store->dataset(1)->source;
        source.path = path("moved.csv");
        QVERIFY(m_store->setDatasetSource(1, source).ok());
        QVERIFY(m_store->datasetValue(1).ok());
    }
    void aChangedSourceIsRefused_data() {
        QTest::addColumn<QByteArray>("change");
        QTest::newRow("longer") << QByteArray("1,2\n");
        QTest::newRow("as long as it was") << QByteArray();
    }
    void aChangedSourceIsRefused() {
        QFETCH(const QByteArray, change);
        add();
        reopen();
        QByteArray bytes = csv() + change;
        if (change.isEmpty())
            bytes.replace("word17123", "word99999");
        write("t.csv", bytes);
        const auto changed = m_store->datasetValue(1);
        QVERIFY(!changed.ok());
        QCOMPARE(changed.error().code, ErrorCode::storage);
        QVERIFY2(changed.error().message.find("has changed since it was read") != std::string::npos,
                 changed.error().message.c_str());
    }
    void readingCanBeStopped() {
        add();
        reopen();
        std::stop_source stop;
        stop.request_stop();
        ReadContext context;
        context.stop = stop.get_token();
        const auto stopped = m_store->datasetValue(1, context);
        QVERIFY(!stopped.ok());
        QCOMPARE(stopped.error().code, ErrorCode::cancelled);
        QVERIFY(m_store->datasetValue(1).ok());
    }
    void aPartThatWasKeptIsReadAsThat() {
        write("t.csv", csv());
        Dataset part = *ReaderRegistry::withBuiltins().read(path("t.csv"), {{"rows", "1000"}});
        part.source.linked = true;
        QVERIFY(m_store->addDataset(part).ok());
        reopen();
        QCOMPARE(valueAs<Table>(*m_store->datasetValue(1))->rowCount(), std::size_t{1000});
    }
    void aNewerContentIsLinkedToo() {
        add();
        write("t.csv", csv() + "7,word\n");
        Dataset newer = *ReaderRegistry::withBuiltins().read(path("t.csv"));
        newer.source.linked = true;
        QVERIFY(m_store->replaceDataset(1, newer, ProjectStore::Keep::whenUsed).ok());
        reopen();
        QCOMPARE(valueAs<Table>(*m_store->datasetValue(1))->rowCount(), static_cast<std::size_t>(kRows + 1));
        QVERIFY(QFileInfo(toQString(path("p.vitrine"))).size() < newer.source.fileBytes / 2);
    }

private:
    static constexpr std::int64_t kRows = 60'000;

    std::string path(const char* name) const { return toStd(m_folder->filePath(QString::fromUtf8(name))); }
    void write(const char* name, const QByteArray& bytes) const {
        QFile file(toQString(path(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write a test file");
    }
    static QByteArray csv() {
        QByteArray text = "a,b\n";
        for (int i = 0; i < kRows; ++i)
            text += QByteArray::number(i) + ",word" + QByteArray::number(i) + '\n';
        return text;
    }
    Dataset add() {
        write("t.csv", csv());
        Dataset dataset = *ReaderRegistry::withBuiltins().read(path("t.csv"));
        linkWhereLarge(dataset, 100'000);
        if (!dataset.source.linked || !m_store->addDataset(dataset).ok())
            qFatal("not linked");
        return dataset;
    }
    void reopen() {
        m_store.reset();
        m_store = *ProjectStore::open(path("p.vitrine"), OpenMode::readWrite);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<ProjectStore> m_store;
};

QTEST_GUILESS_MAIN(TestLinkedData)
#include "tst_linked_data.moc"
