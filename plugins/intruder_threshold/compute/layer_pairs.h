#pragma once

#include "core/base/result.h"
#include "core/values/tensors.h"
#include "plugins/intruder_threshold/compute/dequantisation.h"
#include "plugins/intruder_threshold/compute/lora_adapter.h"
#include "plugins/intruder_threshold/compute/matrix_source.h"
#include "plugins/intruder_threshold/compute/tensor_names.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vitrine::intruder_threshold {

enum class Update {
    none,       ///< the base alone
    lowRank,    ///< gamma B A
    replacement ///< a full tensor takes the place of the base
};

/// One matrix to analyse. Every source gives the matrix in the orientation of the analysis, rows x columns for the
/// weight: B is rows x rank, A is rank x columns.
struct Layer {
    std::string name;   ///< path of the module; of one matrix of several "path[2]"
    std::string module; ///< "self_attn.q_proj"
    ModuleKind kind = ModuleKind::linear;
    std::optional<std::int64_t> depth; ///< number of the layer in the model
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    MatrixSource weight; ///< of the base
    Dequantisation rule; ///< of the weight
    Update update = Update::none;
    MatrixSource b; ///< of the adapter, as a
    MatrixSource a;
    std::int64_t rank = 0; ///< columns of B
    double gamma = 0;
    std::string gammaSource; ///< which key, which rule
    MatrixSource saved;      ///< of the adapter or of the fine-tuned model
    Dequantisation savedRule;
    std::vector<std::string> notes;
    std::vector<std::string> alsoNamed; ///< modules that share this tensor
};

enum class LeftOutCause {
    notAnalysed, ///< by its nature: vectors, embeddings that were not asked for
    unreadable,  ///< its values
    unpaired,    ///< nothing of that name in the base
    unfit        ///< shapes that do not belong together
};

struct LeftOut {
    std::string name; ///< tensor or module
    LeftOutCause cause = LeftOutCause::notAnalysed;
    std::string reason;
};

/// Several tensors of the base would do: the user must say which.
struct OpenChoice {
    std::string module; ///< key for PairOptions::choices
    std::vector<std::string> candidates;
};

struct LayerPlan {
    std::vector<Layer> layers;
    std::vector<LeftOut> leftOut;
    std::vector<OpenChoice> choices;
    std::vector<std::string> warnings;
};

struct PairOptions {
    bool embeddings = false;                    ///< also embeddings and heads
    bool doraPart = false;                      ///< of DoRA layers the low-rank part alone
    int fusedBlocks = 1;                        ///< equal row blocks of a fused q k v matrix
    std::optional<double> alpha;                ///< where the config has none
    std::map<std::string, int> groups;          ///< grouped convolutions: module to number of groups, one matrix each
    std::map<std::string, std::string> choices; ///< module of the adapter to tensor of the base
};

inline constexpr std::size_t kMaxLayers = 100'000;
inline constexpr std::int64_t kMaxExperts = 4'096;

/// All matrices of a model: linear layers, convolutions as out x (in kh kw), each expert of a 3-D tensor.
/// @errors out_of_range  more than kMaxLayers
Result<LayerPlan> planBase(const Tensors& base, const PairOptions& options);

/// The layers that an adapter changes, each with its part of the base.
/// @errors invalid_argument (no alpha, an unknown choice), out_of_range
Result<LayerPlan> planAdapter(const Tensors& base, const Tensors& adapter, const AdapterConfig& config,
                              const PairOptions& options);

/// The layers of a fine-tuned model next to those of its base.
/// @errors as planAdapter
Result<LayerPlan> planFineTuned(const Tensors& base, const Tensors& tuned, const PairOptions& options);

} // namespace vitrine::intruder_threshold
