#include "core/base/rng.h"
#include "core/data/reader.h"
#include "plugins/pathboost/compute/explanation.h"
#include "plugins/pathboost/compute/model_json.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/path_finder.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace vitrine;
using namespace vitrine::pathboost;

/// What must hold for any model, whatever the data.
class TestModelProperties : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void threadsChangeNothing();
    void savingAndLoadingKeepsEveryBit();
    void olderModelsAreRead();
    void brokenDocumentsAreRefused_data();
    void brokenDocumentsAreRefused();
    void everyTruncatedDocumentIsRefused();
    void memoryIsNotTheModelsToDecide();
    void contributionsAddUpBitForBit_data();
    void contributionsAddUpBitForBit();
    void lastStageIsThePrediction();
    void renumberingChangesNoPrediction();
    void learningRateZeroGivesTheMean();
    void graphWithoutAnchorChangesNoSubModel();
    void absoluteImportanceAddsUpToTheFallOfTheError();
    void cancelledFitIsAShorterModel();
    void oneGraphIsExplainedAsInTheWholeSet();
    void occurrencesAreFoundForLighting();

private:
    FitInput input() const { return test::moleculeInput(m_graphs, "freesolv"); }
    static FitOptions options(int iterations = 25) {
        FitOptions options;
        options.iterations = iterations;
        options.importance = ImportanceKind::absolute;
        return options;
    }
    static PathBoostModel fitted(const FitInput& input, const FitOptions& options, int threads = 1) {
        auto fit = fitModel(input, options, threads, {});
        if (!fit)
            throw std::runtime_error(fit.error().message);
        return std::move(fit->model);
    }
    static std::vector<double> predictions(const PathBoostModel& model, const GraphSet& graphs) {
        const auto predictor = Predictor::make(model, graphs);
        if (!predictor)
            throw std::runtime_error(predictor.error().message);
        std::vector<double> values;
        for (std::int32_t graph = 0; graph < predictor->graphCount(); ++graph)
            values.push_back(predictor->evaluate(graph).value);
        return values;
    }

    GraphSet m_graphs;
    PathBoostModel m_model;
};

void TestModelProperties::initTestCase() {
    m_graphs = test::readGraphs("freesolv_graphs.json", "atomic_number");
    m_model = fitted(input(), options());
}

void TestModelProperties::threadsChangeNothing() {
    const std::string one = modelDocument(m_model).document.dump();
    for (const int threads : {2, 8})
        QCOMPARE(modelDocument(fitted(input(), options(), threads)).document.dump(), one);
}

void TestModelProperties::savingAndLoadingKeepsEveryBit() {
    const std::string text = modelDocument(m_model).document.dump();
    const auto loaded = readModel({"pathboost-model", kModelVersion, nlohmann::json::parse(text)});
    QVERIFY2(loaded.ok(), loaded.ok() ? "" : loaded.error().message.c_str());
    QVERIFY(loaded->subModels == m_model.subModels);
    QVERIFY(loaded->scheme.attributes == m_model.scheme.attributes);
    QVERIFY(predictions(*loaded, m_graphs) == predictions(m_model, m_graphs));
    QCOMPARE(modelDocument(*loaded).document.dump(), text);
}

