#include "plugins/intruder_threshold/compute/restore_layers.h"

#include "plugins/intruder_threshold/compute/analyse_layer.h"
#include "plugins/intruder_threshold/compute/outputs.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

/// A table of the run before, and which rows tell of which layer.
class LayerTable {
public:
    LayerTable(const RunContext& context, const char* output) {
        const auto left = context.previous(output);
        m_table = left ? valueAs<Table>(*left) : nullptr;
        const Column* names = m_table ? m_table->find(column::kLayer) : nullptr;
        if (names && names->type() == ColumnType::text)
            for (std::size_t row = 0; row < names->size(); ++row)
                m_rows[names->texts()[row]].push_back(row);
    }

    const std::vector<std::size_t>& rows(const std::string& layer) const {
        static const std::vector<std::size_t> kNone;
        const auto found = m_rows.find(layer);
        return found == m_rows.end() ? kNone : found->second;
    }
    /// NaN where the cell is missing or no number.
    double number(std::size_t row, const char* name) const {
        const Column* column = m_table->find(name);
        return column ? column->number(row) : std::nan("");
    }
    /// 0 where the cell is no number.
    std::int64_t integer(std::size_t row, const char* name) const {
        const double value = number(row, name);
        return std::isfinite(value) ? std::llround(value) : 0;
    }
    std::string text(std::size_t row, const char* name) const {
        const Column* column = m_table->find(name);
        return column ? column->cellText(row) : std::string();
    }

private:
    std::shared_ptr<const Table> m_table;
    std::map<std::string, std::vector<std::size_t>> m_rows;
};

/// The outputs that together hold a result.
struct Outputs {
    explicit Outputs(const RunContext& context)
        : layers(context, kLayers), spikes(context, kSpikes), directions(context, kDirections),
          criteria(context, kLayerSensitivity), scan(context, kScan) {
        const auto left = context.previous(kSpectrum);
        const auto series = left ? valueAs<Series>(*left) : nullptr;
        if (series)
            for (const SeriesLine& line : series->lines)
                spectrum[line.id] = line.y;
    }
    LayerTable layers, spikes, directions, criteria, scan;
    std::map<std::string, std::vector<double>> spectrum;
};

CrossingResult crossing(const LayerTable& table, std::size_t row, const char* status, const char* strength) {
    return {table.text(row, status), table.number(row, strength)};
}

/// The row of the layer table; what follows from other numbers is not read.
void readLayer(const LayerTable& table, std::size_t row, const RunSetup& setup, LayerResult& result) {
    result.full = {table.number(row, column::kThetaFull), table.number(row, column::kThetaFullLow),
                   table.number(row, column::kThetaFullHigh), table.number(row, "slope"), 0};
    result.bulk.theta = table.number(row, column::kThetaBulk);
    result.noise.theta = table.number(row, "theta_noise");
    result.noise.dropped = table.integer(row, "outliers");
    if (setup.finiteSize)
        result.finiteSize =
            FiniteSizeResult{table.number(row, column::kThetaFinite), table.number(row, column::kThetaFiniteLow),
                             table.number(row, column::kThetaFiniteHigh)};
    if (std::string note = table.text(row, column::kNote); !note.empty())
        result.notes = {std::move(note)};
    result.rank = table.integer(row, column::kRank);
    result.gamma = table.number(row, column::kGamma);
    result.gammaSource = table.text(row, column::kGammaSource);
    result.alignment = table.number(row, "alignment");
    result.shareLeft = table.number(row, "share_left");
    result.shareRight = table.number(row, "share_right");
    result.first = crossing(table, row, column::kFirstStatus, column::kSFirst);
    result.persistent = crossing(table, row, column::kPersistentStatus, column::kSPersistent);
}

void readRows(const Outputs& before, LayerResult& result) {
    for (const std::size_t row : before.spikes.rows(result.layer))
        result.spikes.push_back({before.spikes.number(row, "strength"), before.spikes.number(row, "predicted"),
                                 before.spikes.number(row, "overlap_left"),
                                 before.spikes.number(row, "overlap_right")});
    for (const std::size_t row : before.directions.rows(result.layer))
        result.leading.push_back({before.directions.number(row, "sigma"), before.directions.number(row, "overlap_left"),
                                  before.directions.integer(row, "match") - 1,
                                  before.directions.number(row, "overlap_right"),
                                  before.directions.number(row, "overlap_update")});
    for (const std::size_t row : before.criteria.rows(result.layer))
        result.otherCriteria.push_back(before.criteria.integer(row, column::kIntruders));
    for (const std::size_t row : before.scan.rows(result.layer))
        result.scan.push_back({before.scan.number(row, column::kS), before.scan.number(row, column::kMinMaxcos),
                               before.scan.integer(row, column::kIntruders)});
}

/// Whether everything is there: a run may have ended between two tables.
bool isWhole(const LayerResult& result, const RunSetup& setup) {
    const std::vector<double> strengths = scanStrengths(setup.grid);
    const auto least = static_cast<std::size_t>(std::min(result.rows, result.columns));
    return result.sigma.size() == least && result.leading.size() == std::min(setup.criterion.k, least) &&
           result.otherCriteria.size() == otherCriteria().size() &&
           std::ranges::equal(result.scan, strengths, {}, &ScanResult::strength) &&
           (setup.grid == ScanGrid::off) == result.first.status.empty();
}

} // namespace

std::map<std::string, LayerResult> restoredLayers(const RunContext& context, const RunSetup& setup) {
    std::map<std::string, LayerResult> restored;
    if (setup.subject() != Subject::adapter || !context.previous(kLayerSensitivity))
        return restored;
    const Outputs before(context);
    for (const Layer& layer : setup.plan.layers) {
        const auto& rows = before.layers.rows(layer.name);
        const auto sigma = before.spectrum.find(layer.name);
        if (rows.size() != 1 || sigma == before.spectrum.end())
            continue;
        LayerResult result;
        result.layer = layer.name;
        result.module = layer.module;
        result.depth = layer.depth;
        result.rows = layer.rows;
        result.columns = layer.columns;
        result.sigma = sigma->second;
        const Eigen::VectorXd values = Eigen::Map<const Eigen::VectorXd>(
            result.sigma.data(), static_cast<Eigen::Index>(result.sigma.size())); // summed as in the analysis
        result.norm = values.norm();
        readLayer(before.layers, rows.front(), setup, result);
        readRows(before, result);
        if (isWhole(result, setup))
            restored.emplace(layer.name, std::move(result));
    }
    return restored;
}

} // namespace vitrine::intruder_threshold
