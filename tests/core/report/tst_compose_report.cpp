#include "core/report/compose_report.h"
#include "core/report/default_report.h"

#include "core/report/markdown_text.h"
#include "core/report/report_fields.h"
#include "core/report/run_parts.h"
#include "core/values/text.h"
#include "tests/support/sample_project.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace vitrine;

class TestComposeReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void defaultReportFollowsTheHints();
    void defaultReportWithoutHintsShowsEverything();
    void onePageIsShort();
    void severalRunsShareDefinitions();
    void numbersFiguresAndTables();
    void resolvesFields();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();
    void showsPartialResultsAsSuch();
    void tableIsRoundedAndAligned();
    void numbersNameTheirInterval();
    void parametersMarkWhatChanged();
    void parametersWithoutThePlugin();
    void ledgerTellsEveryInput();
    void ledgerFollowsEarlierRuns();
    void provenanceSufficesToRepeat();
    void definitionsOfAllThatIsShown();
    void citesPaperAndProgram();
    void outlineHasNoHoles();
    void namesFiguresThatNoTextCites();
    void anonymousHoldsNoName();
    void canBeCancelled();

private:
    ComposedReport compose(const ReportDocument& document) const;
    ComposedReport composeBlock(const ReportBlock& block) const;
    static const ComposedPart* find(const ComposedReport& report, PartKind kind, int skip = 0);
    static std::string allText(const ComposedReport& report);

    QTemporaryDir m_folder;
    std::shared_ptr<ProjectStore> m_store;
    sample::Ids m_ids;
    ExperimentInfo m_experiment = sample::experiment();
    ComposeOptions m_options;
};

namespace {

ReportBlock makeBlock(BlockKind kind, RunId run = 0, const std::string& output = {}) {
    ReportBlock block;
    block.kind = kind;
    block.run = run;
    block.outputId = output;
    return block;
}

ReportBlock textBlock(const std::string& text, RunId run = 0) {
    ReportBlock block = makeBlock(BlockKind::text, run);
    block.text = text;
    return block;
}

std::string row(const DisplayTable& table, std::size_t index) {
    std::string text;
    for (const std::string& cell : table.rows.at(index))
        text += (text.empty() ? "" : " | ") + cell;
    return text;
}

} // namespace

void TestComposeReport::initTestCase() {
    auto store = ProjectStore::create(toStd(m_folder.path()) + "/annabel-solubility.vitrine");
    QVERIFY2(store, store ? "" : store.error().message.c_str());
    m_store = *store;
    m_ids = sample::fill(*m_store);
    m_options.date = "2026-11-30";
    m_options.experiments = [this](const std::string& plugin, const std::string& id) {
        return plugin == "demo" && id == "fit" ? &m_experiment : nullptr;
    };
    m_options.figures = [](const RunRecord& run, const ReportBlock& block) -> std::optional<FigureSpec> {
        if (run.state != RunState::finished && block.outputId != "curve")
            return std::nullopt;
        if (block.figureId == "demo/nothing" || block.outputId == "metrics")
            return std::nullopt;
        FigureSpec figure;
        figure.title = "Figure of " + block.outputId;
        figure.caption = "What " + block.outputId + " shows";
        FigureMark mark;
        mark.label = "by annabel in /home/annabel.researcher/thesis/x.csv";
        mark.x = {0, 1};
        mark.y = {0, block.options.is_object() && block.options.contains("nan") ? std::nan("") : 1};
        figure.marks.push_back(mark);
        return figure;
    };
}

ComposedReport TestComposeReport::compose(const ReportDocument& document) const {
    auto report = composeReport(*m_store, document, m_options);
    if (!report)
        qFatal("%s", report.error().message.c_str());
    return std::move(*report);
}

ComposedReport TestComposeReport::composeBlock(const ReportBlock& block) const {
    ReportDocument document;
    document.blocks = {block};
    return compose(document);
}

