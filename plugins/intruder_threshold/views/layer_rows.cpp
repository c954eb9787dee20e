#include "plugins/intruder_threshold/views/layer_rows.h"

#include "plugins/intruder_threshold/compute/outputs.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

/// One row of a table by column names; what is missing reads as NaN or an empty text.
class RowReader {
public:
    RowReader(const Table& table, std::size_t row) : m_table(table), m_row(row) {}

    double number(const char* name) const {
        const Column* column = m_table.find(name);
        return column ? column->number(m_row) : std::nan("");
    }
    std::optional<std::int64_t> integer(const char* name) const {
        const double value = number(name);
        return std::isfinite(value) ? std::optional<std::int64_t>(std::llround(value)) : std::nullopt;
    }
    std::string text(const char* name) const {
        const Column* column = m_table.find(name);
        return column ? column->cellText(m_row) : std::string();
    }

private:
    const Table& m_table;
    std::size_t m_row;
};

LayerRow readRow(const Table& table, std::size_t index) {
    const RowReader read(table, index);
    LayerRow row;
    row.layer = read.text(column::kLayer);
    row.module = read.text(column::kModule);
    if (const auto depth = read.integer(column::kDepth))
        row.depth = static_cast<int>(*depth);
    row.rows = read.integer(column::kRows).value_or(0);
    row.columns = read.integer(column::kColumns).value_or(0);
    row.rank = read.integer(column::kRank).value_or(0);
    row.sigma1 = read.number(column::kSigma1);
    row.thetaFull = read.number(column::kThetaFull);
    row.thetaFullLow = read.number(column::kThetaFullLow);
    row.thetaFullHigh = read.number(column::kThetaFullHigh);
    row.thetaBulk = read.number(column::kThetaBulk);
    row.thetaGeo = read.number(column::kThetaGeo);
    row.thetaFinite = read.number(column::kThetaFinite);
    row.thetaFiniteLow = read.number(column::kThetaFiniteLow);
    row.thetaFiniteHigh = read.number(column::kThetaFiniteHigh);
    row.sFinite = read.number(column::kSFinite);
    row.gamma = read.number(column::kGamma);
    row.gammaSource = read.text(column::kGammaSource);
    row.update = read.number(column::kUpdate);
    row.sFull = read.number(column::kSFull);
    row.sBulk = read.number(column::kSBulk);
    row.sGeo = read.number(column::kSGeo);
    row.margin = read.number(column::kMargin);
    row.sFirst = read.number(column::kSFirst);
    row.firstStatus = read.text(column::kFirstStatus);
    row.sPersistent = read.number(column::kSPersistent);
    row.persistentStatus = read.text(column::kPersistentStatus);
    row.intruders = read.integer(column::kIntruders);
    row.overlapMin = read.number(column::kOverlapMin);
    row.blame = read.number(column::kBlame);
    row.marginGeo = read.number(column::kMarginGeo);
    row.stableRank = read.number(column::kStableRank);
    row.change = read.number(column::kChange);
    row.note = read.text(column::kNote);
    return row;
}

} // namespace

LayerRows::LayerRows(const RunData& data) {
    const auto table = outputTable(data, kLayers);
    if (!table || !table->find(column::kLayer))
        return;
    m_subject = table->find(column::kStableRank) ? Subject::tuned
                : table->find(column::kMargin)   ? Subject::adapter
                                                 : Subject::base;
    for (std::size_t row = 0; row < table->rowCount(); ++row)
        m_rows.push_back(readRow(*table, row));
}

const LayerRow* LayerRows::find(const std::string& layer) const {
    const auto found = std::ranges::find(m_rows, layer, &LayerRow::layer);
    return found == m_rows.end() ? nullptr : &*found;
}

std::string shortModule(const std::string& module) {
    static constexpr std::string_view kEnding = "_proj";
    std::string name = module.substr(module.rfind('.') + 1);
    if (name.size() > kEnding.size() && name.ends_with(kEnding))
        name.resize(name.size() - kEnding.size());
    return name;
}

std::string shortName(const LayerRow& row) {
    return row.depth ? std::to_string(*row.depth) + ' ' + shortModule(row.module) : row.layer;
}

} // namespace vitrine::intruder_threshold
