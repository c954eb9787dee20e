#include "app/gui/experiment/experiment_session.h"
#include "app/gui/pages/experiment_page.h"
#include "core/report/report_document.h"
#include "core/values/text.h"
#include "tests/app/gui/window_driver.h"

#include <QListWidget>

#include <unistd.h>

#include <algorithm>

using namespace vitrine;
using namespace vitrine::test;

namespace {

QString weights(const QString& name) {
    return QStringLiteral(VITRINE_SOURCE_DIR "/plugins/intruder_threshold/samples/toy_llama/") + name;
}

} // namespace

/// A base model and a LoRA adapter, dropped as folders, as far as the scan and what is kept of it.
class TestWeightsWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void foldersBecomeTwoDataSets();
    void adapterFindsItsBase();
    void scanRunsInAProcessOfItsOwn();
    void locatedWeightsAreReadWhereTheyAre();
    void fineTunedModelFindsItsBase();

private:
    WindowDriver m_hand;
};

void TestWeightsWindow::foldersBecomeTwoDataSets() {
    QVERIFY(m_hand.drop({weights(QStringLiteral("base")), weights(QStringLiteral("adapters/sum_r1"))}));
    QVERIFY(m_hand.waitFor(QStringLiteral("import")));
    QVERIFY(m_hand.clickButton(QStringLiteral("Read 2 items")));
    QTRY_COMPARE_WITH_TIMEOUT(m_hand.bench().contents().datasets.size(), std::size_t(2), 20000);
    for (const DatasetRecord& dataset : m_hand.bench().contents().datasets)
        QCOMPARE(dataset.kind, ValueKind::tensors);
}

void TestWeightsWindow::adapterFindsItsBase() {
    const auto& datasets = m_hand.bench().contents().datasets;
    const auto adapter = std::ranges::find(datasets, std::string("sum_r1"), &DatasetRecord::title);
    QVERIFY(adapter != datasets.end());
    m_hand.bench().requestOpen(QStringLiteral("dataset:%1").arg(adapter->id));
    QVERIFY(m_hand.waitFor(QStringLiteral("dataset:")));
    QVERIFY(m_hand.clickButton(QStringLiteral("New Experiment")));
    QVERIFY(m_hand.waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.page()->canRun(), 10000);
    QTRY_COMPARE(m_hand.bench().contents().experiments.size(), std::size_t(1));
    const ExperimentRecord& record = m_hand.bench().contents().experiments.front();
    QCOMPARE(record.experiment, std::string("adapter"));
    for (const InputReference& input : record.inputs)
        QCOMPARE(input.title, std::string(input.inputId == "base" ? "base" : "sum_r1"));
    QCOMPARE(record.inputs.size(), std::size_t(2));
}

void TestWeightsWindow::scanRunsInAProcessOfItsOwn() {
    QVERIFY(m_hand.bench().experiments().isolates("intruder_threshold", "adapter"));
    m_hand.key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m_hand.waitFor(QStringLiteral("run:")));
    QTRY_COMPARE_WITH_TIMEOUT(m_hand.stateOf(m_hand.runInFront()), RunState::finished, 60000);
    QVERIFY(m_hand.pane("layers") && m_hand.pane("scan") && m_hand.pane("spectrum"));
}

void TestWeightsWindow::locatedWeightsAreReadWhereTheyAre() {
    const auto store = m_hand.bench().store();
    DatasetRecord record = m_hand.bench().contents().datasets.front();
    const auto before = valueAs<Tensors>(*store->datasetValue(record.id));
    QVERIFY(before);
    record.source.path = "/elsewhere/" + record.source.fileName;
    QVERIFY(store->setDatasetSource(record.id, record.source).ok());
    const auto after = valueAs<Tensors>(*store->datasetValue(record.id));
    QCOMPARE(after->folder, std::string("/elsewhere"));
    QCOMPARE(after->items.size(), before->items.size());
}

void TestWeightsWindow::fineTunedModelFindsItsBase() {
    WindowDriver hand;
    QVERIFY(hand.drop({weights(QStringLiteral("full_sum")), weights(QStringLiteral("base"))}));
    QVERIFY(hand.waitFor(QStringLiteral("import")));
    QVERIFY(hand.clickButton(QStringLiteral("Read 2 items")));
    QTRY_COMPARE_WITH_TIMEOUT(hand.bench().contents().datasets.size(), std::size_t(2), 20000);
    const auto& datasets = hand.bench().contents().datasets;
    const auto tuned = std::ranges::find(datasets, std::string("full_sum"), &DatasetRecord::title);
    QVERIFY(tuned != datasets.end());
    hand.bench().requestOpen(QStringLiteral("dataset:%1").arg(tuned->id));
    QVERIFY(hand.waitFor(QStringLiteral("dataset:")));
    QVERIFY(hand.clickButton(QStringLiteral("New Experiment")));
    QVERIFY(hand.waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY_WITH_TIMEOUT(hand.page()->canRun(), 10000);
    auto* list = hand.page()->findChild<QListWidget*>();
    const auto items = list->findItems(QStringLiteral("Full fine-tuning"), Qt::MatchExactly);
    QCOMPARE(items.size(), qsizetype(1));
    hand.clickAt(list->viewport(), list->visualItemRect(items.front()).center());
    QTRY_COMPARE(hand.pageAs<ExperimentPage>()->session()->record().experiment, std::string("compare_full"));
    QTRY_VERIFY_WITH_TIMEOUT(hand.page()->canRun(), 10000);
    for (const InputReference& input : hand.pageAs<ExperimentPage>()->session()->record().inputs)
        QCOMPARE(input.title, std::string(input.inputId == "base" ? "base" : "full_sum"));
    hand.key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(hand.waitFor(QStringLiteral("run:")));
    QTRY_COMPARE_WITH_TIMEOUT(hand.stateOf(hand.runInFront()), RunState::finished, 60000);
    QVERIFY(hand.pane("layers") && hand.pane("update_spectrum") && hand.pane("overlaps"));
}

// The worker process of a run is this program again: it becomes the real one then.
int main(int argc, char** argv) {
    if (argc > 1 && qstrcmp(argv[1], "worker") == 0)
        return ::execv(VITRINE_PROGRAM, argv);
    QApplication application(argc, argv);
    TestWeightsWindow test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_weights_window.moc"
