#include "plugins/pathboost/compute/predictor.h"
#include "tests/plugins/pathboost/fixtures.h"

#include <QtTest>

#include <cmath>
#include <set>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Small graphs that are unlike the usual ones.
class TestEdgeCases : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void graphWithoutAnchor();
    void anchorOnlyInTheTestPart();
    void unknownAndRepeatedAnchorsWarn();
    void textLabels();
    void equalTargets();
    void oneTrainingGraph();
    void emptyTrainingPart();
    void missingTrainingTarget();
    void unknownLabelAttribute();
    void lengthOne_data();
    void lengthOne();
    void denseGraphsMeetTheCap();
    void sharedAttributeName();
    void replacedMissingValues();
    void everyPathAsCandidate();
    void longerAnchors();
    void infiniteAttributesCountAsMissing();
    void guessedLabelAttribute();
    void divergingFitEndsBeforeItDoes();

private:
    static GraphSet chains(const std::vector<std::vector<int>>& labels);
    static FitInput inputOf(const GraphSet& graphs, std::vector<double> target, std::vector<std::int32_t> train,
                            std::vector<std::int32_t> others = {});
};

namespace {

FitOptions shortFit() {
    FitOptions options;
    options.iterations = 6;
    options.maximumPathLength = 3;
    options.importance = ImportanceKind::absolute;
    return options;
}

std::vector<double> predictAll(const PathBoostModel& model, const GraphSet& graphs) {
    const auto predictor = Predictor::make(model, graphs);
    std::vector<double> values;
    for (std::int32_t graph = 0; predictor.ok() && graph < predictor->graphCount(); ++graph)
        values.push_back(predictor->evaluate(graph).value);
    return values;
}

QString messageOf(const Result<FitResult>& fit) {
    return fit ? QString() : QString::fromStdString(fit.error().message);
}

} // namespace

// Each graph a chain of nodes with these labels; attribute "x" is the position in the chain.
GraphSet TestEdgeCases::chains(const std::vector<std::vector<int>>& labels) {
    GraphSet set;
    set.labelAttribute = "t";
    Column::Integers nodeLabels;
    Column::Reals x;
    Column::Reals w;
    for (const auto& chain : labels) {
        for (std::size_t i = 0; i < chain.size(); ++i) {
            nodeLabels.push_back(chain[i]);
            x.push_back(static_cast<double>(i));
            if (i > 0) {
                set.topology.edgeSource.push_back(static_cast<std::int32_t>(i - 1));
                set.topology.edgeTarget.push_back(static_cast<std::int32_t>(i));
                w.push_back(1.0);
            }
        }
        set.topology.nodeOffsets.push_back(static_cast<std::int64_t>(nodeLabels.size()));
        set.topology.edgeOffsets.push_back(static_cast<std::int64_t>(set.topology.edgeSource.size()));
    }
    set.nodes.columns = {Column("t", std::move(nodeLabels)), Column("x", std::move(x))};
    set.edges.columns = {Column("w", std::move(w))};
    return set;
}

FitInput TestEdgeCases::inputOf(const GraphSet& graphs, std::vector<double> target, std::vector<std::int32_t> train,
                                std::vector<std::int32_t> others) {
    FitInput input;
    input.graphs = &graphs;
    input.labelAttribute = graphs.labelAttribute;
    input.target = std::move(target);
    input.targetName = "y";
    input.parts = {{"train", std::move(train)}, {"test", std::move(others)}};
    return input;
}

