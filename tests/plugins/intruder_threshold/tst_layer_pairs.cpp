#include "plugins/intruder_threshold/compute/layer_pairs.h"
#include "tests/plugins/intruder_threshold/weight_fixtures.h"

#include <QtTest>

#include <algorithm>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

/// Which tensor of an adapter belongs to which of the base, by names and shapes alone.
class TestLayerPairs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAreTriedInOrder_data();
    void namesAreTriedInOrder();
    void severalCandidatesAreAsked();
    void orientationFollowsShape();
    void whatDoesNotFitIsListed();
    void twoParametersOfOneModule();
    void expertsAreKnownByConfigAndShape();
    void equalParametersAreAsked();
    void doraIsNamed();
    void baseAloneListsItsMatrices();
    void fusedAndGroupedAreCut();
    void tooManyExpertsAreRefused();
    void fineTunedIsPaired();
};

namespace {

using Written = std::vector<WrittenTensor>;

AdapterConfig configOf(const std::string& rest = {}) {
    return *parseAdapterConfig("{\"peft_type\": \"LORA\", \"r\": 2, \"lora_alpha\": 4" + rest + "}");
}

Written pairOf(const std::string& path, std::int64_t out, std::int64_t in, std::int64_t rank = 2) {
    return {{path + ".lora_A.weight", {rank, in}, {}}, {path + ".lora_B.weight", {out, rank}, {}}};
}

LayerPlan planOf(const Written& base, const Written& adapter, const AdapterConfig& config = configOf(),
                 const PairOptions& options = {}) {
    auto plan = planAdapter(outline(base), outline(adapter), config, options);
    if (!plan)
        qFatal("%s", plan.error().message.c_str());
    return *plan;
}

bool leftOut(const LayerPlan& plan, const std::string& name, const std::string& reason) {
    return std::any_of(plan.leftOut.begin(), plan.leftOut.end(), [&](const LeftOut& one) {
        return one.name == name && one.reason.find(reason) != std::string::npos;
    });
}

} // namespace

void TestLayerPairs::namesAreTriedInOrder_data() {
    QTest::addColumn<QByteArray>("base");
    QTest::addColumn<QByteArray>("adapter");
    QTest::addColumn<QByteArray>("note");
    QTest::newRow("exact") << QByteArray("model.q.weight") << QByteArray("base_model.model.model.q") << QByteArray();
    QTest::newRow("model. more") << QByteArray("model.h.q.weight") << QByteArray("base_model.model.h.q")
                                 << QByteArray("with a leading model.");
    QTest::newRow("model. less") << QByteArray("h.q.weight") << QByteArray("base_model.model.model.h.q")
                                 << QByteArray("without a leading model.");
    QTest::newRow("transformer.") << QByteArray("h.0.c_attn.weight") << QByteArray("transformer.h.0.c_attn")
                                  << QByteArray("without a leading transformer.");
    QTest::newRow("end") << QByteArray("tower.layers.0.q.weight") << QByteArray("base_model.model.layers.0.q")
                         << QByteArray("by the end of its name");
    QTest::newRow("inside") << QByteArray("layers.0.q.weight") << QByteArray("base_model.model.tower.layers.0.q")
                            << QByteArray("by the end of its name");
}

void TestLayerPairs::namesAreTriedInOrder() {
    QFETCH(QByteArray, base);
    QFETCH(QByteArray, adapter);
    QFETCH(QByteArray, note);
    // "xlayers.0.q" must not count: it agrees inside a word only.
    const LayerPlan plan = planOf({{base.toStdString(), {6, 4}, {}}, {"xlayers.0.q.weight", {6, 4}, {}}},
                                  pairOf(adapter.toStdString(), 6, 4));
    QCOMPARE(plan.layers.size(), std::size_t{1});
    QCOMPARE(plan.layers[0].weight.tensor, 0U);
    QCOMPARE(plan.layers[0].gamma, 2.0);
    QCOMPARE(plan.layers[0].notes.size(), std::size_t(note.isEmpty() ? 0 : 1));
    if (!note.isEmpty())
        QVERIFY(plan.layers[0].notes[0].find(note.toStdString()) != std::string::npos);
}

