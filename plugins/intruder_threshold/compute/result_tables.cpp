#include "plugins/intruder_threshold/compute/result_tables.h"

#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/compute/table_columns.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

using Layers = std::vector<LayerResult>;

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

Series seriesOf(const Layers& layers, std::vector<double> LayerResult::*values) {
    Series series;
    series.x = {"Rank i of the singular value", ""};
    series.y = {"Singular value σ", ""};
    for (const LayerResult& layer : layers) {
        SeriesLine line;
        line.id = layer.layer;
        line.label = layer.layer;
        line.y = layer.*values;
        for (std::size_t i = 0; i < line.y.size(); ++i)
            line.x.push_back(static_cast<double>(i + 1));
        series.lines.push_back(std::move(line));
    }
    return series;
}

} // namespace

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

Table directionsTable(const Layers& layers, const Criterion& criterion, Subject subject) {
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
    if (subject == Subject::adapter)
        table.columns.push_back(numbers("overlap_update", std::move(update)));
    table.columns.emplace_back("intruder", std::move(intruder));
    return table;
}

const std::vector<Criterion>& otherCriteria() {
    static const std::vector<Criterion> all = [] {
        std::vector<Criterion> criteria;
        for (const std::size_t k : {5, 10, 20})
            for (const double epsilon : {0.3, 0.4, 0.5, 0.6, 0.7})
                criteria.push_back({k, epsilon});
        return criteria;
    }();
    return all;
}

Table sensitivityTable(const Layers& layers) {
    Column::Integers ks, bearing, total;
    std::vector<double> epsilons;
    for (std::size_t i = 0; i < otherCriteria().size(); ++i) {
        std::int64_t with = 0, all = 0;
        for (const LayerResult& layer : layers) {
            const std::int64_t count = layer.otherCriteria.at(i);
            with += count > 0 ? 1 : 0;
            all += count;
        }
        ks.push_back(static_cast<std::int64_t>(otherCriteria()[i].k));
        epsilons.push_back(otherCriteria()[i].epsilon);
        bearing.push_back(with);
        total.push_back(all);
    }
    Table table;
    table.columns.emplace_back("k", std::move(ks));
    table.columns.push_back(numbers("epsilon", std::move(epsilons)));
    table.columns.emplace_back("layers", std::move(bearing));
    table.columns.emplace_back(column::kIntruders, std::move(total));
    return table;
}

Table layerSensitivityTable(const Layers& layers) {
    LongTable rows;
    Column::Integers ks, counts;
    std::vector<double> epsilons;
    for (const LayerResult& layer : layers) {
        rows.begin(layer.layer);
        for (std::size_t i = 0; i < otherCriteria().size(); ++i) {
            rows.row();
            ks.push_back(static_cast<std::int64_t>(otherCriteria()[i].k));
            epsilons.push_back(otherCriteria()[i].epsilon);
            counts.push_back(layer.otherCriteria.at(i));
        }
    }
    Table table;
    table.columns.emplace_back(column::kLayer, rows.names());
    table.columns.emplace_back("k", std::move(ks));
    table.columns.push_back(numbers("epsilon", std::move(epsilons)));
    table.columns.emplace_back(column::kIntruders, std::move(counts));
    return table;
}

Series spectrumSeries(const Layers& layers) {
    return seriesOf(layers, &LayerResult::sigma);
}

Series updateSeries(const Layers& layers) {
    return seriesOf(layers, &LayerResult::updateSigma);
}

Matrix overlapMatrix(const Layers& layers, const Criterion& criterion, Subject subject) {
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
    matrix.columnAxis = {subject == Subject::tuned ? "Direction j of the tuned weight" : "Direction j of W + γBA", ""};
    matrix.valueAxis = {"Largest overlap", ""};
    return matrix;
}

} // namespace vitrine::intruder_threshold
