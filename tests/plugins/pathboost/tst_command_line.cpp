#include "core/base/sha256.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace vitrine;
namespace fixtures = vitrine::pathboost::test;

/// PathBoost from the command line: files in, files out, the same bytes whatever the number of threads.
class TestCommandLine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void splitFileGivesTheNumbersOfTheReference();
    void threadsChangeNoByte();
    void seedDecidesTheFraction();
    void projectModelIsAppliedAndExplained();
    void unknownSplitEndsWithASentence();

private:
    int run(const QStringList& arguments);
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QStringList trainArguments(const QString& out) const {
        return {QStringLiteral("run"),     QStringLiteral("pathboost/train"),
                QStringLiteral("--input"), QStringLiteral("graphs=" VITRINE_TEST_DATA "/graphs/esol_graphs.json"),
                QStringLiteral("--set"),   QStringLiteral("baselines=none"),
                QStringLiteral("--out"),   path(out)};
    }
    /// File name -> hash of all result files but run.json, which holds times.
    std::map<std::string, std::string> hashes(const QString& out) const;
    double scalar(const QString& out, const std::string& id) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_errors;
};

void TestCommandLine::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

int TestCommandLine::run(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(VITRINE_BINARY_DIR "/bin/vitrine"), arguments);
    if (!process.waitForFinished(50'000))
        return -1;
    m_errors = QString::fromUtf8(process.readAllStandardError());
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

std::map<std::string, std::string> TestCommandLine::hashes(const QString& out) const {
    std::map<std::string, std::string> result;
    const QDir folder(path(out));
    for (const QString& name : folder.entryList(QDir::Files))
        if (name != QStringLiteral("run.json"))
            if (const auto hash = fileSha256(folder.filePath(name).toStdString()))
                result[name.toStdString()] = *hash;
    return result;
}

double TestCommandLine::scalar(const QString& out, const std::string& id) const {
    std::ifstream file(path(out + QStringLiteral("/run.json")).toStdString());
    const nlohmann::json record = nlohmann::json::parse(file);
    for (const auto& item : record.at("scalars"))
        if (item.at("id") == id)
            return item.at("value").get<double>();
    return -1.0;
}

void TestCommandLine::splitFileGivesTheNumbersOfTheReference() {
    const nlohmann::json entry = fixtures::readJson("pathboost_reference/splits.json").at("splits").at("esol");
    std::ofstream(path(QStringLiteral("split.json")).toStdString()) << entry.dump();
    QStringList arguments = trainArguments(QStringLiteral("out"));
    arguments << QStringLiteral("--input") << QStringLiteral("split=") + path(QStringLiteral("split.json"));
    QCOMPARE(run(arguments), 0);
    const auto fixture = fixtures::readJson("pathboost_reference/esol_canonical_100.json").at("final_test");
    QVERIFY(fixtures::close(scalar(QStringLiteral("out"), "test_rmse"), fixture.at("rmse"), 1e-9));
    QVERIFY(fixtures::close(scalar(QStringLiteral("out"), "test_mae"), fixture.at("mae"), 1e-9));
    QVERIFY(fixtures::close(scalar(QStringLiteral("out"), "test_r2"), fixture.at("r2"), 1e-9));
    std::vector<std::string> names;
    for (const auto& [name, hash] : hashes(QStringLiteral("out")))
        names.push_back(name);
    QCOMPARE(names,
             (std::vector<std::string>{"importance.csv", "importance_definitions.csv", "metrics.json", "model.json",
                                       "predictions.csv", "selected_paths.csv", "train_error.csv"}));
    // The same split as one entry of the file that holds them all.
    arguments = trainArguments(QStringLiteral("again"));
    arguments << QStringLiteral("--input")
              << QStringLiteral("split=" VITRINE_TEST_DATA "/pathboost_reference/splits.json")
              << QStringLiteral("--input-option") << QStringLiteral("split.entry=esol");
    QCOMPARE(run(arguments), 0);
    QCOMPARE(hashes(QStringLiteral("again")), hashes(QStringLiteral("out")));
}

void TestCommandLine::threadsChangeNoByte() {
    for (const QString& threads : {QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("8")}) {
        QStringList arguments = trainArguments(threads);
        arguments << QStringLiteral("--threads") << threads;
        QCOMPARE(run(arguments), 0);
        QCOMPARE(hashes(threads).size(), std::size_t{7});
        QCOMPARE(hashes(threads), hashes(QStringLiteral("1")));
    }
}

void TestCommandLine::seedDecidesTheFraction() {
    const auto trained = [this](const QString& out, const QString& seed) {
        QStringList arguments = trainArguments(out);
        arguments << QStringLiteral("--set") << QStringLiteral("n_iter=20") << QStringLiteral("--set")
                  << QStringLiteral("split=fraction:0.25") << QStringLiteral("--seed") << seed;
        return run(arguments);
    };
    QCOMPARE(trained(QStringLiteral("a"), QStringLiteral("7")), 0);
    QCOMPARE(trained(QStringLiteral("b"), QStringLiteral("7")), 0);
    QCOMPARE(trained(QStringLiteral("c"), QStringLiteral("8")), 0);
    QCOMPARE(hashes(QStringLiteral("a")), hashes(QStringLiteral("b")));
    QVERIFY(hashes(QStringLiteral("a")) != hashes(QStringLiteral("c")));
    QFile table(path(QStringLiteral("a/predictions.csv")));
    QVERIFY(table.open(QIODevice::ReadOnly));
    int tested = 0;
    for (const QByteArray& line : table.readAll().split('\n'))
        tested += line.contains(",test,") ? 1 : 0;
    QCOMPARE(tested, 282); // a quarter of 1,128
}

void TestCommandLine::projectModelIsAppliedAndExplained() {
    const QString project = path(QStringLiteral("p.vitrine"));
    QStringList arguments = trainArguments(QStringLiteral("train"));
    arguments << QStringLiteral("--set") << QStringLiteral("n_iter=20") << QStringLiteral("--project") << project;
    QCOMPARE(run(arguments), 0);
    for (const QString& experiment : {QStringLiteral("predict"), QStringLiteral("explain")}) {
        QStringList apply{QStringLiteral("run"),       QStringLiteral("pathboost/") + experiment,
                          QStringLiteral("--input"),   QStringLiteral("graphs=dataset:1"),
                          QStringLiteral("--input"),   QStringLiteral("model=run:1/model"),
                          QStringLiteral("--project"), project,
                          QStringLiteral("--out"),     path(experiment)};
        QVERIFY2(run(apply) == 0, qPrintable(m_errors));
    }
    // Predictions of all three agree digit by digit; shortest texts mean equal bits.
    const auto column = [this](const QString& file, const QByteArray& name) {
        QFile table(path(file));
        QList<QByteArray> cells;
        if (!table.open(QIODevice::ReadOnly))
            return cells;
        const QList<QByteArray> lines = table.readAll().trimmed().split('\n');
        const qsizetype fromEnd = lines.front().split(',').size() - lines.front().split(',').indexOf(name);
        for (const QByteArray& line : lines) { // names may hold commas, so count from the end
            const QList<QByteArray> row = line.split(',');
            cells.append(row.at(row.size() - fromEnd));
        }
        return cells;
    };
    const auto trained = column(QStringLiteral("train/predictions.csv"), "prediction");
    QCOMPARE(trained.size(), 1129);
    QCOMPARE(column(QStringLiteral("predict/predictions.csv"), "prediction"), trained);
    QCOMPARE(column(QStringLiteral("explain/predictions.csv"), "prediction"), trained);
}

void TestCommandLine::unknownSplitEndsWithASentence() {
    QStringList arguments = trainArguments(QStringLiteral("out"));
    arguments << QStringLiteral("--set") << QStringLiteral("split=thirds");
    const int code = run(arguments);
    QVERIFY(code == 1 || code == 2);
    QVERIFY2(m_errors.contains(
                 QStringLiteral("\"thirds\" is not understood; none, fraction:0.2 or column:NAME would be right")),
             qPrintable(m_errors));
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
