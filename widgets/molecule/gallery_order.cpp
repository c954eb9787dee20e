#include "widgets/molecule/gallery_order.h"

#include "widgets/data/row_filter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine {
namespace {

void sortByNumber(std::vector<int>& order, const std::vector<double>& values, bool descending) {
    const auto value = [&](int graph) {
        const auto row = static_cast<std::size_t>(graph);
        return row < values.size() ? values[row] : std::nan("");
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const double x = value(a), y = value(b);
        if (std::isnan(x) || std::isnan(y))
            return !std::isnan(x) && std::isnan(y);
        return descending ? x > y : x < y;
    });
}

void sortByName(std::vector<int>& order, const GraphSet& graphs) {
    const Column* id = graphs.graphs.find(graphs.idColumn);
    if (!id)
        return;
    std::vector<std::string> names(graphs.graphCount());
    for (const int graph : order) {
        std::string& name = names[static_cast<std::size_t>(graph)];
        name = id->cellText(static_cast<std::size_t>(graph));
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return names[static_cast<std::size_t>(a)] < names[static_cast<std::size_t>(b)];
    });
}

} // namespace

Result<std::vector<int>> galleryOrder(const GalleryRequest& request, const std::stop_token& stop) {
    if (!request.graphs)
        return std::vector<int>();
    const GraphSet& graphs = *request.graphs;
    std::vector<int> order;
    if (request.subset) {
        order = *request.subset;
    } else {
        order.resize(graphs.graphCount());
        std::iota(order.begin(), order.end(), 0);
    }
    auto filter = RowFilter::parse(request.filter, std::make_shared<FilterColumns>(request.graphs));
    if (!filter)
        return filter.error();
    if (!filter->isEmpty())
        std::erase_if(order, [&](int graph) {
            return stop.stop_requested() || !filter->matches(static_cast<std::size_t>(graph));
        });
    if (stop.stop_requested())
        return makeError(ErrorCode::cancelled, "cancelled");
    if (request.sort == GallerySort::name)
        sortByName(order, graphs);
    if (request.sort == GallerySort::valueAscending || request.sort == GallerySort::valueDescending) {
        std::vector<double> values = request.values;
        if (const Column* target = graphs.graphs.find(graphs.targetColumn); values.empty() && target)
            values = target->numbers();
        sortByNumber(order, values, request.sort == GallerySort::valueDescending);
    }
    return order;
}

} // namespace vitrine
