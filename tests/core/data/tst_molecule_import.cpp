#include "core/data/reader.h"
#include "core/values/value_codec.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace vitrine;

namespace {

Result<Dataset> readGraphs(const char* name, const nlohmann::json& options = {}, int threads = 2) {
    ReadContext context;
    context.threads = threads;
    return ReaderRegistry::withBuiltins().read(std::string(VITRINE_TEST_DATA "/graphs/") + name, options, context);
}

/// ESOL as read on one thread.
const Result<Dataset>& esol() {
    static const Result<Dataset> dataset = readGraphs("esol.csv", {}, 1);
    return dataset;
}

const LedgerEntry* entry(const Ledger& ledger, LedgerAction action, const std::string& column) {
    for (const LedgerEntry& item : ledger.entries())
        if (item.action == action && item.column == column)
            return &item;
    return nullptr;
}

} // namespace

class TestMoleculeImport : public QObject {
    Q_OBJECT

private slots:
    void init() { QVERIFY(m_folder.isValid()); }
    void equalsTheReferenceGraphs_data();
    void equalsTheReferenceGraphs();
    void esolLedger();
    void esolPlan();
    void freesolvPlan();
    void sameBytesOnAnyNumberOfThreads();
    void refusedMoleculeIsALedgerLine();
    void noMoleculeAtAllIsRefused();
    void metalLigandBondStaysAnEdge();
    void headerlessSmilesAreFound();
    void rowColumnOfTheFileGivesWay();
    void rolesCanBeChosen();
    void choicesOfThePlanWork();
    void cancelled();

private:
    std::string write(const char* name, const std::string& text) {
        const std::string path = m_folder.path().toStdString() + '/' + name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    QTemporaryDir m_folder;
};

void TestMoleculeImport::equalsTheReferenceGraphs_data() {
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("reference");
    QTest::addColumn<QString>("target");
    QTest::newRow("ESOL") << "esol.csv"
                          << "esol_graphs.json"
                          << "measured log solubility in mols per litre";
    QTest::newRow("FreeSolv") << "freesolv.txt"
                              << "freesolv_graphs.json"
                              << "experimental value (kcal/mol)";
}

void TestMoleculeImport::equalsTheReferenceGraphs() {
    QFETCH(QString, table);
    QFETCH(QString, reference);
    QFETCH(QString, target);
    const auto readTable = readGraphs(table.toUtf8().constData());
    const auto readReference = readGraphs(reference.toUtf8().constData());
    QVERIFY2(readTable.ok(), readTable ? "" : readTable.error().message.c_str());
    QVERIFY(readReference.ok());
    const auto molecules = valueAs<GraphSet>(readTable->value);
    const auto graphs = valueAs<GraphSet>(readReference->value);
    QVERIFY(molecules && graphs);
    QCOMPARE(molecules->topology.nodeOffsets, graphs->topology.nodeOffsets);
    QCOMPARE(molecules->topology.edgeOffsets, graphs->topology.edgeOffsets);
    QCOMPARE(molecules->topology.edgeSource, graphs->topology.edgeSource);
    QCOMPARE(molecules->topology.edgeTarget, graphs->topology.edgeTarget);
    // Nodes and edges bit for bit, names and types of the columns among them.
    QCOMPARE(contentSha256(makeValue(Table(molecules->nodes))), contentSha256(makeValue(Table(graphs->nodes))));
    QCOMPARE(contentSha256(makeValue(Table(molecules->edges))), contentSha256(makeValue(Table(graphs->edges))));
    QCOMPARE(QString::fromStdString(molecules->targetColumn), target);
    QVERIFY(molecules->graphs.find(molecules->targetColumn)->data() ==
            graphs->graphs.find(graphs->targetColumn)->data());
    QVERIFY(molecules->graphs.find("row")->data() == graphs->graphs.find("row")->data());
    QVERIFY(molecules->graphs.find(molecules->structureColumn)->data() == graphs->graphs.find("smiles")->data());
    // The reference keeps the spaces behind some names, which the reader takes off.
    const auto names = molecules->graphs.find(molecules->idColumn)->texts();
    const auto untrimmed = graphs->graphs.find("id")->texts();
    for (std::size_t i = 0; i < names.size(); ++i)
        QCOMPARE(QString::fromStdString(names[i]), QString::fromStdString(untrimmed[i]).trimmed());
    QCOMPARE(molecules->labelAttribute, std::string("atomic_number"));
}

void TestMoleculeImport::esolLedger() {
    const auto& dataset = esol();
    QVERIFY(dataset.ok());
    const Ledger& ledger = dataset->ledger;
    QCOMPARE(ledger.recordsRead, std::int64_t{1128});
    QCOMPARE(ledger.recordsDropped, std::int64_t{0});
    const LedgerEntry* structures = entry(ledger, LedgerAction::trimmed, "smiles");
    QVERIFY(structures);
    QCOMPARE(structures->count, std::int64_t{212});
    QCOMPARE((std::vector<std::int64_t>(structures->lines.begin(), structures->lines.begin() + 3)),
             (std::vector<std::int64_t>{2, 7, 11}));
    const LedgerEntry* names = entry(ledger, LedgerAction::trimmed, "Compound ID");
    QVERIFY(names);
    QCOMPARE(names->count, std::int64_t{64});
    QCOMPARE(names->lines[0], std::int64_t{14});
    const LedgerEntry* twins = entry(ledger, LedgerAction::marked, "smiles");
    QVERIFY(twins);
    QCOMPARE(twins->count, std::int64_t{22});
    const auto mannitol = std::find(twins->lines.begin(), twins->lines.end(), 235);
    QVERIFY(mannitol != twins->lines.end() && mannitol + 1 != twins->lines.end());
    QCOMPARE(*(mannitol + 1), std::int64_t{278});
    QCOMPARE(entry(ledger, LedgerAction::changed, "smiles")->count, std::int64_t{1128});
    QCOMPARE(ledger.entries().size(), std::size_t{4});
    // The conversion of every record is told once, as an entry.
    QCOMPARE(ledger.summary(), std::string("1,128 read, 276 trimmed, 22 marked, 0 dropped"));
}

void TestMoleculeImport::esolPlan() {
    const auto preview = ReaderRegistry::withBuiltins().preview(VITRINE_TEST_DATA "/graphs/esol.csv");
    QVERIFY(preview.ok());
    QCOMPARE(preview->recognisedAs, std::string("CSV, comma, UTF-8"));
    QCOMPARE(preview->becomes, std::string("Molecules (RDKit) and table"));
    QCOMPARE(preview->kind, ValueKind::graphSet);
    QCOMPARE(preview->records, std::int64_t{1128});
    QCOMPARE(preview->columns[0].role, ColumnRole::id);
    QCOMPARE(preview->columns[8].role, ColumnRole::target);
    QCOMPARE(preview->columns[9].role, ColumnRole::structure);
    QCOMPARE(preview->firstRows.size(), std::size_t{5});
    QCOMPARE(preview->lastRows[4][0], std::string("Stirofos"));
    QCOMPARE(preview->problems.size(), std::size_t{3});
    QCOMPARE(preview->problems[0].title, std::string("Spaces around 276 values"));
    QCOMPARE(preview->problems[0].detail,
             std::string("212 in \"smiles\", 64 in \"Compound ID\". Lines 2, 7, 11 and 273 more."));
    QCOMPARE(preview->problems[1].title, std::string("Two columns could be the target"));
    QCOMPARE(preview->problems[1].detail,
             std::string("\"measured log solubility in mols per litre\" is chosen, \"ESOL predicted log solubility in "
                         "mols per litre\" is a model's output and would leak."));
    QCOMPARE(preview->problems[2].title, std::string("11 structures occur twice"));
    QCOMPARE(preview->problems[2].detail,
             std::string("In 6 pairs the target differs, up to 1.03 (mannitol and Sorbitol, lines 235 and 278)."));
    QCOMPARE(preview->problems[0].choices.size(), std::size_t{2});
    QCOMPARE(preview->problems[1].choices[1].label, std::string("ESOL predicted log solubility in mols per litre"));
    QCOMPARE(preview->problems[2].choices[1].options.dump(), std::string("{\"duplicates\":\"keep_first\"}"));
    // The options of the plan read the same as none.
    const auto planned = readGraphs("esol.csv", preview->options);
    const auto& plain = esol();
    QVERIFY(planned.ok() && plain.ok());
    QCOMPARE(planned->contentHash, plain->contentHash);
    QCOMPARE(planned->source.options.dump(), plain->source.options.dump());
    QCOMPARE(plain->source.options.dump(), preview->options.dump());
}

void TestMoleculeImport::freesolvPlan() {
    const auto preview = ReaderRegistry::withBuiltins().preview(VITRINE_TEST_DATA "/graphs/freesolv.txt");
    QVERIFY(preview.ok());
    QCOMPARE(preview->recognisedAs, std::string("CSV, semicolon, UTF-8, 3 comment lines"));
    QCOMPARE(preview->columns.size(), std::size_t{10});
    QCOMPARE(preview->columns[1].name, std::string("SMILES"));
    QCOMPARE(preview->columns[3].role, ColumnRole::target);
    QCOMPARE(preview->options["header"].dump(), std::string("\"comment\""));
    QCOMPARE(preview->options["skip_lines"].dump(), std::string("3"));
}

void TestMoleculeImport::sameBytesOnAnyNumberOfThreads() {
    const auto& one = esol();
    const auto eight = readGraphs("esol.csv", {}, 8);
    QVERIFY(one.ok() && eight.ok());
    QCOMPARE(one->contentHash, eight->contentHash);
    QCOMPARE(one->ledger.toJson().dump(), eight->ledger.toJson().dump());
}

void TestMoleculeImport::refusedMoleculeIsALedgerLine() {
    const std::string path = write("bad.csv", "smiles,y\nCCO,1.5\nCC(C)(C)(C)C,2.5\nc1ccccc1,3.5\n,4.5\nCCCCN,5.5\n"
                                              "CC(=O)O,0.5\nCCC(=O)N,0.25\n");
    const auto dataset = ReaderRegistry::withBuiltins().read(path);
    QVERIFY(dataset.ok());
    const auto graphs = valueAs<GraphSet>(dataset->value);
    QVERIFY(graphs);
    QCOMPARE(graphs->graphCount(), std::size_t{5});
    QCOMPARE(graphs->graphs.find("row")->integers()[1], std::int64_t{2});
    QCOMPARE(graphs->graphs.find("y")->reals()[1], 3.5);
    QCOMPARE(dataset->ledger.recordsRead, std::int64_t{7});
    QCOMPARE(dataset->ledger.recordsDropped, std::int64_t{2});
    QStringList reasons;
    for (const LedgerEntry& item : dataset->ledger.entries())
        if (item.action == LedgerAction::dropped)
            reasons << QString::number(item.lines[0]) + QStringLiteral(" ") + QString::fromStdString(item.reason);
    QCOMPARE(reasons.join(QLatin1Char('\n')),
             QStringLiteral("3 Not a molecule: atom 2 (C) has more bonds than its valence allows\n"
                            "5 Not a molecule: there is no structure"));
}

void TestMoleculeImport::noMoleculeAtAllIsRefused() {
    const std::string path = write("none.csv", "a,b\nhello,1\nworld,2\n");
    const auto dataset = ReaderRegistry::withBuiltins().read(path, {{"roles", {{"a", "structure"}}}});
    QVERIFY(!dataset.ok());
    QCOMPARE(QString::fromStdString(dataset.error().message),
             QStringLiteral("none.csv:2: not a molecule: syntax error: this is no SMILES; nor is any other structure "
                            "in the file"));
}

void TestMoleculeImport::metalLigandBondStaysAnEdge() {
    const std::string path = write("metal.csv", "smiles,y\nN->[Fe]<-N,1.5\nCl[Pt](Cl)(<-N)<-N,2.5\n[Na+].[Cl-],3\n");
    const auto dataset = ReaderRegistry::withBuiltins().read(path);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    const auto graphs = valueAs<GraphSet>(dataset->value);
    QVERIFY(graphs);
    QCOMPARE(graphs->topology.edgeOffsets, (std::vector<std::int64_t>{0, 2, 6, 6}));
    QCOMPARE(graphs->edges.columns[0].reals()[0], 1.0);
    QCOMPARE(graphs->topology.nodeOffsets.back(), std::int64_t{10});
}

void TestMoleculeImport::headerlessSmilesAreFound() {
    const std::string path = write("plain.txt", "CC(=O)O\nCCCCO\nc1ccccc1C\nCCN(CC)CC\n");
    const auto dataset = ReaderRegistry::withBuiltins().read(path);
    QVERIFY(dataset.ok());
    const auto graphs = valueAs<GraphSet>(dataset->value);
    QVERIFY(graphs);
    QCOMPARE(graphs->graphCount(), std::size_t{4});
    QCOMPARE(graphs->structureColumn, std::string("column_1"));
}

void TestMoleculeImport::rowColumnOfTheFileGivesWay() {
    const std::string path = write("row.csv", "row,smiles,y\n7,CCCCO,1.5\n8,CCCN,2.5\n9,CCCCC,0.5\n");
    const auto dataset = ReaderRegistry::withBuiltins().read(path);
    QVERIFY(dataset.ok());
    const auto graphs = valueAs<GraphSet>(dataset->value);
    QCOMPARE(graphs->graphs.find("row")->integers()[0], std::int64_t{0});
    QCOMPARE(graphs->graphs.find("row_2")->integers()[0], std::int64_t{7});
    QVERIFY(entry(dataset->ledger, LedgerAction::changed, "row_2"));
}

void TestMoleculeImport::rolesCanBeChosen() {
    const auto dataset =
        readGraphs("esol.csv", {{"roles", {{"Molecular Weight", "target"}, {"Minimum Degree", "ignore"}}}});
    QVERIFY(dataset.ok());
    const auto graphs = valueAs<GraphSet>(dataset->value);
    QCOMPARE(graphs->targetColumn, std::string("Molecular Weight"));
    QVERIFY(!graphs->graphs.find("Minimum Degree"));
    QVERIFY(entry(dataset->ledger, LedgerAction::dropped, "Minimum Degree"));
    const auto table = readGraphs("esol.csv", {{"roles", {{"smiles", "attribute"}}}});
    QVERIFY(table.ok());
    QVERIFY(valueAs<Table>(table->value));
    const auto wrong = readGraphs("esol.csv", {{"roles", {{"logP", "target"}}}});
    QCOMPARE(QString::fromStdString(wrong.error().message),
             QStringLiteral("esol.csv: there is no column \"logP\" for the role target"));
}

void TestMoleculeImport::choicesOfThePlanWork() {
    const auto registry = ReaderRegistry::withBuiltins();
    const std::string path = VITRINE_TEST_DATA "/graphs/esol.csv";
    const auto preview = registry.preview(path);
    QVERIFY(preview.ok());
    nlohmann::json options = preview->options;
    for (const PreviewProblem& problem : preview->problems) {
        QCOMPARE(problem.chosen, std::size_t{0});
        options.merge_patch(problem.choices[1].options);
    }
    const auto changed = registry.preview(path, options);
    QVERIFY(changed.ok());
    // Structures with a space behind them are none.
    QCOMPARE(changed->problems.size(), std::size_t{4});
    QCOMPARE(changed->problems[0].title, std::string("212 structures cannot be read"));
    QCOMPARE(changed->problems[1].title, preview->problems[0].title);
    QCOMPARE(changed->problems[1].chosen, std::size_t{1});
    QCOMPARE(changed->problems[3].chosen, std::size_t{1});
    QCOMPARE(changed->columns[1].role, ColumnRole::target);
    options["trim"] = true;
    const auto dataset = registry.read(path, options);
    QVERIFY(dataset.ok());
    QCOMPARE(valueAs<GraphSet>(dataset->value)->graphCount(), std::size_t{1117});
    QCOMPARE(dataset->ledger.recordsDropped, std::int64_t{11});
    QCOMPARE(valueAs<GraphSet>(dataset->value)->targetColumn,
             std::string("ESOL predicted log solubility in mols per litre"));
}

void TestMoleculeImport::cancelled() {
    std::stop_source stop;
    ReadContext context;
    context.stop = stop.get_token();
    double last = 0.0;
    bool monotone = true;
    context.progress = [&](double fraction, const std::string& stage) {
        monotone = monotone && fraction >= last && fraction <= 1.0;
        last = fraction;
        if (stage == "Reading molecules" && fraction > 0.5)
            stop.request_stop();
    };
    const auto dataset = ReaderRegistry::withBuiltins().read(VITRINE_TEST_DATA "/graphs/esol.csv", {}, context);
    QVERIFY(!dataset.ok());
    QCOMPARE(dataset.error().code, ErrorCode::cancelled);
    QVERIFY(monotone);
    QVERIFY(last < 0.7);
}

QTEST_GUILESS_MAIN(TestMoleculeImport)
#include "tst_molecule_import.moc"
