#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/compute/result_tables.h"
#include "plugins/intruder_threshold/compute/table_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

using Layers = std::vector<LayerResult>;

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

/// Spikes over the threshold, and what became of the leading directions at deployment.
void addDirectionColumns(const Layers& layers, const Criterion& criterion, Table& table) {
    auto& columns = table.columns;
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
}

/// A threshold that too few draws reach is infinite.
void addFiniteSizeColumns(const Layers& layers, Subject subject, Table& table) {
    auto& columns = table.columns;
    const auto add = [&](const char* name, double FiniteSizeResult::*value) {
        columns.push_back(
            realOf(layers, name, [&](const auto& l) { return l.finiteSize ? (*l.finiteSize).*value : std::nan(""); }));
    };
    add(column::kThetaFinite, &FiniteSizeResult::theta);
    add(column::kThetaFiniteLow, &FiniteSizeResult::low);
    add(column::kThetaFiniteHigh, &FiniteSizeResult::high);
    if (subject == Subject::adapter)
        columns.push_back(
            realOf(layers, column::kSFinite, [](const auto& l) { return l.critical(l.thetaFiniteSize()); }));
}

void addTunedColumns(const Layers& layers, const Criterion& criterion, Table& table) {
    auto& columns = table.columns;
    columns.push_back(realOf(layers, column::kUpdate, [](const auto& l) { return l.update(); }));
    columns.push_back(realOf(layers, column::kMargin, [](const auto& l) { return l.margin(); }));
    columns.push_back(realOf(layers, column::kMarginGeo, [](const auto& l) { return l.update() / l.thetaGeo(); }));
    columns.push_back(realOf(layers, column::kStableRank, [](const auto& l) { return l.stableRank; }));
    columns.push_back(realOf(layers, column::kChange, [](const auto& l) { return l.updateNorm / l.norm; }));
    addDirectionColumns(layers, criterion, table);
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
    addDirectionColumns(layers, criterion, table);
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

} // namespace

void sortByDanger(Layers& layers, Subject subject) {
    const auto danger = [subject](const LayerResult& layer) {
        const double value = subject == Subject::base ? 1.0 / layer.thetaGeo() : layer.margin();
        return std::isnan(value) ? -1.0 : value;
    };
    std::ranges::stable_sort(layers, [&](const LayerResult& a, const LayerResult& b) {
        return danger(a) != danger(b) ? danger(a) > danger(b) : a.layer < b.layer;
    });
}

Table layersTable(const Layers& layers, const Criterion& criterion, Subject subject) {
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
    if (std::ranges::any_of(layers, [](const auto& l) { return l.finiteSize.has_value(); }))
        addFiniteSizeColumns(layers, subject, table);
    if (subject == Subject::adapter)
        addAdapterColumns(layers, criterion, table);
    if (subject == Subject::tuned)
        addTunedColumns(layers, criterion, table);
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

} // namespace vitrine::intruder_threshold
