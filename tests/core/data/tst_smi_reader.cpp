#include "core/data/smi_reader.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace vitrine;

/// SMILES files as the programs around write them.
class TestSmiReader : public QObject {
    Q_OBJECT

private slots:
    void init() { QVERIFY(m_folder.isValid()); }
    void readsExactly_data();
    void readsExactly();
    void sameStructureTwice();
    void tableUnderTheWrongEnding();
    void encodingIsNoted();
    void wildcardIsAnAtom();

private:
    std::string write(const std::string& name, const std::string& bytes) {
        const std::string path = m_folder.path().toStdString() + '/' + name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    QTemporaryDir m_folder;
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestSmiReader::readsExactly_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("graphs"); // structure|name|nodes, ~ for no name
    QTest::addColumn<QString>("ledger");
    const auto row = [](const char* claim, const char* bytes, const char* graphs, const char* ledger) {
        QTest::newRow(claim) << QByteArray(bytes) << QString::fromUtf8(graphs) << QString::fromUtf8(ledger);
    };
    row("structures alone", "CCO\nCC(=O)O\n", "CCO||3 CC(=O)O||4", "");
    row("heading", "smiles name\nCCO ethanol\n", "CCO|ethanol|3", "read: Heading passed over @1\n");
    row("heading behind comments", "# x\nSMILES\tID\nCCO\t7\n", "CCO|7|3",
        "read: Comment line passed over @1\nread: Heading passed over @2\n");
    row("heading only at the top", "CCO a\nsmiles b\n", "CCO|a|3",
        "dropped: Not a molecule: syntax error: this is no SMILES @2\n");
    row("names with spaces", "CCO ethyl alcohol\nCCN  ethyl  amine \n", "CCO|ethyl alcohol|3 CCN|ethyl  amine|3", "");
    row("tab before a name with spaces", "CCO\tethyl alcohol\n", "CCO|ethyl alcohol|3", "");
    row("spaces around", "  CCO   a  \n\tCCN\tb\t\n", "CCO|a|3 CCN|b|3", "");
    row("some without a name", "CCO a\nCCN\n", "CCO|a|3 CCN|~|3", "marked: No name behind the structure @2\n");
    row("comments and blank lines", "# c\n\nCCO a\n   \n#CCN b\n", "CCO|a|3",
        "read: Comment line passed over @1,5\nread: Blank line passed over @2,4\n");
    row("lines of Windows", "CCO a\r\nCCN b\r\n", "CCO|a|3 CCN|b|3", "");
    row("lone carriage returns", "CCO a\rCCN b\r", "CCO|a|3 CCN|b|3", "");
    row("last line without end", "CCO a\nCCN b", "CCO|a|3 CCN|b|3", "");
    row("extension and name", "CC(=O)O |$a;;b;$| acid\n", "CC(=O)O|acid|4",
        "changed: Extension between bars left out @1\n");
    row("extension without name", "CCO |w:1.0|\nCCN amine\n", "CCO|~|3 CCN|amine|3",
        "changed: Extension between bars left out @1\nmarked: No name behind the structure @1\n");
    row("bar that closes nothing", "CCO |a\n", "CCO||a|3", "");
    row("byte order mark",
        "\xEF\xBB\xBF"
        "CCO a\n",
        "CCO|a|3", "");
    row("salts, isotopes, stereo", "[Na+].[Cl-] salt\n[13CH4] labelled\nN[C@@H](C)C(=O)O alanine\n",
        "[Na+].[Cl-]|salt|2 [13CH4]|labelled|1 N[C@@H](C)C(=O)O|alanine|6", "");
    row("refused ones are left out", "C1CC open\nCCO a\n", "CCO|a|3",
        "dropped: Not a molecule: a ring is opened and never closed @1\n");
}

void TestSmiReader::readsExactly() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, graphs);
    QFETCH(QString, ledger);
    const std::string path = write("some.smi", bytes.toStdString());
    QVERIFY(m_registry.preview(path).ok());
    const auto dataset = m_registry.read(path);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(dataset->source.readerId, std::string("smi"));
    const auto set = valueAs<GraphSet>(dataset->value);
    QVERIFY(set);
    QCOMPARE(set->structureColumn, std::string("smiles"));
    const Column* names = set->graphs.find("name");
    QCOMPARE(set->idColumn, std::string(names ? "name" : ""));
    QStringList found;
    for (std::size_t g = 0; g < set->graphCount(); ++g) {
        const std::string name = !names ? "" : names->isValid(g) ? names->cellText(g) : "~";
        found << QString::fromStdString(set->graphs.find("smiles")->cellText(g) + '|' + name + '|') +
                     QString::number(set->topology.nodeOffsets[g + 1] - set->topology.nodeOffsets[g]);
    }
    QCOMPARE(found.join(QLatin1Char(' ')), graphs);
    QString told;
    for (const LedgerEntry& entry : dataset->ledger.entries()) {
        if (entry.reason.starts_with("Made into a graph"))
            continue;
        QStringList lines;
        for (const std::int64_t line : entry.lines)
            lines << QString::number(line);
        told += QString::fromStdString(std::string(ledgerActionName(entry.action)) + ": " + entry.reason) +
                QStringLiteral(" @") + lines.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    QCOMPARE(told, ledger);
}

