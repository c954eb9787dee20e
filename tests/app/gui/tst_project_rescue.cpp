#include "core/store/project_store.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "tests/app/gui/window_driver.h"

#include <QMessageBox>
#include <QPushButton>

using namespace vitrine;
using namespace vitrine::test;

/// A damaged project is not the end: the window offers what is intact.
class TestProjectRescue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsIntactOpensAsANewProject();
};

namespace {

QString damagedProject(const QString& path) {
    {
        const auto store = ProjectStore::create(toStd(path));
        for (int i = 0; store && i < 6; ++i) {
            Table table;
            table.columns.emplace_back("x", Column::Reals(5000, static_cast<double>(i)));
            Dataset dataset;
            dataset.title = "numbers " + std::to_string(i);
            dataset.value = makeValue(std::move(table));
            dataset.contentHash = contentSha256(dataset.value);
            if (!(*store)->addDataset(dataset))
                return {};
        }
    }
    QFile file(path);
    return file.resize(file.size() * 2 / 3) ? path : QString();
}

} // namespace

void TestProjectRescue::whatIsIntactOpensAsANewProject() {
    WindowDriver hand;
    const QString path = damagedProject(hand.path(QStringLiteral("numbers.vitrine")));
    QVERIFY(!path.isEmpty());
    hand.bench().openProject(path, OpenMode::readWrite);
    QMessageBox* box = nullptr;
    QTRY_VERIFY((box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())));
    QVERIFY2(box->text().contains(QStringLiteral("a part of the file is damaged")), qPrintable(box->text()));
    QPushButton* copy = nullptr;
    for (auto* button : box->findChildren<QPushButton*>())
        if (button->text() == QLatin1String("Copy What Is Intact"))
            copy = button;
    QVERIFY(copy);
    QTest::mouseClick(copy, Qt::LeftButton);
    QTRY_VERIFY(hand.bench().store() != nullptr);
    QTRY_VERIFY(hand.bench().contents().datasets.size() >= 2);
    QVERIFY(toQString(hand.bench().store()->path()).endsWith(QStringLiteral("numbers salvaged.vitrine")));
    QTRY_VERIFY((box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())));
    QVERIFY2(box->text().contains(QStringLiteral("holds everything but")), qPrintable(box->text()));
    box->close();
}

QTEST_MAIN(TestProjectRescue)
#include "tst_project_rescue.moc"
