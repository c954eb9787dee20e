#pragma once

#include "core/base/result.h"
#include "core/kernels/graph/adjacency.h"
#include "core/values/graph_set.h"
#include "plugins/pathboost/compute/labels.h"

#include <string>
#include <vector>

namespace vitrine::pathboost {

/// Where the values of an attribute column stand. `merged` is the reference's rule for a name that nodes and edges
/// share: the last edge has it, else the last node.
enum class AttributeScope { node, edge, merged };

struct AttributeKey {
    std::string name;   ///< as shown: "mass", "edge:mass" when nodes have a "mass" too
    std::string column; ///< column of the node or edge table
    AttributeScope scope = AttributeScope::node;
    bool operator==(const AttributeKey&) const = default;
};

/// How graphs become labelled paths and columns. A model keeps the scheme it was fitted with.
struct Scheme {
    std::string labelAttribute;
    LabelDictionary labels;
    std::vector<AttributeKey> attributes; ///< numeric attributes, names in ascending byte order
    bool elements = false;                ///< labels are atomic numbers, shown as symbols
};

/// Scheme of a data set: all labels, all numeric node and edge columns.
/// @param parity  merge a name that nodes and edges share as the reference does, else prefix the edge column
/// @param warnings  receives one sentence per name that nodes and edges share, may be null
/// @errors invalid_argument: no such node column
Result<Scheme> makeScheme(const GraphSet& graphs, const std::string& labelAttribute, bool parity,
                          std::vector<std::string>* warnings = nullptr);

/// The label attribute for graphs that name none: among the node columns whose values are all whole numbers or texts
/// with 2 to 200 different values the one with most; the first wins. Empty when there is none.
/// @source rule of the method paper's benchmark
std::string guessLabelAttribute(const GraphSet& graphs);

/// Values of one attribute; NaN is missing. An array is empty when the scope does not use it or the data lack it.
struct AttributeValues {
    std::vector<double> ofNode;
    std::vector<double> ofEdge;
};

/// A set of graphs ready for the path index.
struct GraphData {
    Adjacency adjacency;
    std::vector<std::int32_t> labelOfNode;   ///< codes of the scheme, -1 where there is none
    std::vector<AttributeValues> attributes; ///< as scheme.attributes

    std::int32_t graphCount() const { return adjacency.graphCount(); }
};

/// @param warnings  receives a sentence per attribute of the scheme that the graphs lack, may be null
/// @errors invalid_argument: no such label column; out_of_range: 2^31 nodes or edges or more
Result<GraphData> prepareGraphs(const GraphSet& graphs, const Scheme& scheme,
                                std::vector<std::string>* warnings = nullptr);

} // namespace vitrine::pathboost
