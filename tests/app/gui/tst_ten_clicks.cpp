#include "core/report/number_display.h"
#include "core/values/text.h"
#include "tests/app/cli/cli_process.h"
#include "tests/app/gui/window_driver.h"
#include "widgets/selection.h"

#include <set>

using namespace vitrine;
using namespace vitrine::test;

/// From an empty start to a report as PDF: a file is dropped, read, an experiment run, its most important path chosen,
/// the report written. What stands in the PDF is compared with the same run on the command line.
class TestTenClicks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fromDroppedFileToReport();
};

namespace {

/// Text of a PDF without line breaks and with single spaces.
QString pdfText(const QString& path) {
    QProcess process;
    process.start(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), path, QStringLiteral("-")});
    if (!process.waitForFinished() || process.exitCode() != 0)
        return {};
    return QString::fromUtf8(process.readAllStandardOutput()).simplified();
}

/// A command is broken between its words in a PDF.
QString withoutSpaces(QString text) {
    text.remove(QRegularExpression(QStringLiteral("\\s")));
    return text;
}

QString shown(const nlohmann::json& scalar) {
    Scalar item;
    item.value = scalar.at("value").get<double>();
    item.unit = scalar.value("unit", std::string());
    if (const auto interval = scalar.find("interval"); interval != scalar.end() && interval->is_object())
        item.interval = Interval{interval->at("lower").get<double>(), interval->at("upper").get<double>(),
                                 interval->value("kind", std::string()), interval->value("n", std::int64_t(0))};
    return toQString(displayScalar(item).value);
}

} // namespace

void TestTenClicks::fromDroppedFileToReport() {
    WindowDriver hand;
    QVERIFY(QTest::qWaitForWindowExposed(&hand.window()));
    QVERIFY(!hand.bench().store()); // the welcome page

    QVERIFY(hand.drop({sampleFile(QStringLiteral("esol.csv"))}));
    QVERIFY(hand.waitFor(QStringLiteral("import")));
    QVERIFY(hand.clickButton(QStringLiteral("Read 1 item")));
    QVERIFY(hand.waitFor(QStringLiteral("dataset:")));
    QVERIFY(hand.clickButton(QStringLiteral("New Experiment")));
    QVERIFY(hand.waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY_WITH_TIMEOUT(hand.page()->canRun(), 10000);
    hand.key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(hand.waitFor(QStringLiteral("run:")));
    const RunId run = hand.runInFront();
    QTRY_COMPARE_WITH_TIMEOUT(hand.stateOf(run), RunState::finished, 60000);

    QString chosen; // the most important path, where a generic pane shows it
    if (Pane* importance = hand.pane("importance")) {
        QTRY_VERIFY(hand.hasEntries(importance));
        hand.clickFirstOf(importance);
        Selection* selection = hand.page()->selection();
        QTRY_COMPARE(selection->keys(QStringLiteral("path")).size(), 1);
        chosen = selection->keys(QStringLiteral("path")).first();
        QVERIFY(hand.page()->statusText().contains(chosen));
    }

    QVERIFY(hand.clickButton(QStringLiteral("Report")));
    QVERIFY(hand.waitFor(QStringLiteral("report:")));
    const QString pdf = hand.path(QStringLiteral("esol report.pdf"));
    QVERIFY(hand.clickButton(QStringLiteral("Export PDF")));
    QVERIFY(hand.answerFileDialog(pdf));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(pdf), 30000);
    QTRY_VERIFY(!hand.bench().hasRunningJobs());
    qInfo("%d clicks from the dropped file to the report", hand.clicks());
    QVERIFY2(hand.clicks() <= 10, qPrintable(QString::number(hand.clicks())));

    // The same on the command line.
    const QString out = hand.path(QStringLiteral("out"));
    CliProcess process({QStringLiteral("run"), QStringLiteral("pathboost/train"), QStringLiteral("--input"),
                        QStringLiteral("graphs=") + sampleFile(QStringLiteral("esol.csv")), QStringLiteral("--seed"),
                        QStringLiteral("1"), QStringLiteral("--out"), out});
    QCOMPARE(process.finish(60000), 0);
    const auto headless = readJson(out + QStringLiteral("/run.json"));
    QVERIFY(headless.is_object());

    // Same bytes of every output.
    const auto store = hand.bench().store();
    const auto artifacts = store->artifacts(run);
    QVERIFY(artifacts.ok());
    std::map<std::string, std::string> hashes;
    for (const ArtifactRecord& artifact : *artifacts)
        hashes[artifact.description.id] = artifact.contentHash;
    QVERIFY(hashes.size() >= 6);
    QCOMPARE(headless.at("outputs").size(), hashes.size());
    for (const auto& output : headless.at("outputs")) {
        const auto id = output.at("id").get<std::string>();
        if (id != "baselines") // times differ between two runs
            QCOMPARE(hashes[id], output.at("content_sha256").get<std::string>());
    }

    const QString text = pdfText(pdf);
    QVERIFY2(!text.isEmpty(), "pdftotext (poppler-utils) could not read the report");
    // Title, ledger counts, parameters, command, citation.
    const RunRecord record = *store->run(run);
    const DatasetRecord data = *store->dataset(1);
    const ReportRecord report = store->reports()->front();
    QVERIFY(text.contains(toQString(report.title)));
    QVERIFY(report.title.find(data.title) != std::string::npos);
    QVERIFY(text.contains(QStringLiteral("Import ledger")));
    QVERIFY(text.contains(toQString(displayCount(data.records))));
    QCOMPARE(data.records, std::int64_t(1128));
    const PluginInfo* plugin = hand.bench().plugins()->info("pathboost");
    QVERIFY(plugin);
    const ExperimentInfo* experiment = plugin->experiment("train");
    for (const char* id : {"n_iter", "max_path_length", "learning_rate", "tree_depth"})
        QVERIFY2(experiment->parameters.find(id) && text.contains(QLatin1String(id)), id); // labels may be wrapped
    QString command;
    for (const ArtifactRecord& artifact : *artifacts)
        command = toQString(artifact.fingerprint.command);
    QVERIFY(command.startsWith(QStringLiteral("vitrine run pathboost/train")));
    QVERIFY2(withoutSpaces(text).contains(withoutSpaces(command)), qPrintable(command));
    for (const std::string& line : experiment->citation)
        QVERIFY2(withoutSpaces(text).contains(withoutSpaces(toQString(line))), line.c_str());

    // Every number of the run stands in the report as the command line found it.
    const auto metrics = readJson(out + QStringLiteral("/metrics.json"));
    const auto& items = metrics.is_array() ? metrics : metrics.at("items");
    QVERIFY(items.size() >= 3);
    for (const auto& item : items)
        QVERIFY2(text.contains(shown(item)), item.dump().c_str());
    const QByteArray csv = readFile(out + QStringLiteral("/importance.csv"));
    const QList<QByteArray> lines = csv.split('\n');
    if (!chosen.isEmpty())
        QVERIFY(lines.at(1).contains(chosen.toUtf8())); // the path that was clicked is the most important one
}

QTEST_MAIN(TestTenClicks)
#include "tst_ten_clicks.moc"