const ComposedPart* TestComposeReport::find(const ComposedReport& report, PartKind kind, int skip) {
    for (const ComposedPart& part : report.parts)
        if (part.kind == kind && skip-- == 0)
            return &part;
    return nullptr;
}

std::string TestComposeReport::allText(const ComposedReport& report) {
    std::string text = report.title + '\n' + report.subtitle + '\n';
    for (const ComposedPart& part : report.parts) {
        text += part.number + ' ' + part.title + ' ' + part.text + ' ' + part.fingerprint + '\n';
        if (part.table)
            for (std::size_t i = 0; i < part.table->rows.size(); ++i)
                text += row(*part.table, i) + '\n';
        if (part.figure)
            for (const FigureMark& mark : part.figure->marks)
                text += mark.label + '\n';
    }
    for (const ReportCheck& check : report.checks)
        text += check.text + '\n';
    return text;
}

void TestComposeReport::defaultReportFollowsTheHints() {
    const auto document = defaultReport(*m_store, m_ids.run, m_experiment.report);
    QVERIFY(document);
    QStringList blocks;
    for (const ReportBlock& block : document->blocks)
        blocks << toQString(std::string(blockKindName(block.kind)) + ':' + block.id);
    const QString wanted = QStringLiteral(
        "text:intro scalars:metrics figure:curve figure:importance table:importance-2 table:predictions "
        "ledger:ledger parameters:parameters provenance:provenance definitions:definitions citation:citation");
    QCOMPARE(blocks.join(QLatin1Char(' ')), wanted);
    QCOMPARE(document->blocks[4].maxRows, 10);
    QCOMPARE(document->title, std::string("What drives Solubility"));
    const ComposedReport report = compose(*document);
    QCOMPARE(report.title, std::string("What drives Solubility"));
    QCOMPARE(report.subtitle, std::string("annabel-solubility.vitrine, 30 November 2026"));
    QCOMPARE(toQString(report.parts.front().text),
             QStringLiteral("The set holds 1,128 records. The error on the test part is 0.899\u00A0log mol/L "
                            "\\[0.781, 1.020\\]; [Figure 2](#fig-importance) shows what drives it."));
}

void TestComposeReport::defaultReportWithoutHintsShowsEverything() {
    for (const nlohmann::json& hints : {nlohmann::json(), nlohmann::json::object(), nlohmann::json(4)}) {
        const auto document = defaultReport(*m_store, m_ids.run, hints);
        QVERIFY(document);
        QCOMPARE(document->title, std::string("Demo on Solubility"));
        for (const char* id : {"metrics", "curve", "importance", "predictions"})
            QVERIFY2(std::any_of(document->blocks.begin(), document->blocks.end(),
                                 [&](const ReportBlock& block) { return block.outputId == id; }),
                     id);
    }
    const auto missing = defaultReport(*m_store, 99, {});
    QVERIFY(!missing);
    QCOMPARE(missing.error().message, std::string("there is no run 99 in this project"));
}

void TestComposeReport::onePageIsShort() {
    const auto document = defaultReport(*m_store, m_ids.run, m_experiment.report, ReportLength::onePage);
    QVERIFY(document);
    QStringList kinds;
    for (const ReportBlock& block : document->blocks)
        kinds << toQString(blockKindName(block.kind));
    QCOMPARE(kinds.join(QLatin1Char(' ')), QStringLiteral("text scalars figure figure table ledger provenance"));
    QCOMPARE(document->blocks[4].maxRows, 5);
}

