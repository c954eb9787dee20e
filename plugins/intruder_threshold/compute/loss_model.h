#pragma once

#include "plugins/intruder_threshold/compute/llama_update.h"
#include "plugins/intruder_threshold/compute/llama_weights.h"

#include <optional>

namespace vitrine::intruder_threshold {

/// Loss on the text that the base was made for, and on the text of the task, in nats per token.
struct LossPair {
    double base = 0.0;
    double task = 0.0;
};

/// A model that can be evaluated, and the two texts that it is evaluated on.
struct LossModel {
    intruder::LlamaModel model;
    std::vector<TokenText> texts;
    std::size_t baseText = 0;
    std::size_t taskText = 0;

    /// @errors numeric, cancelled
    Result<LossPair> lossesOf(const intruder::LlamaModel& one, const std::stop_token& stop) const;
    const std::string& baseName() const { return texts[baseText].name; }
    const std::string& taskName() const { return texts[taskText].name; }
};

/// Reads the model and all texts. @errors as llamaShape, readLlama and readTokens
Result<LossModel> readLossModel(const TensorSource& base, const TensorSource& tokens, const std::stop_token& stop);

/// Texts by name. Without a name the base text is the one that the base foretells best, the task text the other one
/// whose loss the update lowers most at deployment.
/// @errors invalid_argument  no such text, the same text twice, only one text in the file; numeric, cancelled
Result<void> chooseTexts(LossModel& losses, const LlamaUpdate& update, const std::optional<std::string>& baseText,
                         const std::optional<std::string>& taskText, const std::stop_token& stop);

/// First strength at which the loss is 5 % over that of the base, by linear interpolation between the strengths;
/// nothing: not within the strengths. Workbench definition.
/// @param strengths  ascending, the first is 0   @param losses  as long
std::optional<double> lossKnee(const std::vector<double>& strengths, const std::vector<double>& losses);

/// Strengths of the layers that keep one half of them at a given norm of the whole update, 0 for the other half.
struct KeptHalf {
    std::vector<double> strengths; ///< as the layers
    std::size_t layers = 0;
    double factor = 0.0; ///< strength of the layers that are kept
};

/// The half of the layers with the largest (or smallest) margins; of an odd number the middle one belongs to neither.
/// @param margins  R of each layer; undefined ones are the least critical   @param norm  of the update afterwards
KeptHalf keptHalf(const LlamaUpdate& update, const std::vector<double>& margins, bool moreCritical, double norm);

} // namespace vitrine::intruder_threshold
