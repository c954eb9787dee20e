#include "plugins/intruder_threshold/compute/result_tables.h"

#include "plugins/intruder_threshold/compute/outputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace vitrine::intruder_threshold {

namespace {

using Layers = std::vector<LayerResult>;

/// Column of a number per row; NaN is a missing cell.
Column numbers(const char* name, std::vector<double> values, const char* description = "") {
    std::vector<std::size_t> missing;
    for (std::size_t row = 0; row < values.size(); ++row)
        if (std::isnan(values[row])) {
            missing.push_back(row);
            values[row] = 0.0;
        }
    Column column(name, std::move(values));
    column.description = description;
    for (const std::size_t row : missing)
        column.setMissing(row);
    return column;
}

Column realOf(const Layers& layers, const char* name, const std::function<double(const LayerResult&)>& value,
              const char* description = "") {
    std::vector<double> values;
    for (const LayerResult& layer : layers)
        values.push_back(value(layer));
    return numbers(name, std::move(values), description);
}

Column integerOf(const Layers& layers, const char* name, const std::function<std::int64_t(const LayerResult&)>& value) {
    Column::Integers values;
    for (const LayerResult& layer : layers)
        values.push_back(value(layer));
    return {name, std::move(values)};
}

Column textOf(const Layers& layers, const char* name, const std::function<std::string(const LayerResult&)>& value) {
    Column::Texts values;
    for (const LayerResult& layer : layers)
        values.push_back(value(layer));
    return {name, std::move(values)};
}

Column depthOf(const Layers& layers) {
    Column::Integers values;
    for (const LayerResult& layer : layers)
        values.push_back(layer.depth.value_or(0));
    Column column(column::kDepth, std::move(values));
    for (std::size_t row = 0; row < layers.size(); ++row)
        if (!layers[row].depth)
            column.setMissing(row);
    return column;
}

std::string joined(const std::vector<std::string>& texts) {
    std::string whole;
    for (const std::string& text : texts)
        whole += (whole.empty() ? "" : "; ") + text;
    return whole;
}

void addAdapterColumns(const Layers& layers, const Criterion& criterion, Table& table) {
    double excess = 0.0;
    for (const LayerResult& layer : layers)
        excess += layer.excess();
    auto& columns = table.columns;
    columns.push_back(integerOf(layers, column::kRank, [](const auto& l) { return l.rank; }));
    columns.push_back(realOf(layers, column::kGamma, [](const auto& l) { return l.gamma; }));
    columns.push_back(realOf(layers, column::kUpdate, [](const auto& l) { return l.update(); }));
    columns.push_back(realOf(layers, column::kSFull, [](const auto& l) { return l.critical(l.full.theta); }));
    columns.push_back(realOf(layers, column::kSBulk, [](const auto& l) { return l.critical(l.bulk.theta); }));
    columns.push_back(realOf(layers, column::kSGeo, [](const auto& l) { return l.critical(l.thetaGeo()); }));
    columns.push_back(realOf(layers, column::kMargin, [](const auto& l) { return l.margin(); }));
    columns.push_back(integerOf(layers, "spikes_over", [](const auto& l) {
        return std::count_if(l.spikes.begin(), l.spikes.end(),
                             [&](const SpikeResult& spike) { return spike.strength > l.full.theta; });
    }));
    columns.push_back(integerOf(layers, column::kIntruders,
                                [&](const auto& l) { return l.intruders(criterion.k, criterion.epsilon); }));
    columns.push_back(integerOf(layers, "intruders_right",
                                [&](const auto& l) { return l.intrudersRight(criterion.k, criterion.epsilon); }));
    columns.push_back(realOf(layers, column::kOverlapMin, [&](const auto& l) {
        double least = std::nan("");
        for (std::size_t j = 0; j < std::min(criterion.k, l.leading.size()); ++j)
            least = std::fmin(least, l.leading[j].left);
        return least;
    }));
    columns.push_back(realOf(layers, column::kSFirst, [](const auto& l) { return l.first.strength; }));
    columns.push_back(textOf(layers, column::kFirstStatus, [](const auto& l) { return l.first.status; }));
    columns.push_back(realOf(layers, column::kSPersistent, [](const auto& l) { return l.persistent.strength; }));
    columns.push_back(textOf(layers, column::kPersistentStatus, [](const auto& l) { return l.persistent.status; }));
    columns.push_back(realOf(layers, column::kBlame,
                             [&](const auto& l) { return excess > 0.0 ? l.excess() / excess : std::nan(""); }));
    columns.push_back(realOf(layers, "alignment", [](const auto& l) { return l.alignment; }));
    columns.push_back(realOf(layers, "share_left", [](const auto& l) { return l.shareLeft; }));
    columns.push_back(realOf(layers, "share_right", [](const auto& l) { return l.shareRight; }));
    columns.push_back(textOf(layers, column::kGammaSource, [](const auto& l) { return l.gammaSource; }));
}

/// "3 down" of "model.layers.3.mlp.down_proj"; the whole name where the depth is not known.
std::string shortLabel(const LayerResult& layer) {
    if (!layer.depth)
        return layer.layer;
    std::string name = layer.module.substr(layer.module.rfind('.') + 1);
    if (name.ends_with("_proj"))
        name.resize(name.size() - std::string_view("_proj").size());
    return std::to_string(*layer.depth) + ' ' + name;
}

/// A table of which every layer has several rows.
class LongTable {
public:
    void begin(const std::string& layer) { m_layer = layer; }
    void row() { m_names.push_back(m_layer); }
    Column::Texts names() { return std::move(m_names); }

private:
    std::string m_layer;
    Column::Texts m_names;
};

} // namespace

