#pragma once

#include "plugins/pathboost/compute/path_columns.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vitrine::pathboost {

/// One node of a regression tree. Inner nodes send a row left when value <= threshold; a missing value goes left when
/// missingLeft. A threshold of +infinity separates present (left) from missing values.
struct TreeNode {
    std::int32_t left = -1; ///< -1 in leaves
    std::int32_t right = -1;
    std::int32_t path = -1;                ///< used path of the sub-model
    std::int32_t attribute = kCountColumn; ///< attribute of the scheme, or kCountColumn
    double threshold = 0.0;
    bool missingLeft = false;
    double value = 0.0; ///< mean of the target
    std::int32_t rows = 0;
    double gain = 0.0; ///< reduction of the squared error, 0 in leaves

    bool isLeaf() const { return left < 0; }
    bool operator==(const TreeNode&) const = default;
};

/// Nodes in preorder, the root first.
using Tree = std::vector<TreeNode>;

/// The leaf a row falls into. valueOf(path, attribute) gives its float32 value, NaN when missing.
template <class ValueOf>
const TreeNode& treeLeaf(const Tree& tree, ValueOf&& valueOf) {
    const TreeNode* node = &tree.front();
    while (!node->isLeaf()) {
        const float value = valueOf(node->path, node->attribute);
        const bool left = value != value ? node->missingLeft : static_cast<double>(value) <= node->threshold;
        node = &tree[static_cast<std::size_t>(left ? node->left : node->right)];
    }
    return *node;
}

/// Columns of one path offered to a tree, with the number by which its nodes name the path.
struct TreeInput {
    std::int32_t path = 0;
    const PathColumns* columns = nullptr;
};

/// Exact regression tree on float32 columns with missing values, squared error, one row per leaf at least; ties are
/// broken by fixed rules, so the tree does not depend on the order of rows or on an implementation's sort.
/// Reuses its memory from tree to tree; one learner per thread.
/// @source the canonical tree of the PathBoost specification, section 6.2
class TreeLearner {
public:
    TreeLearner(std::int32_t trainRows, std::int32_t otherRows);

    /// @param inputs  shortest path first @param target  one per training row @param depth  1 or more
    /// @cost O(depth * (entries of the columns + bins * 2^depth))
    Tree fit(std::span<const TreeInput> inputs, std::span<const double> target, int depth);

    /// Leaf values of the last tree for all rows, training rows first.
    std::span<const double> output() const { return m_output; }

private:
    struct Split {
        bool found = false;
        double gain = 0.0;
        std::int32_t input = -1;
        std::int32_t column = -1;
        std::int32_t cutBin = -1; ///< values up to this bin go left
        double threshold = 0.0;
        bool nodeHasMissing = false;
        bool missingLeft = false;
    };
    /// A node while the tree grows, its rows the range [begin, end) of m_order.
    struct Growing {
        std::int32_t begin = 0;
        std::int32_t end = 0;
        double sum = 0.0;
        double mean = 0.0;
        double squares = 0.0; ///< Q, sum of squared deviations
        std::int32_t left = -1;
        std::int32_t right = -1;
        Split split;

        double rows() const { return end - begin; }
    };

    std::int32_t addNode(std::int32_t begin, std::int32_t end, std::span<const double> target);
    std::vector<std::int32_t> openNodes(std::size_t firstOfLevel) const;
    void searchLevel(std::span<const TreeInput> inputs, std::span<const double> target,
                     std::span<const std::int32_t> open);
    void fillBins(const PathColumns& columns, std::span<const double> target, std::size_t openCount);
    void scanColumn(const PathColumns& columns, std::int32_t input, std::int32_t column, const Bin* bins,
                    Growing& node);
    void splitNode(std::span<const TreeInput> inputs, std::int32_t index, std::span<const double> target);
    std::int32_t write(std::span<const TreeInput> inputs, std::int32_t index, Tree& tree);
    void predictOthers(std::span<const TreeInput> inputs);

    std::int32_t m_trainRows;
    std::vector<std::int32_t> m_order;
    std::vector<std::int32_t> m_scratchRows;
    std::vector<std::int32_t> m_slot; ///< per training row: place of its node among the open ones, -1 when closed
    std::vector<Growing> m_nodes;
    std::vector<Bin> m_bins;
    std::vector<double> m_cumulatedSum;
    std::vector<double> m_cumulatedRows;
    std::vector<double> m_gains;
    std::vector<std::int32_t> m_usedBins;
    std::vector<double> m_output;
};

} // namespace vitrine::pathboost