// A model of version 1 with the molecules it was trained on and what it predicted then.
void TestModelProperties::olderModelsAreRead() {
    const nlohmann::json file = test::readJson("pathboost/model_version1.json");
    const auto model = readModel({file.at("format"), file.at("version"), file.at("document")});
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().message.c_str());
    QVERIFY(!model->isClassifier());
    const auto molecules =
        ReaderRegistry::withBuiltins().read(VITRINE_TEST_DATA "/pathboost/model_version1_molecules.csv");
    QVERIFY2(molecules.ok(), molecules.ok() ? "" : molecules.error().message.c_str());
    const auto predictor = Predictor::make(*model, *valueAs<GraphSet>(molecules->value));
    QVERIFY(predictor.ok());
    QFile table(QStringLiteral(VITRINE_TEST_DATA "/pathboost/model_version1_predictions.csv"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QByteArrayList names = table.readLine().trimmed().split(',');
    const auto behind = names.size() - names.indexOf("prediction"); // counted from the end: names may hold commas
    for (std::int32_t graph = 0; graph < predictor->graphCount(); ++graph) {
        const QByteArrayList cells = table.readLine().split(',');
        QCOMPARE(predictor->evaluate(graph).value, cells[cells.size() - behind].toDouble());
    }
    for (const SubModel& sub : model->subModels)
        for (const PathImportance& entry : sub.importance)
            QVERIFY(entry.values[0].has_value() && !entry.values[1].has_value());
}

void TestModelProperties::brokenDocumentsAreRefused_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* message) {
        QTest::newRow(name) << QString::fromUtf8(pointer) << QString::fromUtf8(value) << QString::fromUtf8(message);
    };
    row("newer version", "/version", "3",
        "the model was written in version 3 of its format and this program reads up to 2; a newer program would be "
        "right");
    row("other task", "/task", "\"ranking\"", "the model does not fit at /task: \"ranking\" is not known here");
    row("path beyond the list", "/sub_models/0/iterations/0/path", "100000",
        "the model does not fit at /sub_models/0/iterations/0/path: expected a whole number from 0 to 2");
    row("tree that walks in a circle", "/sub_models/0/iterations/0/tree/0/6", "0",
        "the model does not fit at /sub_models/0/iterations/0/tree/0/6: expected a whole number from 1 to 14");
    row("unknown attribute", "/sub_models/0/iterations/0/tree/0/3", "7",
        "the model does not fit at /sub_models/0/iterations/0/tree/0/3: expected a whole number from -1 to 6");
    row("label beyond the dictionary", "/sub_models/0/paths/0/1", "9",
        "the model does not fit at /sub_models/0/paths/0/1: expected a whole number from 0 to 8");
    row("text for a number", "/train_mean", "\"3\"", "the model does not fit at /train_mean: expected a finite number");
    row("null for a number", "/sub_models/0/iterations/3/mean", "null",
        "the model does not fit at /sub_models/0/iterations/3/mean: expected a finite number");
    row("unsorted labels", "/labels/0", "\"99\"",
        "the model does not fit at /labels: expected different labels in ascending order");
    row("no trees", "/sub_models/0/iterations/0/tree", "[]",
        "the model does not fit at /sub_models/0/iterations/0/tree: a tree has at least one node");
    row("number beyond 64 bits", "/sub_models/0/paths/1/0", "18446744073709551615",
        "the model does not fit at /sub_models/0/paths/1/0: expected a whole number from -1 to 0");
    row("rate that overflows", "/sub_models/0/iterations/1/rate", "1e308",
        "the model does not fit at /sub_models/0/iterations/1/rate: expected a rate up to 1000");
    row("mean that overflows", "/sub_models/0/iterations/1/mean", "1e308",
        "the model does not fit at /sub_models/0/iterations/1/mean: expected a value up to 1e150");
    row("leaf that overflows", "/sub_models/0/iterations/1/tree/0/0", "-1e308",
        "the model does not fit at /sub_models/0/iterations/1/tree/0/0: expected a value up to 1e150");
    row("two anchors for one model", "/sub_models/0/anchors", "[[0],[1]]",
        "the model does not fit at /sub_models/0/anchors: expected one anchor, each has a model of its own");
    row("unknown choice", "/options/model_form", "\"double\"",
        "the model does not fit at /options/model_form: \"double\" is not known here");
}

void TestModelProperties::brokenDocumentsAreRefused() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, message);
    Model document = modelDocument(m_model);
    document.document[nlohmann::json::json_pointer(pointer.toStdString())] = nlohmann::json::parse(value.toStdString());
    const auto loaded = readModel(document);
    QVERIFY(!loaded.ok());
    QCOMPARE(QString::fromStdString(loaded.error().message), message);
}

void TestModelProperties::memoryIsNotTheModelsToDecide() {
    Model document = modelDocument(m_model);
    document.document["options"]["maximum_occurrences"] = 2'000'000'000;
    const auto loaded = readModel(document);
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->options.maximumOccurrences, FitOptions().maximumOccurrences);
}

void TestModelProperties::everyTruncatedDocumentIsRefused() {
    // Leaving out any member of the document, its options or a sub-model must be noticed.
    const nlohmann::json whole = modelDocument(m_model).document;
    int refused = 0;
    for (const char* place : {"", "/options", "/sub_models/0", "/sub_models/0/iterations/0", "/attributes/0"}) {
        const nlohmann::json::json_pointer pointer(place);
        for (const auto& [key, ignored] : whole.at(pointer).items()) {
            if (*place == '\0' && (key == "format" || key == "program"))
                continue; // for people only
            nlohmann::json cut = whole;
            cut.at(pointer).erase(key);
            const auto loaded = readModel({"pathboost-model", kModelVersion, std::move(cut)});
            QVERIFY2(!loaded.ok(), key.c_str());
            QVERIFY2(loaded.error().message.find("\"" + key + "\" is missing") != std::string::npos, key.c_str());
            ++refused;
        }
    }
    QVERIFY(refused > 40);
}