void sortByDanger(Layers& layers, bool adapter) {
    const auto danger = [adapter](const LayerResult& layer) {
        const double value = adapter ? layer.margin() : 1.0 / layer.thetaGeo();
        return std::isnan(value) ? -1.0 : value;
    };
    std::ranges::stable_sort(layers, [&](const LayerResult& a, const LayerResult& b) {
        return danger(a) != danger(b) ? danger(a) > danger(b) : a.layer < b.layer;
    });
}

Table layersTable(const Layers& layers, const Criterion& criterion, bool adapter) {
    Table table;
    auto& columns = table.columns;
    columns.push_back(textOf(layers, column::kLayer, [](const auto& l) { return l.layer; }));
    columns.push_back(textOf(layers, column::kModule, [](const auto& l) { return l.module; }));
    columns.push_back(depthOf(layers));
    columns.push_back(integerOf(layers, column::kRows, [](const auto& l) { return l.rows; }));
    columns.push_back(integerOf(layers, column::kColumns, [](const auto& l) { return l.columns; }));
    columns.push_back(realOf(layers, column::kSigma1,
                             [](const auto& l) { return l.sigma.empty() ? std::nan("") : l.sigma.front(); }));
    columns.push_back(realOf(layers, column::kThetaFull, [](const auto& l) { return l.full.theta; }));
    columns.push_back(realOf(layers, column::kThetaFullLow, [](const auto& l) { return l.full.low; }));
    columns.push_back(realOf(layers, column::kThetaFullHigh, [](const auto& l) { return l.full.high; }));
    columns.push_back(realOf(layers, column::kThetaBulk, [](const auto& l) { return l.bulk.theta; }));
    columns.push_back(realOf(layers, column::kThetaGeo, [](const auto& l) { return l.thetaGeo(); }));
    if (adapter)
        addAdapterColumns(layers, criterion, table);
    columns.push_back(realOf(layers, "theta_noise", [](const auto& l) { return l.noise.theta; }));
    columns.push_back(integerOf(layers, "outliers", [](const auto& l) { return l.noise.dropped; }));
    columns.push_back(realOf(layers, "theta_over_sigma", [](const auto& l) {
        return l.sigma.empty() ? std::nan("") : l.thetaGeo() / l.sigma.front();
    }));
    columns.push_back(realOf(layers, "theta_over_norm", [](const auto& l) {
        return l.norm > 0.0 ? l.thetaGeo() / l.norm * std::sqrt(static_cast<double>(l.sigma.size())) : std::nan("");
    }));
    columns.push_back(realOf(layers, "slope", [](const auto& l) { return l.full.slope; }));
    columns.push_back(textOf(layers, column::kNote, [](const auto& l) { return joined(l.notes); }));
    // What a reader looks for first stands first.
    static constexpr std::array<std::string_view, 9> kFirst{column::kLayer,     column::kMargin,    column::kSGeo,
                                                            column::kSFirst,    column::kIntruders, column::kThetaGeo,
                                                            column::kThetaFull, column::kThetaBulk, column::kSigma1};
    const auto place = [](const Column& one) {
        return std::ranges::find(kFirst, std::string_view(one.name)) - kFirst.begin();
    };
    std::ranges::stable_sort(columns, {}, place);
    return table;
}

Table scanTable(const Layers& layers) {
    LongTable rows;
    std::vector<double> strengths, overlaps;
    Column::Integers intruders;
    for (const LayerResult& layer : layers) {
        rows.begin(layer.layer);
        for (const ScanResult& point : layer.scan) {
            rows.row();
            strengths.push_back(point.strength);
            overlaps.push_back(point.overlap);
            intruders.push_back(point.intruders);
        }
    }
    Table table;
    table.columns.emplace_back(column::kLayer, rows.names());
    table.columns.push_back(numbers(column::kS, std::move(strengths)));
    table.columns.push_back(numbers(column::kMinMaxcos, std::move(overlaps)));
    table.columns.emplace_back(column::kIntruders, std::move(intruders));
    return table;
}

