#include "plugins/intruder_threshold/compute/lora_adapter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

namespace vitrine::intruder_threshold {

namespace {

using Json = nlohmann::ordered_json; // the first rule that fits counts

constexpr std::size_t kMaxConfig = std::size_t{16} << 20;
constexpr std::size_t kMaxRules = 20'000;
constexpr std::size_t kMaxNames = 1'000;
constexpr std::int64_t kMaxRank = 1'000'000;
constexpr std::size_t kMaxShown = 200;

constexpr std::array<std::string_view, 14> kUsed{"peft_type",         "r",
                                                 "lora_alpha",        "use_rslora",
                                                 "rank_pattern",      "alpha_pattern",
                                                 "fan_in_fan_out",    "use_dora",
                                                 "use_qalora",        "modules_to_save",
                                                 "target_parameters", "init_lora_weights",
                                                 "layer_replication", "base_model_name_or_path"};

constexpr std::array<std::string_view, 21> kKnown{"target_modules",
                                                  "exclude_modules",
                                                  "layers_to_transform",
                                                  "layers_pattern",
                                                  "bias",
                                                  "lora_bias",
                                                  "lora_dropout",
                                                  "task_type",
                                                  "inference_mode",
                                                  "revision",
                                                  "auto_mapping",
                                                  "peft_version",
                                                  "megatron_config",
                                                  "megatron_core",
                                                  "loftq_config",
                                                  "eva_config",
                                                  "corda_config",
                                                  "trainable_token_indices",
                                                  "qalora_group_size",
                                                  "ensure_weight_tying",
                                                  "arrow_config"};

Error broken(const std::string& sentence) {
    return makeError(ErrorCode::parse, "adapter_config.json: " + sentence);
}

KeyUse useOf(std::string_view name) {
    if (std::find(kUsed.begin(), kUsed.end(), name) != kUsed.end())
        return KeyUse::used;
    return std::find(kKnown.begin(), kKnown.end(), name) != kKnown.end() ? KeyUse::known : KeyUse::unknown;
}

std::string shown(const Json& value) {
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() <= kMaxShown)
        return text;
    std::size_t end = kMaxShown;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end; // not inside a character
    return text.substr(0, end) + "...";
}

/// The value of a key; null when it is missing or null.
const Json* valueOf(const Json& config, const char* key) {
    const auto found = config.find(key);
    return found == config.end() || found->is_null() ? nullptr : &*found;
}

Result<bool> flag(const Json& config, const char* key) {
    const Json* value = valueOf(config, key);
    if (!value)
        return false;
    if (!value->is_boolean())
        return broken(fmt::format("{} must be true or false, not {}", key, shown(*value)));
    return value->get<bool>();
}

Result<double> rankNumber(const Json& value, const std::string& place) {
    if (value.is_number_integer() && value > 0 && value <= kMaxRank)
        return value.get<double>();
    return broken(fmt::format("{} must be a whole number from 1 to {}, not {}", place, kMaxRank, shown(value)));
}

Result<double> alphaNumber(const Json& value, const std::string& place) {
    if (value.is_number() && std::isfinite(value.get<double>()))
        return value.get<double>();
    return broken(fmt::format("{} must be a number, not {}", place, shown(value)));
}

using NumberRule = Result<double> (*)(const Json&, const std::string&);

Result<std::vector<PatternRule>> rules(const Json& config, const char* key, NumberRule number) {
    std::vector<PatternRule> found;
    const Json* value = valueOf(config, key);
    if (!value)
        return found;
    if (!value->is_object())
        return broken(fmt::format("{} must be an object, not {}", key, shown(*value)));
    if (value->size() > kMaxRules)
        return broken(fmt::format("{} has {} rules; at most {} are read", key, value->size(), kMaxRules));
    for (const auto& [name, entry] : value->items()) {
        auto pattern = NamePattern::compile(name, fmt::format("adapter_config.json: {}", key));
        if (!pattern)
            return pattern.error();
        auto read = number(entry, fmt::format("{} \"{}\"", key, name));
        if (!read)
            return read.error();
        found.push_back({*std::move(pattern), *read});
    }
    return found;
}

Result<std::vector<std::string>> names(const Json& config, const char* key) {
    std::vector<std::string> found;
    const Json* value = valueOf(config, key);
    if (!value)
        return found;
    if (value->is_string())
        return std::vector<std::string>{value->get<std::string>()};
    if (!value->is_array())
        return broken(fmt::format("{} must be a list of names, not {}", key, shown(*value)));
    if (value->size() > kMaxNames)
        return broken(fmt::format("{} has {} names; at most {} are read", key, value->size(), kMaxNames));
    for (const Json& entry : *value) {
        if (!entry.is_string())
            return broken(fmt::format("{} must be a list of names, but holds {}", key, shown(entry)));
        found.push_back(entry.get<std::string>());
    }
    return found;
}

Result<void> checkType(const Json& config) {
    const Json* type = valueOf(config, "peft_type");
    if (!type || !type->is_string())
        return broken("peft_type must be \"LORA\"");
    if (type->get<std::string>() != "LORA")
        return makeError(ErrorCode::unsupported,
                         fmt::format("adapter_config.json: peft_type is {}; only LORA is analysed", shown(*type)));
    return {};
}

Result<void> readNumbers(const Json& config, AdapterConfig& out) {
    if (const Json* value = valueOf(config, "r")) {
        auto rank = rankNumber(*value, "r");
        if (!rank)
            return rank.error();
        out.rank = static_cast<std::int64_t>(*rank);
    }
    if (const Json* value = valueOf(config, "lora_alpha")) {
        auto alpha = alphaNumber(*value, "lora_alpha");
        if (!alpha)
            return alpha.error();
        out.alpha = *alpha;
    }
    auto ranks = rules(config, "rank_pattern", rankNumber);
    if (!ranks)
        return ranks.error();
    auto alphas = rules(config, "alpha_pattern", alphaNumber);
    if (!alphas)
        return alphas.error();
    out.rankRules = *std::move(ranks);
    out.alphaRules = *std::move(alphas);
    return {};
}

Result<void> readSwitches(const Json& config, AdapterConfig& out) {
    const std::array<std::pair<const char*, bool*>, 3> switches{
        {{"use_rslora", &out.rankStabilised}, {"fan_in_fan_out", &out.fanInFanOut}, {"use_dora", &out.dora}}};
    for (const auto& [key, target] : switches) {
        auto value = flag(config, key);
        if (!value)
            return value.error();
        *target = *value;
    }
    auto grouped = flag(config, "use_qalora");
    if (!grouped)
        return grouped.error();
    if (*grouped)
        return makeError(ErrorCode::unsupported,
                         "adapter_config.json: use_qalora is true; its A acts on sums of inputs and is not analysed");
    return {};
}

Result<void> readNames(const Json& config, AdapterConfig& out) {
    auto saved = names(config, "modules_to_save");
    if (!saved)
        return saved.error();
    auto parameters = names(config, "target_parameters");
    if (!parameters)
        return parameters.error();
    out.modulesToSave = *std::move(saved);
    out.targetParameters = *std::move(parameters);
    if (const Json* model = valueOf(config, "base_model_name_or_path"); model && model->is_string())
        out.baseModel = model->get<std::string>();
    return {};
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return c < 0x80 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c);
    });
    return text;
}