void TestComposeReport::severalRunsShareDefinitions() {
    auto document = defaultReport(*m_store, m_ids.run, m_experiment.report);
    QVERIFY(document);
    QVERIFY(appendRun(*document, *m_store, m_ids.stopped, m_experiment.report));
    const auto count = [&](BlockKind kind) {
        return std::count_if(document->blocks.begin(), document->blocks.end(),
                             [&](const ReportBlock& block) { return block.kind == kind; });
    };
    QCOMPARE(count(BlockKind::parameters), 2);
    QCOMPARE(count(BlockKind::definitions), 1);
    QCOMPARE(count(BlockKind::citation), 1);
    QCOMPARE(document->blocks.back().kind, BlockKind::citation);
    const std::string text = allText(compose(*document));
    QVERIFY(text.find("Parameters, run 2") != std::string::npos);
    QVERIFY(!appendRun(*document, *m_store, 99, {}));
}

void TestComposeReport::numbersFiguresAndTables() {
    ReportDocument document;
    for (int i = 0; i < 2; ++i) {
        document.blocks.push_back(makeBlock(BlockKind::figure, m_ids.run, "curve"));
        document.blocks.push_back(makeBlock(BlockKind::table, m_ids.run, "importance"));
        document.blocks.push_back(makeBlock(BlockKind::scalars, m_ids.run, "metrics"));
    }
    const ComposedReport report = compose(document);
    QStringList names;
    QStringList anchors;
    QStringList files;
    for (const ComposedPart& part : report.parts) {
        names << toQString(part.number);
        anchors << toQString(part.anchor);
        files << toQString(part.dataName);
    }
    QCOMPARE(names.join(QLatin1Char(',')), QStringLiteral("Figure 1,Table 1,Table 2,Figure 2,Table 3,Table 4"));
    QCOMPARE(anchors.join(QLatin1Char(',')),
             QStringLiteral("fig-curve,table-importance,table-metrics,fig-curve-2,table-importance-2,"
                            "table-metrics-2"));
    QCOMPARE(files.join(QLatin1Char(',')),
             QStringLiteral("figure-1-curve,table-1-importance,table-2-metrics,figure-2-curve,table-3-importance,"
                            "table-4-metrics"));
    QCOMPARE(toQString(report.parts[0].text), QStringLiteral("What curve shows."));
    QVERIFY(toQString(report.parts[0].fingerprint)
                .contains(QRegularExpression(QStringLiteral("^result [0-9a-f]{12} · demo 1\\.0 · seed 2026$"))));
}

void TestComposeReport::resolvesFields() {
    ReportDocument document;
    document.title = "{input:points} of {run}";
    document.blocks.push_back(textBlock("{param:rate} {param:weights} {input:points} {metric:test_rmse:value} "
                                        "{metric:test_rmse:interval} {metric:2/none} {metric:test_r2:interval} {run} "
                                        "{fig:late} {table:none} \\{param:rate\\} {x} f(x)={y",
                                        m_ids.run));
    document.blocks.push_back(makeBlock(BlockKind::figure, m_ids.run, "curve"));
    document.blocks.back().text = "The curve. {#fig:late}";
    const ComposedReport report = compose(document);
    QCOMPARE(toQString(report.parts[0].text),
             QStringLiteral("0.05 /home/annabel.researcher/thesis/start.json Solubility 0.899 \\[0.781, 1.020\\] (95 % "
                            "bootstrap, n = 226) (no number \"none\" in run 2) no interval Demo on Solubility "
                            "[Figure 1](#fig-late) (no table \"none\" in this report) {param:rate} {x} f(x)={y"));
    QCOMPARE(toQString(report.parts[1].text), QStringLiteral("The curve."));
    QCOMPARE(report.title, std::string("Solubility of Demo on Solubility"));
    QCOMPARE(report.checks.size(), std::size_t(2));
    QCOMPARE(report.checks[0].text, std::string("There is no number \"none\" in run 2"));
}

