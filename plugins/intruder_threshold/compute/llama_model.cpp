#include "plugins/intruder_threshold/compute/llama_model.h"

#include "core/kernels/linalg/dense.h"

#include <cmath>

namespace vitrine::intruder {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd times(const MatrixXd& a, const MatrixXd& b) {
    return linalg::product(a, linalg::Shape::asIs, b, linalg::Shape::asIs);
}

/// Columns over their root mean square, times the gain.
MatrixXd normed(const MatrixXd& hidden, const VectorXd& gain, double epsilon) {
    MatrixXd result(hidden.rows(), hidden.cols());
    for (Index t = 0; t < hidden.cols(); ++t) {
        const double meanSquare = hidden.col(t).squaredNorm() / static_cast<double>(hidden.rows());
        result.col(t) = hidden.col(t).cwiseProduct(gain) / std::sqrt(meanSquare + epsilon);
    }
    return result;
}

/// Cosine and sine of every position (columns) and frequency (rows), headWidth / 2 x length.
struct Rotary {
    MatrixXd cosine, sine;
};

Rotary rotaryOf(const LlamaShape& shape, Index length) {
    const Index half = shape.headWidth / 2;
    Rotary rotary{MatrixXd(half, length), MatrixXd(half, length)};
    for (Index i = 0; i < half; ++i) {
        const double frequency =
            std::pow(shape.rotaryBase, -2.0 * static_cast<double>(i) / static_cast<double>(shape.headWidth));
        for (Index t = 0; t < length; ++t) {
            rotary.cosine(i, t) = std::cos(static_cast<double>(t) * frequency);
            rotary.sine(i, t) = std::sin(static_cast<double>(t) * frequency);
        }
    }
    return rotary;
}

/// Turns every head of queries or keys by its position: halves of a head are the two coordinates of a turn.
void turn(MatrixXd& heads, Index headWidth, const Rotary& rotary) {
    const Index half = headWidth / 2;
    for (Index row = 0; row < heads.rows(); row += headWidth) {
        const MatrixXd first = heads.middleRows(row, half);
        const MatrixXd second = heads.middleRows(row + half, half);
        heads.middleRows(row, half) = first.cwiseProduct(rotary.cosine) - second.cwiseProduct(rotary.sine);
        heads.middleRows(row + half, half) = second.cwiseProduct(rotary.cosine) + first.cwiseProduct(rotary.sine);
    }
}

/// Weights over the earlier positions: column t holds those of query t, zero behind it.
void causalSoftmax(MatrixXd& scores) {
    for (Index t = 0; t < scores.cols(); ++t) {
        auto seen = scores.col(t).head(t + 1);
        seen = (seen.array() - seen.maxCoeff()).exp().matrix();
        seen /= seen.sum();
        scores.col(t).tail(scores.rows() - t - 1).setZero();
    }
}

MatrixXd attention(const LlamaShape& shape, const LlamaBlock& block, const MatrixXd& input, const Rotary& rotary) {
    MatrixXd queries = times(block.matrices[kQuery], input);
    MatrixXd keys = times(block.matrices[kKey], input);
    const MatrixXd values = times(block.matrices[kValue], input);
    turn(queries, shape.headWidth, rotary);
    turn(keys, shape.headWidth, rotary);
    const double scale = 1.0 / std::sqrt(static_cast<double>(shape.headWidth));
    const Index served = shape.heads / shape.keyHeads;
    MatrixXd mixed(queries.rows(), queries.cols());
    for (Index head = 0; head < shape.heads; ++head) {
        const Index own = head * shape.headWidth;
        const Index shared = head / served * shape.headWidth;
        MatrixXd scores = linalg::product(keys.middleRows(shared, shape.headWidth), linalg::Shape::transposed,
                                          queries.middleRows(own, shape.headWidth), linalg::Shape::asIs);
        scores *= scale;
        causalSoftmax(scores);
        mixed.middleRows(own, shape.headWidth) = linalg::product(values.middleRows(shared, shape.headWidth),
                                                                 linalg::Shape::asIs, scores, linalg::Shape::asIs);
    }
    return times(block.matrices[kOutput], mixed);
}

MatrixXd feedForward(const LlamaBlock& block, const MatrixXd& input) {
    MatrixXd gate = times(block.matrices[kGate], input);
    gate = (gate.array() / (1.0 + (-gate.array()).exp())).matrix(); // SiLU
    return times(block.matrices[kDown], gate.cwiseProduct(times(block.matrices[kUp], input)));
}

/// Negative log-likelihood of the tokens 1 … of a window, given their logits.
double surprise(const MatrixXd& logits, const Eigen::Ref<const Eigen::VectorX<std::int32_t>>& window) {
    double sum = 0.0;
    for (Index t = 0; t < logits.cols(); ++t) {
        const double largest = logits.col(t).maxCoeff();
        sum += largest + std::log((logits.col(t).array() - largest).exp().sum()) - logits(window[t + 1], t);
    }
    return sum;
}

Result<double> windowSurprise(const LlamaModel& model, const Eigen::Ref<const Eigen::VectorX<std::int32_t>>& window,
                              const Rotary& rotary, const std::stop_token& stop) {
    const LlamaShape& shape = model.shape;
    MatrixXd hidden(shape.width, window.size() - 1);
    for (Index t = 0; t < hidden.cols(); ++t)
        hidden.col(t) = model.embedding.row(window[t]).transpose();
    for (const LlamaBlock& block : model.blocks) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "stopped");
        hidden += attention(shape, block, normed(hidden, block.attentionGain, shape.normEpsilon), rotary);
        hidden += feedForward(block, normed(hidden, block.feedForwardGain, shape.normEpsilon));
    }
    const MatrixXd& head = model.head.size() > 0 ? model.head : model.embedding;
    return surprise(times(head, normed(hidden, model.finalGain, shape.normEpsilon)), window);
}

} // namespace

std::int64_t LlamaShape::parameters() const {
    const Index attentionRows = (2 * heads + 2 * keyHeads) * headWidth;
    return vocabulary * width + width + layers * (width * (attentionRows + 3 * feedForward) + 2 * width);
}

Result<double> meanCrossEntropy(const LlamaModel& model, const TokenWindows& windows, const std::stop_token& stop) {
    const Rotary rotary = rotaryOf(model.shape, windows.rows() - 1);
    double sum = 0.0;
    for (Index window = 0; window < windows.cols(); ++window) {
        const auto one = windowSurprise(model, windows.col(window), rotary, stop);
        if (!one)
            return one.error();
        sum += *one;
    }
    const double mean = sum / static_cast<double>(windows.cols() * (windows.rows() - 1));
    if (!std::isfinite(mean))
        return makeError(ErrorCode::numeric, "the loss of the model is not finite");
    return mean;
}

} // namespace vitrine::intruder
