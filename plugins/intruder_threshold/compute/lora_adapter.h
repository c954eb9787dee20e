#pragma once

#include "core/base/result.h"
#include "plugins/intruder_threshold/compute/name_pattern.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vitrine::intruder_threshold {

enum class KeyUse {
    used,  ///< changes the analysis
    known, ///< of PEFT, says nothing about the spectrum
    unknown
};

struct ConfigKey {
    std::string name;
    std::string value; ///< JSON, cut after 200 bytes
    KeyUse use = KeyUse::unknown;
};

/// A rule of rank_pattern or alpha_pattern.
struct PatternRule {
    NamePattern pattern;
    double value = 0;
};

/// What adapter_config.json says. The tensors say the rest, and win where they differ.
struct AdapterConfig {
    std::optional<std::int64_t> rank;    ///< r
    std::optional<double> alpha;         ///< lora_alpha
    std::vector<PatternRule> rankRules;  ///< in the order of the file
    std::vector<PatternRule> alphaRules; ///< likewise
    bool rankStabilised = false;         ///< use_rslora
    bool fanInFanOut = false;            ///< fan_in_fan_out
    bool dora = false;                   ///< use_dora
    std::vector<std::string> modulesToSave;
    std::vector<std::string> targetParameters;
    std::string baseModel;             ///< base_model_name_or_path
    std::vector<ConfigKey> keys;       ///< all, in the order of the file
    std::vector<std::string> warnings; ///< sentences for the user
};

/// @param text  of adapter_config.json
/// @errors parse, unsupported (another peft_type, QA-LoRA)
Result<AdapterConfig> parseAdapterConfig(const std::string& text);

/// The number that multiplies B A at deployment, and where it comes from.
struct LoraScale {
    double gamma = 0;
    double alpha = 0;
    std::string source;  ///< "alpha_pattern \"k_proj\": 12 / rank 3"
    std::string warning; ///< the config expects another rank; empty: it does not
};

/// gamma = alpha / rank, or alpha / sqrt(rank) when rank-stabilised. alpha is the first rule of alpha_pattern that
/// fits, else lora_alpha, else `alphaParameter`; never assumed.
/// @param module  path without the prefix of PEFT   @param rank  rows of A, per expert
/// @errors invalid_argument  no alpha anywhere; out_of_range  see NamePattern
Result<LoraScale> loraScale(const AdapterConfig& config, const std::string& module, std::int64_t rank,
                            std::optional<double> alphaParameter);

} // namespace vitrine::intruder_threshold
