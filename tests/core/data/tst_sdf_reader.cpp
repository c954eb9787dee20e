#include "core/data/chem/depiction.h"
#include "core/data/chem/smiles.h"
#include "core/data/reader.h"
#include "core/data/sdf/sdf_records.h"
#include "tests/support/data_folder.h"

#include <QTest>

#include <cmath>

using namespace vitrine;

namespace {

/// A table of carbon, carbon and oxygen in a row, ethanol without its hydrogens.
QByteArray ethanol(const QByteArray& title = "ethanol") {
    return title + "\n  test\n\n  3  2  0  0  0  0            999 V2000\n"
                   "    0.0000    0.0000    0.0000 C   0  0\n"
                   "    1.5000    0.0000    0.0000 C   0  0\n"
                   "    2.2500    1.2990    0.0000 O   0  0\n"
                   "  1  2  1  0\n  2  3  1  0\nM  END\n";
}

QByteArray withProperty(const char* name, const char* value, const QByteArray& title = "x") {
    return ethanol(title) + ">  <" + name + ">\n" + value + "\n\n$$$$\n";
}

QString columnText(const Table& table, const char* name) {
    const Column* column = table.find(name);
    if (!column)
        return QStringLiteral("there is no such column");
    QStringList texts{QString::fromStdString(std::string(columnTypeName(column->type())))};
    for (std::size_t row = 0; row < column->size(); ++row)
        texts << (column->isValid(row) ? QString::fromStdString(column->cellText(row)) : QStringLiteral("~"));
    return texts.join(QLatin1Char(' '));
}

/// Without the line that every import of molecules has.
QString told(const Dataset& dataset) {
    QStringList lines;
    for (const QString& line : samples::ledgerText(dataset.ledger).split(QLatin1Char('\n')))
        if (!line.contains(QStringLiteral("Made into a graph")) && !line.isEmpty())
            lines << line;
    return lines.join(QLatin1Char('\n'));
}

const std::string kSample = VITRINE_TEST_DATA "/graphs/esol_sample.sdf";

} // namespace