void TestEdgeCases::graphWithoutAnchor() {
    const GraphSet graphs = chains({{1, 2}, {1, 1}, {3, 3}, {3}});
    FitInput input = inputOf(graphs, {1.0, 3.0, 8.0, 9.0}, {0, 1, 2}, {3});
    input.anchors = {{"1"}};
    FitOptions options = shortFit();
    const auto fit = fitModel(input, options, 1, {});
    QVERIFY(fit.ok());
    QCOMPARE(fit->graphsWithoutAnchor, 1);
    QCOMPARE(fit->model.subModels.front().trainRows, 2);
    QCOMPARE(predictAll(fit->model, graphs)[3], 4.0); // mean of all training targets
    options.noAnchor = NoAnchorValue::zero;
    QCOMPARE(predictAll(fitModel(input, options, 1, {})->model, graphs)[3], 0.0);
    options.noAnchor = NoAnchorValue::nan;
    const auto missing = fitModel(input, options, 1, {});
    QVERIFY(std::isnan(predictAll(missing->model, graphs)[3]));
    QCOMPARE(missing->curves.ensemble.back()[1].n, std::int64_t{0});
    // In the single form it is a row like any other.
    options.form = ModelForm::single;
    const auto single = fitModel(input, options, 1, {});
    QVERIFY(single.ok());
    QCOMPARE(single->model.subModels.front().trainRows, 3);
    QVERIFY(std::isfinite(predictAll(single->model, graphs)[3]));
}

void TestEdgeCases::anchorOnlyInTheTestPart() {
    const GraphSet graphs = chains({{1, 2}, {1, 1}, {3, 1}, {3}});
    FitInput input = inputOf(graphs, {1.0, 3.0, 8.0, 9.0}, {0, 1}, {2, 3});
    input.anchors = {{"1"}, {"3"}};
    const auto fit = fitModel(input, shortFit(), 1, {});
    QVERIFY(fit.ok());
    QCOMPARE(fit->model.subModels.size(), std::size_t{1});
    const auto values = predictAll(fit->model, graphs);
    QVERIFY(values[2] >= 1.0 && values[2] <= 3.0); // by the anchor that has a model
    QCOMPARE(values[3], 2.0);                      // by none
}

void TestEdgeCases::unknownAndRepeatedAnchorsWarn() {
    const GraphSet graphs = chains({{1, 2}, {1, 1}});
    FitInput input = inputOf(graphs, {1.0, 3.0}, {0, 1});
    input.anchors = {{"1"}, {"7"}, {"1"}};
    const auto fit = fitModel(input, shortFit(), 1, {});
    QVERIFY(fit.ok());
    QCOMPARE(fit->warnings, (std::vector<std::string>{"the anchor 7 does not occur in the graphs",
                                                      "the anchor 1 is given more than once"}));
    input.anchors = {{"7"}};
    QCOMPARE(messageOf(fitModel(input, shortFit(), 1, {})),
             QStringLiteral("no training graph contains any of the anchors"));
}

void TestEdgeCases::textLabels() {
    GraphSet graphs = chains({{0, 0}, {0, 0}, {0, 0}, {0, 0}});
    graphs.nodes.columns[0] = Column("t", Column::Texts{"C", "N-x", "C", "C", "N-x", "C", "C", "C"});
    const auto fit = fitModel(inputOf(graphs, {1.0, 5.0, 1.5, 5.5}, {0, 1, 2, 3}), shortFit(), 1, {});
    QVERIFY(fit.ok());
    const SubModel& carbon = fit->model.subModels.front();
    std::set<std::string> keys;
    for (std::size_t i = 0; i < carbon.paths.size(); ++i)
        keys.insert(fit->model.key(carbon, static_cast<std::int32_t>(i)));
    QVERIFY(keys.contains("C"));
    QVERIFY(keys.contains("C-C") || keys.contains("C-N\\-x"));
    QCOMPARE(fit->model.scheme.attributes.size(), std::size_t{2}); // text labels are no feature
    const auto values = predictAll(fit->model, graphs);
    QVERIFY(values[0] < 3.0 && values[1] > 3.0);
}

void TestEdgeCases::equalTargets() {
    const GraphSet graphs = chains({{1, 2}, {1, 1}, {1}});
    const auto fit = fitModel(inputOf(graphs, {2.5, 2.5, 2.5}, {0, 1, 2}), shortFit(), 1, {});
    QVERIFY(fit.ok());
    for (const Iteration& iteration : fit->model.subModels.front().iterations) {
        QCOMPARE(fit->model.key(fit->model.subModels.front(), iteration.path), std::string("1"));
        QCOMPARE(iteration.tree.size(), std::size_t{1});
        QCOMPARE(iteration.gain, 0.0);
    }
    for (const double value : predictAll(fit->model, graphs))
        QCOMPARE(value, 2.5);
}