void addWarnings(const Json& config, AdapterConfig& out) {
    if (const Json* start = valueOf(config, "init_lora_weights"); start && start->is_string()) {
        const std::string name = lower(start->get<std::string>());
        for (const char* word : {"pissa", "olora", "corda"})
            if (name.rfind(word, 0) == 0)
                out.warnings.push_back(fmt::format("init_lora_weights is {}: the base must be the residual that this "
                                                   "start leaves, not the published model.",
                                                   shown(*start)));
    }
    if (valueOf(config, "layer_replication"))
        out.warnings.emplace_back(
            "layer_replication is set: layers of the adapter that the base holds once are left out.");
    std::string unknown;
    for (const ConfigKey& key : out.keys)
        if (key.use == KeyUse::unknown)
            unknown += (unknown.empty() ? "" : ", ") + key.name;
    if (!unknown.empty())
        out.warnings.push_back("Keys of adapter_config.json that are not known and not used: " + unknown + ".");
}

/// The first rule that fits; null: none.
Result<const PatternRule*> firstMatch(const std::vector<PatternRule>& rules, const std::string& module) {
    for (const PatternRule& rule : rules) {
        auto fits = rule.pattern.matches(module);
        if (!fits)
            return fits.error();
        if (*fits)
            return &rule;
    }
    return static_cast<const PatternRule*>(nullptr);
}

