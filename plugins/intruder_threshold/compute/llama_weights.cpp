#include "plugins/intruder_threshold/compute/llama_weights.h"

#include "core/values/json_text.h"
#include "plugins/intruder_threshold/compute/layer_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace vitrine::intruder_threshold {

namespace {

using intruder::LlamaShape;
using nlohmann::json;

constexpr const char* kEmbedding = "model.embed_tokens.weight";
constexpr const char* kHead = "lm_head.weight";
constexpr const char* kFinalNorm = "model.norm.weight";
constexpr std::array<const char*, intruder::kLlamaMatrices> kMatrixNames{
    "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
    "mlp.gate_proj",    "mlp.up_proj",      "mlp.down_proj"};

Error refused(const std::string& reason) {
    return makeError(ErrorCode::unsupported,
                     "the loss can be computed of a small decoder of the Llama kind only: " + reason);
}

std::string matrixName(std::size_t block, std::size_t matrix) {
    return fmt::format("model.layers.{}.{}.weight", block, kMatrixNames[matrix]);
}

std::string normName(std::size_t block, bool attention) {
    return fmt::format("model.layers.{}.{}.weight", block, attention ? "input_layernorm" : "post_attention_layernorm");
}

std::array<Eigen::Index, 2> extentsOf(const LlamaShape& shape, std::size_t matrix) {
    const Eigen::Index queries = shape.heads * shape.headWidth, keys = shape.keyHeads * shape.headWidth;
    switch (matrix) {
    case intruder::kQuery: return {queries, shape.width};
    case intruder::kKey:
    case intruder::kValue: return {keys, shape.width};
    case intruder::kOutput: return {shape.width, queries};
    case intruder::kDown: return {shape.width, shape.feedForward};
    default: return {shape.feedForward, shape.width};
    }
}

/// A count of the config. @param otherwise  0: the config must say it
Result<Eigen::Index> countOf(const json& config, const char* key, Eigen::Index most, Eigen::Index otherwise) {
    const json& value = jsonField(config, key);
    if (value.is_null() && otherwise > 0)
        return otherwise;
    if (!value.is_number_integer())
        return refused(fmt::format("config.json does not give {} as a whole number", key));
    const auto count = value.get<std::int64_t>();
    if (count < 1 || count > most)
        return refused(fmt::format("{} is {}, and must be from 1 to {}", key, count, most));
    return static_cast<Eigen::Index>(count);
}

/// A positive number of the config. @param otherwise  what it means when it is not there
Result<double> positiveOf(const json& config, const char* key, double otherwise) {
    const json& value = jsonField(config, key);
    const double number = value.is_number() ? value.get<double>() : value.is_null() ? otherwise : -1.0;
    if (!(number > 0.0) || !std::isfinite(number))
        return refused(fmt::format("{} in config.json is no positive number", key));
    return number;
}

/// What would change the forward pass in a way that is not followed here.
Result<void> checkKind(const json& config) {
    if (textField(config, "model_type") != "llama")
        return refused("model_type in config.json is \"" + textField(config, "model_type") + "\"");
    if (const std::string act = textField(config, "hidden_act", "silu"); act != "silu")
        return refused("hidden_act is \"" + act + "\" instead of \"silu\"");
    for (const char* key : {"rope_scaling", "quantization_config"})
        if (!jsonField(config, key).is_null())
            return refused(fmt::format("config.json sets {}", key));
    for (const char* key : {"attention_bias", "mlp_bias"})
        if (boolField(config, key))
            return refused(fmt::format("config.json sets {}", key));
    return {};
}

Result<void> readCounts(const json& config, LlamaShape& shape) {
    constexpr Eigen::Index kMostWidth = 16'384, kMostLayers = 256, kMostHeads = 256;
    struct Count {
        const char* key;
        Eigen::Index LlamaShape::*member;
        Eigen::Index most, otherwise;
    };
    constexpr Count kFirst[] = {{"vocab_size", &LlamaShape::vocabulary, kMostWidth * 16, 0},
                                {"hidden_size", &LlamaShape::width, kMostWidth, 0},
                                {"num_hidden_layers", &LlamaShape::layers, kMostLayers, 0},
                                {"intermediate_size", &LlamaShape::feedForward, kMostWidth, 0},
                                {"num_attention_heads", &LlamaShape::heads, kMostHeads, 0}};
    for (const Count& one : kFirst) {
        const auto count = countOf(config, one.key, one.most, one.otherwise);
        if (!count)
            return count.error();
        shape.*one.member = *count;
    }
    const auto keyHeads = countOf(config, "num_key_value_heads", shape.heads, shape.heads);
    if (!keyHeads)
        return keyHeads.error();
    const auto headWidth =
        countOf(config, "head_dim", kMostWidth, std::max<Eigen::Index>(1, shape.width / shape.heads));
    if (!headWidth)
        return headWidth.error();
    shape.keyHeads = *keyHeads;
    shape.headWidth = *headWidth;
    if (shape.heads % shape.keyHeads != 0 || shape.headWidth % 2 != 0)
        return refused(fmt::format("{} query heads, {} key heads and a head width of {} do not go together",
                                   shape.heads, shape.keyHeads, shape.headWidth));
    return {};
}

/// Every tensor that a model of this shape has, with its extents.
std::vector<std::pair<std::string, std::vector<std::int64_t>>> tensorsOf(const LlamaShape& shape) {
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> all;
    all.push_back({kEmbedding, {shape.vocabulary, shape.width}});
    all.push_back({kFinalNorm, {shape.width}});
    for (std::size_t block = 0; block < static_cast<std::size_t>(shape.layers); ++block) {
        for (std::size_t matrix = 0; matrix < intruder::kLlamaMatrices; ++matrix) {
            const auto extents = extentsOf(shape, matrix);
            all.push_back({matrixName(block, matrix), {extents[0], extents[1]}});
        }
        all.push_back({normName(block, true), {shape.width}});
        all.push_back({normName(block, false), {shape.width}});
    }
    return all;
}

Result<void> checkTensors(const Tensors& tensors, const LlamaShape& shape) {
    std::set<std::string> known{kHead};
    for (const auto& [name, extents] : tensorsOf(shape)) {
        const Tensor* found = tensors.find(name);
        if (!found)
            return refused("it has no tensor " + name);
        if (found->shape != extents)
            return refused(fmt::format("{} is {}, which config.json does not expect", name, shapeText(*found)));
        known.insert(name);
    }
    if (const Tensor* head = tensors.find(kHead);
        head && head->shape != std::vector<std::int64_t>{shape.vocabulary, shape.width})
        return refused(fmt::format("{} is {}, which config.json does not expect", kHead, shapeText(*head)));
    for (const Tensor& item : tensors.items)
        if (!known.contains(item.name) && !item.name.ends_with("rotary_emb.inv_freq"))
            return refused("it has a tensor " + item.name + ", which takes no part in it");
    return {};
}

Result<Eigen::MatrixXd> valuesOf(const TensorSource& source, const std::string& name, const std::stop_token& stop) {
    const Tensor* tensor = source.tensors().find(name);
    if (!tensor)
        return refused("it has no tensor " + name);
    const bool vector = tensor->shape.size() == 1;
    const auto index = static_cast<std::uint32_t>(tensor - source.tensors().items.data());
    return loadMatrix(source, denseSource(index, 0, tensor->shape.front(), vector ? 1 : tensor->shape.back()), stop);
}

Result<void> checkText(const Tensor& tensor) {
    const bool whole = tensor.dtype.starts_with('U') || tensor.dtype.starts_with('I');
    if (!whole || tensor.shape.size() != 2 || tensor.shape[0] < 1 || tensor.shape[1] < 2 ||
        tensor.shape[1] > kMaxWindowTokens || tensor.shape[0] > kMaxTokens / tensor.shape[1])
        return makeError(ErrorCode::invalidArgument,
                         fmt::format("the text \"{}\" is {} of {}: a text is windows x tokens of whole numbers, up to "
                                     "{} tokens a window",
                                     tensor.name, shapeText(tensor), tensor.dtype, kMaxWindowTokens));
    return {};
}

Result<TokenText> readText(const TensorSource& source, std::uint32_t index, Eigen::Index vocabulary,
                           const std::stop_token& stop) {
    const Tensor& tensor = source.tensors().items[index];
    const auto values = loadMatrix(source, denseSource(index, 0, tensor.shape[0], tensor.shape[1]), stop);
    if (!values)
        return values.error();
    if (values->minCoeff() < 0.0 || values->maxCoeff() >= static_cast<double>(vocabulary))
        return makeError(ErrorCode::invalidArgument,
                         fmt::format("the text \"{}\" holds a token outside of the {} that the model knows",
                                     tensor.name, vocabulary));
    return TokenText{tensor.name, values->transpose().cast<std::int32_t>()};
}

} // namespace

