#include "plugins/intruder_threshold/compute/layer_values.h"
#include "plugins/intruder_threshold/compute/tied_weights.h"
#include "tests/plugins/intruder_threshold/weight_fixtures.h"

#include <Eigen/SVD>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

/// Weights and factors as numbers: the eight layouts of PEFT, quantised weights, values that cannot be used.
class TestLayerValues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void layoutsOfPeft();
    void affineWeights();
    void scalePerRow();
    void nonFiniteIsNamed();
    void longRowsAreReadInParts();
    void whatWasReadIsWrittenBack();
    void tiedHeadIsAnalysedOnce();
    void manyVocabulariesAreReadOnce();
};

namespace {

std::string textOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The update as it is added to the tensor of the base: values in the order of the file.
std::vector<double> deltaOf(const LayerPlan& plan, const std::string& module, const TensorSource& base,
                            const TensorSource& adapter, Eigen::VectorXd& sigma) {
    std::vector<double> delta;
    for (const Layer& layer : plan.layers) {
        if (layer.name != module && layer.name.rfind(module + "[", 0) != 0)
            continue;
        const std::int64_t count = valueCount(base.tensors().items.at(layer.weight.tensor));
        delta.resize(static_cast<std::size_t>(count), 0.0);
        Eigen::MatrixXd update;
        if (layer.update == Update::lowRank) {
            const auto factors = loadFactors(adapter, layer);
            if (!factors || factors->b.cols() != layer.rank || factors->b.rows() != layer.rows)
                return {};
            update = layer.gamma * (factors->b * factors->a);
        } else {
            update = loadSaved(adapter, layer)->matrix - loadWeight(base, layer)->matrix;
        }
        scatterMatrix(update, layer.weight, delta);
        if (sigma.size() == 0)
            sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(update).singularValues();
    }
    return delta;
}

bool near(double actual, double expected) {
    return std::abs(actual - expected) <= 1e-6 * std::max(1.0, std::abs(expected));
}

} // namespace

void TestLayerValues::layoutsOfPeft() {
    const std::string folder = std::string(VITRINE_TEST_DATA) + "/intruder_reference/adapter_layouts";
    const Tensors base = readWeightsOf(folder, "base.safetensors");
    const Tensors adapter = readWeightsOf(folder, "adapter_model.safetensors");
    const auto config = parseAdapterConfig(textOf(folder + "/adapter_config.json"));
    QVERIFY(config.ok());
    PairOptions options;
    options.embeddings = true;
    const auto plan = planAdapter(base, adapter, *config, options);
    QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message.c_str());
    for (const LeftOut& one : plan->leftOut)
        QFAIL((one.name + ": " + one.reason).c_str());
    QCOMPARE(plan->layers.size(), std::size_t{10}); // the experts are three
    const auto baseSource = openWeights(base);
    const auto adapterSource = openWeights(adapter);
    const nlohmann::json expected = nlohmann::json::parse(textOf(folder + "/expected.json"));
    QCOMPARE(expected.size(), std::size_t{8});
    for (const auto& one : expected) {
        const std::string module = one.at("module");
        Eigen::VectorXd sigma;
        const std::vector<double> delta = deltaOf(*plan, module, *baseSource, *adapterSource, sigma);
        QVERIFY2(!delta.empty(), module.c_str());
        double square = 0;
        for (const double value : delta)
            square += value * value;
        QVERIFY2(near(std::sqrt(square), one.at("delta_fro")), module.c_str());
        if (one.contains("delta_first"))
            for (std::size_t i = 0; i < 4; ++i) {
                QVERIFY2(near(delta[i], one["delta_first"][i]), module.c_str());
                QVERIFY2(near(delta[delta.size() - 4 + i], one["delta_last"][i]), module.c_str());
            }
        for (std::size_t i = 0; i < one.at("sigma").size(); ++i)
            QVERIFY2(near(sigma[static_cast<Eigen::Index>(i)], one["sigma"][i]), module.c_str());
        for (const Layer& layer : plan->layers)
            if (one.contains("gamma") && (layer.name == module || layer.name.rfind(module + "[", 0) == 0)) {
                QCOMPARE(layer.gamma, one["gamma"].get<double>());
                QCOMPARE(layer.rank, one["rank"].get<std::int64_t>());
                QVERIFY(!layer.gammaSource.empty());
            }
    }
}

