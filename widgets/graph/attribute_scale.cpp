#include "widgets/graph/attribute_scale.h"

#include "core/values/column_unit.h"
#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/molecule/graph_pictures.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace vitrine {
namespace {

constexpr float kNoLevel = std::numeric_limits<float>::quiet_NaN();
constexpr int kColorSteps = 64; // of a map; few enough that equal colours are drawn together
constexpr double kSmallestNode = 0.6, kLargestNode = 2.0;
constexpr double kThinnestEdge = 0.5, kWidestEdge = 4.0;

QString tr(const char* text) {
    return QCoreApplication::translate("AttributeScale", text);
}

/// Levels from values; NaN and infinities count as missing.
void setLevels(AttributeScale& scale, const std::vector<double>& values) {
    bool any = false;
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        scale.low = any ? std::min(scale.low, value) : value;
        scale.high = any ? std::max(scale.high, value) : value;
        any = true;
    }
    scale.diverging = scale.low < 0.0 && scale.high > 0.0;
    scale.levels.reserve(values.size());
    const double range = scale.high - scale.low;
    for (const double value : values) {
        const bool known = std::isfinite(value);
        scale.missing += known ? 0 : 1;
        const double level = range > 0.0 && std::isfinite(range) ? (value - scale.low) / range : 0.5;
        scale.levels.push_back(known ? static_cast<float>(level) : kNoLevel);
    }
}

bool hasValues(const AttributeScale& scale) {
    return scale.missing < std::max(scale.levels.size(), scale.classes.size());
}

/// Classes from texts; false when nearly every element has one of its own, as names do.
bool setClasses(AttributeScale& scale, const std::vector<QString>& texts) {
    std::map<QString, std::int64_t> counts;
    for (const QString& text : texts)
        if (!text.isNull())
            ++counts[text];
    constexpr std::size_t kFew = 20;
    if (counts.empty() || (counts.size() > kFew && 2 * counts.size() > texts.size()))
        return false;
    std::vector<std::pair<QString, std::int64_t>> byCount(counts.begin(), counts.end());
    std::stable_sort(byCount.begin(), byCount.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    const bool tooMany = byCount.size() > AttributeChoices::kMostCategories;
    const std::size_t named =
        tooMany ? static_cast<std::size_t>(AttributeChoices::kMostCategories) - 1 : byCount.size();
    std::map<QString, std::int32_t> classOf;
    for (std::size_t i = 0; i < byCount.size(); ++i) {
        if (i < named)
            scale.categories.append(byCount[i].first);
        classOf[byCount[i].first] = static_cast<std::int32_t>(std::min(i, named));
    }
    if (tooMany)
        scale.categories.append(tr("%1 others").arg(byCount.size() - named));
    scale.categorical = true;
    for (const QString& text : texts) {
        scale.missing += text.isNull() ? 1 : 0;
        scale.classes.push_back(text.isNull() ? -1 : classOf[text]);
    }
    return true;
}

AttributePointer scaleOf(const Column& column, std::size_t first, std::size_t count, bool isLabel) {
    auto scale = std::make_shared<AttributeScale>();
    scale->name = toQString(splitHeader(column.name).title);
    scale->unit = toQString(column.unit);
    if (column.isNumeric() && !isLabel) {
        std::vector<double> values(count);
        for (std::size_t i = 0; i < count; ++i)
            values[i] = column.number(first + i);
        setLevels(*scale, values);
        return hasValues(*scale) ? scale : nullptr;
    }
    std::vector<QString> texts(count);
    for (std::size_t i = 0; i < count; ++i)
        if (column.isValid(first + i))
            texts[i] =
                QStringLiteral("") + (isLabel ? nodeLabel(column, first + i) : toQString(column.cellText(first + i)));
    return setClasses(*scale, texts) ? scale : nullptr;
}

AttributePointer degrees(const ShownGraph& graph) {
    auto scale = std::make_shared<AttributeScale>();
    scale->name = tr("neighbours");
    std::vector<double> values(graph.nodeCount());
    for (std::size_t node = 0; node < values.size(); ++node)
        values[node] = static_cast<double>(graph.neighbours(static_cast<std::int32_t>(node)).size());
    setLevels(*scale, values);
    return hasValues(*scale) ? scale : nullptr;
}

double colorLevel(const AttributeScale& scale, double level) {
    // The first colours of the sequential map are those of the page; a dot of them would not be seen.
    constexpr double kFirst = 0.18;
    if (!scale.diverging)
        return kFirst + (1.0 - kFirst) * level;
    const double reach = std::max(-scale.low, scale.high); // the neutral colour stands at 0
    return 0.5 + 0.5 * scale.valueAt(level) / reach;
}

} // namespace