void TestModelProperties::contributionsAddUpBitForBit_data() {
    QTest::addColumn<bool>("single");
    QTest::newRow("one model per anchor") << false;
    QTest::newRow("one model") << true;
}

void TestModelProperties::contributionsAddUpBitForBit() {
    QFETCH(bool, single);
    FitOptions chosen = options();
    chosen.form = single ? ModelForm::single : ModelForm::multiAnchor;
    const PathBoostModel model = fitted(input(), chosen);
    const auto predictor = Predictor::make(model, m_graphs);
    QVERIFY(predictor.ok());
    int shared = 0;
    for (std::int32_t graph = 0; graph < predictor->graphCount(); ++graph) {
        const Explanation explanation = explain(model, *predictor, graph);
        double sum = explanation.lines.front().value;
        for (std::size_t i = 1; i < explanation.lines.size(); ++i)
            sum += explanation.lines[i].value;
        QCOMPARE(sum, explanation.total); // QCOMPARE of doubles is fuzzy, so the bits follow
        QVERIFY(sum == explanation.total);
        QVERIFY(explanation.total == predictor->evaluate(graph).value);
        double mean = 0.0;
        for (const auto& [anchor, value] : explanation.ofAnchor)
            mean += value;
        QVERIFY(test::close(mean / static_cast<double>(explanation.ofAnchor.size()), explanation.total, 1e-12));
        shared += explanation.ofAnchor.size() > 1 ? 1 : 0;
    }
    QCOMPARE(shared > 100, !single);
}

void TestModelProperties::lastStageIsThePrediction() {
    const auto predictor = Predictor::make(m_model, m_graphs);
    QVERIFY(predictor.ok());
    for (std::int32_t graph = 0; graph < predictor->graphCount(); ++graph) {
        const auto stages = predictor->stages(graph);
        QCOMPARE(stages.size(), std::size_t{25});
        QVERIFY(stages.back() == predictor->evaluate(graph).value);
        QVERIFY(stages.front() != stages.back());
    }
}

void TestModelProperties::renumberingChangesNoPrediction() {
    GraphSet renumbered = m_graphs;
    std::vector<std::size_t> nodeFrom(static_cast<std::size_t>(m_graphs.topology.nodeCount()));
    std::vector<std::size_t> edgeFrom(static_cast<std::size_t>(m_graphs.topology.edgeCount()));
    for (std::size_t g = 0; g < m_graphs.graphCount(); ++g) {
        const auto base = static_cast<std::size_t>(m_graphs.topology.nodeOffsets[g]);
        const auto count =
            static_cast<std::uint32_t>(m_graphs.topology.nodeOffsets[g + 1] - m_graphs.topology.nodeOffsets[g]);
        const auto to = rng::permutation(7, 1, g, count);
        for (std::size_t node = 0; node < count; ++node)
            nodeFrom[base + to[node]] = base + node;
        const auto first = static_cast<std::size_t>(m_graphs.topology.edgeOffsets[g]);
        const auto last = static_cast<std::size_t>(m_graphs.topology.edgeOffsets[g + 1]);
        for (std::size_t edge = first; edge < last; ++edge) {
            edgeFrom[edge] = first + last - 1 - edge;
            const auto moved = [&](std::int32_t node) {
                return static_cast<std::int32_t>(to[static_cast<std::size_t>(node)]);
            };
            renumbered.topology.edgeSource[edge] = moved(m_graphs.topology.edgeTarget[edgeFrom[edge]]);
            renumbered.topology.edgeTarget[edge] = moved(m_graphs.topology.edgeSource[edgeFrom[edge]]);
        }
    }
    const auto permute = [](Table& table, const std::vector<std::size_t>& from) {
        for (Column& column : table.columns) {
            std::vector<double> cells;
            for (const std::size_t row : from)
                cells.push_back(column.number(row));
            if (column.type() == ColumnType::integer)
                column = Column(column.name, Column::Integers(cells.begin(), cells.end()));
            else
                column = Column(column.name, std::move(cells));
        }
    };
    permute(renumbered.nodes, nodeFrom);
    permute(renumbered.edges, edgeFrom);
    const auto before = predictions(m_model, m_graphs);
    FitInput other = input();
    other.graphs = &renumbered;
    const auto after = predictions(fitted(other, options()), renumbered);
    for (std::size_t i = 0; i < before.size(); ++i)
        QVERIFY(std::abs(before[i] - after[i]) < 1e-9);
}

void TestModelProperties::learningRateZeroGivesTheMean() {
    FitOptions chosen = options(5);
    chosen.form = ModelForm::single;
    chosen.learningRate = 0.0;
    const PathBoostModel model = fitted(input(), chosen);
    for (const double value : predictions(model, m_graphs))
        QVERIFY(test::close(value, model.trainMean, 1e-12));
}