void TestLayerPairs::severalCandidatesAreAsked() {
    const Written base{{"text.layers.0.q.weight", {6, 4}, {}}, {"image.layers.0.q.weight", {6, 4}, {}}};
    const Written adapter = pairOf("layers.0.q", 6, 4);
    const LayerPlan open = planOf(base, adapter);
    QCOMPARE(open.layers.size(), std::size_t{0});
    QCOMPARE(open.choices.size(), std::size_t{1});
    QCOMPARE(open.choices[0].module, std::string("layers.0.q"));
    QCOMPARE(open.choices[0].candidates.size(), std::size_t{2});
    PairOptions options;
    options.choices["layers.0.q"] = "image.layers.0.q.weight";
    const LayerPlan chosen = planOf(base, adapter, configOf(), options);
    QCOMPARE(chosen.layers.size(), std::size_t{1});
    QCOMPARE(chosen.layers[0].weight.tensor, 1U);
    options.choices["layers.0.q"] = "no.such";
    QVERIFY(!planAdapter(outline(base), outline(adapter), configOf(), options));
}

void TestLayerPairs::orientationFollowsShape() {
    const LayerPlan turned = planOf({{"q.weight", {4, 6}, {}}}, pairOf("q", 6, 4));
    QVERIFY(turned.layers.at(0).weight.transposed);
    QCOMPARE(turned.layers[0].rows, std::int64_t{6});
    QCOMPARE(turned.layers[0].columns, std::int64_t{4});
    const LayerPlan plain = planOf({{"q.weight", {4, 4}, {}}}, pairOf("q", 4, 4));
    QVERIFY(!plain.layers.at(0).weight.transposed);
    QVERIFY(plain.layers[0].notes.at(0).find("Square") != std::string::npos);
    const LayerPlan said =
        planOf({{"q.weight", {4, 4}, {}}}, pairOf("q", 4, 4), configOf(", \"fan_in_fan_out\": true"));
    QVERIFY(said.layers.at(0).weight.transposed);
}

void TestLayerPairs::whatDoesNotFitIsListed() {
    Written adapter = pairOf("q", 6, 5);
    const auto add = [&](const Written& more) { adapter.insert(adapter.end(), more.begin(), more.end()); };
    add(pairOf("absent", 6, 4));
    add({{"k.lora_A.weight", {2, 4}, {}}});
    add({{"v.lora_A.weight", {2, 4}, {}}, {"v.lora_B.weight", {6, 3}, {}}});
    add({{"o.lora_A.weight", {2, 4}, {}, "I8"}, {"o.lora_B.weight", {6, 2}, {}}});
    add({{"norm.weight", {4}, {}}});
    add({{"x.lora_down.weight", {2, 4}, {}}});
    add(pairOf("packed", 6, 4));
    Written base;
    for (const char* name : {"q", "k", "v", "o"})
        base.push_back({std::string(name) + ".weight", {6, 4}, {}});
    base.push_back({"packed.weight", {6, 4}, {}, "I32"});
    const LayerPlan plan = planOf(base, adapter);
    QCOMPARE(plan.layers.size(), std::size_t{0});
    QVERIFY(leftOut(plan, "q", "the update is 6 x 5"));
    QVERIFY(leftOut(plan, "absent", "no tensor of this name"));
    QVERIFY(leftOut(plan, "k.lora_A.weight", "lora_B is missing"));
    QVERIFY(leftOut(plan, "v", "their ranks differ"));
    QVERIFY(leftOut(plan, "o", "I8"));
    QVERIFY(leftOut(plan, "norm.weight", "a vector"));
    QVERIFY(leftOut(plan, "x.lora_down.weight", "not a name of the PEFT layout"));
    QVERIFY(leftOut(plan, "packed", "without a scale"));
}

void TestLayerPairs::twoParametersOfOneModule() {
    // down fits both by its shape, up only one: what is left is down's.
    const Written base{{"mlp.experts.up", {3, 10, 8}, {}}, {"mlp.experts.down", {3, 8, 10}, {}}};
    Written adapter = pairOf("mlp.experts", 10, 8, 6);
    const Written second = pairOf("mlp.experts.base_layer", 8, 7, 6);
    const LayerPlan both = planOf(base, adapter);
    QCOMPARE(both.layers.size(), std::size_t{0}); // 10 x 8 fits up, and down turned round
    QCOMPARE(both.choices.size(), std::size_t{1});
    adapter.insert(adapter.end(), second.begin(), second.end());
    Written other = base;
    other[1].shape = {3, 8, 7};
    const LayerPlan plan =
        planOf(other, adapter, configOf(", \"target_parameters\": [\"experts.up\", \"experts.down\"]"));
    QCOMPARE(plan.layers.size(), std::size_t{6});
    QCOMPARE(plan.layers[0].name, std::string("mlp.experts.up[0]"));
    QCOMPARE(plan.layers[0].rank, std::int64_t{2});
    QCOMPARE(plan.layers[0].gamma, 2.0);
    QCOMPARE(plan.layers[3].name, std::string("mlp.experts.down[0]"));
    QCOMPARE(plan.layers[5].weight.first, std::int64_t{2 * 8 * 7});
    QCOMPARE(plan.layers[5].a.first, std::int64_t{2 * 2 * 7});
    QCOMPARE(plan.layers[5].b.columnStart, std::int64_t{2});
    QCOMPARE(plan.layers[5].b.columnStep, std::int64_t{3});
}

