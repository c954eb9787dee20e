#include "core/report/anonymous_text.h"

#include "core/values/text.h"

#include <QDir>
#include <QTest>

using namespace vitrine;

class TestAnonymousText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesOutNamesAndFolders_data();
    void takesOutNamesAndFolders();
    void saysWhatItFound();
    void knowsThisComputer();
    void lastParts();
};

namespace {

AnonymousText filter() {
    AnonymousText names;
    names.addName("annabel");
    names.addName("lab-pc-7");
    names.addName("root"); // an ordinary word
    names.addName("ab");   // too short to be told from a formula
    names.addFolder("/home/annabel");
    names.addFolderOf("/projekte/löslichkeit/esol.csv");
    return names;
}

} // namespace

void TestAnonymousText::takesOutNamesAndFolders_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("clean");
    const auto row = [](const char* name, const char* text, const char* clean) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(clean);
    };
    row("file in the home folder", "read /home/annabel/a b/esol.csv now", "read a b/esol.csv now");
    row("file in a known folder", "--input graphs=/projekte/löslichkeit/esol.csv", "--input graphs=esol.csv");
    row("folder below a known one", "/projekte/löslichkeit/alt/esol.csv", "esol.csv");
    row("home folder by itself", "in /home/annabel.", "in .");
    row("somebody else's file", "'/home/bob/x.csv'", "'x.csv'");
    row("somebody else's home", "of /home/bob, too", "of , too");
    row("drive", "C:\\Users\\Ann\\esol.csv", "esol.csv");
    row("name as a word", "made by annabel on lab-pc-7", "made by [name removed] on [name removed]");
    row("name inside a word", "annabelle, hannabel", "annabelle, hannabel");
    row("ordinary words", "root mean square of ab", "root mean square of ab");
    row("structures are no paths", "F/C=C/F, C/C=C\\C, N[C@@H](/C)/home", "F/C=C/F, C/C=C\\C, N[C@@H](/C)/home");
    row("addresses are no paths", "https://example.org/home/page/x", "https://example.org/home/page/x");
    row("experiments are no paths", "vitrine run pathboost/train --input a=run:7/model",
        "vitrine run pathboost/train --input a=run:7/model");
    row("empty", "", "");
}

void TestAnonymousText::takesOutNamesAndFolders() {
    QFETCH(QString, text);
    QFETCH(QString, clean);
    const AnonymousText names = filter();
    const std::string once = names.apply(toStd(text));
    QCOMPARE(toQString(once), clean);
    QVERIFY(names.findings(once).empty());
}

void TestAnonymousText::saysWhatItFound() {
    const auto found = filter().findings("annabel, /home/annabel/x.csv, annabel");
    QCOMPARE(found, (std::vector<std::string>{"/home/annabel/", "annabel"}));
}

void TestAnonymousText::knowsThisComputer() {
    qputenv("USER", "qwertz.person");
    const AnonymousText names = AnonymousText::forThisComputer();
    QCOMPARE(names.apply("by qwertz.person"), std::string("by [name removed]"));
    QCOMPARE(toQString(names.apply(toStd(QDir::homePath()) + "/notes.md")), QStringLiteral("notes.md"));
}

void TestAnonymousText::lastParts() {
    QCOMPARE(lastPathPart("/a/b.csv"), std::string("b.csv"));
    QCOMPARE(lastPathPart("C:\\a\\b.csv"), std::string("b.csv"));
    QCOMPARE(lastPathPart("/a/b/"), std::string("b"));
    QCOMPARE(lastPathPart("b.csv"), std::string("b.csv"));
    QCOMPARE(lastPathPart("/"), std::string());
}

QTEST_GUILESS_MAIN(TestAnonymousText)
#include "tst_anonymous_text.moc"