void TestEdgeCases::oneTrainingGraph() {
    const GraphSet graphs = chains({{1, 2}});
    const auto fit = fitModel(inputOf(graphs, {4.25}, {0}), shortFit(), 1, {});
    QVERIFY(fit.ok());
    QCOMPARE(predictAll(fit->model, graphs)[0], 4.25);
}

void TestEdgeCases::emptyTrainingPart() {
    const GraphSet graphs = chains({{1, 2}});
    QCOMPARE(messageOf(fitModel(inputOf(graphs, {1.0}, {}, {0}), shortFit(), 1, {})),
             QStringLiteral("the training part is empty; at least one graph with a target would be right"));
}

void TestEdgeCases::missingTrainingTarget() {
    const GraphSet graphs = chains({{1, 2}, {1}});
    QCOMPARE(messageOf(fitModel(inputOf(graphs, {1.0, std::nan("")}, {0, 1}), shortFit(), 1, {})),
             QStringLiteral("training graph 1 has no usable value of \"y\"; a number up to 1e100 would be right"));
    // A missing value in the test part only leaves the graph out of the errors.
    const auto fit = fitModel(inputOf(graphs, {1.0, std::nan("")}, {0}, {1}), shortFit(), 1, {});
    QVERIFY(fit.ok());
    QCOMPARE(fit->curves.ensemble.back()[1].n, std::int64_t{0});
}

void TestEdgeCases::unknownLabelAttribute() {
    const GraphSet graphs = chains({{1, 2}});
    FitInput input = inputOf(graphs, {1.0}, {0});
    input.labelAttribute = "element";
    QCOMPARE(messageOf(fitModel(input, shortFit(), 1, {})),
             QStringLiteral("the graphs have no node attribute \"element\"; they have t, x"));
}

void TestEdgeCases::lengthOne_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("absolute") << static_cast<int>(ImportanceKind::absolute);
    QTest::newRow("relative without another path") << static_cast<int>(ImportanceKind::relative);
}

void TestEdgeCases::lengthOne() {
    QFETCH(int, kind);
    const GraphSet graphs = chains({{1, 2}, {1, 1}, {1, 1, 1}, {2, 1}});
    FitOptions options = shortFit();
    options.maximumPathLength = 1;
    options.importance = static_cast<ImportanceKind>(kind);
    FitInput input = inputOf(graphs, {1.0, 2.0, 4.0, 1.5}, {0, 1, 2, 3});
    input.anchors = {{"1"}};
    const auto fit = fitModel(input, options, 1, {});
    QVERIFY(fit.ok());
    const SubModel& sub = fit->model.subModels.front();
    QCOMPARE(sub.paths.size(), std::size_t{1});
    QVERIFY(test::close(*sub.importance.front().values[fit->model.definition().place()],
                        sub.baseLoss - sub.iterations.back().trainLoss, 1e-9));
}

void TestEdgeCases::denseGraphsMeetTheCap() {
    GraphSet graphs;
    graphs.labelAttribute = "t";
    constexpr int kNodes = 40;
    for (int a = 0; a < kNodes; ++a)
        for (int b = 0; b < a; ++b) {
            graphs.topology.edgeSource.push_back(a);
            graphs.topology.edgeTarget.push_back(b);
        }
    graphs.topology.nodeOffsets.push_back(kNodes);
    graphs.topology.edgeOffsets.push_back(static_cast<std::int64_t>(graphs.topology.edgeSource.size()));
    graphs.nodes.columns = {Column("t", Column::Integers(kNodes, 1))};
    FitOptions options = shortFit();
    options.maximumPathLength = 6;
    options.candidates = CandidatePolicy::all;
    options.maximumOccurrences = 100'000;
    QCOMPARE(messageOf(fitModel(inputOf(graphs, {1.0}, {0}), options, 1, {})),
             QStringLiteral("these graphs hold more than 100000 path occurrences; a shorter maximum path length or "
                            "fewer anchors would be right"));
}