void TestLayerValues::affineWeights() {
    QTemporaryDir folder;
    const std::string bytes("\x00\x01\x02\xff\x10\x20", 6);
    const Tensors base = writeWeights(folder.path().toStdString(), "a.safetensors", {{"k", {2, 3}, {}, "U8", bytes}},
                                      {{"k.min", "-0.5"}, {"k.scale", "0.25"}});
    const auto plan = planBase(base, {});
    QVERIFY(plan.ok());
    const auto weight = loadWeight(*openWeights(base), plan->layers.at(0));
    QVERIFY(weight.ok());
    QCOMPARE(weight->matrix(0, 0), -0.5);
    QCOMPARE(weight->matrix(0, 2), 0.0);
    QCOMPARE(weight->matrix(1, 0), 63.25);
    QCOMPARE(weight->noiseFloor, 0.25 / std::sqrt(12.0) * (std::sqrt(2.0) + std::sqrt(3.0)));
    QVERIFY(plan->layers[0].notes.at(0).find("k.min") != std::string::npos);
}

void TestLayerValues::scalePerRow() {
    QTemporaryDir folder;
    const std::string bytes("\x01\x02\xff\x04", 4);
    const std::string zeros("\x01\x00", 2);
    const Tensors base = writeWeights(folder.path().toStdString(), "a.safetensors",
                                      {{"k.weight", {2, 2}, {}, "I8", bytes},
                                       {"k.weight_scale", {2, 1}, {0.5F, 2.0F}},
                                       {"k.weight_zero_point", {2}, {}, "I8", zeros}});
    const auto plan = planBase(base, {});
    QCOMPARE(plan->layers.size(), std::size_t{1});
    const auto weight = loadWeight(*openWeights(base), plan->layers[0]);
    QVERIFY(weight.ok());
    Eigen::MatrixXd expected(2, 2);
    expected << 0.0, 0.5, -2.0, 8.0;
    QVERIFY(weight->matrix == expected);
}

void TestLayerValues::nonFiniteIsNamed() {
    QTemporaryDir folder;
    std::vector<float> values(12, 1.0F);
    values[7] = std::numeric_limits<float>::infinity();
    const Tensors base =
        writeWeights(folder.path().toStdString(), "a.safetensors",
                     {{"good.weight", {3, 4}, std::vector<float>(12, 2.0F)}, {"bad.weight", {3, 4}, values}});
    const auto plan = planBase(base, {});
    const auto source = openWeights(base);
    QVERIFY(loadWeight(*source, plan->layers.at(0)).ok());
    const auto bad = loadWeight(*source, plan->layers.at(1));
    QVERIFY(!bad);
    QVERIFY(bad.error().code == ErrorCode::numeric);
    QCOMPARE(bad.error().message, std::string("bad.weight: the value at [1, 3] is not finite."));
}

void TestLayerValues::longRowsAreReadInParts() {
    QTemporaryDir folder;
    const std::int64_t width = 300'000; // more than a block
    std::vector<float> values(static_cast<std::size_t>(2 * width));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i % 65'521);
    const Tensors base = writeWeights(folder.path().toStdString(), "a.safetensors", {{"w", {2, width}, values}});
    const auto source = openWeights(base);
    MatrixSource place = denseSource(0, 0, 2, width);
    for (const std::int64_t step : {1, 3}) {
        place.columnStart = step - 1;
        place.columnStep = step;
        place.columns = width / step;
        for (const bool turned : {false, true}) {
            place.transposed = turned;
            const auto matrix = loadMatrix(*source, place);
            QVERIFY(matrix.ok());
            for (std::int64_t row = 0; row < 2; ++row)
                for (std::int64_t column = 0; column < place.columns; ++column) {
                    const auto at = static_cast<std::size_t>(row * width + place.columnStart + column * step);
                    const double value = turned ? (*matrix)(column, row) : (*matrix)(row, column);
                    if (value != static_cast<double>(values[at]))
                        QFAIL(qPrintable(QStringLiteral("row %1, column %2").arg(row).arg(column)));
                }
        }
    }
}

