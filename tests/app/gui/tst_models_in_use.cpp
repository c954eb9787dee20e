#include "app/gui/shell/project_model.h"
#include "tests/app/gui/window_tour.h"

#include <QAbstractItemModelTester>
#include <QAbstractProxyModel>

using namespace vitrine;
using namespace vitrine::test;

/// Qt's own checks watch every model of the window while it is used.
class TestModelsInUse : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyModelOfTheWindow();
    void projectTree();
};

namespace {
constexpr auto kMode = QAbstractItemModelTester::FailureReportingMode::QtTest;
} // namespace

void TestModelsInUse::everyModelOfTheWindow() {
    WindowDriver hand;
    QHash<const QAbstractItemModel*, QString> watched;
    const auto watch = [&] {
        for (auto* view : hand.window().findChildren<QAbstractItemView*>()) {
            QAbstractItemModel* model = view->model();
            while (auto* proxy = qobject_cast<QAbstractProxyModel*>(model))
                model = proxy->sourceModel();
            // Qt's own models inside its list and tree widgets are not ours to test.
            if (!model || watched.contains(model) ||
                !QLatin1String(model->metaObject()->className()).startsWith(QLatin1String("vitrine::")))
                continue;
            watched[model] = QLatin1String(model->metaObject()->className());
            new QAbstractItemModelTester(model, kMode, model);
            connect(model, &QObject::destroyed, this, [&watched, model] { watched.remove(model); });
        }
    };
    QSet<QString> kinds;
    const QString missed = tour(hand, [&](const QString&) {
        watch();
        for (const QString& kind : std::as_const(watched))
            kinds << kind;
    });
    QVERIFY2(missed.isEmpty(), qPrintable(missed));
    for (const char* kind : {"vitrine::ProjectModel", "vitrine::JobModel", "vitrine::LedgerModel",
                             "vitrine::TableModel", "vitrine::ImportPlan", "vitrine::ColumnSummaryModel",
                             "vitrine::PreviewTableModel", "vitrine::GalleryModel", "vitrine::ReportBlockModel"})
        QVERIFY2(kinds.contains(QLatin1String(kind)), kind);

    // Undo to the start and redo: rows go and come.
    QUndoStack& undo = hand.bench().undoStack();
    for (int i = 0; i < 3; ++i) {
        undo.undo();
        QTest::qWait(100);
    }
    for (int i = 0; i < 3; ++i) {
        undo.redo();
        QTest::qWait(100);
    }
    watched.clear();
}

void TestModelsInUse::projectTree() {
    ProjectModel model;
    const QAbstractItemModelTester tester(&model, kMode);
    ProjectContents contents;
    model.setContents(contents, false);
    QCOMPARE(model.rowCount(), 4);
    const auto count = [&model](ProjectModel::Section section) { return model.rowCount(model.sectionIndex(section)); };
    for (DatasetId id : {1, 2, 5}) {
        DatasetRecord record;
        record.id = id;
        record.title = "set " + std::to_string(id);
        contents.datasets.push_back(record);
    }
    for (RunId id : {4, 3}) { // latest first
        RunRecord record;
        record.id = id;
        record.title = "run";
        record.state = RunState::running;
        contents.runs.push_back(record);
    }
    model.setContents(contents, false);
    QCOMPARE(count(ProjectModel::Data), 3);
    QCOMPARE(count(ProjectModel::Runs), 2);
    model.setProgress(4, 0.63);
    QCOMPARE(model.indexOfPage(QStringLiteral("run:4")).data(ProjectModel::NoteRole).toString(),
             QStringLiteral("63 %"));
    const QPersistentModelIndex kept = model.indexOfPage(QStringLiteral("dataset:5"));
    contents.datasets.erase(contents.datasets.begin()); // one goes, one comes, one gets another name
    DatasetRecord added;
    added.id = 3;
    added.title = "set 3";
    contents.datasets.insert(contents.datasets.begin() + 1, added);
    contents.datasets.back().title = "renamed";
    model.setContents(contents, false);
    QCOMPARE(count(ProjectModel::Data), 3);
    QCOMPARE(kept.data().toString(), QStringLiteral("renamed"));
    QVERIFY(model.flags(kept) & Qt::ItemIsEditable);
    model.setContents(contents, true);
    QVERIFY(!(model.flags(kept) & Qt::ItemIsEditable));
    model.setContents({}, false);
    QCOMPARE(count(ProjectModel::Data), 0);
    QVERIFY(!kept.isValid());
}

QTEST_MAIN(TestModelsInUse)
#include "tst_models_in_use.moc"
