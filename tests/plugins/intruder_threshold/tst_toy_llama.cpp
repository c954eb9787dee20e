#include "core/data/reader.h"
#include "plugins/intruder_threshold/compute/analyse_layer.h"
#include "plugins/intruder_threshold/compute/layer_values.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "tests/plugins/intruder_threshold/reference_cases.h"

#include <QTest>

#include <fstream>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

namespace {

std::string sampleFolder(const std::string& name) {
    return std::string(VITRINE_SOURCE_DIR "/plugins/intruder_threshold/samples/toy_llama/") + name;
}

RunInputs inputsOf(const std::string& adapter, const char* grid) {
    const ReaderRegistry readers = ReaderRegistry::withBuiltins();
    RunInputs inputs;
    inputs.items[kBaseInput] = {readers.read(sampleFolder("base"))->value, "base", {}};
    inputs.items[kAdapterInput] = {readers.read(sampleFolder("adapters/" + adapter))->value, adapter, {}};
    inputs.parameters = ParameterSet::fromJson({{"k", 10}, {"epsilon", 0.5}, {"kappa", 1.0}, {"grid", grid}});
    return inputs;
}

nlohmann::json expectedOf(const std::string& adapter) {
    std::ifstream file(VITRINE_TEST_DATA "/intruder_reference/toy_llama.json");
    return nlohmann::json::parse(file).at("adapters").at(adapter).at("layers");
}

/// Place on the grid of the first strength with an intruder; null: none.
nlohmann::json firstPlace(const LayerResult& layer, int lowest) {
    for (std::size_t i = 0; i < layer.scan.size(); ++i)
        if (layer.scan[i].intruders > 0)
            return static_cast<int>(i) + lowest;
    return nullptr;
}

/// Place behind the last clean strength; null: none, or the last one is clean.
nlohmann::json persistentPlace(const LayerResult& layer, int lowest) {
    for (std::size_t i = layer.scan.size(); i-- > 0;)
        if (layer.scan[i].intruders == 0)
            return i + 1 == layer.scan.size() ? nlohmann::json() : nlohmann::json(static_cast<int>(i) + 1 + lowest);
    return nullptr;
}

} // namespace

/// A trained model and adapters trained on it, from their files, layer by layer.
class TestToyLlama : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLayerIsAsComputedElsewhere_data();
    void everyLayerIsAsComputedElsewhere();
    void adapterOfAnotherModelIsRefused();
    void baseAndAdapterAreNotTakenForEachOther();
    void aMatrixOfTheProjectIsLikeItsFile();
};

void TestToyLlama::everyLayerIsAsComputedElsewhere_data() {
    QTest::addColumn<QByteArray>("adapter");
    QTest::addColumn<QByteArray>("grid");
    QTest::newRow("rank 1, F32") << QByteArray("sum_r1") << QByteArray("fine");
    QTest::newRow("rank 4, high learning rate") << QByteArray("sum_r4_hot") << QByteArray("fine");
    QTest::newRow("rank 8, two modules, F16") << QByteArray("rec_r8_qv") << QByteArray("fine");
    QTest::newRow("rank 4") << QByteArray("sum_r4") << QByteArray("off");
    QTest::newRow("rank 8, rank-stabilised") << QByteArray("rec_r8_rs") << QByteArray("off");
    QTest::newRow("rank 16, BF16") << QByteArray("sum_r16") << QByteArray("off");
}