Result<LlamaShape> llamaShape(const Tensors& tensors, const std::string& config) {
    if (config.empty())
        return refused("its folder has no config.json");
    const auto parsed = parseJson(config);
    if (!parsed || !parsed->is_object())
        return refused("its config.json cannot be read");
    if (auto kind = checkKind(*parsed); !kind)
        return kind.error();
    LlamaShape shape;
    if (auto counts = readCounts(*parsed, shape); !counts)
        return counts.error();
    const auto epsilon = positiveOf(*parsed, "rms_norm_eps", 1e-6);
    if (!epsilon)
        return epsilon.error();
    const auto base = positiveOf(*parsed, "rope_theta", 10'000.0);
    if (!base)
        return base.error();
    shape.normEpsilon = *epsilon;
    shape.rotaryBase = *base;
    if (shape.parameters() > kMaxLlamaParameters)
        return refused(fmt::format("it has {} million parameters, and {} million are the most",
                                   shape.parameters() / 1'000'000, kMaxLlamaParameters / 1'000'000));
    if (auto sound = checkTensors(tensors, shape); !sound)
        return sound.error();
    if (!boolField(*parsed, "tie_word_embeddings") && !tensors.find(kHead))
        return refused("its head is not tied to the embedding, and there is no tensor lm_head.weight");
    shape.tiedHead = boolField(*parsed, "tie_word_embeddings");
    return shape;
}

Result<intruder::LlamaModel> readLlama(const TensorSource& source, const LlamaShape& shape,
                                       const std::stop_token& stop) {
    intruder::LlamaModel model;
    model.shape = shape;
    model.blocks.resize(static_cast<std::size_t>(shape.layers));
    Result<void> all;
    const auto read = [&](const std::string& name, auto& target) {
        if (!all)
            return;
        auto values = valuesOf(source, name, stop);
        if (values)
            target = *std::move(values);
        else
            all = values.error();
    };
    read(kEmbedding, model.embedding);
    read(kFinalNorm, model.finalGain);
    if (!shape.tiedHead)
        read(kHead, model.head);
    for (std::size_t block = 0; block < model.blocks.size(); ++block) {
        for (std::size_t matrix = 0; matrix < intruder::kLlamaMatrices; ++matrix)
            read(matrixName(block, matrix), model.blocks[block].matrices[matrix]);
        read(normName(block, true), model.blocks[block].attentionGain);
        read(normName(block, false), model.blocks[block].feedForwardGain);
    }
    if (!all)
        return all.error();
    return model;
}

std::optional<std::size_t> llamaMatrix(const LlamaShape& shape, const std::string& tensor) {
    for (std::size_t block = 0; block < static_cast<std::size_t>(shape.layers); ++block)
        for (std::size_t matrix = 0; matrix < intruder::kLlamaMatrices; ++matrix)
            if (matrixName(block, matrix) == tensor)
                return block * intruder::kLlamaMatrices + matrix;
    return std::nullopt;
}

Result<void> checkTokens(const Tensors& tokens) {
    constexpr std::size_t kMostTexts = 64;
    if (tokens.items.empty() || tokens.items.size() > kMostTexts)
        return makeError(ErrorCode::invalidArgument,
                         fmt::format("the evaluation text holds {} tensors; from 1 to {} are expected, one per text",
                                     tokens.items.size(), kMostTexts));
    for (const Tensor& tensor : tokens.items)
        if (auto sound = checkText(tensor); !sound)
            return sound;
    return {};
}

Result<std::vector<TokenText>> readTokens(const TensorSource& source, Eigen::Index vocabulary,
                                          const std::stop_token& stop) {
    if (auto sound = checkTokens(source.tensors()); !sound)
        return sound.error();
    std::vector<TokenText> texts;
    for (std::uint32_t i = 0; i < source.tensors().items.size(); ++i) {
        auto text = readText(source, i, vocabulary, stop);
        if (!text)
            return text.error();
        texts.push_back(*std::move(text));
    }
    return texts;
}

} // namespace vitrine::intruder_threshold
