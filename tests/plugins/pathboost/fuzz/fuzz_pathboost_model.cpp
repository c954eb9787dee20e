// Models as a project or a file holds them, and what a damaged one predicts.

#include "core/values/json_text.h"
#include "plugins/pathboost/compute/model_json.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/predictor.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;
using namespace vitrine::pathboost;

namespace {

/// A triangle with a tail, and a single node.
const GraphSet& graphs() {
    static const GraphSet set = [] {
        GraphSet made;
        made.topology.nodeOffsets = {0, 4, 5};
        made.topology.edgeOffsets = {0, 4, 4};
        made.topology.edgeSource = {0, 1, 2, 2};
        made.topology.edgeTarget = {1, 2, 0, 3};
        made.nodes.columns.emplace_back("atomic_number", Column::Integers{6, 6, 8, 7, 6});
        made.nodes.columns.emplace_back("mass", Column::Reals{12.0, 12.0, 16.0, 14.0, 12.0});
        made.edges.columns.emplace_back("bond_order", Column::Reals{1.0, 1.5, 1.0, 2.0});
        return made;
    }();
    return set;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto document = parseJson(fuzz::textOf(data, size));
    if (!document)
        return 0;
    const auto read = readModel(Model{kModelFormat, kModelVersion, std::move(*document)});
    if (!read) {
        fuzz::require(!read.error().message.empty(), "a refusal has a sentence");
        return 0;
    }
    const Model written = modelDocument(*read);
    const auto again = readModel(written);
    fuzz::require(again.ok(), "what was read can be written");
    fuzz::require(jsonText(modelDocument(*again).document) == jsonText(written.document), "writing keeps everything");
    const auto predictor = Predictor::make(*read, graphs());
    if (!predictor)
        return 0;
    for (std::int32_t graph = 0; graph < predictor->graphCount(); ++graph)
        predictor->evaluate(graph);
    return 0;
}
