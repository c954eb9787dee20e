#include "plugins/intruder_threshold/compute/tensor_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace vitrine::intruder_threshold {

namespace {

using Segments = std::span<const std::string_view>;

std::string join(Segments segments) {
    std::string text;
    for (const std::string_view segment : segments)
        (text += text.empty() ? "" : ".") += segment;
    return text;
}

std::optional<std::int64_t> number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

std::string_view withoutPrefix(std::string_view key) {
    for (const std::string_view prefix : {"base_model.model.", "base_model."})
        if (startsWith(key, prefix))
            return key.substr(prefix.size());
    return key;
}

void setModule(AdapterKey& key, Segments segments) {
    while (segments.size() > 1 && segments.back() == "base_layer") {
        segments = segments.first(segments.size() - 1);
        ++key.depth;
    }
    key.module = join(segments);
}

/// Tail of a key behind its lora segment: [name of the adapter] last.
bool takeTail(Segments tail, std::string_view last, AdapterKey& key) {
    if (tail.empty() || tail.size() > 2 || tail.back() != last)
        return false;
    if (tail.size() == 2)
        key.adapter = tail[0];
    return true;
}

/// As takeTail, but ".weight" may be missing.
bool takeOpenTail(Segments tail, AdapterKey& key) {
    if (!tail.empty() && tail.back() == "weight")
        tail = tail.first(tail.size() - 1);
    if (tail.size() > 1)
        return false;
    if (tail.size() == 1)
        key.adapter = tail[0];
    return true;
}

AdapterPart loraPart(std::string_view word, Segments tail, AdapterKey& key) {
    if (word == "lora_A" || word == "lora_B") {
        if (takeTail(tail, "weight", key))
            return word == "lora_A" ? AdapterPart::a : AdapterPart::b;
        return takeTail(tail, "bias", key) ? AdapterPart::bias : AdapterPart::foreign;
    }
    if (!takeOpenTail(tail, key))
        return AdapterPart::foreign;
    if (word == "lora_embedding_A")
        return AdapterPart::embeddingA;
    if (word == "lora_embedding_B")
        return AdapterPart::embeddingB;
    return word == "lora_magnitude_vector" ? AdapterPart::magnitude : AdapterPart::foreign;
}

AdapterKey savedKey(Segments segments) {
    AdapterKey key;
    const std::string_view last = segments.back();
    if (last.find("lora_") != std::string_view::npos || last == "alpha" || segments.size() < 2)
        return key; // lora_down, lora_up, alpha: another tool
    key.part = AdapterPart::saved;
    if (last == "weight")
        segments = segments.first(segments.size() - 1);
    if (segments.size() > 2 && segments[segments.size() - 2] == "modules_to_save")
        segments = segments.first(segments.size() - 2);
    setModule(key, segments);
    return key;
}

bool contains(std::string_view text, std::string_view word) {
    return text.find(word) != std::string_view::npos;
}

bool isAny(std::string_view word, std::span<const std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool namesExperts(const std::vector<std::string_view>& segments) {
    return std::any_of(segments.begin(), segments.end(), [](std::string_view s) { return contains(s, "expert"); });
}

} // namespace

std::vector<std::string_view> splitName(std::string_view name) {
    std::vector<std::string_view> segments;
    for (std::size_t begin = 0;;) {
        const std::size_t dot = name.find('.', begin);
        segments.push_back(name.substr(begin, dot - begin));
        if (dot == std::string_view::npos)
            return segments;
        begin = dot + 1;
    }
}

AdapterKey parseAdapterKey(std::string_view name) {
    const std::vector<std::string_view> all = splitName(withoutPrefix(name));
    const Segments segments(all);
    for (std::size_t i = segments.size(); i-- > 0;) {
        if (!startsWith(segments[i], "lora_"))
            continue;
        AdapterKey key;
        const AdapterPart part = loraPart(segments[i], segments.subspan(i + 1), key);
        if (i == 0 || part == AdapterPart::foreign)
            return {};
        key.part = part;
        setModule(key, segments.first(i));
        return key;
    }
    return savedKey(segments);
}

std::string_view moduleKindName(ModuleKind kind) {
    constexpr std::array<std::string_view, 7> names{"linear", "fused q k v", "convolution", "embedding",
                                                    "head",   "experts",     "state space"};
    return names[static_cast<std::size_t>(kind)];
}

ModulePlace modulePlace(std::string_view path) {
    const std::vector<std::string_view> segments = splitName(path);
    ModulePlace place;
    std::vector<std::string_view> behind;
    for (const std::string_view segment : segments) {
        const auto value = number(segment);
        if (value && !place.depth) {
            place.depth = value;
            // Two stacks count their layers each from zero.
            std::erase_if(behind, [](std::string_view s) { return s != "encoder" && s != "decoder"; });
        } else if (!value) {
            behind.push_back(segment);
        }
    }
    place.module = behind.empty() ? std::string(path) : join(behind);
    return place;
}

ModuleKind moduleKind(std::string_view path, std::size_t extents) {
    static constexpr std::array<std::string_view, 7> kFused{"c_attn",         "qkv_proj", "query_key_value", "Wqkv",
                                                            "in_proj_weight", "qkv",      "W_pack"};
    static constexpr std::array<std::string_view, 6> kEmbeddings{"embed_tokens",   "wte",        "word_embeddings",
                                                                 "tok_embeddings", "embeddings", "shared"};
    static constexpr std::array<std::string_view, 3> kHeads{"lm_head", "embed_out", "output_projection"};
    static constexpr std::array<std::string_view, 4> kStateSpace{"in_proj", "x_proj", "dt_proj", "out_proj"};
    const std::vector<std::string_view> segments = splitName(path);
    if (extents == 3 && namesExperts(segments))
        return ModuleKind::experts;
    if (extents >= 3)
        return ModuleKind::convolution;
    const std::string_view last = segments.back();
    if (isAny(last, kHeads))
        return ModuleKind::head;
    if (isAny(last, kEmbeddings) || contains(last, "embedding") || contains(last, "wpe"))
        return ModuleKind::embedding;
    if (isAny(last, kFused))
        return ModuleKind::fusedQkv;
    const bool mixer = std::any_of(segments.begin(), segments.end(),
                                   [](std::string_view s) { return s == "mixer" || s == "mamba" || s == "ssm"; });
    return mixer && isAny(last, kStateSpace) ? ModuleKind::stateSpace : ModuleKind::linear;
}

} // namespace vitrine::intruder_threshold