void TestEdgeCases::sharedAttributeName() {
    GraphSet graphs = chains({{1, 2}, {1, 1}, {1, 2, 1}});
    graphs.edges.columns[0] = Column("x", Column::Reals{5.0, 7.0, 6.0, 8.0});
    std::vector<std::string> warnings;
    const auto own = makeScheme(graphs, "t", false, &warnings);
    QVERIFY(own.ok());
    QCOMPARE(warnings.size(), std::size_t{1});
    QCOMPARE(own->attributes.front().name, std::string("edge:x"));
    const auto parity = makeScheme(graphs, "t", true);
    QCOMPARE(parity->attributes.size(), std::size_t{2});
    const auto data = prepareGraphs(graphs, *parity);
    const PathIndex index(data->adjacency, data->labelOfNode);
    const std::vector<std::int32_t> path{0, 1}; // labels 1, 2
    const auto found = index.find(path);
    QVERIFY(found.ok() && *found);
    const auto means = attributeMeans(**found, parity->attributes[1].scope, data->attributes[1]);
    QCOMPARE(means, (std::vector<float>{5.0F, 7.0F})); // the edge wins: 5 in graph 0, (6 + 8) / 2 in graph 2
    const auto ofNode = attributeMeans(*index.root(0), parity->attributes[1].scope, data->attributes[1]);
    QCOMPARE(ofNode, (std::vector<float>{0.0F, 0.5F, 1.0F})); // one node has no last edge
}

void TestEdgeCases::replacedMissingValues() {
    const GraphSet graphs = chains({{1, 2}, {1, 1}, {1, 2, 1}, {1, 1, 2}, {1}, {1, 3}});
    FitInput input = inputOf(graphs, {1.0, 2.0, 4.0, 1.5, 0.0, 3.0}, {0, 1, 2, 3, 4, 5});
    FitOptions options = shortFit();
    options.replaceMissing = -99.0;
    options.iterations = 30;
    const auto fit = fitModel(input, options, 1, {});
    QVERIFY(fit.ok());
    bool someAttribute = false;
    for (const SubModel& sub : fit->model.subModels)
        for (const Iteration& iteration : sub.iterations)
            for (const TreeNode& node : iteration.tree) {
                QVERIFY(!std::isinf(node.threshold)); // nothing is missing any more
                someAttribute = someAttribute || (!node.isLeaf() && node.attribute != kCountColumn);
            }
    QVERIFY(someAttribute);
    // The trees see the same values when the model is applied as when it was fitted.
    const auto values = predictAll(fit->model, graphs);
    double squares = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i)
        squares += (values[i] - input.target[i]) * (values[i] - input.target[i]);
    QVERIFY(test::close(squares / 6.0, fit->curves.ensemble.back()[0].loss, 1e-12));
}

void TestEdgeCases::everyPathAsCandidate() {
    const GraphSet graphs = chains({{1, 2, 3}, {1, 2, 4}, {1, 2, 3}, {1, 2, 4}});
    FitInput input = inputOf(graphs, {1.0, 5.0, 1.0, 5.0}, {0, 1, 2, 3});
    input.anchors = {{"1"}};
    FitOptions options = shortFit();
    options.candidates = CandidatePolicy::all;
    const auto all = fitModel(input, options, 1, {});
    QVERIFY(all.ok());
    // Only paths of three nodes separate the graphs; with all paths the first iteration sees one.
    const SubModel& sub = all->model.subModels.front();
    QCOMPARE(sub.length(sub.iterations.front().path), 3);
    options.candidates = CandidatePolicy::frontier;
    const auto frontier = fitModel(input, options, 1, {});
    const SubModel& slow = frontier->model.subModels.front();
    QCOMPARE(slow.length(slow.iterations.front().path), 1);
}

