#pragma once

#include "core/base/result.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace vitrine::intruder {

/// Extents of a decoder of the Llama kind.
struct LlamaShape {
    Eigen::Index vocabulary = 0;
    Eigen::Index width = 0;
    Eigen::Index layers = 0;
    Eigen::Index heads = 0;    ///< of queries
    Eigen::Index keyHeads = 0; ///< of keys and values; each serves heads / keyHeads query heads
    Eigen::Index headWidth = 0;
    Eigen::Index feedForward = 0;
    double normEpsilon = 1e-5;
    double rotaryBase = 10'000.0;
    bool tiedHead = false; ///< the embedding serves as the head

    /// Values of the whole model. The shape must be one that was checked.
    std::int64_t parameters() const;
};

/// The matrices of a block, rows are outputs.
enum LlamaMatrix : std::size_t { kQuery, kKey, kValue, kOutput, kGate, kUp, kDown };
inline constexpr std::size_t kLlamaMatrices = 7;

struct LlamaBlock {
    std::array<Eigen::MatrixXd, kLlamaMatrices> matrices;
    Eigen::VectorXd attentionGain, feedForwardGain; ///< of the two RMS norms
};

/// Weights in double.
struct LlamaModel {
    LlamaShape shape;
    Eigen::MatrixXd embedding; ///< vocabulary x width
    Eigen::MatrixXd head;      ///< vocabulary x width; empty: the embedding serves (tied)
    std::vector<LlamaBlock> blocks;
    Eigen::VectorXd finalGain;

    /// Matrix i of all blocks, kLlamaMatrices of each block after those of the one before.
    Eigen::MatrixXd& matrix(std::size_t i) { return blocks[i / kLlamaMatrices].matrices[i % kLlamaMatrices]; }
    const Eigen::MatrixXd& matrix(std::size_t i) const {
        return blocks[i / kLlamaMatrices].matrices[i % kLlamaMatrices];
    }
    std::size_t matrixCount() const { return blocks.size() * kLlamaMatrices; }
};

/// Windows of a text: a token per row, a window per column. All but the last row are read, all but the first are to be
/// foretold.
using TokenWindows = Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic>;

/// Mean negative log-likelihood of the next token over all windows, in nats: RMS norm, rotary positions in the
/// half-split form, causal attention, feed-forward gated by SiLU. On one thread, in a fixed order.
/// @param windows  at least 2 x 1, values in [0, vocabulary)
/// @errors numeric  the loss is not finite; cancelled  asked before every block
Result<double> meanCrossEntropy(const LlamaModel& model, const TokenWindows& windows, const std::stop_token& stop);

} // namespace vitrine::intruder
