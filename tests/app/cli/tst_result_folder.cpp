#include "app/cli/result_folder.h"
#include "core/values/text.h"
#include "tests/app/cli/cli_process.h"

#include <QDir>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::test;

/// Outputs of files in the folder of `--out`.
class TestResultFolder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void replacesPartialFilesByWholeOnes();
    void refusesWhatItCannotCopy();
};

namespace {

const nlohmann::ordered_json kRun{{"vitrine", "1.0.0"}, {"experiment", "a/b"}, {"state", "running"}};

OutputDescription pictures() {
    OutputDescription output;
    output.id = "pictures";
    output.kind = ValueKind::files;
    return output;
}

Value filesOf(const QString& folder, const std::vector<std::string>& names) {
    auto files = std::make_shared<Files>();
    files->folder = toStd(folder);
    files->names = names;
    return std::shared_ptr<const Files>(std::move(files));
}

} // namespace

void TestResultFolder::replacesPartialFilesByWholeOnes() {
    const QTemporaryDir place;
    const QString scratch = place.filePath(QStringLiteral("scratch"));
    const QString out = place.filePath(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(scratch + QStringLiteral("/sub")));
    writeFile(scratch + QStringLiteral("/sub/a.png"), "a");
    writeFile(scratch + QStringLiteral("/b.png"), "b");
    auto folder = cli::ResultFolder::open(toStd(out), kRun, {pictures()});
    QVERIFY(folder.ok());
    QVERIFY((*folder)->write(pictures(), filesOf(scratch, {"sub/a.png", "b.png"}), true).ok());
    QCOMPARE(readFile(out + QStringLiteral("/pictures/sub/a.png")), QByteArray("a"));
    QVERIFY((*folder)->write(pictures(), filesOf(scratch, {"b.png"}), false).ok());
    QVERIFY(!QFile::exists(out + QStringLiteral("/pictures/sub")));
    QCOMPARE(readFile(out + QStringLiteral("/pictures/b.png")), QByteArray("b"));
    // Killed now: the next run takes the folder over.
    QVERIFY(cli::ResultFolder::open(toStd(out), kRun, {pictures()}).ok());
    QVERIFY(!QFile::exists(out + QStringLiteral("/pictures")));
}

void TestResultFolder::refusesWhatItCannotCopy() {
    const QTemporaryDir place;
    const auto folder = cli::ResultFolder::open(toStd(place.filePath(QStringLiteral("out"))), kRun, {pictures()});
    QVERIFY(folder.ok());
    const auto written = (*folder)->write(pictures(), filesOf(place.path(), {"gone.png"}), false);
    QVERIFY(!written.ok());
    QVERIFY2(toQString(written.error().message)
                 .endsWith(QStringLiteral("gone.png: cannot be written: No such file or "
                                          "directory")),
             written.error().message.c_str());
    writeFile(place.filePath(QStringLiteral("scratch.png")), "a");
    for (const std::string name : {"../scratch.png", "a/../../scratch.png", "/etc/hostname", ""})
        QVERIFY2(!(*folder)->write(pictures(), filesOf(place.path(), {name}), false).ok(), name.c_str());
    QVERIFY(!QFile::exists(place.filePath(QStringLiteral("out/scratch.png"))));
}

QTEST_GUILESS_MAIN(TestResultFolder)
#include "tst_result_folder.moc"
