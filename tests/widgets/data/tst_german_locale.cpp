#include "core/data/reader.h"
#include "tests/support/dialect_files.h"

#include <QApplication>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include <clocale>
#include <cstdlib>
#include <fstream>

using namespace vitrine;

namespace {

/// Every dialect read under the locale that holds at the moment; a refused file counts with its sentence.
QStringList hashes() {
    const QTemporaryDir folder;
    const ReaderRegistry registry = ReaderRegistry::withBuiltins();
    QStringList all;
    for (const samples::DialectFile& file : samples::dialectFiles()) {
        const std::string path = folder.path().toStdString() + '/' + file.name;
        std::ofstream(path, std::ios::binary) << file.bytes;
        const auto dataset = registry.read(path);
        const std::string told =
            dataset ? dataset->contentHash + ' ' + dataset->ledger.toJson().dump() + dataset->source.options.dump()
                    : dataset.error().message;
        all << QString::fromStdString(file.name + (' ' + told));
    }
    for (const char* name : {"esol.csv", "freesolv.txt", "esol_graphs.json"})
        all << QString::fromStdString(registry.read(std::string(VITRINE_TEST_DATA "/graphs/") + name)->contentHash);
    return all;
}

QStringList inC;
QStringList beforeTheApplication;
bool installed = false;

} // namespace

/// Numbers are read the same wherever the desktop stands.
class TestGermanLocale : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!installed)
            QSKIP("the locale de_DE.UTF-8 is not installed: install the package locales and build again");
    }
    void setlocaleChangesNothing() { QCOMPARE(beforeTheApplication, inC); }
    void norDoesTheApplication() {
        // The application takes the locale of the desktop, the program takes the numbers back; neither may matter.
        std::setlocale(LC_ALL, "de_DE.UTF-8");
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(std::string(std::localeconv()->decimal_point), std::string(","));
        QCOMPARE(QLocale().toString(1.5), QStringLiteral("1,5"));
        QCOMPARE(hashes(), inC);
    }
};

int main(int argc, char** argv) {
    std::setlocale(LC_ALL, "C");
    inC = hashes();
    installed = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    if (installed) {
        ::setenv("LC_ALL", "de_DE.UTF-8", 1);
        beforeTheApplication = hashes();
    }
    const QApplication application(argc, argv);
    TestGermanLocale test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_german_locale.moc"
