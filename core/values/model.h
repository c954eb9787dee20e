#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace vitrine {

/// A fitted model as a documented, versioned JSON document.
struct Model {
    std::string format; ///< "pathboost-model"
    int version = 1;
    nlohmann::json document;
};

} // namespace vitrine