/// Molecules of SD and MOL files.
class TestSdfReader : public QObject {
    Q_OBJECT

private slots:
    void sameMoleculesAsTheirSmiles();
    void placesAreThoseOfTheFile();
    void placesOfSpaceAreNotADrawing();
    void drawingWithHydrogensIsMadeAgain();
    void hydrogensAreImplicit();
    void propertiesAreTyped_data();
    void propertiesAreTyped();
    void propertyForms();
    void namesOfColumns();
    void rolesAndTypes();
    void refusedRecordsAreLedgerLines_data();
    void refusedRecordsAreLedgerLines();
    void molFileAlone();
    void otherLineEnds_data();
    void otherLineEnds();
    void planShowsFirstAndLast();
    void sameOnAnyNumberOfThreads();
    void isCancelled();
    void countsTakeNoMemory();

private:
    Dataset read(const std::string& path, const nlohmann::json& options = {}) {
        auto dataset = m_registry.read(path, options);
        if (!dataset)
            qFatal("%s", dataset.error().message.c_str());
        return std::move(*dataset);
    }
    Dataset readBytes(const QByteArray& bytes, const nlohmann::json& options = {}) {
        return read(m_folder.write(QStringLiteral("some.sdf"), bytes), options);
    }
    samples::DataFolder m_folder;
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestSdfReader::sameMoleculesAsTheirSmiles() {
    const Dataset dataset = read(kSample);
    QCOMPARE(dataset.source.readerId, std::string("sdf"));
    QCOMPARE(dataset.ledger.summary(), std::string("41 read, 0 dropped"));
    QCOMPARE(told(dataset), QStringLiteral("changed 10 [layout]: Drawn with hydrogens, which become implicit; laid out "
                                           "again without them @141,303,442,656,890,1127,1375,1642,1790,2028"));
    const auto set = valueAs<GraphSet>(dataset.value);
    QCOMPARE(set->graphCount(), std::size_t{41});
    QCOMPARE(set->structureColumn, std::string("smiles"));
    QCOMPARE(set->labelAttribute, std::string("atomic_number"));
    QCOMPARE(set->idColumn, std::string("name"));
    QCOMPARE(set->targetColumn, std::string("logS"));
    for (std::size_t g = 0; g < set->graphCount(); ++g) {
        const auto molecule = chem::parseSmiles(set->graphs.find("smiles")->texts()[g]);
        QVERIFY(molecule.ok());
        QCOMPARE(chem::canonicalSmiles(**molecule), set->graphs.find("canonical")->texts()[g]);
    }
    // The graphs are those of a SMILES file, cell by cell.
    QByteArray smiles;
    for (const std::string& text : set->graphs.find("smiles")->texts())
        smiles += QByteArray::fromStdString(text) + '\n';
    const Dataset other = read(m_folder.write(QStringLiteral("same.smi"), smiles));
    const auto same = valueAs<GraphSet>(other.value);
    QCOMPARE(same->topology.edgeSource, set->topology.edgeSource);
    QCOMPARE(same->nodes.columns.size(), set->nodes.columns.size());
    for (std::size_t c = 0; c < set->nodes.columns.size(); ++c) {
        QCOMPARE(same->nodes.columns[c].name, set->nodes.columns[c].name);
        QVERIFY(same->nodes.columns[c].data() == set->nodes.columns[c].data());
    }
    QVERIFY(same->edges.columns[0].data() == set->edges.columns[0].data());
}

void TestSdfReader::placesAreThoseOfTheFile() {
    const Dataset dataset = readBytes(ethanol());
    const auto set = valueAs<GraphSet>(dataset.value);
    QCOMPARE(set->graphs.find("smiles")->texts()[0], std::string("CCO"));
    QCOMPARE(columnText(set->layout, "x"), QStringLiteral("real 0 1.5 2.25"));
    QCOMPARE(columnText(set->layout, "y"), QStringLiteral("real 0 0 1.299"));
    const auto drawn = chem::depict("CCO", std::vector<double>{0, 0, 3, 0, 3, 3});
    QVERIFY(drawn.ok());
    QCOMPARE(drawn->atoms[2].x, 1.0);
    QCOMPARE(drawn->atoms[2].y, 1.0);
    // Places of all graphs but those that have none.
    const Dataset mixed = readBytes(ethanol("a") + "$$$$\n" + ethanol("b").replace("0.0000 O", "0.5000 O") + "$$$$\n");
    QCOMPARE(columnText(valueAs<GraphSet>(mixed.value)->layout, "x"), QStringLiteral("real 0 1.5 2.25 ~ ~ ~"));
    QVERIFY(valueAs<GraphSet>(read(kSample).value)->layout.find("x"));
}

void TestSdfReader::drawingWithHydrogensIsMadeAgain() {
    const QByteArray water = "water\n\n\n  3  2  0  0  0  0  0  0  0  0999 V2000\n"
                             "    0.5000    0.0000    0.0000 O   0  0\n"
                             "    0.9500    0.0000    0.0000 H   0  0\n"
                             "   -0.2400    0.9200    0.0000 H   0  0\n"
                             "  1  2  1  0\n  1  3  1  0\nM  END\n";
    const Dataset dataset = readBytes(water + "$$$$\n" + ethanol("b") + "$$$$\n");
    QCOMPARE(columnText(valueAs<GraphSet>(dataset.value)->layout, "x"), QStringLiteral("real ~ 0 1.5 2.25"));
    QCOMPARE(told(dataset), QStringLiteral("changed 1 [layout]: Drawn with hydrogens, which become implicit; laid out "
                                           "again without them @1"));
}

void TestSdfReader::placesOfSpaceAreNotADrawing() {
    QVERIFY(valueAs<GraphSet>(readBytes(ethanol().replace("0.0000 O", "0.5000 O")).value)->layout.columns.empty());
    QByteArray nowhere = ethanol();
    nowhere.replace("1.5000", "0.0000").replace("2.2500    1.2990", "0.0000    0.0000");
    QVERIFY(valueAs<GraphSet>(readBytes(nowhere).value)->layout.columns.empty());
}

void TestSdfReader::hydrogensAreImplicit() {
    QByteArray water = "water\n  test\n\n  3  2  0  0  0  0            999 V2000\n"
                       "    0.0000    0.0000    0.0000 H   0  0\n"
                       "    1.0000    0.0000    0.0000 O   0  0\n"
                       "    2.0000    1.0000    0.0000 H   0  0\n"
                       "  1  2  1  0\n  2  3  1  0\nM  END\n";
    const auto set = valueAs<GraphSet>(readBytes(water).value);
    QCOMPARE(columnText(set->nodes, "atomic_number"), QStringLiteral("integer 8"));
    QCOMPARE(columnText(set->nodes, "num_h"), QStringLiteral("integer 2"));
    QVERIFY(set->layout.columns.empty());
}

void TestSdfReader::propertiesAreTyped_data() {
    QTest::addColumn<QStringList>("values"); // "-": the record lacks the property
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("ledger");
    const auto row = [](const char* claim, const QStringList& values, const char* column, const char* ledger) {
        QTest::newRow(claim) << values << QString::fromUtf8(column) << QString::fromUtf8(ledger);
    };
    const auto list = [](const char* values) { return QString::fromUtf8(values).split(QLatin1Char('|')); };
    row("whole numbers", list("1|2|-3"), "integer 1 2 -3", "");
    row("numbers", list("1|2.5|1e3"), "real 1 2.5 1000", "");
    row("truth values", list("true|False"), "boolean true false", "");
    row("text", list("a|b c"), "text a b c", "");
    row("padded numbers are names", list("007|008"), "text 007 008", "");
    row("missing text", list("1|NA|3"), "integer 1 ~ 3", "coerced 1 [p]: \"NA\" read as a missing value @25");
    row("empty", list("1||3"), "integer 1 ~ 3", "marked 1 [p]: Empty property, value missing @25");
    row("record without it", list("1.5|-|3"), "real 1.5 ~ 3",
        "marked 1 [p]: No such property in the record, value missing @15");
    row("mostly numbers", list("1|2|3|<4"), "text 1 2 3 <4",
        "marked 1 [p]: Not a number, so the whole column is text @53");
    row("NaN and infinity are values", list("nan|-inf"), "real nan -inf", "");
}

void TestSdfReader::propertiesAreTyped() {
    QFETCH(QStringList, values);
    QFETCH(QString, column);
    QFETCH(QString, ledger);
    QByteArray bytes;
    for (const QString& value : values)
        bytes += value == QStringLiteral("-") ? ethanol() + "$$$$\n" : withProperty("p", value.toUtf8().constData());
    const Dataset dataset = readBytes(bytes);
    QCOMPARE(columnText(valueAs<GraphSet>(dataset.value)->graphs, "p"), column);
    QStringList lines = told(dataset).split(QLatin1Char('\n'));
    lines.removeIf([](const QString& line) { return line.contains(QStringLiteral("Same structure")); });
    QCOMPARE(lines.join(QLatin1Char('\n')), ledger);
}

void TestSdfReader::propertyForms() {
    SdfRecord record;
    record.line = 10;
    record.block = "x\n\n\n0\nM  END\n";
    record.properties = "> 25 (MD-1) <A.b> DT12\n1\n\n>  <two>\nfirst\nsecond\n\n\nstray\n> DT3\n\n"
                        "> <no blank>\nv\n> <next>\n  w  \n";
    const SdfProperties found = propertiesOf(record);
    QStringList texts;
    for (const SdfProperty& property : found.items)
        texts << QStringLiteral("%1=%2@%3")
                     .arg(QString::fromUtf8(property.name.data(), static_cast<int>(property.name.size())),
                          QString::fromUtf8(property.value.data(), static_cast<int>(property.value.size())))
                     .arg(property.line);
    QCOMPARE(texts.join(QLatin1Char(';')),
             QStringLiteral("A.b=1@15;two=first\nsecond@18;DT3=@24;no blank=v@26;next=w@28"));
    QCOMPARE(found.strayLines, std::vector<std::int64_t>{23});
}

void TestSdfReader::namesOfColumns() {
    const Dataset dataset =
        readBytes(ethanol("a") + "> <smiles>\nC\n\n> <row>\n5\n\n> <name>\nz\n\n> <x>\n1\n\n> <x>\n2\n\n$$$$\n");
    const auto set = valueAs<GraphSet>(dataset.value);
    QStringList names;
    for (const Column& column : set->graphs.columns)
        names << QString::fromStdString(column.name);
    QCOMPARE(names.join(QLatin1Char(' ')), QStringLiteral("row smiles name smiles_2 row_2 name_2 x"));
    QCOMPARE(columnText(set->graphs, "smiles"), QStringLiteral("text CCO"));
    QCOMPARE(told(dataset), QStringLiteral("dropped 1 [x]: Property given twice in a record, the first is kept @23\n"
                                           "changed 1 [smiles_2]: Another column is named \"smiles\", renamed\n"
                                           "changed 1 [name_2]: Another column is named \"name\", renamed\n"
                                           "changed 1 [row_2]: Named \"row\" in the file, renamed: that name is for "
                                           "the position in the file"));
}

void TestSdfReader::rolesAndTypes() {
    const QByteArray bytes = ethanol("a") + "> <id>\n7\n\n> <y>\n1.5\n\n> <note>\n<4\n\n$$$$\n" + ethanol("b") +
                             "> <id>\n8\n\n> <y>\n2.5\n\n> <note>\n5\n\n$$$$\n";
    const auto plan = m_registry.preview(m_folder.write(QStringLiteral("some.sdf"), bytes));
    QVERIFY(plan.ok());
    QCOMPARE(plan->recognisedAs, std::string("SD file, V2000"));
    QCOMPARE(
        plan->options["roles"].dump(),
        std::string(
            "{\"id\":\"attribute\",\"name\":\"id\",\"note\":\"attribute\",\"smiles\":\"structure\",\"y\":\"target\"}"));
    const Dataset changed =
        readBytes(bytes, {{"roles", {{"name", "ignore"}, {"id", "id"}}}, {"types", {{"note", "real"}}}});
    const auto set = valueAs<GraphSet>(changed.value);
    QCOMPARE(set->idColumn, std::string("id"));
    QCOMPARE(columnText(set->graphs, "note"), QStringLiteral("real ~ 5"));
    QVERIFY(told(changed).contains(QStringLiteral("coerced 1 [note]: Not readable as real, value missing @17")));
    const auto wrong = [&](const nlohmann::json& options) {
        return QString::fromStdString(
            m_registry.read(m_folder.write(QStringLiteral("some.sdf"), bytes), options).error().message);
    };
    QCOMPARE(wrong({{"roles", {{"z", "target"}}}}),
             QStringLiteral("some.sdf: there is no column \"z\" for the role target"));
    QCOMPARE(wrong({{"types", {{"z", "real"}}}}),
             QStringLiteral("some.sdf: there is no column \"z\" for the type real"));
    QCOMPARE(wrong({{"separator", ","}}), QStringLiteral("some.sdf: there is no option \"separator\""));
}

void TestSdfReader::refusedRecordsAreLedgerLines_data() {
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<QString>("ledger");
    const auto row = [](const char* claim, const QByteArray& block, const char* ledger) {
        QTest::newRow(claim) << block << QString::fromUtf8(ledger);
    };
    const auto changed = [](const char* from, const char* to) { return ethanol().replace(from, to); };
    // The refused record begins in line 12.
    row("more atoms than lines", changed("  3  2  0", "999999  0"),
        "the header claims 999 atoms and 999 bonds, the record has 6 lines @15");
    row("no counts", changed("  3  2  0", "  x  2  0"), "expected the numbers of atoms and bonds @15");
    row("no atoms", changed("  3  2  0", "  0  0  0"), "there are no atoms @15");
    row("unknown version", changed("V2000", "V4000"),
        "a connection table of the version \"V4000\", expected V2000 or V3000 @15");
    row("bond to an atom that is not there", changed("  2  3  1", "  2  7  1"),
        "a bond names atom 7, but there are 3 atoms @20");
    row("bond to itself", changed("  2  3  1", "  2  2  1"), "a bond from atom 2 to itself @20");
    row("bond twice", changed("  2  3  1", "  2  1  1"), "two bonds join the same atoms @12");
    row("bond of letters", changed("  2  3  1", "  2  b  1"), "expected the numbers of two atoms of a bond @20");
    row("unknown element", changed(" O ", " Xx"), "there is no element \"Xx\" @12");
    row("coordinates are text", changed("2.2500", "  abcd"), "the coordinates of an atom are no numbers @18");
    row("NaN in a fixed field", changed("2.2500", "   nan"), "the coordinates of an atom are no numbers @18");
    row("without an end", changed("M  END\n", ""), "the line \"M  END\" is missing, the record is cut off @20");
    row("header alone", "x\n\n\n", "the record ends before the numbers of atoms and bonds @14");
    row("five bonds at carbon",
        "x\n\n\n  6  5  0  0  0  0            999 V2000\n" +
            QByteArray("    1.0000    0.0000    0.0000 C   0  0\n").repeated(6) +
            "  1  2  1\n  1  3  1\n  1  4  1\n  1  5  1\n  1  6  1\nM  END\n",
        "atom 1 (C) has more bonds than its valence allows @12");
    const QByteArray v3000 = "v3\n  test\n\n  0  0  0     0  0            999 V3000\nM  V30 BEGIN CTAB\n"
                             "M  V30 COUNTS 3 2 0 0 0\nM  V30 BEGIN ATOM\nM  V30 1 C 0 0 0 0\nM  V30 2 C 1.5 0 0 0\n"
                             "M  V30 3 O 2.25 1.3 0 0\nM  V30 END ATOM\nM  V30 BEGIN BOND\nM  V30 1 1 1 2\n"
                             "M  V30 2 1 2 3\nM  V30 END BOND\nM  V30 END CTAB\nM  END\n";
    const auto other = [&](const char* from, const char* to) { return QByteArray(v3000).replace(from, to); };
    row("V3000 claims a billion atoms", other("COUNTS 3", "COUNTS 999999999"),
        "the header claims 999,999,999 atoms and 2 bonds, the record has 17 lines @17");
    row("V3000 claims groups", other("3 2 0 0", "3 2 888888888 0"),
        "the header claims 888,888,888 groups of atoms, the record has 17 lines @17");
    row("V3000 claims less than nothing", other("COUNTS 3", "COUNTS -3"), "a negative number of atoms or bonds @17");
    row("V3000 with an atom number beyond 32 bits", other("V30 1 C", "V30 4000000000 C"),
        "an atom with the number \"4000000000\", expected a whole number from 1 to 2,147,483,647 @19");
    row("V3000 with a negative atom number", other("V30 1 C", "V30 -1 C"),
        "an atom with the number \"-1\", expected a whole number from 1 to 2,147,483,647 @19");
    row("V3000 claims words", other("COUNTS 3", "COUNTS many"), "expected the numbers of atoms and bonds @17");
    row("V3000 without counts", other("M  V30 COUNTS 3 2 0 0 0\n", ""),
        "there is no line with the numbers of atoms and bonds @15");
    row("V3000 cut off in its atoms", QByteArray(v3000).left(v3000.indexOf("M  V30 3 O")),
        "the line \"M  END\" is missing, the record is cut off @20");
    row("V3000 dangling bond", other("2 1 2 3", "2 1 2 9"), "a bond names atom \"9\", which is not there @25");
    row("V3000 atom twice", other("V30 3 O", "V30 2 O"), "a bond names atom \"3\", which is not there @25");
    row("V3000 bond to itself", other("2 1 2 3", "2 1 2 2"), "a bond from atom \"2\" to itself @25");
    row("V3000 half a bond", other("2 1 2 3", "2 1 2"), "expected the numbers of two atoms of a bond @25");
}

void TestSdfReader::refusedRecordsAreLedgerLines() {
    QFETCH(QByteArray, block);
    QFETCH(QString, ledger);
    const Dataset dataset =
        readBytes(ethanol() + "$$$$\n" + block + "$$$$\n" + ethanol("z").replace(" O ", " N ") + "$$$$\n");
    QCOMPARE(dataset.ledger.summary(), std::string("3 read, 1 dropped"));
    QCOMPARE(told(dataset), QStringLiteral("dropped 1 [smiles]: Not a molecule: ") + ledger);
    QCOMPARE(columnText(valueAs<GraphSet>(dataset.value)->graphs, "smiles"), QStringLiteral("text CCO CCN"));
    // Alone it is no file of molecules, with the same reason and place.
    const auto alone = m_registry.read(m_folder.write(QStringLiteral("alone.sdf"), block));
    QVERIFY(!alone.ok());
    const QStringList parts = ledger.split(QStringLiteral(" @"));
    QCOMPARE(QString::fromStdString(alone.error().message),
             QStringLiteral("alone.sdf:%1: not a molecule: %2").arg(parts[1].toInt() - 11).arg(parts[0]));
}

void TestSdfReader::molFileAlone() {
    const Dataset dataset = read(m_folder.write(QStringLiteral("a.mol"), ethanol()));
    QCOMPARE(dataset.source.readerId, std::string("sdf"));
    QCOMPARE(told(dataset), QString());
    // By its content alone.
    QCOMPARE(read(m_folder.write(QStringLiteral("a.dat"), ethanol())).source.readerId, std::string("sdf"));
}

void TestSdfReader::otherLineEnds_data() {
    QTest::addColumn<QByteArray>("end");
    QTest::newRow("Windows") << QByteArray("\r\n");
    QTest::newRow("lone carriage returns") << QByteArray("\r");
}

void TestSdfReader::otherLineEnds() {
    QFETCH(QByteArray, end);
    QByteArray bytes = withProperty("p", "1\nb", "a") + withProperty("p", "2", "b");
    const Dataset dataset = readBytes(bytes.replace("\n", end));
    const auto set = valueAs<GraphSet>(dataset.value);
    QCOMPARE(set->graphCount(), std::size_t{2});
    QCOMPARE(columnText(set->graphs, "name"), QStringLiteral("text a b"));
    QVERIFY(set->graphs.find("p")->texts()[0].ends_with("\nb"));
    QCOMPARE(columnText(set->layout, "x"), QStringLiteral("real 0 1.5 2.25 0 1.5 2.25"));
}

void TestSdfReader::planShowsFirstAndLast() {
    QByteArray bytes;
    constexpr int kRecords = 2100;
    for (int i = 0; i < kRecords; ++i)
        bytes += withProperty("p", QByteArray::number(i).constData(), QByteArray::number(i));
    const auto plan = m_registry.preview(m_folder.write(QStringLiteral("many.sdf"), bytes));
    QVERIFY(plan.ok());
    QCOMPARE(plan->records, std::int64_t{kRecords});
    QCOMPARE(plan->firstRows[0][1], std::string("0"));
    QCOMPARE(plan->lastRows.back()[1], std::string("2099"));
    QVERIFY(plan->problems.back().title.find("occur") != std::string::npos);
}

void TestSdfReader::sameOnAnyNumberOfThreads() {
    ReadContext two;
    two.threads = 2;
    double last = 0.0;
    two.progress = [&](double fraction, const std::string&) { last = std::max(last, fraction); };
    const auto dataset = m_registry.read(kSample, {}, two);
    QVERIFY(dataset.ok());
    QCOMPARE(dataset->contentHash, read(kSample).contentHash);
    QVERIFY(last > 0.9 && last <= 1.0);
}

void TestSdfReader::isCancelled() {
    std::stop_source source;
    source.request_stop();
    ReadContext context;
    context.stop = source.get_token();
    const auto dataset = m_registry.read(kSample, {}, context);
    QVERIFY(!dataset.ok());
    QVERIFY(dataset.error().code == ErrorCode::cancelled);
    QCOMPARE(dataset.error().message, std::string("esol_sample.sdf: reading was cancelled"));
}

void TestSdfReader::countsTakeNoMemory() {
    // Many different properties would make a wide table of a small file.
    QByteArray bytes;
    for (int i = 0; i < 60; ++i) {
        bytes += ethanol();
        for (int p = 0; p < 100; ++p)
            bytes += "> <p" + QByteArray::number(100 * i + p) + ">\n1\n\n";
        bytes += "$$$$\n";
    }
    const auto dataset = m_registry.read(m_folder.write(QStringLiteral("wide.sdf"), bytes));
    QVERIFY(!dataset.ok());
    QCOMPARE(dataset.error().message,
             std::string("wide.sdf:15561: more than 5,000 different properties, at most these are read"));
}

QTEST_GUILESS_MAIN(TestSdfReader)
#include "tst_sdf_reader.moc"