void TestLayerPairs::expertsAreKnownByConfigAndShape() {
    // no word of experts in the path
    const Written base{{"block.input_linear.weight", {3, 10, 8}, {}}, {"block.conv.weight", {10, 4, 2}, {}}};
    Written adapter = pairOf("block.input_linear", 10, 8, 6);
    const Written convolution = pairOf("block.conv", 10, 8, 2);
    adapter.insert(adapter.end(), convolution.begin(), convolution.end());
    for (const char* more : {"", ", \"target_parameters\": [\"input_linear.weight\"]"}) {
        LayerPlan plan = planOf(base, adapter, configOf(more));
        QCOMPARE(plan.layers.size(), std::size_t{4});
        std::ranges::sort(plan.layers, {}, &Layer::name);
        QCOMPARE(plan.layers[0].name, std::string("block.conv"));
        QVERIFY(plan.layers[0].kind == ModuleKind::convolution);
        QCOMPARE(plan.layers[3].name, std::string("block.input_linear[2]"));
        QVERIFY(plan.layers[3].kind == ModuleKind::experts);
        QCOMPARE(plan.layers[3].rank, std::int64_t{2});
        QCOMPARE(plan.layers[3].b.columnStep, std::int64_t{3});
    }
    const LayerPlan unfit = planOf(base, pairOf("block.input_linear", 10, 8, 5)); // 5 rows for three experts
    QCOMPARE(unfit.layers.size(), std::size_t{0});
    QVERIFY(leftOut(unfit, "block.input_linear", "the update is 10 x 8"));
}

void TestLayerPairs::equalParametersAreAsked() {
    const Written base{{"experts.up", {3, 10, 8}, {}}, {"experts.gate", {3, 10, 8}, {}}};
    const LayerPlan plan = planOf(base, pairOf("experts", 10, 8, 6));
    QCOMPARE(plan.layers.size(), std::size_t{0});
    QCOMPARE(plan.choices.size(), std::size_t{1});
    PairOptions options;
    options.choices["experts"] = "experts.gate";
    QCOMPARE(planOf(base, pairOf("experts", 10, 8, 6), configOf(), options).layers.size(), std::size_t{3});
}

void TestLayerPairs::doraIsNamed() {
    Written adapter = pairOf("q", 6, 4);
    adapter.push_back({"q.lora_magnitude_vector", {6}, {}});
    const LayerPlan plan = planOf({{"q.weight", {6, 4}, {}}}, adapter, configOf(", \"use_dora\": true"));
    QCOMPARE(plan.layers.size(), std::size_t{0});
    QVERIFY(leftOut(plan, "q", "DoRA"));
    PairOptions options;
    options.doraPart = true;
    const LayerPlan part = planOf({{"q.weight", {6, 4}, {}}}, adapter, configOf(), options);
    QVERIFY(part.layers.at(0).notes.at(0).find("DoRA") != std::string::npos);
}

