#include "plugins/intruder_threshold/compute/lora_adapter.h"
#include "plugins/intruder_threshold/compute/tensor_names.h"

#include <QElapsedTimer>
#include <QtTest>

#include <cmath>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

/// adapter_config.json, the scale of every module with its source, and the names of tensors.
class TestLoraAdapter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void configIsChecked_data();
    void configIsChecked();
    void everyKeyIsListed();
    void scaleSaysWhereItComesFrom_data();
    void scaleSaysWhereItComesFrom();
    void firstRuleCounts();
    void missingAlphaIsAskedFor();
    void otherRankIsWarnedOf();
    void costlyPatternIsAnError();
    void specialStartsAreWarnedOf();
    void adapterKeys_data();
    void adapterKeys();
    void modulePlaces_data();
    void modulePlaces();
};

namespace {

AdapterConfig configOf(const std::string& rest) {
    auto config = parseAdapterConfig("{\"peft_type\": \"LORA\"" + rest + "}");
    if (!config)
        qFatal("%s", config.error().message.c_str());
    return *config;
}

} // namespace

void TestLoraAdapter::configIsChecked_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("no JSON") << QByteArray("r = 4") << QByteArray("not JSON");
    QTest::newRow("list") << QByteArray("[]") << QByteArray("must hold an object");
    QTest::newRow("no type") << QByteArray("{}") << QByteArray("peft_type must be");
    QTest::newRow("other type") << QByteArray("{\"peft_type\":\"IA3\"}") << QByteArray("only LORA");
    QTest::newRow("rank 0") << QByteArray("{\"peft_type\":\"LORA\",\"r\":0}") << QByteArray("r must be a whole number");
    QTest::newRow("rank 1.5") << QByteArray("{\"peft_type\":\"LORA\",\"r\":1.5}") << QByteArray("r must be a whole");
    QTest::newRow("huge rank") << QByteArray("{\"peft_type\":\"LORA\",\"r\":18446744073709551615}")
                               << QByteArray("r must be a whole number");
    QTest::newRow("alpha text") << QByteArray("{\"peft_type\":\"LORA\",\"lora_alpha\":\"8\"}")
                                << QByteArray("lora_alpha must be a number");
    QTest::newRow("switch") << QByteArray("{\"peft_type\":\"LORA\",\"use_rslora\":1}")
                            << QByteArray("use_rslora must be true or false");
    QTest::newRow("pattern") << QByteArray("{\"peft_type\":\"LORA\",\"alpha_pattern\":{\"q_(proj\":4}}")
                             << QByteArray("alpha_pattern: \"q_(proj\" is no regular expression");
    QTest::newRow("pattern value") << QByteArray("{\"peft_type\":\"LORA\",\"rank_pattern\":{\"q\":-1}}")
                                   << QByteArray("rank_pattern \"q\" must be a whole number");
    QTest::newRow("saved") << QByteArray("{\"peft_type\":\"LORA\",\"modules_to_save\":[1]}")
                           << QByteArray("modules_to_save must be a list of names");
    QTest::newRow("qalora") << QByteArray("{\"peft_type\":\"LORA\",\"use_qalora\":true}") << QByteArray("use_qalora");
}

void TestLoraAdapter::configIsChecked() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    const auto config = parseAdapterConfig(text.toStdString());
    QVERIFY(!config);
    QVERIFY2(QByteArray::fromStdString(config.error().message).contains(message), config.error().message.c_str());
}

void TestLoraAdapter::everyKeyIsListed() {
    const AdapterConfig config =
        configOf(", \"r\": 4, \"lora_alpha\": 8.5, \"bias\": \"none\", \"made_up\": [1, 2], \"rank_pattern\": null");
    QCOMPARE(config.keys.size(), std::size_t{6});
    QCOMPARE(config.keys[1].name, std::string("r"));
    QCOMPARE(config.keys[1].value, std::string("4"));
    QVERIFY(config.keys[1].use == KeyUse::used);
    QVERIFY(config.keys[3].use == KeyUse::known);
    QVERIFY(config.keys[4].use == KeyUse::unknown);
    QCOMPARE(config.keys[4].value, std::string("[1,2]"));
    QCOMPARE(config.warnings.size(), std::size_t{1});
    QVERIFY(config.warnings[0].find("made_up") != std::string::npos);
    QCOMPARE(config.alpha, std::optional(8.5));
}

