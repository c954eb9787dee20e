#include "plugins/pathboost/compute/tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace vitrine::pathboost {

namespace {

// Gains that differ by less than this share of Q are equal; it absorbs the rounding of the sums.
constexpr double kTie = 1e-10;

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

// Gain of a cut whose left side has `rows` of n rows and the sum d of centred targets: d^2/rows + d^2/(n - rows).
double cutGain(double d, double rows, double n) {
    return d * d * n / (rows * (n - rows));
}

} // namespace

TreeLearner::TreeLearner(std::int32_t trainRows, std::int32_t otherRows)
    : m_trainRows(trainRows), m_order(at(trainRows)), m_scratchRows(at(trainRows)), m_slot(at(trainRows)),
      m_output(at(trainRows) + at(otherRows)) {}

Tree TreeLearner::fit(std::span<const TreeInput> inputs, std::span<const double> target, int depth) {
    std::iota(m_order.begin(), m_order.end(), 0);
    m_nodes.clear();
    addNode(0, m_trainRows, target);
    std::size_t firstOfLevel = 0;
    for (int level = 0; level < depth; ++level) {
        const std::vector<std::int32_t> open = openNodes(firstOfLevel);
        if (open.empty())
            break;
        searchLevel(inputs, target, open);
        firstOfLevel = m_nodes.size();
        for (const std::int32_t node : open)
            if (m_nodes[at(node)].split.found)
                splitNode(inputs, node, target);
    }
    Tree tree;
    tree.reserve(m_nodes.size());
    write(inputs, 0, tree);
    predictOthers(inputs);
    return tree;
}

std::int32_t TreeLearner::addNode(std::int32_t begin, std::int32_t end, std::span<const double> target) {
    Growing node;
    node.begin = begin;
    node.end = end;
    for (std::int32_t i = begin; i < end; ++i)
        node.sum += target[at(m_order[at(i)])];
    node.mean = node.sum / node.rows();
    for (std::int32_t i = begin; i < end; ++i) {
        const double deviation = target[at(m_order[at(i)])] - node.mean;
        node.squares += deviation * deviation;
    }
    m_nodes.push_back(node);
    return static_cast<std::int32_t>(m_nodes.size()) - 1;
}

std::vector<std::int32_t> TreeLearner::openNodes(std::size_t firstOfLevel) const {
    std::vector<std::int32_t> open;
    for (std::size_t i = firstOfLevel; i < m_nodes.size(); ++i) {
        const Growing& node = m_nodes[i];
        if (node.rows() >= 2.0 && node.squares / node.rows() > std::numeric_limits<double>::epsilon())
            open.push_back(static_cast<std::int32_t>(i));
    }
    return open;
}

void TreeLearner::searchLevel(std::span<const TreeInput> inputs, std::span<const double> target,
                              std::span<const std::int32_t> open) {
    std::fill(m_slot.begin(), m_slot.end(), -1);
    for (std::size_t slot = 0; slot < open.size(); ++slot)
        for (std::int32_t i = m_nodes[at(open[slot])].begin; i < m_nodes[at(open[slot])].end; ++i)
            m_slot[at(m_order[at(i)])] = static_cast<std::int32_t>(slot);
    for (std::size_t input = 0; input < inputs.size(); ++input) {
        const PathColumns& columns = *inputs[input].columns;
        fillBins(columns, target, open.size());
        for (std::size_t slot = 0; slot < open.size(); ++slot) {
            Growing& node = m_nodes[at(open[slot])];
            Bin* bins = m_bins.data() + slot * at(columns.binCount);
            // Rows without the path: what the count column does not hold.
            Bin absent{node.sum, node.rows()};
            const PathColumns::Column& count = columns.columns.front();
            for (std::int32_t k = 0; k < count.valueCount; ++k) {
                absent.sum -= bins[k].sum;
                absent.rows -= bins[k].rows;
            }
            for (std::int32_t c = 0; c < columns.columnCount(); ++c) {
                const PathColumns::Column& column = columns.columns[at(c)];
                if (absent.rows > 0.0) {
                    bins[column.absentBin].sum += absent.sum;
                    bins[column.absentBin].rows += absent.rows;
                }
                scanColumn(columns, static_cast<std::int32_t>(input), c, bins + column.firstBin, node);
            }
        }
    }
}

void TreeLearner::fillBins(const PathColumns& columns, std::span<const double> target, std::size_t openCount) {
    m_bins.assign(openCount * at(columns.binCount), Bin{});
    const std::size_t width = columns.columns.size();
    const std::int32_t* code = columns.bins.data();
    for (const std::int32_t row : columns.trainRows) {
        const std::int32_t slot = m_slot[at(row)];
        if (slot >= 0) {
            Bin* bins = m_bins.data() + at(slot) * at(columns.binCount);
            const double value = target[at(row)];
            for (std::size_t c = 0; c < width; ++c) {
                Bin& bin = bins[code[c]];
                bin.sum += value;
                bin.rows += 1.0;
            }
        }
        code += width;
    }
}