void TestLayerPairs::baseAloneListsItsMatrices() {
    const Tensors base = outline({{"model.embed_tokens.weight", {30, 12}, {}},
                                  {"model.layers.0.q_proj.weight", {6, 4}, {}},
                                  {"model.layers.0.norm.weight", {4}, {}},
                                  {"model.layers.0.mlp.experts.down", {3, 10, 8}, {}},
                                  {"conv.weight", {20, 8, 3, 3}, {}},
                                  {"codes.weight", {6, 4}, {}, "I64"},
                                  {"small.weight", {6, 4}, {}, "F8_E4M3"},
                                  {"small.weight_scale", {6, 1}, {}},
                                  {"blocks.weight", {6, 4}, {}, "F8_E4M3"},
                                  {"blocks.weight_scale_inv", {2, 2}, {}},
                                  {"lm_head.weight", {30, 12}, {}}});
    const auto plan = planBase(base, {});
    QVERIFY(plan.ok());
    std::vector<std::string> names;
    for (const Layer& layer : plan->layers)
        names.push_back(layer.name);
    const std::vector<std::string> expected{"model.layers.0.q_proj",
                                            "model.layers.0.mlp.experts.down[0]",
                                            "model.layers.0.mlp.experts.down[1]",
                                            "model.layers.0.mlp.experts.down[2]",
                                            "conv",
                                            "small"};
    QCOMPARE(names, expected);
    QCOMPARE(plan->layers[4].columns, std::int64_t{72});
    QVERIFY(plan->layers[5].rule.scaleTensor.has_value());
    QVERIFY(leftOut(*plan, "model.embed_tokens.weight", "on request"));
    QVERIFY(leftOut(*plan, "lm_head.weight", "a head"));
    QVERIFY(leftOut(*plan, "model.layers.0.norm.weight", "a vector"));
    QVERIFY(leftOut(*plan, "codes.weight", "I64"));
    QVERIFY(leftOut(*plan, "small.weight_scale", "scale"));
    QVERIFY(leftOut(*plan, "blocks.weight", "one per block"));
    PairOptions options;
    options.embeddings = true;
    QCOMPARE(planBase(base, options)->layers.size(), std::size_t{8});
}

void TestLayerPairs::fusedAndGroupedAreCut() {
    PairOptions options;
    options.fusedBlocks = 3;
    options.groups["conv"] = 4;
    const Written base{{"h.0.c_attn.weight", {16, 48}, {}}, {"conv.weight", {20, 2, 3, 3}, {}}};
    Written adapter = pairOf("h.0.c_attn", 48, 16);
    adapter.push_back({"conv.lora_A.weight", {2, 2, 3, 3}, {}});
    adapter.push_back({"conv.lora_B.weight", {20, 2, 1, 1}, {}});
    const LayerPlan plan = planOf(base, adapter, configOf(), options);
    QCOMPARE(plan.layers.size(), std::size_t{7});
    const Layer& third = plan.layers[2];
    QCOMPARE(third.name, std::string("h.0.c_attn[2]"));
    QCOMPARE(third.rows, std::int64_t{16});
    QVERIFY(third.weight.transposed);
    QCOMPARE(third.weight.columnStart, std::int64_t{32});
    QCOMPARE(third.weight.columns, std::int64_t{16});
    QCOMPARE(third.b.first, std::int64_t{64});
    const Layer& group = plan.layers[4];
    QCOMPARE(group.name, std::string("conv[1]"));
    QCOMPARE(group.weight.first, std::int64_t{5 * 18});
    QCOMPARE(group.b.first, std::int64_t{10});
    QCOMPARE(group.a.columns, std::int64_t{18});
}

void TestLayerPairs::tooManyExpertsAreRefused() {
    const LayerPlan one = *planBase(outline({{"experts.up", {5000, 2, 2}, {}}}), {});
    QVERIFY(leftOut(one, "experts.up", "more than 4096 experts"));
    Written many;
    for (int i = 0; i < 30; ++i)
        many.push_back({"experts." + std::to_string(i), {4096, 2, 2}, {}});
    const auto plan = planBase(outline(many), {});
    QVERIFY(!plan);
    QVERIFY(plan.error().code == ErrorCode::outOfRange);
}

void TestLayerPairs::fineTunedIsPaired() {
    const Tensors base = outline({{"model.q.weight", {6, 4}, {}}, {"model.k.weight", {6, 4}, {}}});
    const Tensors tuned =
        outline({{"q.weight", {6, 4}, {}, "F16"}, {"model.k.weight", {4, 4}, {}}, {"model.new.weight", {6, 4}, {}}});
    const auto plan = planFineTuned(base, tuned, {});
    QVERIFY(plan.ok());
    QCOMPARE(plan->layers.size(), std::size_t{1});
    QVERIFY(plan->layers[0].update == Update::replacement);
    QCOMPARE(plan->layers[0].saved.tensor, 0U);
    QVERIFY(leftOut(*plan, "model.k.weight", "4 x 4"));
    QVERIFY(leftOut(*plan, "model.new.weight", "no tensor"));
}

QTEST_GUILESS_MAIN(TestLayerPairs)
#include "tst_layer_pairs.moc"
