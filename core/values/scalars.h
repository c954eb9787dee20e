#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vitrine {

/// An interval never stands alone: its kind and n are part of it.
struct Interval {
    double lower = 0.0;
    double upper = 0.0;
    std::string kind; ///< "95 % bootstrap over test graphs"
    std::int64_t n = 0;
};

/// One named number with what is needed to read it.
struct Scalar {
    std::string id;    ///< "test_rmse"
    std::string label; ///< "Test RMSE"
    double value = 0.0;
    std::string unit;
    std::optional<Interval> interval;
    std::string comparison; ///< third line of its card: "20 % below baseline"
    std::string definition; ///< formula and source, shown on hover and in reports
    bool lowerIsBetter = false;
    bool headline = false;
};

struct Scalars {
    std::vector<Scalar> items;
    const Scalar* find(std::string_view id) const {
        for (const Scalar& item : items)
            if (item.id == id)
                return &item;
        return nullptr;
    }
};

} // namespace vitrine
