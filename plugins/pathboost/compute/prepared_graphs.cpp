#include "plugins/pathboost/compute/prepared_graphs.h"

namespace vitrine::pathboost {

std::int64_t PreparedGraphs::memoryBytes() const {
    // Measured on molecules: attributes and adjacency of a node, and its share of the index up to five nodes.
    constexpr std::int64_t kBytesPerNode = 600;
    return kBytesPerNode * static_cast<std::int64_t>(data.labelOfNode.size());
}

Result<std::shared_ptr<const PreparedGraphs>> prepareForFits(const GraphSet& graphs, const std::string& labelAttribute,
                                                             bool parity, std::int64_t maximumOccurrences) {
    auto prepared = std::make_shared<PreparedGraphs>();
    auto scheme = makeScheme(graphs, labelAttribute, parity, &prepared->warnings);
    if (!scheme)
        return scheme.error();
    prepared->scheme = std::move(*scheme);
    auto data = prepareGraphs(graphs, prepared->scheme);
    if (!data)
        return data.error();
    prepared->data = std::move(*data);
    prepared->index =
        std::make_unique<PathIndex>(prepared->data.adjacency, prepared->data.labelOfNode, maximumOccurrences);
    return std::shared_ptr<const PreparedGraphs>(std::move(prepared));
}

} // namespace vitrine::pathboost