void TreeLearner::scanColumn(const PathColumns& columns, std::int32_t input, std::int32_t column, const Bin* bins,
                             Growing& node) {
    const PathColumns::Column& spec = columns.columns[at(column)];
    const float* values = columns.binValue.data() + spec.firstBin;
    const auto capacity = at(spec.valueCount);
    if (m_usedBins.size() < capacity) {
        m_usedBins.resize(capacity);
        m_cumulatedSum.resize(capacity);
        m_cumulatedRows.resize(capacity);
        m_gains.resize(capacity);
    }
    std::size_t used = 0;
    Bin left;
    for (std::size_t k = 0; k < capacity; ++k) {
        left.sum += bins[k].sum;
        left.rows += bins[k].rows;
        m_usedBins[used] = static_cast<std::int32_t>(k);
        m_cumulatedSum[used] = left.sum;
        m_cumulatedRows[used] = left.rows;
        used += bins[k].rows > 0.0 ? 1 : 0;
    }
    const Bin missing = bins[capacity];
    if (used == 0)
        return; // only missing values in this node
    const float smallest = values[at(m_usedBins[0])];
    const float largest = values[at(m_usedBins[used - 1])];
    if (missing.rows == 0.0 && !cutAllowed(smallest, largest))
        return; // constant in this node

    const double n = node.rows();
    const double tie = kTie * node.squares;
    const double missingSum = missing.sum - missing.rows * node.mean;
    // The best cut between present values, with the missing rows on one side.
    const auto tryCuts = [&](Bin with, bool missingLeft) {
        double best = -1.0;
        for (std::size_t j = 0; j + 1 < used; ++j) {
            const double rows = m_cumulatedRows[j] + with.rows;
            const double d = m_cumulatedSum[j] - m_cumulatedRows[j] * node.mean + with.sum;
            m_gains[j] = cutGain(d, rows, n);
        }
        if (spec.closeValues)
            for (std::size_t j = 0; j + 1 < used; ++j)
                if (!cutAllowed(values[at(m_usedBins[j])], values[at(m_usedBins[j + 1])]))
                    m_gains[j] = -1.0;
        for (std::size_t j = 0; j + 1 < used; ++j)
            best = std::max(best, m_gains[j]);
        if (best < 0.0 || (node.split.found && best <= node.split.gain + tie))
            return;
        std::size_t cut = 0;
        while (m_gains[cut] < 0.0 || m_gains[cut] < best - tie)
            ++cut;
        if (node.split.found && m_gains[cut] <= node.split.gain + tie)
            return;
        const float low = values[at(m_usedBins[cut])];
        const float high = values[at(m_usedBins[cut + 1])];
        node.split = {true,
                      m_gains[cut],
                      input,
                      column,
                      spec.firstBin + m_usedBins[cut],
                      static_cast<double>(low) / 2.0 + static_cast<double>(high) / 2.0,
                      missing.rows > 0.0,
                      missingLeft};
    };
    tryCuts({}, false);
    if (missing.rows == 0.0)
        return;
    const double gain = cutGain(missingSum, missing.rows, n);
    if (!node.split.found || gain > node.split.gain + tie)
        node.split = {
            true, gain, input, column, spec.firstBin + m_usedBins[used - 1], std::numeric_limits<double>::infinity(),
            true, false};
    tryCuts({missingSum, missing.rows}, true);
}

void TreeLearner::splitNode(std::span<const TreeInput> inputs, std::int32_t index, std::span<const double> target) {
    Split split = m_nodes[at(index)].split;
    const PathColumns& columns = *inputs[at(split.input)].columns;
    const PathColumns::Column& spec = columns.columns[at(split.column)];
    const std::int32_t missingBin = spec.firstBin + spec.valueCount;
    const std::int32_t begin = m_nodes[at(index)].begin;
    const std::int32_t end = m_nodes[at(index)].end;
    std::int32_t left = begin;
    std::int32_t right = 0;
    for (std::int32_t i = begin; i < end; ++i) {
        const std::int32_t row = m_order[at(i)];
        const std::int32_t bin = columns.binOf(row, split.column);
        const bool goesLeft = bin == missingBin ? split.missingLeft : bin <= split.cutBin;
        if (goesLeft)
            m_order[at(left++)] = row;
        else
            m_scratchRows[at(right++)] = row;
    }
    std::copy(m_scratchRows.begin(), m_scratchRows.begin() + right, m_order.begin() + left);
    if (!split.nodeHasMissing)
        m_nodes[at(index)].split.missingLeft = left - begin > right; // the larger child takes what was never seen
    const std::int32_t leftChild = addNode(begin, left, target);
    const std::int32_t rightChild = addNode(left, end, target);
    m_nodes[at(index)].left = leftChild;
    m_nodes[at(index)].right = rightChild;
}

std::int32_t TreeLearner::write(std::span<const TreeInput> inputs, std::int32_t index, Tree& tree) {
    const Growing& node = m_nodes[at(index)];
    const auto place = static_cast<std::int32_t>(tree.size());
    TreeNode out;
    out.value = node.mean;
    out.rows = node.end - node.begin;
    if (node.left >= 0) {
        const TreeInput& input = inputs[at(node.split.input)];
        out.path = input.path;
        out.attribute = input.columns->columns[at(node.split.column)].attribute;
        out.threshold = node.split.threshold;
        out.missingLeft = node.split.missingLeft;
        out.gain = node.split.gain;
    }
    tree.push_back(out);
    if (node.left >= 0) {
        const std::int32_t left = write(inputs, node.left, tree);
        const std::int32_t right = write(inputs, node.right, tree);
        tree[at(place)].left = left;
        tree[at(place)].right = right;
    } else {
        for (std::int32_t i = node.begin; i < node.end; ++i)
            m_output[at(m_order[at(i)])] = node.mean;
    }
    return place;
}

void TreeLearner::predictOthers(std::span<const TreeInput> inputs) {
    for (std::size_t row = at(m_trainRows); row < m_output.size(); ++row) {
        const Growing* node = &m_nodes.front();
        while (node->left >= 0) {
            const Split& split = node->split;
            const float value =
                inputs[at(split.input)].columns->otherValue(static_cast<std::int32_t>(row), split.column);
            const bool left = std::isnan(value) ? split.missingLeft : static_cast<double>(value) <= split.threshold;
            node = &m_nodes[at(left ? node->left : node->right)];
        }
        m_output[row] = node->mean;
    }
}

} // namespace vitrine::pathboost
