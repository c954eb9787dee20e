#include "app/gui/pages/data_export.h"
#include "app/gui/pages/dataset_page.h"
#include "app/gui/shell/main_actions.h"
#include "core/data/reader.h"
#include "tests/app/gui/window_driver.h"

#include <QAction>
#include <QDir>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::test;

/// A data set leaves the program as a file of another format.
class TestDataExport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_driver.reset(); }
    void aGraphIsWrittenByHand();
    void dialogsStartInTheFolderLastUsed();
    void theMenuNeedsADataSet();
    void theNameFollowsTheFormat();
    void anEndingThatIsNoFormatIsRefused();
    void aFailureIsSaid();
    void filesBesideAreReplacedOnlyWhenAsked();
    void theWritingCanBeCancelled();

private:
    QString sample(const char* name) const {
        return QStringLiteral(VITRINE_SOURCE_DIR "/tests/data/graphs/samples/") + QString::fromUtf8(name);
    }
    DatasetPage* page() const { return m_driver->pageAs<DatasetPage>(); }

    std::unique_ptr<WindowDriver> m_driver;
};

void TestDataExport::init() {
    m_driver = std::make_unique<WindowDriver>();
}

void TestDataExport::aGraphIsWrittenByHand() {
    QVERIFY(m_driver->import(sample("esol_row11.gml")));
    QSignalSpy said(&m_driver->bench(), &Workbench::said);
    QVERIFY(m_driver->clickButton(QStringLiteral("Export data")));
    const QString to = m_driver->path(QStringLiteral("out.graphml"));
    QVERIFY(m_driver->answerFileDialog(to));
    QTRY_COMPARE(said.size(), 1);
    QCOMPARE(said.front().front().toString(), QStringLiteral("The data were written to %1.").arg(to));
    const auto written = ReaderRegistry::withBuiltins().read(to.toStdString());
    const auto original = ReaderRegistry::withBuiltins().read(sample("esol_row11.gml").toStdString());
    QVERIFY(written.ok() && original.ok());
    QCOMPARE(written->contentHash, original->contentHash);
    QCOMPARE(m_driver->bench().settings().folder(FolderUse::save), QFileInfo(to).absolutePath());
}

void TestDataExport::dialogsStartInTheFolderLastUsed() {
    QVERIFY(m_driver->import(sample("esol_row11.gml")));
    QTRY_VERIFY(page()->canExport());
    QVERIFY(QDir().mkpath(m_driver->path(QStringLiteral("exports"))));
    const auto folderAsked = [&] {
        page()->exportData();
        QFileDialog* dialog = nullptr;
        const auto isThere = [&] {
            dialog = m_driver->window().findChild<QFileDialog*>();
            return dialog && dialog->isVisible();
        };
        if (!QTest::qWaitFor(isThere))
            return QString();
        const QString folder = dialog->directory().absolutePath();
        dialog->reject();
        static_cast<void>(QTest::qWaitFor([&] { return m_driver->window().findChild<QFileDialog*>() == nullptr; }));
        return folder;
    };
    QCOMPARE(folderAsked(), QDir::homePath());
    QVERIFY(m_driver->clickButton(QStringLiteral("Export data")));
    const QString to = m_driver->path(QStringLiteral("exports/out.graphml"));
    QVERIFY(m_driver->answerFileDialog(to));
    QTRY_VERIFY(QFile::exists(to));
    QCOMPARE(folderAsked(), QFileInfo(to).absolutePath());
    // What is read next time by another program.
    QCOMPARE(QSettings(m_driver->path(QStringLiteral("settings.ini")), QSettings::IniFormat)
                 .value(QStringLiteral("folder/save"))
                 .toString(),
             QFileInfo(to).absolutePath());
}

void TestDataExport::theMenuNeedsADataSet() {
    QAction* action = m_driver->window().mainActions().exportData;
    QVERIFY(!action->isEnabled());
    QVERIFY(action->toolTip().contains(QStringLiteral("No data set that can be written is in front.")));
    QVERIFY(m_driver->import(sample("mutag_000.gml")));
    QTRY_VERIFY(action->isEnabled());
    action->trigger();
    const QString to = m_driver->path(QStringLiteral("out.json"));
    QVERIFY(m_driver->answerFileDialog(to));
    QTRY_VERIFY(QFile::exists(to));
}