QString AttributeScale::title() const {
    return unit.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, unit);
}

double AttributeScale::valueAt(double level) const {
    return low + level * (high - low);
}

QString AttributeScale::numberText(double value) const {
    constexpr int kMostDecimals = 6;
    const bool whole = low == std::floor(low) && high == std::floor(high);
    const double range = high > low ? high - low : std::abs(high);
    if (!(range > 0.0) || (whole && range < 1e7))
        return displayNumber(value, 0);
    const int decimals = 2 - static_cast<int>(std::floor(std::log10(range)));
    return decimals > kMostDecimals || decimals < -4 ? displayNumber(value)
                                                     : displayNumber(value, std::max(decimals, 0));
}

AttributeChoices::AttributeChoices(const ShownGraph& graph, const std::stop_token& stop) {
    const GraphSet& set = *graph.graphSet();
    const auto add = [&stop](std::vector<AttributePointer>& to, const Table& table, std::size_t first,
                             std::size_t count, const std::string& label) {
        for (const Column& column : table.columns)
            if (!stop.stop_requested())
                if (auto scale = scaleOf(column, first, count, column.name == label))
                    to.push_back(std::move(scale));
    };
    if (graph.nodeCount() == 0)
        return;
    if (auto scale = degrees(graph))
        m_nodes.push_back(std::move(scale));
    add(m_nodes, set.nodes, graph.nodeRow(0), graph.nodeCount(), set.labelAttribute);
    if (!graph.edges().empty())
        add(m_edges, set.edges, graph.edgeRow(0), graph.edges().size(), {});
}

QColor missingColor(const Tokens& tokens) {
    return tokens.line2;
}

QColor categoryColor(int category, const Tokens& tokens) {
    return category < 0 ? missingColor(tokens) : seriesColor(category + 1, tokens);
}

QColor levelColor(const AttributeScale& scale, double level, const Tokens& tokens) {
    return mapColor(scale.diverging ? ColorMap::diverging : ColorMap::sequential, colorLevel(scale, level), tokens);
}

QColor attributeColor(const AttributeScale& scale, std::size_t element, const Tokens& tokens) {
    if (scale.categorical)
        return categoryColor(scale.classes[element], tokens);
    const auto level = static_cast<double>(scale.levels[element]);
    if (std::isnan(level))
        return missingColor(tokens);
    return levelColor(scale, std::lround(level * kColorSteps) / static_cast<double>(kColorSteps), tokens);
}

double sizeFactor(double level) {
    return std::isnan(level) ? kSmallestNode : kSmallestNode + level * (kLargestNode - kSmallestNode);
}

double widthFactor(double level) {
    return std::isnan(level) ? kThinnestEdge : kThinnestEdge + level * (kWidestEdge - kThinnestEdge);
}

GraphLook lookOf(const GraphAppearance& appearance, const Tokens& tokens) {
    GraphLook look;
    const auto colors = [&tokens](const AttributePointer& scale, std::vector<QRgb>& to) {
        if (!scale)
            return;
        const std::size_t count = std::max(scale->levels.size(), scale->classes.size());
        std::map<std::pair<int, int>, QRgb> known; // the map is asked once per step
        to.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto level = scale->categorical ? 0.0 : static_cast<double>(scale->levels[i]);
            const int step = std::isnan(level) ? -1 : static_cast<int>(std::lround(4096.0 * level));
            const auto [place, isNew] = known.try_emplace({scale->categorical ? scale->classes[i] : 0, step}, QRgb{0});
            if (isNew)
                place->second = attributeColor(*scale, i, tokens).rgb();
            to.push_back(place->second);
        }
    };
    const auto sizes = [](const AttributePointer& scale, std::vector<float>& to, double (*factor)(double)) {
        if (!scale || scale->categorical)
            return;
        to.reserve(scale->levels.size());
        for (const float level : scale->levels)
            to.push_back(static_cast<float>(factor(static_cast<double>(level))));
    };
    colors(appearance.nodeColor, look.nodeColors);
    colors(appearance.edgeColor, look.linkColors);
    sizes(appearance.nodeSize, look.nodeScales, sizeFactor);
    sizes(appearance.edgeWidth, look.linkWidths, widthFactor);
    return look;
}

} // namespace vitrine