void TestLoraAdapter::scaleSaysWhereItComesFrom_data() {
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<double>("gamma");
    QTest::addColumn<QByteArray>("source");
    QTest::newRow("plain") << QByteArray(", \"lora_alpha\": 8") << 2.0 << QByteArray("lora_alpha: 8 / rank 4");
    QTest::newRow("stabilised") << QByteArray(", \"lora_alpha\": 8, \"use_rslora\": true") << 4.0
                                << QByteArray("lora_alpha: 8 / \u221a(rank 4), use_rslora");
    QTest::newRow("rule") << QByteArray(", \"lora_alpha\": 8, \"alpha_pattern\": {\"q_proj\": 12}") << 3.0
                          << QByteArray("alpha_pattern \"q_proj\": 12 / rank 4");
    QTest::newRow("anchored") << QByteArray(
                                     ", \"lora_alpha\": 8, \"alpha_pattern\": {\"^model.layers.1.attn.q_proj\": 12}")
                              << 3.0 << QByteArray("alpha_pattern \"^model.layers.1.attn.q_proj\": 12 / rank 4");
    QTest::newRow("not inside a word") << QByteArray(", \"lora_alpha\": 8, \"alpha_pattern\": {\"proj\": 12}") << 2.0
                                       << QByteArray("lora_alpha: 8 / rank 4");
}

void TestLoraAdapter::scaleSaysWhereItComesFrom() {
    QFETCH(QByteArray, config);
    QFETCH(double, gamma);
    QFETCH(QByteArray, source);
    const auto scale = loraScale(configOf(config.toStdString()), "model.layers.1.attn.q_proj", 4, std::nullopt);
    QVERIFY(scale.ok());
    QCOMPARE(scale->gamma, gamma);
    QCOMPARE(QByteArray::fromStdString(scale->source), source);
}

void TestLoraAdapter::firstRuleCounts() {
    // Not in the order of the alphabet.
    const AdapterConfig config = configOf(", \"lora_alpha\": 8, \"alpha_pattern\": {\"q_proj\": 4, \".*proj\": 16}");
    QCOMPARE(loraScale(config, "a.q_proj", 4, std::nullopt)->gamma, 1.0);
    QCOMPARE(loraScale(config, "a.k_proj", 4, std::nullopt)->gamma, 4.0);
}

void TestLoraAdapter::missingAlphaIsAskedFor() {
    const AdapterConfig config = configOf(", \"r\": 4");
    const auto scale = loraScale(config, "a.q_proj", 4, std::nullopt);
    QVERIFY(!scale);
    QVERIFY(scale.error().code == ErrorCode::invalidArgument);
    QVERIFY(scale.error().message.find("Give the parameter alpha") != std::string::npos);
    const auto given = loraScale(config, "a.q_proj", 4, 16.0);
    QVERIFY(given.ok());
    QCOMPARE(given->gamma, 4.0);
    QCOMPARE(given->source, std::string("parameter alpha: 16 / rank 4"));
    // The file wins.
    QCOMPARE(loraScale(configOf(", \"lora_alpha\": 8"), "a.q_proj", 4, 16.0)->gamma, 2.0);
}

void TestLoraAdapter::otherRankIsWarnedOf() {
    const AdapterConfig config = configOf(", \"r\": 4, \"lora_alpha\": 8, \"rank_pattern\": {\"k_proj\": 3}");
    QCOMPARE(loraScale(config, "a.q_proj", 4, std::nullopt)->warning, std::string());
    QCOMPARE(loraScale(config, "a.k_proj", 3, std::nullopt)->warning, std::string());
    QVERIFY(loraScale(config, "a.q_proj", 2, std::nullopt)->warning.find("r says rank 4") != std::string::npos);
    const auto rule = loraScale(config, "a.k_proj", 4, std::nullopt);
    QVERIFY(rule->warning.find("rank_pattern \"k_proj\" says rank 3") != std::string::npos);
    QCOMPARE(rule->gamma, 2.0); // the tensors count
}

void TestLoraAdapter::costlyPatternIsAnError() {
    const AdapterConfig config = configOf(", \"lora_alpha\": 8, \"alpha_pattern\": {\"(a+)+[bc]\": 4}");
    QElapsedTimer timer;
    timer.start();
    const auto scale = loraScale(config, std::string(60, 'a'), 4, std::nullopt);
    QVERIFY(!scale);
    QVERIFY(scale.error().message.find("too many steps") != std::string::npos);
    QVERIFY(timer.elapsed() < 5000);
}

void TestLoraAdapter::specialStartsAreWarnedOf() {
    QCOMPARE(configOf(", \"init_lora_weights\": \"pissa_niter_4\"").warnings.size(), std::size_t{1});
    QCOMPARE(configOf(", \"init_lora_weights\": \"OLoRA\"").warnings.size(), std::size_t{1});
    QCOMPARE(configOf(", \"init_lora_weights\": \"gaussian\"").warnings.size(), std::size_t{0});
    QCOMPARE(configOf(", \"init_lora_weights\": true").warnings.size(), std::size_t{0});
}

