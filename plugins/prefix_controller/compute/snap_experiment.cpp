#include "core/values/table_rows.h"
#include "plugins/prefix_controller/compute/outputs.h"
#include "plugins/prefix_controller/compute/sentence_cut.h"
#include "plugins/prefix_controller/compute/small_experiments.h"

namespace vitrine::prefix_controller {

namespace {

constexpr std::size_t kLongestShown = 200; ///< bytes of the end of a prefix

/// Bytes of the first `points` code points.
std::size_t bytesOf(const std::string& text, std::size_t points) {
    std::size_t at = 0;
    for (std::size_t seen = 0; at < text.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        if (begins && seen++ == points)
            break;
    }
    return at;
}

/// The last words of a prefix, from a code point on.
std::string endOf(const std::string& text, std::size_t points) {
    const std::size_t end = bytesOf(text, points);
    std::size_t begin = end > kLongestShown ? end - kLongestShown : 0;
    while (begin > 0 && begin < end && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U)
        ++begin;
    return (begin > 0 ? "…" : "") + text.substr(begin, end - begin);
}

} // namespace

Inspection SnapExperiment::inspect(const RunInputs&) const {
    return {};
}

Estimate SnapExperiment::estimate(const RunInputs&) const {
    return {0.01, std::int64_t{1} << 20};
}

Result<void> SnapExperiment::run(const RunInputs& inputs, RunContext& context) {
    context.progress(0.1, "Computing");
    const std::string text = inputs.parameters.text("text");
    const SentenceCuts cuts = sentenceCuts(text);
    TableRows rows;
    for (const nlohmann::json& ratio : inputs.parameters.value("ratios")) {
        const std::size_t cut = cutAt(cuts, ratio.get<double>());
        rows.real("rho", ratio.get<double>());
        rows.integer("cut", static_cast<std::int64_t>(cut));
        rows.real("effective", cuts.length > 0 ? static_cast<double>(cut) / static_cast<double>(cuts.length) : 0.0);
        rows.text("prefix_end", endOf(text, cut));
    }
    context.progress(1.0, "Finished");
    return context.emitArtifact("cuts", makeValue(rows.table()));
}

} // namespace vitrine::prefix_controller
