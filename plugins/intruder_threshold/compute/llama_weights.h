#pragma once

#include "core/data/weights/tensor_source.h"
#include "plugins/intruder_threshold/compute/llama_model.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine::intruder_threshold {

inline constexpr std::int64_t kMaxLlamaParameters = 16'000'000; ///< 128 MB in double
inline constexpr std::int64_t kMaxWindowTokens = 1'025;
inline constexpr std::int64_t kMaxTokens = 1'000'000;

/// Extents of a model from its config.json, checked against its tensors: all that such a model has, and nothing else.
/// Takes no memory for values.
/// @param config  text of config.json; a fine-tuned model without one has that of its base
/// @errors unsupported  it is no such model, or larger than kMaxLlamaParameters; one sentence says why
Result<intruder::LlamaShape> llamaShape(const Tensors& tensors, const std::string& config);

/// The values of a model whose shape was checked. @errors as loadMatrix
Result<intruder::LlamaModel> readLlama(const TensorSource& source, const intruder::LlamaShape& shape,
                                       const std::stop_token& stop);

/// Place of a weight among LlamaModel::matrix; nothing: it is none of them.
std::optional<std::size_t> llamaMatrix(const intruder::LlamaShape& shape, const std::string& tensor);

/// A text in tokens.
struct TokenText {
    std::string name;
    intruder::TokenWindows windows;
};

/// Whether a file holds texts, by types and shapes alone. @errors invalid_argument  another shape or type, too many
Result<void> checkTokens(const Tensors& tokens);

/// All texts of a file: each tensor holds windows x tokens, as integers.
/// @errors invalid_argument  another shape or type, a token outside of the vocabulary, too many; as loadMatrix
Result<std::vector<TokenText>> readTokens(const TensorSource& source, Eigen::Index vocabulary,
                                          const std::stop_token& stop);

} // namespace vitrine::intruder_threshold