void TestLoraAdapter::adapterKeys_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("part");
    QTest::addColumn<QByteArray>("module");
    QTest::addColumn<int>("depth");
    const auto row = [](const char* name, AdapterPart part, const char* module, int depth = 0) {
        QTest::newRow(name) << QByteArray(name) << static_cast<int>(part) << QByteArray(module) << depth;
    };
    row("base_model.model.model.layers.0.q_proj.lora_A.weight", AdapterPart::a, "model.layers.0.q_proj");
    row("base_model.model.q.lora_B.default.weight", AdapterPart::b, "q");
    row("base_model.layers.0.q.lora_A.weight", AdapterPart::a, "layers.0.q");
    row("layers.0.q.lora_A.weight", AdapterPart::a, "layers.0.q");
    row("base_model.model.wte.lora_embedding_A", AdapterPart::embeddingA, "wte");
    row("base_model.model.wte.lora_embedding_B.default", AdapterPart::embeddingB, "wte");
    row("base_model.model.q.lora_magnitude_vector.weight", AdapterPart::magnitude, "q");
    row("base_model.model.q.lora_magnitude_vector", AdapterPart::magnitude, "q");
    row("base_model.model.q.lora_B.bias", AdapterPart::bias, "q");
    row("base_model.model.lm_head.weight", AdapterPart::saved, "lm_head");
    row("base_model.model.lm_head.modules_to_save.default.weight", AdapterPart::saved, "lm_head");
    row("base_model.model.wte.base_layer.weight", AdapterPart::saved, "wte", 1);
    row("base_model.model.mlp.experts.base_layer.lora_A.weight", AdapterPart::a, "mlp.experts", 1);
    row("lora_unet_down_blocks_0.lora_down.weight", AdapterPart::foreign, "");
    row("lora_unet_down_blocks_0.alpha", AdapterPart::foreign, "");
    row("q.lora_A.one.two.weight", AdapterPart::foreign, "");
    row("lora_A.weight", AdapterPart::foreign, "");
    row("", AdapterPart::foreign, "");
}

void TestLoraAdapter::adapterKeys() {
    QFETCH(QByteArray, name);
    QFETCH(int, part);
    QFETCH(QByteArray, module);
    QFETCH(int, depth);
    const AdapterKey key = parseAdapterKey(name.toStdString());
    QCOMPARE(static_cast<int>(key.part), part);
    QCOMPARE(QByteArray::fromStdString(key.module), module);
    QCOMPARE(key.depth, depth);
}

void TestLoraAdapter::modulePlaces_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("module");
    QTest::addColumn<int>("depth"); // -1: none
    QTest::addColumn<int>("extents");
    QTest::addColumn<QByteArray>("kind");
    const auto row = [](const char* path, const char* module, int depth, int extents, const char* kind) {
        QTest::newRow(path) << QByteArray(path) << QByteArray(module) << depth << extents << QByteArray(kind);
    };
    row("model.layers.3.self_attn.q_proj", "self_attn.q_proj", 3, 2, "linear");
    row("transformer.h.11.attn.c_attn", "attn.c_attn", 11, 2, "fused q k v");
    row("model.layers.3.mlp.experts.7.down_proj", "mlp.experts.down_proj", 3, 2, "linear");
    row("model.layers.3.mlp.experts.down_proj", "mlp.experts.down_proj", 3, 3, "experts");
    row("model.encoder.layers.2.fc1", "encoder.fc1", 2, 2, "linear");
    row("model.embed_tokens", "model.embed_tokens", -1, 2, "embedding");
    row("lm_head", "lm_head", -1, 2, "head");
    row("features.conv", "features.conv", -1, 4, "convolution");
    row("backbone.layers.0.mixer.in_proj", "mixer.in_proj", 0, 2, "state space");
}

void TestLoraAdapter::modulePlaces() {
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, module);
    QFETCH(int, depth);
    QFETCH(int, extents);
    QFETCH(QByteArray, kind);
    const ModulePlace place = modulePlace(path.toStdString());
    QCOMPARE(QByteArray::fromStdString(place.module), module);
    QCOMPARE(static_cast<int>(place.depth.value_or(-1)), depth);
    const auto name = moduleKindName(moduleKind(path.toStdString(), static_cast<std::size_t>(extents)));
    QCOMPARE(QByteArray(name.data(), static_cast<int>(name.size())), kind);
}

QTEST_GUILESS_MAIN(TestLoraAdapter)
#include "tst_lora_adapter.moc"
