#include "widgets/data/import_plan.h"
#include "widgets/data/import_scan.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace vitrine;

namespace {

void writeFile(const QString& path, const QByteArray& bytes) {
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

/// Reads every file that begins with "rows".
class RowsReader : public Reader {
public:
    std::string id() const override { return "rows"; }
    int score(const FileHead& head) const override { return head.bytes.starts_with("rows") ? 80 : 0; }
    Result<ImportPreview> preview(const std::string&, const nlohmann::json&, const ReadContext&) const override {
        return ImportPreview();
    }
    Result<Dataset> read(const std::string&, const nlohmann::json&, const ReadContext&) const override {
        return Dataset();
    }
};

QString textAt(const ImportPlan& plan, int item, int column) {
    return plan.indexOf(item, column).data().toString();
}

} // namespace

class TestImportPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_readers = ReaderRegistry();
        m_readers.add(std::make_shared<RowsReader>());
        writeFile(path("data/b.txt"), "rows");
        writeFile(path("data/deep/a.txt"), "rows and rows");
        writeFile(path("data/.hidden"), "rows");
        writeFile(path("data/page.csv"), "<!DOCTYPE html><html></html>");
        writeFile(path("loose.txt"), "rows");
    }

    void scanFindsWhatIsThere() {
        const ImportScan scan = scanForImport({path("data"), path("loose.txt"), path("gone.txt")}, m_readers, {});
        QCOMPARE(scan.groups.size(), std::size_t(3));
        QCOMPARE(scan.groups[0].files.size(), std::size_t(3));
        QCOMPARE(scan.groups[0].files[0].name, QStringLiteral("b.txt"));
        QCOMPARE(scan.groups[0].files[2].name, QStringLiteral("deep/a.txt"));
        QCOMPARE(scan.groups[0].files[0].readerId, std::string("rows"));
        QVERIFY(scan.groups[0].files[1].readerId.empty());
        QVERIFY(scan.groups[0].files[1].refusal.contains(QStringLiteral("HTML")));
        QVERIFY(!scan.groups[0].files[1].refusal.contains(QStringLiteral("page.csv")));
        QVERIFY(scan.groups[1].folder.isEmpty());
        QCOMPARE(scan.groups[2].files[0].refusal, QStringLiteral("This file is not there any more"));
        QCOMPARE(scan.filesLeftOut, 0);
    }
    void filesOfOneDatasetAreOneItem() {
        m_readers = ReaderRegistry::withBuiltins();
        writeFile(path("set/X_A.txt"), "1,2\n2,1\n");
        writeFile(path("set/X_graph_indicator.txt"), "1\n1\n");
        writeFile(path("set/X_node_labels.txt"), "6\n7\n");
        writeFile(path("set/page.csv"), "<!DOCTYPE html><html></html>");
        const ImportScan folder = scanForImport({path("set")}, m_readers, {});
        QCOMPARE(folder.groups[0].files.size(), std::size_t(2));
        QCOMPARE(folder.groups[0].files[0].name, QStringLiteral("X_A.txt"));
        QCOMPARE(folder.groups[0].files[0].path, path("set/X_A.txt"));
        QCOMPARE(folder.groups[0].files[0].readerId, std::string("tu"));
        QCOMPARE(folder.groups[0].files[0].size, 16);
        const ImportScan loose = scanForImport(
            {path("set/X_node_labels.txt"), path("set/X_graph_indicator.txt"), path("set/X_A.txt")}, m_readers, {});
        QCOMPARE(loose.groups.size(), std::size_t(1));
        QCOMPARE(loose.groups[0].files[0].path, path("set/X_A.txt"));
        ImportPlan plan;
        plan.add(folder);
        plan.add(loose);
        QCOMPARE(plan.itemCount(), 2);
    }
    void graphFilesOfAFolderAreProposedAsOne() {
        m_readers = ReaderRegistry::withBuiltins();
        writeFile(path("g/a.gml"), "graph [ node [ id 0 ] ]\n");
        writeFile(path("g/b.gml"), "graph [ ]\n");
        writeFile(path("g/labels.csv"), "a,b\n1,2\n");
        writeFile(path("g/many.gml"), "graph [ ]\ngraph [ ]\n");
        writeFile(path("g/deep/only.gml"), "graph [ ]\n");
        const ImportScan scan = scanForImport({path("g")}, m_readers, {});
        QStringList names;
        for (const ScannedFile& file : scan.groups[0].files)
            names += file.name;
        QCOMPARE(names.join(QLatin1Char(' ')),
                 QStringLiteral("All graph files a.gml b.gml labels.csv many.gml deep/only.gml"));
        QCOMPARE(scan.groups[0].files[0].path, path("g"));
        QCOMPARE(scan.groups[0].files[0].parts.size(), 3);
        QVERIFY(scan.groups[0].files[0].options.is_null()); // all that the folder holds
        const ImportScan loose = scanForImport({path("g/b.gml"), path("loose.txt"), path("g/a.gml")}, m_readers, {});
        QCOMPARE(loose.groups.size(), std::size_t(2));
        QCOMPARE(loose.groups[0].folder, path("g"));
        QVERIFY(loose.groups[0].files[0].options == nlohmann::json({{"files", {"b.gml", "a.gml"}}}));
        QCOMPARE(scanForImport({path("g/b.gml")}, m_readers, {}).groups[0].folder, QString());

        ImportPlan plan;
        QAbstractItemModelTester tester(&plan, QAbstractItemModelTester::FailureReportingMode::QtTest);
        plan.add(scan);
        look(plan, {0, 1, 2, 3, 4, 5});
        QCOMPARE(plan.chosen(), (std::vector<int>{0, 3, 4, 5})); // "many" is no part of it
        QCOMPARE(plan.item(0).preview.becomes, std::string("2 graphs, 1 node, 0 edges"));
        QVERIFY(plan.item(0).corrections().empty());
        plan.setOptions(0, {{"joined", false}});
        look(plan, {0});
        QCOMPARE(plan.chosen(), (std::vector<int>{1, 2, 3, 4, 5}));
        plan.setOptions(0, {{"joined", true}});
        look(plan, {0});
        QCOMPARE(plan.chosen(), (std::vector<int>{0, 3, 4, 5}));
        plan.setData(plan.index(0, 0), Qt::Unchecked, Qt::CheckStateRole);
        plan.setData(plan.index(0, 0), Qt::Checked, Qt::CheckStateRole);
        QCOMPARE(plan.chosen(), (std::vector<int>{0, 3, 4, 5}));
        plan.withdraw(0);
        QCOMPARE(plan.chosen(), (std::vector<int>{1, 2, 3, 4, 5}));
        QCOMPARE(plan.summary(), QStringLiteral("5 items found in 1 folder."));
        plan.removeDone();
        QCOMPARE(plan.itemCount(), 5);
        QCOMPARE(plan.summary(), QStringLiteral("5 items found in 1 folder."));

        ImportPlan other;
        other.add(loose);
        look(other, {0, 1, 2});
        QCOMPARE(other.chosen(), std::vector<int>{0});
        QVERIFY(other.item(0).corrections() == nlohmann::json({{"files", {"b.gml", "a.gml"}}}));
    }
    void scanStops() {
        std::stop_source source;
        source.request_stop();
        QVERIFY(scanForImport({path("data")}, m_readers, source.get_token()).groups.empty());
    }
    void scanIsCapped() {
        for (int i = 0; i < kMaxScannedFiles + 5; ++i)
            writeFile(path("many/%1").arg(i), "rows");
        const ImportScan scan = scanForImport({path("many")}, m_readers, {});
        QCOMPARE(scan.groups[0].files.size(), std::size_t(kMaxScannedFiles));
        QCOMPARE(scan.filesLeftOut, 5);
    }
    void planFollowsItsItems() {
        ImportPlan plan;
        QAbstractItemModelTester tester(&plan, QAbstractItemModelTester::FailureReportingMode::QtTest);
        plan.add(scanForImport({path("data"), path("loose.txt")}, m_readers, {}));
        QCOMPARE(plan.summary(), QStringLiteral("4 items found in 1 folder and 1 single file."));
        QCOMPARE(plan.rowCount(), 2);
        QCOMPARE(plan.rowCount(plan.index(0, 0)), 3);
        QCOMPARE(textAt(plan, 0, ImportPlan::kState), QStringLiteral("Looking"));
        QVERIFY(plan.chosen().empty());

        ImportPreview preview;
        preview.recognisedAs = "Rows";
        preview.becomes = "Table";
        preview.records = 1128;
        plan.setPreview(0, preview);
        preview.problems = {{"Spaces", "two"}, {"Doubles", "one"}};
        plan.setPreview(2, preview);
        QCOMPARE(textAt(plan, 0, ImportPlan::kRecords), QStringLiteral("1,128"));
        QCOMPARE(textAt(plan, 0, ImportPlan::kState), QStringLiteral("Ready"));
        QCOMPARE(textAt(plan, 2, ImportPlan::kState), QStringLiteral("2 to review"));
        QCOMPARE(textAt(plan, 1, ImportPlan::kState), QStringLiteral("Refused"));
        QCOMPARE(plan.warningCount(), 2);
        QCOMPARE(plan.chosen(), (std::vector<int>{0, 2}));
        QCOMPARE(plan.chosenBytes(), 4 + 13);

        plan.add(scanForImport({path("loose.txt"), path("data/b.txt")}, m_readers, {}));
        QCOMPARE(plan.itemCount(), 4); // known already

        plan.setState(0, ImportState::done);
        plan.removeDone();
        QCOMPARE(plan.itemCount(), 3);
        QCOMPARE(plan.rowCount(plan.index(0, 0)), 2);
        QCOMPARE(textAt(plan, 0, ImportPlan::kItem), QStringLiteral("page.csv"));
    }
    void checkBoxes() {
        ImportPlan plan;
        plan.add(scanForImport({path("data")}, m_readers, {}));
        plan.setPreview(0, {});
        plan.setPreview(2, {});
        QSignalSpy changed(&plan, &ImportPlan::planChanged);
        const QModelIndex folder = plan.index(0, 0);
        QCOMPARE(folder.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        QVERIFY(plan.setData(plan.indexOf(0), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(folder.data(Qt::CheckStateRole).toInt(), int(Qt::PartiallyChecked));
        QCOMPARE(plan.chosen(), std::vector<int>{2});
        QVERIFY(plan.setData(folder, Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(plan.chosen().empty());
        QVERIFY(plan.setData(folder, Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(plan.chosen(), (std::vector<int>{0, 2}));
        QVERIFY(!plan.flags(plan.indexOf(1)).testFlag(Qt::ItemIsUserCheckable)); // refused
        QVERIFY(changed.size() >= 4);
    }
    void failuresNameTheReasonOnce() {
        ImportPlan plan;
        plan.add(scanForImport({path("loose.txt")}, m_readers, {}));
        plan.setState(0, ImportState::failed, QStringLiteral("loose.txt: 3 columns expected, found 2"));
        QCOMPARE(plan.item(0).message, QStringLiteral("3 columns expected, found 2"));
        plan.setRefused(0, QStringLiteral("loose.txt: cannot be opened"));
        QCOMPARE(textAt(plan, 0, ImportPlan::kBecomes), QStringLiteral("Cannot be opened"));
    }

private:
    /// Previews of items, as the page makes them.
    void look(ImportPlan& plan, const std::vector<int>& items) const {
        for (const int item : items) {
            const nlohmann::json& asked = plan.item(item).options;
            const auto preview = m_readers.preview(plan.item(item).file.path.toStdString(),
                                                   asked.is_null() ? plan.item(item).file.options : asked);
            QVERIFY2(preview.ok(), preview ? "" : preview.error().message.c_str());
            plan.setPreview(item, *preview);
        }
    }
    QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }

    std::unique_ptr<QTemporaryDir> m_folder;
    ReaderRegistry m_readers;
};

QTEST_MAIN(TestImportPlan)
#include "tst_import_plan.moc"