void TestComposeReport::saysWhatIsMissing_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<qint64>("run");
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("figure");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, BlockKind kind, qint64 run, const char* output, const char* figure,
                        const char* sentence) {
        QTest::newRow(name) << static_cast<int>(kind) << run << QString::fromUtf8(output) << QString::fromUtf8(figure)
                            << QString::fromUtf8(sentence);
    };
    row("figure of no run", BlockKind::figure, 99, "curve", "",
        "Run 99 is not in this project, so its figure is missing.");
    row("table of no run", BlockKind::table, 99, "curve", "", "Run 99 is not in this project.");
    row("no such output", BlockKind::table, 1, "grid", "", "Run 1 has no \"grid\"; it is finished.");
    row("output not made", BlockKind::scalars, 2, "metrics", "", "Run 2 has no \"Test error\"; it is cancelled.");
    row("figure not made", BlockKind::figure, 2, "importance", "", "Run 2 has no \"Importance\"; it is cancelled.");
    row("no figure of that kind", BlockKind::figure, 1, "metrics", "",
        "\"Test error\" of run 1 cannot be drawn as a figure.");
    row("unknown figure", BlockKind::figure, 1, "curve", "demo/nothing",
        "The figure \"demo/nothing\" of run 1 cannot be made from what the project holds.");
    row("parameters of no run", BlockKind::parameters, 99, "", "", "Run 99 is not in this project.");
    row("provenance of nothing", BlockKind::provenance, 0, "", "", "This report shows no run.");
    row("table of nothing", BlockKind::table, 0, "curve", "", "This block names no run.");
}

void TestComposeReport::saysWhatIsMissing() {
    QFETCH(int, kind);
    QFETCH(qint64, run);
    QFETCH(QString, output);
    QFETCH(QString, figure);
    ReportBlock block = makeBlock(static_cast<BlockKind>(kind), run, toStd(output));
    block.figureId = toStd(figure);
    const ComposedReport report = composeBlock(block);
    const ComposedPart* notice = find(report, PartKind::notice);
    QVERIFY(notice);
    QTEST(toQString(notice->text), "sentence");
    QCOMPARE(notice->source, 0);
    QVERIFY(!report.checks.empty());
    QCOMPARE(report.checks.front().source, 0);
}

void TestComposeReport::showsPartialResultsAsSuch() {
    const ComposedReport report = composeBlock(makeBlock(BlockKind::figure, m_ids.stopped, "curve"));
    QCOMPARE(toQString(report.parts.front().text),
             QStringLiteral("What curve shows. The run is cancelled; this is what it had until then."));
    ReportBlock odd = makeBlock(BlockKind::figure, m_ids.run, "curve");
    odd.options = {{"nan", true}};
    QVERIFY(composeBlock(odd).parts.front().text.find("1 values that are not numbers") != std::string::npos);
}

