#pragma once

#include "widgets/graph/shown_graph.h"
#include "widgets/molecule/graph_picture.h"
#include "widgets/style/series_style.h"

namespace vitrine {

/// One attribute of the nodes or edges of a graph, ready to be shown as colour or size.
struct AttributeScale {
    QString name;
    QString unit;
    bool categorical = false;
    std::vector<float> levels;         ///< 0 to 1 per element, NaN where there is no finite value; not of categories
    std::vector<std::int32_t> classes; ///< position in `categories` per element, -1 where missing
    QStringList categories;            ///< the most frequent first; the last may stand for all others
    double low = 0.0, high = 0.0; ///< of the finite values; colours of a diverging scale reach as far on both sides
    bool diverging = false;       ///< values lie on both sides of 0
    std::size_t missing = 0;      ///< elements without a finite value or without a label

    QString title() const; ///< "charge (e)"
    /// Where a level stands between low and high.
    double valueAt(double level) const;
    QString numberText(double value) const; ///< with about three digits of the range
};

/// Attributes that may be shown: first the number of neighbours (nodes only), then the columns that hold numbers or few
/// different texts. Any thread. @cost one pass over the elements per column
class AttributeChoices {
public:
    static constexpr int kMostCategories = 8;

    AttributeChoices() = default;
    explicit AttributeChoices(const ShownGraph& graph, const std::stop_token& stop = {});

    const std::vector<std::shared_ptr<const AttributeScale>>& nodes() const { return m_nodes; }
    const std::vector<std::shared_ptr<const AttributeScale>>& edges() const { return m_edges; }

private:
    std::vector<std::shared_ptr<const AttributeScale>> m_nodes, m_edges;
};

using AttributePointer = std::shared_ptr<const AttributeScale>;

/// What is shown how; null: not.
struct GraphAppearance {
    AttributePointer nodeColor;
    AttributePointer nodeSize; ///< numbers only
    AttributePointer edgeColor;
    AttributePointer edgeWidth; ///< numbers only
};

/// Colour of one element. Missing values are grey, never a colour of the map.
QColor attributeColor(const AttributeScale& scale, std::size_t element, const Tokens& tokens);
/// Colour of a level of a scale that is not categorical.
QColor levelColor(const AttributeScale& scale, double level, const Tokens& tokens);
QColor categoryColor(int category, const Tokens& tokens);
QColor missingColor(const Tokens& tokens);
/// Radius over the usual one at a level; elements without a value are small.
double sizeFactor(double level);
double widthFactor(double level);
GraphLook lookOf(const GraphAppearance& appearance, const Tokens& tokens);

} // namespace vitrine
