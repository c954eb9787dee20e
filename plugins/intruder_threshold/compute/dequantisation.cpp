#include "plugins/intruder_threshold/compute/dequantisation.h"

#include "core/data/weights/tensor_decode.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace vitrine::intruder_threshold {

namespace {

bool endsWith(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string modulePath(const std::string& name) {
    return endsWith(name, ".weight") ? name.substr(0, name.size() - 7) : name;
}

std::optional<std::uint32_t> firstOf(const TensorNames& names, const std::vector<std::string>& wanted) {
    for (const std::string& name : wanted)
        if (const auto found = names.find(name); found != names.end())
            return found->second;
    return std::nullopt;
}

std::vector<std::string> companionNames(const std::string& name, std::string_view word) {
    const std::string tail(word);
    const std::string module = modulePath(name);
    return {name + "_" + tail, name + "." + tail, name + ".weight_" + tail, module + ".weight_" + tail,
            module + "." + tail};
}

std::optional<double> metadataNumber(const Tensors& tensors, const std::string& key) {
    const auto found = tensors.metadata.find(key);
    if (found == tensors.metadata.end())
        return std::nullopt;
    const std::string& text = found->second;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

bool isReal(const Tensor& tensor) {
    return isRealDtype(tensor.dtype);
}

/// One number, one per row, or one per row of every expert.
bool fitsRows(const Tensor& tensor, const Tensor& companion) {
    const std::int64_t count = valueCount(companion);
    if (count == 1)
        return true;
    if (tensor.shape.empty() || companion.shape.empty() || companion.shape.front() != tensor.shape.front())
        return false;
    return count == tensor.shape[0] || (tensor.shape.size() == 3 && count == tensor.shape[0] * tensor.shape[1]);
}

std::optional<Readable> byMetadata(const Tensors& tensors, const std::string& name) {
    const auto scale = metadataNumber(tensors, name + ".scale");
    if (!scale)
        return std::nullopt;
    Readable readable;
    readable.rule.scale = *scale;
    readable.rule.uniform = true;
    if (const auto minimum = metadataNumber(tensors, name + ".min")) {
        readable.rule.minimum = *minimum;
        readable.rule.source = fmt::format("metadata {0}.min, {0}.scale: min + scale q", name);
        return readable;
    }
    for (const char* word : {".zero", ".zero_point"})
        if (const auto zero = metadataNumber(tensors, name + word)) {
            readable.rule.zero = *zero;
            readable.rule.source = fmt::format("metadata {0}.scale, {0}{1}: scale (q - zero)", name, word);
            return readable;
        }
    readable.rule.source = fmt::format("metadata {}.scale: scale q", name);
    return readable;
}

std::optional<std::uint32_t> scaleOf(const TensorNames& names, const std::string& name) {
    return firstOf(names, companionNames(name, "scale"));
}

std::optional<std::uint32_t> zeroOf(const TensorNames& names, const std::string& name) {
    for (const char* word : {"zero_point", "zero"})
        if (const auto found = firstOf(names, companionNames(name, word)))
            return found;
    return std::nullopt;
}

Readable byCompanions(const Tensors& tensors, const TensorNames& names, const Tensor& tensor, std::uint32_t scale) {
    Readable readable;
    const Tensor& scales = tensors.items[scale];
    if (!isReal(scales) || !fitsRows(tensor, scales)) {
        readable.reason = fmt::format("its scale {} ({}, {}) is neither one number nor one per row", scales.name,
                                      shapeText(scales), scales.dtype);
        return readable;
    }
    readable.rule.scaleTensor = scale;
    readable.rule.source = "tensor " + scales.name + ": scale q";
    const bool whole = tensor.dtype == "U8" || tensor.dtype == "I8";
    readable.rule.uniform = whole;
    const auto zero = whole ? zeroOf(names, tensor.name) : std::nullopt;
    if (!zero)
        return readable;
    const Tensor& zeros = tensors.items[*zero];
    if (!isNumberDtype(zeros.dtype) || !fitsRows(tensor, zeros)) {
        readable.reason = fmt::format("its zero point {} ({}, {}) is neither one number nor one per row", zeros.name,
                                      shapeText(zeros), zeros.dtype);
        return readable;
    }
    readable.rule.zeroTensor = zero;
    readable.rule.source = fmt::format("tensors {}, {}: scale (q - zero)", scales.name, zeros.name);
    return readable;
}

bool isPacked(const TensorNames& names, const Tensor& tensor) {
    if (tensor.dtype == "F4" || endsWith(tensor.name, ".qweight") || endsWith(tensor.name, ".weight_packed"))
        return true;
    return names.count(tensor.name + ".absmax") > 0 || names.count(tensor.name + ".quant_map") > 0;
}

} // namespace

TensorNames tensorNames(const Tensors& tensors) {
    TensorNames names;
    for (std::size_t i = 0; i < tensors.items.size(); ++i)
        names.emplace(tensors.items[i].name, static_cast<std::uint32_t>(i));
    return names;
}

Readable readableAs(const Tensors& tensors, const TensorNames& names, std::uint32_t index) {
    const Tensor& tensor = tensors.items[index];
    const bool small = tensor.dtype == "U8" || tensor.dtype == "I8";
    const bool tiny = tensor.dtype == "F8_E4M3" || tensor.dtype == "F8_E5M2";
    Readable readable;
    if (isPacked(names, tensor)) {
        readable.reason = tensor.name + " holds packed 4-bit values, which are not analysed";
        return readable;
    }
    if (const auto blocks = firstOf(names, companionNames(tensor.name, "scale_inv")); blocks && (small || tiny)) {
        readable.reason = "its scale " + tensors.items[*blocks].name + " is one per block, which is not analysed";
        return readable;
    }
    if (small || tiny) {
        if (auto rule = byMetadata(tensors, tensor.name))
            return *std::move(rule);
        if (const auto scale = scaleOf(names, tensor.name))
            return byCompanions(tensors, names, tensor, *scale);
    }
    if (isReal(tensor))
        return readable;
    readable.reason =
        isNumberDtype(tensor.dtype)
            ? fmt::format("whole numbers ({}) without a scale: no rule says what they weigh", tensor.dtype)
            : fmt::format("values of type {} are not analysed", tensor.dtype);
    return readable;
}

double quantisationFloor(double step, std::int64_t m, std::int64_t n) {
    return std::abs(step) / std::sqrt(12.0) * (std::sqrt(static_cast<double>(m)) + std::sqrt(static_cast<double>(n)));
}

std::vector<bool> companions(const Tensors& tensors, const TensorNames& names) {
    std::vector<bool> found(tensors.items.size(), false);
    for (const Tensor& tensor : tensors.items) {
        if (tensor.dtype != "U8" && tensor.dtype != "I8" && tensor.dtype.rfind("F8_", 0) != 0)
            continue;
        if (const auto scale = scaleOf(names, tensor.name))
            found[*scale] = true;
        if (const auto zero = zeroOf(names, tensor.name))
            found[*zero] = true;
        if (const auto blocks = firstOf(names, companionNames(tensor.name, "scale_inv")))
            found[*blocks] = true;
    }
    return found;
}

} // namespace vitrine::intruder_threshold