void TestComposeReport::tableIsRoundedAndAligned() {
    ReportBlock block = makeBlock(BlockKind::table, m_ids.run, "importance");
    block.maxRows = 4;
    const ComposedReport first = composeBlock(block);
    const DisplayTable& table = *first.parts.front().table;
    QCOMPARE(table.columns.size(), std::size_t(3));
    QCOMPARE(table.columns[1].title, std::string("Importance (%)"));
    QVERIFY(!table.columns[0].alignRight && table.columns[1].alignRight && table.columns[2].alignRight);
    QCOMPARE(toQString(row(table, 0)), QStringLiteral("C–C | 21.8 | 1"));
    QCOMPARE(toQString(row(table, 3)), QStringLiteral("O–C–C–C–C | 7.8 | 10"));
    QCOMPARE(table.note, std::string("4 of 17 rows shown"));
    const auto data = valueAs<Table>(*first.parts.front().data);
    QCOMPARE(data->rowCount(), std::size_t(17)); // the data stay whole and exact
    QCOMPARE(data->columns[1].number(0), 21.763550854017982);

    block.outputId = "predictions";
    block.options = {{"columns", {"prediction", "row", "unknown"}}};
    const ComposedReport second = composeBlock(block);
    const DisplayTable& chosen = *second.parts.front().table;
    QCOMPARE(chosen.columns.size(), std::size_t(2));
    QCOMPARE(toQString(row(chosen, 2)), QStringLiteral("– | molecule-2"));
    QCOMPARE(toQString(chosen.note), QStringLiteral("4 of 226 rows shown; – marks a missing cell"));
    block.options = {{"columns", {"row", "prediction"}}, {"sort", "prediction"}, {"descending", true}};
    const ComposedReport sorted = composeBlock(block);
    const DisplayTable& largest = *sorted.parts.front().table;
    double last = HUGE_VAL;
    for (const auto& cells : largest.rows) {
        std::string text = cells.at(1);
        if (text.starts_with("−"))
            text.replace(0, std::string("−").size(), "-");
        const double value = std::stod(text);
        QVERIFY(value <= last);
        last = value;
    }
    QVERIFY(largest.note.find("sorted by Prediction, the largest first") != std::string::npos);
    block.options = {{"where", {{"row", "molecule-2"}}}, {"titles", {{"row", "Molecule"}}}};
    const ComposedReport filtered = composeBlock(block);
    QCOMPARE(filtered.parts.front().table->rows.size(), std::size_t(1));
    QCOMPARE(filtered.parts.front().table->columns.front().title, std::string("Molecule"));
    block.options = {{"where", {{"row", "no such row"}}}};
    QCOMPARE(composeBlock(block).parts.front().table->rows.size(), std::size_t(4));
    block.outputId = "curve"; // curves with one x stand beside each other
    block.options = {};
    const ComposedReport third = composeBlock(block);
    QCOMPARE(third.parts.front().table->columns.size(), std::size_t(3));
    QCOMPARE(third.parts.front().table->columns[2].title, std::string("test (log mol/L)"));
}

void TestComposeReport::numbersNameTheirInterval() {
    const ComposedReport report = composeBlock(makeBlock(BlockKind::scalars, m_ids.run, "metrics"));
    const DisplayTable& table = *report.parts.front().table;
    QCOMPARE(toQString(row(table, 0)),
             QStringLiteral("Test RMSE | 0.899 | log mol/L | [0.781, 1.020] | 95 % bootstrap, "
                            "n = 226 | 20 % below baseline"));
    QCOMPARE(toQString(row(table, 1)), QStringLiteral("Test R² | 0.831 |  |  |  | "));
    QCOMPARE(toQString(row(table, 2)), QStringLiteral("Fragments chosen | 1,410 |  |  |  | "));
}

void TestComposeReport::parametersMarkWhatChanged() {
    const ComposedReport report = composeBlock(makeBlock(BlockKind::parameters, m_ids.run));
    QCOMPARE(report.parts.front().text, std::string("Parameters"));
    const DisplayTable& table = *find(report, PartKind::table)->table;
    QCOMPARE(toQString(row(table, 0)), QStringLiteral("Iterations | T | n_iter | 100 | 100 | "));
    QCOMPARE(toQString(row(table, 1)), QStringLiteral("Learning rate | ν | rate | 0.05 | 0.1 | changed"));
    QCOMPARE(toQString(row(table, 2)), QStringLiteral("Mode |  | mode | Fast | Fast | "));
    QCOMPARE(toQString(row(table, 3)), QStringLiteral("Depth |  | depth | 3 (without effect here) | 3 | "));
    QCOMPARE(toQString(row(table, 4)),
             QStringLiteral("Weights |  | weights | /home/annabel.researcher/thesis/start.json | none | changed"));
    QCOMPARE(table.strongRows, (std::vector<std::size_t>{1, 4}));
    QCOMPARE(table.note, std::string("2 of 5 parameters differ from their default"));
}

void TestComposeReport::parametersWithoutThePlugin() {
    const ReportProject project(*m_store, {});
    const auto parts = parameterParts(*project.run(m_ids.run), project, false);
    QCOMPARE(toQString(row(*parts.front().table, 1)), QStringLiteral("mode | fast"));
    QVERIFY(parts.front().table->note.find("\"demo\" is not installed") != std::string::npos);
}

