#include "widgets/report/report_writer.h"

#include "core/values/text.h"
#include "tests/support/sample_report.h"
#include "widgets/report/main_thread_call.h"
#include "widgets/report/report_files.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <atomic>
#include <thread>

using namespace vitrine;

class TestReportWriter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesEveryFormat_data();
    void writesEveryFormat();
    void figuresAreInTheFiles();
    void viewsGiveTheirFigures();
    void sameBytesTwice();
    void worksOffTheMainThread();
    void givesUpWhenTheMainThreadWaits();
    void cancelLeavesTheOldFile();
    void replacesOnlyItsOwnFolders();
    void removesWhatAKilledProgramLeft();
    void saysWhyItCannotWrite();

private:
    QString path(const char* name) const { return m_fixture.folder.filePath(QString::fromUtf8(name)); }
    QByteArray read(const QString& file) const;
    Result<void> write(const QString& target, const ReportWriteOptions& options = {}) const {
        return writeReport(*m_fixture.store, m_fixture.document(), m_views, m_plugins, target, options);
    }

    sample::ReportFixture m_fixture;
    ViewRegistry m_views;
    PluginRegistry m_plugins;
};

QByteArray TestReportWriter::read(const QString& file) const {
    QFile source(file);
    return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
}

void TestReportWriter::writesEveryFormat_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("begin");
    QTest::newRow("page") << QStringLiteral("a.html") << QStringLiteral("a.html") << QByteArray("<!DOCTYPE html>");
    QTest::newRow("short ending") << QStringLiteral("b.HTM") << QStringLiteral("b.HTM")
                                  << QByteArray("<!DOCTYPE html>");
    QTest::newRow("pdf") << QStringLiteral("c.pdf") << QStringLiteral("c.pdf") << QByteArray("%PDF-");
    QTest::newRow("folder") << QStringLiteral("d") << QStringLiteral("d/report.md") << QByteArray("# What drives");
}

void TestReportWriter::writesEveryFormat() {
    QFETCH(QString, name);
    QFETCH(QString, file);
    QFETCH(QByteArray, begin);
    double last = 0.0;
    bool monotone = true;
    ReportWriteOptions options;
    options.progress = [&](double share, const std::string& stage) {
        monotone = monotone && share >= last && share <= 1.0 && !stage.empty();
        last = share;
    };
    const auto done = write(m_fixture.folder.filePath(name), options);
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    QVERIFY(read(m_fixture.folder.filePath(file)).startsWith(begin));
    QVERIFY(monotone);
    QCOMPARE(last, 1.0);
    // Nothing half-written is left beside it.
    for (const QString& entry : QDir(m_fixture.folder.path()).entryList(QDir::AllEntries | QDir::Hidden))
        QVERIFY2(!entry.startsWith(QLatin1Char('.')) || entry == QLatin1String(".") || entry == QLatin1String("..") ||
                     entry.contains(QLatin1String(".vitrine")),
                 qPrintable(entry));
}

void TestReportWriter::figuresAreInTheFiles() {
    QVERIFY(write(path("figures")));
    const QByteArray curve = read(path("figures/figures/figure-1-curve.svg"));
    QVERIFY(curve.contains("<svg"));
    QVERIFY(curve.contains("Iteration"));
    const QByteArray data = read(path("figures/data/figure-1-curve.csv"));
    QCOMPARE(data.count('\n'), 203); // a head and 101 points of two lines
    QVERIFY(read(path("figures/data/table-2-importance-2.csv")).contains("21.763550854017982"));
    QVERIFY(QFile::exists(path("figures/data/table-1-metrics.json")));
    QVERIFY(write(path("figures.html")));
    QCOMPARE(read(path("figures.html")).count("<svg role=\"img\""), 2);
}

void TestReportWriter::viewsGiveTheirFigures() {
    ViewRegistry views;
    int calls = 0;
    views.addFigure("demo/own", [&](const RunData& data, const nlohmann::json& options) -> std::optional<FigureSpec> {
        ++calls;
        if (!data.outputs.contains("importance") || !data.inputs.contains("points") || options.value("top", 0) != 3)
            return std::nullopt;
        FigureSpec figure;
        figure.title = "A figure of its own";
        FigureMark mark;
        mark.label = "own mark";
        mark.x = {0, 1};
        mark.y = {1, 2};
        figure.marks = {mark};
        return figure;
    });
    ReportDocument document;
    ReportBlock block;
    block.kind = BlockKind::figure;
    block.run = m_fixture.ids.run;
    block.figureId = "demo/own";
    block.options = {{"top", 3}};
    document.blocks = {block};
    QVERIFY(writeReport(*m_fixture.store, document, views, m_plugins, path("own.html")));
    QCOMPARE(calls, 1);
    QVERIFY(read(path("own.html")).contains("A figure of its own"));
}

void TestReportWriter::sameBytesTwice() {
    for (const char* name : {"same.html", "same.pdf"}) {
        QVERIFY(write(path(name)));
        const QByteArray first = read(path(name));
        QVERIFY(first.size() > 10000);
        QVERIFY(write(path(name)));
        QVERIFY2(read(path(name)) == first, name);
    }
}

