#pragma once

#include "core/base/result.h"
#include "core/values/graph_set.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

enum class GallerySort { fileOrder, valueAscending, valueDescending, name };

/// Which graphs a gallery shows, in which order.
struct GalleryRequest {
    std::shared_ptr<const GraphSet> graphs;
    std::optional<std::vector<int>> subset; ///< only these, in this order; else all
    std::string filter;                     ///< see RowFilter
    GallerySort sort = GallerySort::fileOrder;
    std::vector<double> values; ///< to sort by; empty: the target
};

/// Graphs in order; missing values stand last, equal ones in file order. Thread-safe.
/// @errors invalid_argument: the filter, in one sentence; cancelled
Result<std::vector<int>> galleryOrder(const GalleryRequest& request, const std::stop_token& stop = {});

} // namespace vitrine
