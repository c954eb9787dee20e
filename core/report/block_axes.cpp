#include "core/report/block_axes.h"

namespace vitrine {

namespace {
constexpr const char* kAxes = "axes";
} // namespace

void keepAxes(ReportBlock& block, const FigureChanges& changes) {
    if (!block.options.is_object())
        block.options = nlohmann::json::object();
    block.options.erase(kAxes);
    if (!changes.isEmpty())
        block.options[kAxes] = changes.toJson();
    if (block.options.empty())
        block.options = nullptr;
}

FigureChanges axesOf(const ReportBlock& block) {
    return block.options.is_object() && block.options.contains(kAxes) ? FigureChanges::fromJson(block.options[kAxes])
                                                                      : FigureChanges();
}

} // namespace vitrine