void TestModelProperties::graphWithoutAnchorChangesNoSubModel() {
    FitInput given = input();
    given.anchors = {{"8"}, {"17"}};
    const auto before = fitModel(given, options(), 1, {});
    QVERIFY(before.ok());
    QVERIFY(before->graphsWithoutAnchor > 0);
    // Take one training graph without oxygen and chlorine away.
    const PathFinder finder(m_graphs, "atomic_number");
    auto& train = given.parts.front().graphs;
    const auto without = std::find_if(train.begin(), train.end(), [&](std::int32_t graph) {
        return finder.occurrences(graph, "8").empty() && finder.occurrences(graph, "17").empty();
    });
    QVERIFY(without != train.end());
    train.erase(without);
    const auto after = fitModel(given, options(), 1, {});
    QVERIFY(after.ok());
    QVERIFY(before->model.subModels == after->model.subModels);
    QCOMPARE(after->graphsWithoutAnchor, before->graphsWithoutAnchor - 1);
}

void TestModelProperties::absoluteImportanceAddsUpToTheFallOfTheError() {
    for (const SubModel& sub : m_model.subModels) {
        double sum = 0.0;
        for (const PathImportance& entry : sub.importance)
            sum += *entry.values[m_model.definition().place()];
        QVERIFY(sub.iterations.front().trainLoss <= sub.baseLoss);
        QVERIFY(test::close(sum, sub.baseLoss - sub.iterations.back().trainLoss, 1e-9));
    }
}

void TestModelProperties::cancelledFitIsAShorterModel() {
    std::stop_source source;
    const auto fit = fitModel(input(), options(100), 2, source.get_token(), [&](const FitProgress& progress) {
        QCOMPARE(progress.curves.ensemble.size(), static_cast<std::size_t>(progress.iteration) + 1);
        for (const SubModel* sub : progress.subModels)
            QCOMPARE(sub->iterations.size(), static_cast<std::size_t>(progress.iteration) + 1);
        if (progress.iteration == 24)
            source.request_stop();
    });
    QVERIFY(fit.ok());
    QVERIFY(fit->stopped);
    QVERIFY(fit->model.subModels == m_model.subModels);
    const auto none = fitModel(input(), options(100), 2, source.get_token());
    QVERIFY(!none.ok());
    QVERIFY(none.error().code == ErrorCode::cancelled);
}

void TestModelProperties::oneGraphIsExplainedAsInTheWholeSet() {
    const auto predictor = Predictor::make(m_model, m_graphs);
    QVERIFY(predictor.ok());
    for (const std::int32_t graph : {0, 77, 360, 641}) {
        const auto alone = explainGraph(m_model, m_graphs, graph);
        QVERIFY(alone.ok());
        const Explanation whole = explain(m_model, *predictor, graph);
        QVERIFY(alone->total == whole.total);
        QCOMPARE(alone->lines.size(), whole.lines.size());
        for (std::size_t i = 0; i < whole.lines.size(); ++i) {
            QVERIFY(alone->lines[i].value == whole.lines[i].value);
            QCOMPARE(alone->lines[i].path, whole.lines[i].path);
            QCOMPARE(alone->lines[i].occurrences, whole.lines[i].occurrences);
        }
    }
    const auto beyond = explainGraph(m_model, m_graphs, 642);
    QCOMPARE(QString::fromStdString(beyond.error().message), QStringLiteral("there is no graph 642; the set has 642"));
}

void TestModelProperties::occurrencesAreFoundForLighting() {
    const auto predictor = Predictor::make(m_model, m_graphs);
    QVERIFY(predictor.ok());
    const PathFinder finder(m_graphs, "atomic_number");
    int compared = 0;
    for (std::size_t i = 0; i < predictor->selected().size(); ++i) {
        const SelectedPath& place = predictor->selected()[i];
        const SubModel& sub = m_model.subModels[static_cast<std::size_t>(place.subModel)];
        for (std::int32_t graph = 0; graph < finder.graphCount(); graph += 7, ++compared)
            QCOMPARE(finder.occurrences(graph, m_model.key(sub, place.path)).size(),
                     static_cast<std::size_t>(predictor->occurrences(i, graph)));
    }
    QVERIFY(compared > 1000);
    QVERIFY(finder.occurrences(0, "6--6").empty());
    QVERIFY(finder.occurrences(0, "92").empty());
    QVERIFY(finder.occurrences(-1, "6").empty());
}

QTEST_GUILESS_MAIN(TestModelProperties)
#include "tst_model_properties.moc"