void TestToyLlama::everyLayerIsAsComputedElsewhere() {
    constexpr int kLowest = -48;
    QFETCH(QByteArray, adapter);
    QFETCH(QByteArray, grid);
    const auto setup = readSetup(inputsOf(adapter.toStdString(), grid.constData()));
    QVERIFY2(setup.ok(), setup ? "" : setup.error().message.c_str());
    const auto inputs = openInputs(*setup, {});
    QVERIFY(inputs.ok());
    const nlohmann::json expected = expectedOf(adapter.toStdString());
    QCOMPARE(setup->plan.layers.size(), expected.size());
    for (const nlohmann::json& one : expected) {
        const auto name = one.at("module").get<std::string>();
        const auto layer = std::ranges::find(setup->plan.layers, name, &Layer::name);
        QVERIFY2(layer != setup->plan.layers.end(), name.c_str());
        QVERIFY(!layer->gammaSource.empty());
        const auto result = analyseLayer(*setup, *inputs, *layer, {});
        QVERIFY2(result.ok(), result ? "" : result.error().message.c_str());
        QVERIFY(close(result->full.theta, one.at("theta_full"), 1e-6, name));
        QVERIFY(close(result->bulk.theta, one.at("theta_rank_k"), 1e-6, name));
        QVERIFY(close(result->critical(result->full.theta), one.at("s_full"), 1e-6, name));
        QVERIFY(close(result->critical(result->thetaGeo()), one.at("s_geo"), 1e-6, name));
        QCOMPARE(result->intruders(10, 0.5), one.at("intruders_at_1").get<std::int64_t>());
        if (result->scan.empty())
            continue;
        QCOMPARE(firstPlace(*result, kLowest).dump(), one.at("first_grid_j").dump());
        QCOMPARE(persistentPlace(*result, kLowest).dump(), one.at("persistent_grid_j").dump());
    }
}

void TestToyLlama::adapterOfAnotherModelIsRefused() {
    RunInputs inputs = inputsOf("sum_r1", "off");
    Tensors other = *valueAs<Tensors>(inputs.items[kBaseInput].value);
    for (Tensor& item : other.items)
        item.name = "encoder." + item.name.substr(item.name.size() / 2);
    inputs.items[kBaseInput].value = makeValue(std::move(other));
    const auto setup = readSetup(inputs);
    QVERIFY(!setup);
    QCOMPARE(setup.error().message,
             std::string("no layer of the adapter has a matrix of the base that it fits; are the "
                         "two made for each other?"));
}

void TestToyLlama::baseAndAdapterAreNotTakenForEachOther() {
    RunInputs inputs = inputsOf("sum_r1", "off");
    std::swap(inputs.items[kBaseInput], inputs.items[kAdapterInput]);
    const auto setup = readSetup(inputs);
    QVERIFY(!setup);
    QCOMPARE(setup.error().message,
             std::string("the base model is a LoRA adapter; choose the weights that it was made for"));
}

void TestToyLlama::aMatrixOfTheProjectIsLikeItsFile() {
    RunInputs inputs = inputsOf("sum_r1", "off");
    inputs.items.erase(kAdapterInput);
    const auto model = readSetup(inputs);
    const auto files = openInputs(*model, {});
    const Layer& layer = model->plan.layers.front();
    const auto weight = loadWeight(*files->base, layer, {});
    QVERIFY(weight.ok());
    Matrix matrix;
    matrix.rows = static_cast<std::size_t>(weight->matrix.rows());
    matrix.columns = static_cast<std::size_t>(weight->matrix.cols());
    for (Eigen::Index row = 0; row < weight->matrix.rows(); ++row)
        for (Eigen::Index column = 0; column < weight->matrix.cols(); ++column)
            matrix.cells.push_back(weight->matrix(row, column));
    inputs.items[kBaseInput].value = makeValue(std::move(matrix));
    const auto setup = readSetup(inputs);
    QVERIFY2(setup.ok(), setup ? "" : setup.error().message.c_str());
    QCOMPARE(setup->plan.layers.size(), std::size_t{1});
    const auto memory = openInputs(*setup, {});
    const auto one = analyseLayer(*model, *files, layer, {});
    const auto other = analyseLayer(*setup, *memory, setup->plan.layers.front(), {});
    QVERIFY(one && other);
    QVERIFY(one->sigma == other->sigma);
    QCOMPARE(other->full.theta, one->full.theta);
}

QTEST_GUILESS_MAIN(TestToyLlama)
#include "tst_toy_llama.moc"
