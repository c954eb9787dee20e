#pragma once

#include "plugins/intruder_threshold/compute/analyse_layer.h"
#include "plugins/intruder_threshold/compute/exact_rung.h"

#include <memory>
#include <mutex>

namespace vitrine::intruder_threshold {

/// One layer of an adapter, taken apart so far that its spectrum at any strength costs milliseconds. Thread-safe:
/// questions are answered one after the other.
class LayerModel {
public:
    /// Reads the layer and decomposes it. @param k  most directions that will be asked for
    /// @errors not_found: the run has no such layer; as analyseLayer
    static Result<std::shared_ptr<LayerModel>> load(const RunSetup& setup, const std::string& layer, int k,
                                                    const std::stop_token& stop);

    /// The k leading directions of W(s). @errors cancelled, numeric
    Result<intruder::UpdatedSpectrum> at(double s, bool overlaps, const std::stop_token& stop);

    const std::string& layer() const { return m_layer; }

private:
    LayerModel(std::string layer, intruder::ExactRung rung, int k)
        : m_layer(std::move(layer)), m_k(k), m_rung(std::move(rung)) {}

    const std::string m_layer;
    const int m_k;
    std::mutex m_asking; ///< guards m_rung, which is for one thread at a time
    intruder::ExactRung m_rung;
};

} // namespace vitrine::intruder_threshold