void TestComposeReport::ledgerTellsEveryInput() {
    const ComposedReport report = composeBlock(makeBlock(BlockKind::ledger, m_ids.run));
    QCOMPARE(toQString(find(report, PartKind::text)->text),
             QStringLiteral("**solubility.csv**: 1,128 records read, 3 dropped."));
    const DisplayTable& table = *find(report, PartKind::table)->table;
    QCOMPARE(toQString(row(table, 0)),
             QStringLiteral("trimmed | smiles | 6 | 17, 301–304, 900 | spaces at the end were removed"));
    QCOMPARE(toQString(row(table, 1)), QStringLiteral("dropped |  | 3 | 44, 45, 977 | the structure is not valid"));
    ReportBlock block = makeBlock(BlockKind::ledger);
    block.dataset = m_ids.dataset;
    QCOMPARE(find(composeBlock(block), PartKind::table)->table->rows.size(), std::size_t(2));
    std::vector<std::int64_t> many;
    for (std::int64_t line = 1; line < 100; line += 2)
        many.push_back(line);
    QCOMPARE(linesText(many, 2000), std::string("1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 and 1,988 more"));
    QCOMPARE(linesText({}, 3), std::string("all"));
}

void TestComposeReport::ledgerFollowsEarlierRuns() {
    RunRecord later = *m_store->run(m_ids.run);
    later.title = "Later";
    later.inputs = {{"model", "run:" + std::to_string(m_ids.run) + "/metrics", "model of run 1", "", "", {}},
                    {"self", "run:900/metrics", "a run that is not earlier", "", "", {}}};
    const auto id = m_store->addRun(later);
    QVERIFY(id);
    const ComposedReport report = composeBlock(makeBlock(BlockKind::ledger, *id));
    QCOMPARE(toQString(find(report, PartKind::text)->text), QStringLiteral("**model of run 1**: metrics of run 1."));
    QCOMPARE(toQString(find(report, PartKind::text, 1)->text),
             QStringLiteral("**solubility.csv**: 1,128 records read, 3 dropped."));
    QVERIFY(m_store->removeRun(*id));
}

void TestComposeReport::provenanceSufficesToRepeat() {
    const ComposedReport report = composeBlock(makeBlock(BlockKind::provenance, m_ids.run));
    const std::string text = allText(report);
    const RunRecord run = *m_store->run(m_ids.run);
    std::vector<std::string> wanted{"demo 1.0",
                                    "Vitrine 0.1.0",
                                    "Seed | 2026",
                                    "Threads | 2",
                                    "Device | cpu",
                                    "0.09\u00A0s",
                                    "30 November 2026, 10:22 UTC",
                                    std::string(64, 'f'),
                                    run.inputs.front().contentHash};
    const auto artifacts = m_store->artifacts(m_ids.run);
    for (const ArtifactRecord& artifact : *artifacts)
        wanted.push_back(artifact.contentHash);
    for (const std::string& item : wanted)
        QVERIFY2(text.find(item) != std::string::npos, item.c_str());
    QCOMPARE(find(report, PartKind::code)->text,
             std::string("vitrine run demo/fit --input points=/home/annabel.researcher/thesis/solubility.csv --set "
                         "rate=0.05 --set weights=/home/annabel.researcher/thesis/start.json --seed 2026"));
}

void TestComposeReport::definitionsOfAllThatIsShown() {
    ReportDocument document;
    document.blocks = {makeBlock(BlockKind::definitions), makeBlock(BlockKind::figure, m_ids.run, "curve"),
                       makeBlock(BlockKind::table, m_ids.run, "importance"),
                       makeBlock(BlockKind::scalars, m_ids.run, "metrics")};
    const std::string text = find(compose(document), PartKind::text)->text;
    for (const char* item : {"**Learning curve.** Root of the mean squared error. Source: section 3.",
                             "Source: equation 7.", "**Importance, First.** iteration that chose the fragment first.",
                             "**Test RMSE.** Root of the mean squared error on the test part.", "**Test R².**"})
        QVERIFY2(text.find(item) != std::string::npos, item);
    document.blocks.resize(1);
    QCOMPARE(find(compose(document), PartKind::text)->text, std::string("Nothing that is shown needs a definition."));
}