void TestEdgeCases::longerAnchors() {
    const GraphSet graphs = chains({{1, 2, 3}, {1, 2}, {2, 1, 2}, {1, 1}, {3}});
    FitInput input = inputOf(graphs, {1.0, 2.0, 3.5, 7.0, 9.0}, {0, 1, 2, 3, 4});
    input.anchors = {{"1", "2"}};
    const auto fit = fitModel(input, shortFit(), 1, {});
    QVERIFY(fit.ok());
    const SubModel& sub = fit->model.subModels.front();
    QCOMPARE(sub.trainRows, 3); // graphs that contain 1-2
    QCOMPARE(fit->graphsWithoutAnchor, 2);
    for (const Iteration& iteration : sub.iterations)
        for (const TreeNode& node : iteration.tree)
            QVERIFY(node.isLeaf() || sub.length(node.path) >= 2); // the prefix 1 is not in the matrix
    // One anchor below another: the matrix has it once.
    input.anchors = {{"1"}, {"1", "2"}};
    FitOptions single = shortFit();
    single.form = ModelForm::single;
    QVERIFY(fitModel(input, single, 1, {}).ok());
}

void TestEdgeCases::infiniteAttributesCountAsMissing() {
    GraphSet graphs = chains({{1, 2}, {1, 1}, {1}});
    graphs.nodes.columns[1] = Column("x", Column::Reals{INFINITY, 1e300, 2.0, 4.0, -INFINITY});
    const auto scheme = makeScheme(graphs, "t", false);
    const auto data = prepareGraphs(graphs, *scheme);
    const PathIndex index(data->adjacency, data->labelOfNode);
    const auto means = attributeMeans(*index.root(0), AttributeScope::node, data->attributes[2]);
    QVERIFY(std::isnan(means[0]) && std::isnan(means[2]));
    QCOMPARE(means[1], 3.0F);
    QVERIFY(fitModel(inputOf(graphs, {1.0, 2.0, 3.0}, {0, 1, 2}), shortFit(), 1, {}).ok());
}

void TestEdgeCases::guessedLabelAttribute() {
    GraphSet graphs = chains({{1, 2}, {1, 3}});
    graphs.nodes.columns.push_back(Column("kind", Column::Texts{"a", "b", "a", "b"}));
    QCOMPARE(guessLabelAttribute(graphs), std::string("t")); // three values against two; real columns never
    graphs.nodes.columns.erase(graphs.nodes.columns.begin());
    QCOMPARE(guessLabelAttribute(graphs), std::string("kind"));
    graphs.nodes.columns.pop_back();
    QCOMPARE(guessLabelAttribute(graphs), std::string());
}

void TestEdgeCases::divergingFitEndsBeforeItDoes() {
    const GraphSet graphs = chains({{1, 2}, {1, 1, 2}, {2, 1}, {1}, {2, 2, 1}, {1, 2, 1}});
    const FitInput input = inputOf(graphs, {1.0, -2.0, 3.0, 0.5, -1.0, 2.0}, {0, 1, 2, 3, 4, 5});
    FitOptions options = shortFit();
    options.iterations = 2000;
    options.learningRate = 10.0;
    const auto fit = fitModel(input, options, 1, {});
    QVERIFY2(fit.ok(), qPrintable(messageOf(fit)));
    QVERIFY(!fit->stopped);
    QCOMPARE(fit->warnings.size(), std::size_t(1));
    QVERIFY2(fit->warnings.front().find("smaller learning rate") != std::string::npos, fit->warnings.front().c_str());
    for (const SubModel& sub : fit->model.subModels) {
        QVERIFY(!sub.iterations.empty() && sub.iterations.size() < 2000);
        for (const Iteration& iteration : sub.iterations)
            QVERIFY(std::isfinite(iteration.trainLoss));
    }
}

QTEST_GUILESS_MAIN(TestEdgeCases)
#include "tst_edge_cases.moc"