void TestSmiReader::sameStructureTwice() {
    const std::string path = write("twins.smi", "CCO a\nOCC b\nCCN c\n");
    const auto plan = m_registry.preview(path);
    QVERIFY(plan.ok());
    QCOMPARE(plan->problems.size(), std::size_t{1});
    QCOMPARE(plan->problems[0].title, std::string("1 structure occurs twice"));
    nlohmann::json options = plan->options;
    options.merge_patch(plan->problems[0].choices[1].options);
    const auto dataset = m_registry.read(path, options);
    QVERIFY(dataset.ok());
    QCOMPARE(valueAs<GraphSet>(dataset->value)->graphCount(), std::size_t{2});
    QCOMPARE(dataset->ledger.recordsDropped, std::int64_t{1});
    const auto wrong = m_registry.read(path, {{"separator", ","}});
    QCOMPARE(QString::fromStdString(wrong.error().message),
             QStringLiteral("twins.smi: there is no option \"separator\""));
}

void TestSmiReader::tableUnderTheWrongEnding() {
    const auto dataset = m_registry.read(write("table.smi", "smiles,name\nCCO,ethanol\nCC(=O)O,acid\n"));
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(dataset->source.readerId, std::string("csv"));
    const auto graphs = valueAs<GraphSet>(dataset->value);
    QVERIFY(graphs);
    QCOMPARE(graphs->idColumn, std::string("name"));
}

void TestSmiReader::encodingIsNoted() {
    const auto dataset = m_registry.read(write("latin.smi", "CCN a\nCCO \xE4thanol\n"));
    QVERIFY(dataset.ok());
    QCOMPARE(valueAs<GraphSet>(dataset->value)->graphs.find("name")->texts()[1], std::string("\u00e4thanol"));
    QCOMPARE(QString::fromStdString(dataset->ledger.entries()[0].reason), QStringLiteral("Decoded from Windows-1252"));
    QCOMPARE(dataset->ledger.entries()[1].lines, std::vector<std::int64_t>{2});
}

void TestSmiReader::wildcardIsAnAtom() {
    const auto dataset = m_registry.read(write("any.smi", "*CC any\nCCO a\n"));
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    const auto graphs = valueAs<GraphSet>(dataset->value);
    QCOMPARE(graphs->nodes.find("atomic_number")->integers()[0], std::int64_t{0});
    QCOMPARE(graphs->nodes.find("mass")->reals()[0], 0.0);
}

QTEST_GUILESS_MAIN(TestSmiReader)
#include "tst_smi_reader.moc"