void TestComposeReport::citesPaperAndProgram() {
    ReportDocument document;
    document.blocks = {makeBlock(BlockKind::citation), makeBlock(BlockKind::parameters, m_ids.run)};
    QCOMPARE(find(compose(document), PartKind::text)->text,
             std::string("1. A. Author, B. Writer. Demos that fit. Journal of Demos 1 (2020).\n2. Vitrine 0.1.0, "
                         "research workbench."));
}

void TestComposeReport::outlineHasNoHoles() {
    ReportDocument document;
    for (const int level : {3, 3, 2, 3}) {
        document.blocks.push_back(makeBlock(BlockKind::heading));
        document.blocks.back().level = level;
        document.blocks.back().text = "A *heading*";
    }
    const ComposedReport report = compose(document);
    std::vector<int> levels;
    for (const ComposedPart& part : report.parts)
        levels.push_back(part.level);
    QCOMPARE(levels, (std::vector<int>{2, 3, 2, 3}));
    QCOMPARE(report.parts[0].text, std::string("A *heading*")); // plain, no Markdown
}

void TestComposeReport::namesFiguresThatNoTextCites() {
    ReportDocument document;
    document.blocks = {makeBlock(BlockKind::figure, m_ids.run, "curve"),
                       makeBlock(BlockKind::figure, m_ids.run, "importance")};
    QVERIFY(compose(document).checks.empty());
    document.blocks.push_back(textBlock("See {fig:curve}."));
    const ComposedReport report = compose(document);
    QCOMPARE(report.checks.size(), std::size_t(1));
    QCOMPARE(report.checks[0].text, std::string("Figure 2 has no text that cites it"));
    QCOMPARE(report.checks[0].source, 1);
}

void TestComposeReport::anonymousHoldsNoName() {
    qputenv("USER", "annabel");
    auto document = defaultReport(*m_store, m_ids.run, m_experiment.report);
    QVERIFY(document);
    document->title = "Thesis of annabel";
    document->blocks.push_back(textBlock("Files in /home/annabel.researcher/thesis/solubility.csv; F/C=C/F."));
    const std::string open = allText(compose(*document));
    QVERIFY(open.find("annabel") != std::string::npos);
    document->anonymous = true;
    const ComposedReport report = compose(*document);
    const std::string text = allText(report);
    for (const std::string& name : {std::string("annabel"), std::string("/home"), toStd(m_folder.path())})
        QVERIFY2(text.find(name) == std::string::npos, name.c_str());
    QVERIFY(text.find("Files in solubility.csv; F/C=C/F.") != std::string::npos);
    QVERIFY(text.find("vitrine run demo/fit --input points=solubility.csv --set rate=0.05 --set weights=start.json") !=
            std::string::npos);
    QVERIFY(report.names);
    QCOMPARE(report.checks.back().level, ReportCheck::Level::ok);
}

void TestComposeReport::canBeCancelled() {
    std::stop_source stop;
    ComposeOptions options = m_options;
    options.stop = stop.get_token();
    int blocks = 0;
    options.progress = [&](double, const std::string&) {
        if (++blocks == 2)
            stop.request_stop();
    };
    const auto document = defaultReport(*m_store, m_ids.run, m_experiment.report);
    QVERIFY(document);
    const auto report = composeReport(*m_store, *document, options);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::cancelled);
    QCOMPARE(blocks, 2);
}

QTEST_GUILESS_MAIN(TestComposeReport)
#include "tst_compose_report.moc"