Table spikesTable(const Layers& layers) {
    LongTable rows;
    Column::Integers index;
    std::vector<double> strength, ratio, predicted, left, right;
    for (const LayerResult& layer : layers) {
        rows.begin(layer.layer);
        for (std::size_t j = 0; j < layer.spikes.size(); ++j) {
            const SpikeResult& spike = layer.spikes[j];
            rows.row();
            index.push_back(static_cast<std::int64_t>(j) + 1);
            strength.push_back(spike.strength);
            ratio.push_back(spike.strength / layer.full.theta);
            predicted.push_back(spike.predicted);
            left.push_back(spike.overlapLeft);
            right.push_back(spike.overlapRight);
        }
    }
    Table table;
    table.columns.emplace_back(column::kLayer, rows.names());
    table.columns.emplace_back("j", std::move(index));
    table.columns.push_back(numbers("strength", std::move(strength)));
    table.columns.push_back(numbers("ratio", std::move(ratio)));
    table.columns.push_back(numbers("predicted", std::move(predicted)));
    table.columns.push_back(numbers("overlap_left", std::move(left)));
    table.columns.push_back(numbers("overlap_right", std::move(right)));
    return table;
}

Table directionsTable(const Layers& layers, const Criterion& criterion) {
    LongTable rows;
    Column::Integers index, match;
    std::vector<double> sigma, left, right, update;
    Column::Booleans intruder;
    for (const LayerResult& layer : layers) {
        rows.begin(layer.layer);
        for (std::size_t j = 0; j < std::min(criterion.k, layer.leading.size()); ++j) {
            const DirectionResult& one = layer.leading[j];
            rows.row();
            index.push_back(static_cast<std::int64_t>(j) + 1);
            sigma.push_back(one.sigma);
            left.push_back(one.left);
            match.push_back(one.match + 1);
            right.push_back(one.right);
            update.push_back(one.update);
            intruder.push_back(one.left < criterion.epsilon ? 1 : 0);
        }
    }
    Table table;
    table.columns.emplace_back(column::kLayer, rows.names());
    table.columns.emplace_back("j", std::move(index));
    table.columns.push_back(numbers("sigma", std::move(sigma)));
    table.columns.push_back(numbers("overlap_left", std::move(left)));
    table.columns.emplace_back("match", std::move(match));
    table.columns.push_back(numbers("overlap_right", std::move(right)));
    table.columns.push_back(numbers("overlap_update", std::move(update)));
    table.columns.emplace_back("intruder", std::move(intruder));
    return table;
}

Table sensitivityTable(const Layers& layers) {
    Column::Integers ks, bearing, total;
    std::vector<double> epsilons;
    for (const std::size_t k : {5, 10, 20})
        for (const double epsilon : {0.3, 0.4, 0.5, 0.6, 0.7}) {
            std::int64_t with = 0, all = 0;
            for (const LayerResult& layer : layers) {
                const std::int64_t count = layer.intruders(k, epsilon);
                with += count > 0 ? 1 : 0;
                all += count;
            }
            ks.push_back(static_cast<std::int64_t>(k));
            epsilons.push_back(epsilon);
            bearing.push_back(with);
            total.push_back(all);
        }
    Table table;
    table.columns.emplace_back("k", std::move(ks));
    table.columns.push_back(numbers("epsilon", std::move(epsilons)));
    table.columns.emplace_back("layers", std::move(bearing));
    table.columns.emplace_back("intruders", std::move(total));
    return table;
}

Series spectrumSeries(const Layers& layers) {
    Series series;
    series.x = {"Rank i of the singular value", ""};
    series.y = {"Singular value σ", ""};
    for (const LayerResult& layer : layers) {
        SeriesLine line;
        line.id = layer.layer;
        line.label = layer.layer;
        line.y = layer.sigma;
        for (std::size_t i = 0; i < layer.sigma.size(); ++i)
            line.x.push_back(static_cast<double>(i + 1));
        series.lines.push_back(std::move(line));
    }
    return series;
}

Matrix overlapMatrix(const Layers& layers, const Criterion& criterion) {
    Matrix matrix;
    matrix.rows = layers.size();
    for (const LayerResult& layer : layers) {
        matrix.columns = std::max(matrix.columns, std::min(criterion.k, layer.leading.size()));
        matrix.rowLabels.push_back(shortLabel(layer));
    }
    for (std::size_t j = 0; j < matrix.columns; ++j)
        matrix.columnLabels.push_back(std::to_string(j + 1));
    for (const LayerResult& layer : layers)
        for (std::size_t j = 0; j < matrix.columns; ++j)
            matrix.cells.push_back(j < layer.leading.size() ? layer.leading[j].left : std::nan(""));
    matrix.rowAxis = {"Layer", ""};
    matrix.columnAxis = {"Direction j of W + γBA", ""};
    matrix.valueAxis = {"Largest overlap", ""};
    return matrix;
}

} // namespace vitrine::intruder_threshold