void TestLayerValues::whatWasReadIsWrittenBack() {
    QTemporaryDir folder;
    std::vector<float> values;
    for (int i = 0; i < 24; ++i)
        values.push_back(static_cast<float>(i * i));
    const Tensors base = writeWeights(folder.path().toStdString(), "a.safetensors", {{"w", {4, 6}, values}});
    const auto source = openWeights(base);
    std::vector<double> back(values.size(), -1.0);
    for (std::int64_t start = 0; start < 3; ++start) {
        MatrixSource place = denseSource(0, 0, 4, 6);
        place.columnStart = start;
        place.columnStep = 3;
        place.columns = 2;
        place.transposed = start == 1;
        scatterMatrix(*loadMatrix(*source, place), place, back);
    }
    QVERIFY(std::equal(values.begin(), values.end(), back.begin()));
}

void TestLayerValues::tiedHeadIsAnalysedOnce() {
    QTemporaryDir folder;
    std::vector<float> values(12, 1.5F);
    PairOptions options;
    options.embeddings = true;
    const auto layers = [&](const std::vector<float>& head) {
        const Tensors base =
            writeWeights(folder.path().toStdString(), "a.safetensors",
                         {{"model.embed_tokens.weight", {3, 4}, values}, {"lm_head.weight", {3, 4}, head}});
        LayerPlan plan = *planBase(base, options);
        if (!mergeTied(*openWeights(base), plan))
            qFatal("not read");
        return plan.layers;
    };
    const std::vector<Layer> tied = layers(values);
    QCOMPARE(tied.size(), std::size_t{1});
    QCOMPARE(tied[0].alsoNamed, std::vector<std::string>{"lm_head"});
    std::vector<float> other = values;
    other.back() = 2.0F;
    QCOMPARE(layers(other).size(), std::size_t{2});
}

void TestLayerValues::manyVocabulariesAreReadOnce() {
    constexpr std::int64_t kRows = 512, kColumns = 512;
    constexpr int kEach = 60;
    QTemporaryDir folder;
    std::vector<WrittenTensor> tensors;
    for (int i = 0; i < 2 * kEach; ++i) {
        std::string bytes(kRows * kColumns, '\x34');
        bytes[bytes.size() - 2] = static_cast<char>(i / 16); // all begin alike and end differently
        bytes[bytes.size() - 1] = static_cast<char>(i % 16);
        if (i == kEach + 3) // but this one is tied
            bytes = tensors[3].bytes;
        const std::string name = "part" + std::to_string(i) + (i < kEach ? ".embed_tokens.weight" : ".lm_head.weight");
        tensors.push_back({name, {kRows, kColumns}, {}, "F8_E4M3", bytes});
    }
    const Tensors base = writeWeights(folder.path().toStdString(), "a.safetensors", tensors);
    PairOptions options;
    options.embeddings = true;
    LayerPlan plan = *planBase(base, options);
    QCOMPARE(plan.layers.size(), std::size_t{2 * kEach});
    QElapsedTimer timer;
    timer.start();
    QVERIFY(mergeTied(*openWeights(base), plan));
    QVERIFY2(timer.elapsed() < 3000, std::to_string(timer.elapsed()).c_str()); // every head with every embedding: 8 s
    QCOMPARE(plan.layers.size(), std::size_t{2 * kEach - 1});
    QCOMPARE(plan.layers[3].alsoNamed, std::vector<std::string>{"part63.lm_head"});
}

QTEST_GUILESS_MAIN(TestLayerValues)
#include "tst_layer_values.moc"