Result<std::string> rankWarning(const AdapterConfig& config, const std::string& module, std::int64_t rank) {
    auto rule = firstMatch(config.rankRules, module);
    if (!rule)
        return rule.error();
    const PatternRule* found = *rule;
    if (found && static_cast<std::int64_t>(found->value) != rank)
        return fmt::format("rank_pattern \"{}\" says rank {}, the tensors have {}; the tensors count.",
                           found->pattern.key(), found->value, rank);
    if (!found && config.rank && *config.rank != rank)
        return fmt::format("r says rank {}, the tensors have {}; the tensors count.", *config.rank, rank);
    return std::string();
}

} // namespace

Result<AdapterConfig> parseAdapterConfig(const std::string& text) {
    if (text.size() > kMaxConfig)
        return broken("the file is larger than 16 MiB");
    const Json config = Json::parse(text, nullptr, false);
    if (config.is_discarded())
        return broken("not JSON");
    if (!config.is_object())
        return broken("must hold an object");
    if (auto type = checkType(config); !type)
        return type.error();
    AdapterConfig out;
    for (const auto& [name, value] : config.items())
        out.keys.push_back({name, shown(value), useOf(name)});
    if (auto read = readNumbers(config, out); !read)
        return read.error();
    if (auto read = readSwitches(config, out); !read)
        return read.error();
    if (auto read = readNames(config, out); !read)
        return read.error();
    addWarnings(config, out);
    return out;
}

Result<LoraScale> loraScale(const AdapterConfig& config, const std::string& module, std::int64_t rank,
                            std::optional<double> alphaParameter) {
    if (rank < 1)
        return makeError(ErrorCode::invalidArgument, "The rank of " + module + " is not positive.");
    auto rule = firstMatch(config.alphaRules, module);
    if (!rule)
        return rule.error();
    LoraScale scale;
    std::string name;
    if (const PatternRule* found = *rule) {
        scale.alpha = found->value;
        name = fmt::format("alpha_pattern \"{}\"", found->pattern.key());
    } else if (config.alpha) {
        scale.alpha = *config.alpha;
        name = "lora_alpha";
    } else if (alphaParameter) {
        scale.alpha = *alphaParameter;
        name = "parameter alpha";
    } else {
        return makeError(
            ErrorCode::invalidArgument,
            fmt::format("adapter_config.json has no lora_alpha, and no rule of alpha_pattern fits {}. Give "
                        "the parameter alpha.",
                        module));
    }
    auto warning = rankWarning(config, module, rank);
    if (!warning)
        return warning.error();
    scale.warning = *std::move(warning);
    const auto r = static_cast<double>(rank);
    scale.gamma = scale.alpha / (config.rankStabilised ? std::sqrt(r) : r);
    scale.source = config.rankStabilised ? fmt::format("{}: {} / \u221a(rank {}), use_rslora", name, scale.alpha, rank)
                                         : fmt::format("{}: {} / rank {}", name, scale.alpha, rank);
    return scale;
}

} // namespace vitrine::intruder_threshold