void TestDataExport::theNameFollowsTheFormat() {
    QVERIFY(m_driver->import(sample("mutag_000.gml")));
    QTRY_VERIFY(page()->canExport());
    page()->exportData();
    QFileDialog* dialog = nullptr;
    QTRY_VERIFY((dialog = m_driver->window().findChild<QFileDialog*>()) != nullptr && dialog->isVisible());
    QCOMPARE(dialog->nameFilters().front(), QStringLiteral("GraphML (*.graphml)"));
    QVERIFY(dialog->selectedFiles().front().endsWith(QStringLiteral("/mutag_000.graphml")));
    dialog->selectNameFilter(QStringLiteral("GML (*.gml)"));
    Q_EMIT dialog->filterSelected(QStringLiteral("GML (*.gml)"));
    QVERIFY2(dialog->selectedFiles().front().endsWith(QStringLiteral("/mutag_000.gml")),
             qPrintable(dialog->selectedFiles().front()));
    QCOMPARE(dialog->defaultSuffix(), QStringLiteral("gml"));
    dialog->reject();
}

void TestDataExport::anEndingThatIsNoFormatIsRefused() {
    QVERIFY(m_driver->import(sample("mutag_000.gml")));
    QTRY_VERIFY(page()->canExport());
    QSignalSpy failed(&m_driver->bench(), &Workbench::failed);
    page()->dataExport()->exportTo(m_driver->path(QStringLiteral("out.txt")));
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.front().front().toString().startsWith(
        QStringLiteral("out.txt: the ending names no format that can be written, expected .graphml")));
}

void TestDataExport::aFailureIsSaid() {
    QVERIFY(m_driver->import(sample("mutag_000.gml")));
    QTRY_VERIFY(page()->canExport());
    QSignalSpy failed(&m_driver->bench(), &Workbench::failed);
    page()->dataExport()->exportTo(m_driver->path(QStringLiteral("no/such/folder/out.gml")));
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY2(failed.front().front().toString().contains(QStringLiteral("cannot be written")),
             qPrintable(failed.front().front().toString()));
    QVERIFY(page()->canExport());
}

/// The question names what this data set would replace, not all that the format may make.
void TestDataExport::filesBesideAreReplacedOnlyWhenAsked() {
    QVERIFY(m_driver->import(sample("mutag_000.gml")));
    QTRY_VERIFY(page()->canExport());
    const QString to = m_driver->path(QStringLiteral("Z_A.txt"));
    const auto put = [&](const char* name) {
        QFile file(m_driver->path(QString::fromUtf8(name)));
        return file.open(QIODevice::WriteOnly) && file.write("old") == 3;
    };
    const auto question = [&]() -> QMessageBox* {
        QMessageBox* box = nullptr;
        static_cast<void>(QTest::qWaitFor(
            [&] { return (box = m_driver->window().findChild<QMessageBox*>()) != nullptr && box->isVisible(); }));
        return box;
    };
    QVERIFY(put("Z_graph_indicator.txt") && put("Z_node_attributes.txt"));
    QSignalSpy failed(&m_driver->bench(), &Workbench::failed);
    page()->dataExport()->exportTo(to);
    QTRY_COMPARE(failed.size(), 1); // no question about what is refused in any case
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("Z_node_attributes.txt of another data set")));
    QVERIFY(QFile::remove(m_driver->path(QStringLiteral("Z_node_attributes.txt"))));
    page()->dataExport()->exportTo(to);
    QMessageBox* box = question();
    QVERIFY(box);
    QCOMPARE(box->text(), QStringLiteral("Z_graph_indicator.txt would be replaced, too."));
    QVERIFY(!QFile::exists(to));
    box->reject();
    QTRY_VERIFY(!m_driver->window().findChild<QMessageBox*>());
    QCOMPARE(QFileInfo(m_driver->path(QStringLiteral("Z_graph_indicator.txt"))).size(), qint64{3});
    QCOMPARE(failed.size(), 1);
    page()->dataExport()->exportTo(to);
    box = question();
    QVERIFY(box);
    for (QAbstractButton* button : box->buttons())
        if (button->text() == QStringLiteral("Replace"))
            button->click();
    QTRY_VERIFY(QFile::exists(to)); // the first of several files
    QTRY_VERIFY(QFileInfo(m_driver->path(QStringLiteral("Z_graph_indicator.txt"))).size() > 3);
}

void TestDataExport::theWritingCanBeCancelled() {
    QVERIFY(m_driver->import(QStringLiteral(VITRINE_SOURCE_DIR "/tests/data/graphs/esol_graphs.json")));
    QTRY_VERIFY(page()->canExport());
    QSignalSpy said(&m_driver->bench(), &Workbench::said);
    const QString to = m_driver->path(QStringLiteral("out.gml"));
    page()->dataExport()->exportTo(to);
    QVERIFY(page()->canCancel());
    QVERIFY(!page()->canExport());
    page()->cancel();
    QTRY_COMPARE(said.size(), 1);
    QVERIFY(!page()->canCancel());
    // It may have been done before.
    const QString message = said.front().front().toString();
    QVERIFY2(QFile::exists(to) ? message.startsWith(QStringLiteral("The data were written"))
                               : message == QStringLiteral("out.gml was not written: cancelled."),
             qPrintable(message));
}

QTEST_MAIN(TestDataExport)
#include "tst_data_export.moc"
