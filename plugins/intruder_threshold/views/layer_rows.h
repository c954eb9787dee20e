#pragma once

#include "plugins/intruder_threshold/compute/layer_result.h"
#include "widgets/views/run_tables.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vitrine::intruder_threshold {

/// What the layer table of a run says about one layer. What it does not say (yet) is empty or NaN.
struct LayerRow {
    std::string layer;  ///< "model.layers.3.mlp.down_proj"
    std::string module; ///< "mlp.down_proj"
    std::optional<int> depth;
    std::int64_t rows = 0, columns = 0, rank = 0;
    double sigma1 = 0.0;
    double thetaFull = 0.0, thetaFullLow = 0.0, thetaFullHigh = 0.0, thetaBulk = 0.0, thetaGeo = 0.0;
    double thetaFinite = 0.0, thetaFiniteLow = 0.0, thetaFiniteHigh = 0.0; ///< finite-size estimate, if asked for
    double gamma = 0.0, update = 0.0;
    double sFull = 0.0, sBulk = 0.0, sGeo = 0.0, sFinite = 0.0, margin = 0.0;
    double sFirst = 0.0, sPersistent = 0.0;
    std::string firstStatus, persistentStatus, gammaSource, note;
    std::optional<std::int64_t> intruders; ///< at s = 1
    double overlapMin = 0.0, blame = 0.0;
    double marginGeo = 0.0, stableRank = 0.0, change = 0.0; ///< of a fine-tuned model
};

/// Layers of a run in the order of its table.
class LayerRows {
public:
    explicit LayerRows(const RunData& data);

    const std::vector<LayerRow>& rows() const { return m_rows; }
    bool isEmpty() const { return m_rows.empty(); }
    const LayerRow* find(const std::string& layer) const;
    /// What the run compares the base with.
    Subject subject() const { return m_subject; }

private:
    std::vector<LayerRow> m_rows;
    Subject m_subject = Subject::base;
};

/// "down" of "mlp.down_proj"; names of another form stay as they are.
std::string shortModule(const std::string& module);

/// "3 down"; the whole name when the depth is not known.
std::string shortName(const LayerRow& row);

} // namespace vitrine::intruder_threshold
