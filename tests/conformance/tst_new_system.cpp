#include "core/values/text.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QtTest>

/// A newcomer adds a system by the commands of resources/docs/plugins.md and edits nothing else: the copy is built
/// against the finished build of the program, tested, and found by it.
class TestNewSystem : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void copiesByTheCommandsOfTheDocument();
    void configuresAndBuilds();
    void passesItsTests();
    void isFoundAndRunByTheProgram();
    void keepsWhatEveryPluginMustKeep();

private:
    /// Runs a program in the scratch tree; fails with its output.
    QString execute(const QString& program, const QStringList& arguments, int timeoutMs = 280000);
    QString scratch(const char* path) const { return m_scratch.filePath(QString::fromUtf8(path)); }

    const QDir m_scratch{QStringLiteral(VITRINE_BINARY_DIR "/new-system")}; // always the same, for the compiler cache
};

namespace {

const QString kId = QStringLiteral("rod_lengths"); // as the document calls it
const QString kSource = QStringLiteral(VITRINE_SOURCE_DIR);

void linkAllBut(const QString& from, const QString& to, const QStringList& except) {
    QDir().mkpath(to);
    for (const QString& name : QDir(from).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
        if (!except.contains(name))
            QVERIFY(QFile::link(from + QLatin1Char('/') + name, to + QLatin1Char('/') + name));
}

} // namespace

QString TestNewSystem::execute(const QString& program, const QStringList& arguments, int timeoutMs) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(m_scratch.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("VITRINE_PLUGIN_PATH"), scratch("build/lib/vitrine/plugins/compute"));
    environment.insert(QStringLiteral("VITRINE_CONFORMANCE_PLUGIN"), kId);
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    const bool ended = process.waitForFinished(timeoutMs);
    const QString output = QString::fromUtf8(process.readAll());
    if (!ended || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        QTest::qFail(
            qPrintable(program + QLatin1Char(' ') + arguments.join(QLatin1Char(' ')) + QLatin1Char('\n') + output),
            __FILE__, __LINE__);
    return output;
}

/// A source tree of links, so that nothing of the real one can be touched.
void TestNewSystem::initTestCase() {
    QVERIFY(QDir(m_scratch.path()).removeRecursively());
    linkAllBut(kSource, m_scratch.path(),
               {QStringLiteral("plugins"), QStringLiteral("tests"), QStringLiteral("build"), QStringLiteral(".git")});
    linkAllBut(kSource + QStringLiteral("/tests"), scratch("tests"), {QStringLiteral("plugins")});
    // What is copied from must be real files: through a link the commands would edit the real ones.
    for (const QString& folder : {QStringLiteral("plugins"), QStringLiteral("tests/plugins")}) {
        const QString from = kSource + QLatin1Char('/') + folder;
        linkAllBut(from, m_scratch.filePath(folder), {QStringLiteral("template")});
        execute(QStringLiteral("cp"), {QStringLiteral("-r"), from + QStringLiteral("/template"), folder});
    }
}

void TestNewSystem::copiesByTheCommandsOfTheDocument() {
    QFile document(kSource + QStringLiteral("/resources/docs/plugins.md"));
    QVERIFY(document.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(document.readAll());
    const qsizetype begin = text.indexOf(QStringLiteral("```sh\n"));
    const qsizetype end = text.indexOf(QStringLiteral("```"), begin + 6);
    QVERIFY(begin >= 0 && end > begin);
    const QString commands = text.mid(begin + 6, end - begin - 6);
    QVERIFY(commands.startsWith(QStringLiteral("cp -r")));
    execute(QStringLiteral("sh"), {QStringLiteral("-e"), QStringLiteral("-c"), commands});
    QVERIFY(QFile::exists(scratch("plugins/rod_lengths/plugin.json")));
    QVERIFY(QFile::exists(scratch("tests/plugins/rod_lengths/CMakeLists.txt")));
    QVERIFY(!QFileInfo(scratch("plugins/rod_lengths")).isSymLink());
}

void TestNewSystem::configuresAndBuilds() {
    execute(QStringLiteral("cmake"),
            {QStringLiteral("-S"), QStringLiteral("."), QStringLiteral("-B"), QStringLiteral("build"),
             QStringLiteral("-G"), QStringLiteral("Ninja"), QStringLiteral("-DCMAKE_BUILD_TYPE=Release"),
             QStringLiteral("-DVITRINE_PREBUILT=" VITRINE_BINARY_DIR)});
    execute(QStringLiteral("cmake"), {QStringLiteral("--build"), QStringLiteral("build"), QStringLiteral("--target"),
                                      kId, kId + QStringLiteral("_data"), QStringLiteral("tst_rod_lengths_summary"),
                                      QStringLiteral("tst_rod_lengths_column_statistics")});
}

void TestNewSystem::passesItsTests() {
    const QString output =
        execute(QStringLiteral("ctest"), {QStringLiteral("--test-dir"), QStringLiteral("build"), QStringLiteral("-L"),
                                          QStringLiteral("^rod_lengths$"), QStringLiteral("--no-tests=error")});
    QVERIFY2(output.contains(QStringLiteral("100% tests passed, 0 tests failed out of 2")), qPrintable(output));
}

void TestNewSystem::isFoundAndRunByTheProgram() {
    const QString program = QStringLiteral(VITRINE_PROGRAM);
    QVERIFY(execute(program, {QStringLiteral("list")}).contains(QStringLiteral("rod_lengths/summary")));
    QVERIFY(execute(program, {QStringLiteral("describe"), QStringLiteral("rod_lengths/summary")})
                .contains(QStringLiteral("Bins")));
    const QString output =
        execute(program, {QStringLiteral("run"), QStringLiteral("rod_lengths/summary"), QStringLiteral("--input"),
                          QStringLiteral("table=plugins/rod_lengths/samples/lengths.csv"), QStringLiteral("--set"),
                          QStringLiteral("column=length"), QStringLiteral("--out"), QStringLiteral("out")});
    QVERIFY2(output.contains(QStringLiteral("finished in")), qPrintable(output));
    QVERIFY(QFile::exists(scratch("out/histogram.csv")));
}

void TestNewSystem::keepsWhatEveryPluginMustKeep() {
    const QString output = execute(QStringLiteral(VITRINE_BINARY_DIR "/bin/tests/tst_conformance"), {});
    QVERIFY2(output.contains(QStringLiteral("givesTheSameBytesOnAnyNumberOfThreads(rod_lengths/summary)")),
             qPrintable(output));
}

QTEST_GUILESS_MAIN(TestNewSystem)
#include "tst_new_system.moc"
