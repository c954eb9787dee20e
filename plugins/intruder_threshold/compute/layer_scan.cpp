#include "plugins/intruder_threshold/compute/layer_scan.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

constexpr double kPrecision = 1e-4; ///< relative, of a crossing

/// Asks the exact rung, each strength from the one before, and keeps the first error.
class Scanner {
public:
    Scanner(intruder::ExactRung& rung, const Criterion& criterion, const std::stop_token& stop)
        : m_rung(rung), m_criterion(criterion), m_stop(stop) {
        m_options.k = static_cast<int>(criterion.k);
    }

    /// One strength, found from the one before.
    ScanResult at(double s) {
        ScanResult point{s, std::nan(""), 0};
        if (m_error)
            return point;
        auto found = m_rung.at(s, m_options, m_stop, m_last ? &*m_last : nullptr);
        if (!found) {
            m_error = found.error();
            return point;
        }
        point.overlap = found->minMaxcos();
        point.intruders = found->intruders(m_criterion.epsilon);
        m_last = std::move(*found);
        return point;
    }

    /// Between a clean and a dirty strength (in either order), in log s. The dirty end is given.
    double refine(double clean, double dirty) {
        while (!m_error && std::abs(std::log(dirty / clean)) > kPrecision) {
            const double middle = std::sqrt(clean * dirty);
            (at(middle).intruders > 0 ? dirty : clean) = middle;
        }
        return dirty;
    }
    const std::optional<Error>& error() const { return m_error; }

private:
    intruder::ExactRung& m_rung;
    const Criterion& m_criterion;
    const std::stop_token& m_stop;
    intruder::ExactOptions m_options;
    std::optional<intruder::UpdatedSpectrum> m_last;
    std::optional<Error> m_error;
};

} // namespace

Result<LayerScan> scanLayer(intruder::ExactRung& rung, const std::vector<double>& strengths, const Criterion& criterion,
                            const std::stop_token& stop) {
    LayerScan scan;
    scan.first = {"none", std::nan("")};
    scan.persistent = {"none", std::nan("")};
    Scanner scanner(rung, criterion, stop);
    for (const double s : strengths) {
        scan.points.push_back(scanner.at(s));
        if (const auto& error = scanner.error())
            return *error;
    }
    const auto dirty = [](const ScanResult& point) { return point.intruders > 0; };
    const auto firstDirty = std::ranges::find_if(scan.points, dirty);
    if (firstDirty != scan.points.end()) {
        if (firstDirty == scan.points.begin())
            scan.first.status = "left_censored";
        else
            scan.first = {"ok", scanner.refine(std::prev(firstDirty)->strength, firstDirty->strength)};
    }
    const auto lastClean = std::find_if_not(scan.points.rbegin(), scan.points.rend(), dirty);
    if (firstDirty == scan.points.end())
        return scan;
    if (lastClean == scan.points.rend())
        scan.persistent.status = "left_censored";
    else if (lastClean == scan.points.rbegin())
        scan.persistent.status = "not_persistent";
    else if (lastClean.base() == firstDirty) // the count never returned to 0
        scan.persistent = scan.first;
    else
        scan.persistent = {"ok", scanner.refine(lastClean->strength, std::prev(lastClean)->strength)};
    if (const auto& error = scanner.error())
        return *error;
    return scan;
}

} // namespace vitrine::intruder_threshold