void TestReportWriter::worksOffTheMainThread() {
    std::atomic<int> state = 0;
    std::thread writer([&] { state = write(path("thread.pdf")) ? 1 : 2; });
    QTRY_VERIFY_WITH_TIMEOUT(state != 0, 20000);
    writer.join();
    QCOMPARE(state.load(), 1);
    QVERIFY(write(path("main.pdf")));
    QVERIFY(read(path("thread.pdf")) == read(path("main.pdf")));
}

void TestReportWriter::givesUpWhenTheMainThreadWaits() {
    std::stop_source stop;
    std::atomic<int> state = 0;
    bool ran = false;
    std::thread caller([&] {
        state = 1;
        state = callOnMainThread(stop.get_token(), [&] { ran = true; }) ? 2 : 3;
    });
    while (state == 0)
        std::this_thread::yield();
    stop.request_stop();
    caller.join(); // this thread runs no events meanwhile
    QCOMPARE(state.load(), 3);
    QCoreApplication::processEvents();
    QVERIFY(!ran);
}

void TestReportWriter::cancelLeavesTheOldFile() {
    for (const char* name : {"kept.html", "kept.pdf"}) {
        QVERIFY(replaceFile(path(name), "old"));
        std::stop_source stop;
        ReportWriteOptions options;
        options.stop = stop.get_token();
        options.progress = [&](double share, const std::string&) {
            if (share > 0.6)
                stop.request_stop();
        };
        const auto done = write(path(name), options);
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::cancelled);
        QCOMPARE(read(path(name)), QByteArray("old"));
    }
}

void TestReportWriter::replacesOnlyItsOwnFolders() {
    const QString folder = path("report-folder");
    QVERIFY(write(folder));
    QVERIFY(replaceFile(folder + QStringLiteral("/figures/stale.svg"), "stale"));
    QVERIFY(write(folder)); // an earlier report is replaced as a whole
    QVERIFY(!QFile::exists(folder + QStringLiteral("/figures/stale.svg")));
    QVERIFY(QFile::exists(folder + QStringLiteral("/report.md")));

    // What else somebody keeps in it is not lost with it.
    QVERIFY(replaceFile(folder + QStringLiteral("/notes.txt"), "mine"));
    QVERIFY(!write(folder));
    QCOMPARE(read(folder + QStringLiteral("/notes.txt")), QByteArray("mine"));
    QVERIFY(QFile::remove(folder + QStringLiteral("/notes.txt")));

    QDir().mkpath(path("other"));
    QVERIFY(replaceFile(path("other/thesis.tex"), "text"));
    const auto done = write(path("other"));
    QVERIFY(!done);
    QCOMPARE(done.error().message,
             std::string("other: the folder holds other files (thesis.tex); an empty or new folder is needed"));
    QCOMPARE(read(path("other/thesis.tex")), QByteArray("text"));
}

void TestReportWriter::removesWhatAKilledProgramLeft() {
    const QDir folder(path("killed"));
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    // No process has the first number, this one the second; the others are nobody's temporary folders.
    const QString own = QString::number(QCoreApplication::applicationPid());
    const QStringList kept{QStringLiteral(".r.vitrine-report-%1-abcdef").arg(own),
                           QStringLiteral(".r.vitrine-report-999999999-thesis"), QStringLiteral(".r-abcdef"),
                           QStringLiteral(".other.vitrine-report-999999999-abcdef")};
    const QStringList left{QStringLiteral(".r.vitrine-report-999999999-abcdef"),
                           QStringLiteral(".r.vitrine-report-999999999-abcdef-old")};
    for (const QString& name : kept + left) {
        QVERIFY(folder.mkpath(name + QStringLiteral("/figures")));
        QVERIFY(replaceFile(folder.filePath(name + QStringLiteral("/report.md")), "# Half"));
    }
    QVERIFY(replaceFile(folder.filePath(kept[1] + QStringLiteral("/thesis.tex")), "mine"));
    QVERIFY(write(folder.filePath(QStringLiteral("r"))));
    for (const QString& name : kept)
        QVERIFY2(folder.exists(name), qPrintable(name));
    for (const QString& name : left)
        QVERIFY2(!folder.exists(name), qPrintable(name));
}

void TestReportWriter::saysWhyItCannotWrite() {
    const auto nowhere = write(path("no/such/folder/r.html"));
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().code, ErrorCode::io);
    QVERIFY2(toQString(nowhere.error().message).startsWith(QStringLiteral("r.html: cannot be written: ")),
             nowhere.error().message.c_str());
    QDir().mkpath(path("taken.pdf"));
    QCOMPARE(write(path("taken.pdf")).error().message, std::string("taken.pdf: is a folder, not a file"));
    QVERIFY(replaceFile(path("plain"), "x"));
    QCOMPARE(write(path("plain")).error().message, std::string("plain: is a file, not a folder"));
}

QTEST_MAIN(TestReportWriter)
#include "tst_report_writer.moc"
