#include "app/gui/experiment/inputs_editor.h"
#include "core/values/text.h"
#include "tests/app/cli/cli_process.h"
#include "tests/app/gui/window_tour.h"

#include <QComboBox>
#include <QListWidget>

using namespace vitrine;
using namespace vitrine::test;

/// The model that a run wrote into a folder goes into another run, on the command line and in the window.
class TestModelFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_hand.reset(); }
    void commandLineTakesIt();
    void commandLineRefusesOthers();
    void windowTakesIt();

private:
    static QStringList predict(const QString& graphs, const QString& model, const QString& out) {
        return {QStringLiteral("run"),     QStringLiteral("pathboost/predict"),
                QStringLiteral("--input"), QStringLiteral("graphs=") + graphs,
                QStringLiteral("--input"), QStringLiteral("model=") + model,
                QStringLiteral("--seed"),  QStringLiteral("1"),
                QStringLiteral("--out"),   out};
    }
    std::unique_ptr<WindowDriver> m_hand;
    QString m_graphs;
    QString m_model;
};

namespace {

/// Fields of a line of CSV; names of molecules hold commas.
QByteArrayList fields(const QByteArray& line) {
    QByteArrayList list{{}};
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            list.append(QByteArray());
        else
            list.last() += c;
    }
    return list;
}

} // namespace

void TestModelFile::initTestCase() {
    m_hand = std::make_unique<WindowDriver>();
    m_graphs = smallSample(*m_hand);
    CliProcess train({QStringLiteral("run"), QStringLiteral("pathboost/train"), QStringLiteral("--input"),
                      QStringLiteral("graphs=") + m_graphs, QStringLiteral("--set"), QStringLiteral("n_iter=10"),
                      QStringLiteral("--set"), QStringLiteral("baselines=none"), QStringLiteral("--out"),
                      m_hand->path(QStringLiteral("train"))});
    QVERIFY2(train.finish(60000) == 0, qPrintable(train.err()));
    m_model = m_hand->path(QStringLiteral("train/model.json"));
    QVERIFY(QFile::exists(m_model));
}

void TestModelFile::commandLineTakesIt() {
    CliProcess run(predict(m_graphs, m_model, m_hand->path(QStringLiteral("predict"))));
    QVERIFY2(run.finish(60000) == 0, qPrintable(run.err()));
    // Same predictions as those of the training run itself.
    const auto rows = [this](const char* folder) {
        std::map<QByteArray, QByteArray> predictions;
        const QList<QByteArray> lines =
            readFile(m_hand->path(QString::fromLatin1(folder) + QStringLiteral("/predictions.csv"))).split('\n');
        const auto names = fields(lines.first());
        const auto row = names.indexOf("row");
        const auto prediction = names.indexOf("prediction");
        for (const QByteArray& line : lines.mid(1))
            if (!line.isEmpty())
                predictions[fields(line).value(row)] = fields(line).value(prediction);
        return predictions;
    };
    const auto trained = rows("train");
    const auto predicted = rows("predict");
    QCOMPARE(predicted.size(), std::size_t(120));
    for (const auto& [row, value] : trained)
        QCOMPARE(predicted.at(row), value);
}

void TestModelFile::commandLineRefusesOthers() {
    const auto refused = [this](const QByteArray& text, const QString& says) {
        const QString path = m_hand->path(QStringLiteral("odd.json"));
        writeFile(path, text);
        CliProcess run(predict(m_graphs, path, m_hand->path(QStringLiteral("odd"))));
        const int code = run.finish(60000);
        return (code == 1 || code == 2) && run.err().contains(says);
    };
    QVERIFY(refused(R"({"format":"other-model","version":1,"document":{}})", QStringLiteral("other-model")));
    QVERIFY(refused(R"({"format":"pathboost-model","version":1,"document":[]})", QStringLiteral("document")));
    QVERIFY(refused(R"({"format":"pathboost-model","version":1,"document":{}})", QStringLiteral("model")));
    QVERIFY(refused(readFile(m_model).chopped(100), QStringLiteral("odd.json")));
}

void TestModelFile::windowTakesIt() {
    QVERIFY(m_hand->drop({m_graphs, m_model}));
    QVERIFY(m_hand->waitFor(QStringLiteral("import")));
    QVERIFY(m_hand->clickButton(QStringLiteral("Read 2 items")));
    QTRY_COMPARE_WITH_TIMEOUT(m_hand->bench().contents().datasets.size(), std::size_t(2), 20000);
    DatasetId graphs = 0;
    for (const DatasetRecord& record : m_hand->bench().contents().datasets)
        if (record.kind == ValueKind::graphSet)
            graphs = record.id;
    QTRY_VERIFY(m_hand->isInFront(QStringLiteral("dataset:")));
    m_hand->bench().requestOpen(QStringLiteral("dataset:%1").arg(graphs));
    QVERIFY(m_hand->waitFor(QStringLiteral("dataset:%1").arg(graphs)));
    QVERIFY(m_hand->clickButton(QStringLiteral("New Experiment")));
    QVERIFY(m_hand->waitFor(QStringLiteral("experiment:")));
    auto* choices = m_hand->page()->findChild<QListWidget*>();
    QTRY_VERIFY(!choices->findItems(QStringLiteral("Predict"), Qt::MatchExactly).isEmpty());
    m_hand->clickAt(
        choices->viewport(),
        choices->visualItemRect(choices->findItems(QStringLiteral("Predict"), Qt::MatchExactly).first()).center());
    auto* inputs = m_hand->page()->findChild<InputsEditor*>();
    QTRY_VERIFY(inputs->chooser("model") != nullptr);
    QComboBox* model = inputs->chooser("model");
    QVERIFY(model->count() >= 1);
    QVERIFY(model->currentText().startsWith(QStringLiteral("model")));
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->page()->canRun(), 10000);
    m_hand->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m_hand->waitFor(QStringLiteral("run:")));
    const RunId run = m_hand->runInFront();
    QTRY_COMPARE_WITH_TIMEOUT(m_hand->stateOf(run), RunState::finished, 30000);
    const auto file = readJson(m_hand->path(QStringLiteral("predict/run.json")));
    for (const ArtifactRecord& artifact : *m_hand->bench().store()->artifacts(run))
        for (const auto& output : file.at("outputs"))
            if (output.at("id") == artifact.description.id)
                QCOMPARE(artifact.contentHash, output.at("content_sha256").get<std::string>());
}

QTEST_MAIN(TestModelFile)
#include "tst_model_file.moc"
