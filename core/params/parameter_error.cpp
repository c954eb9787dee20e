#include "core/params/parameter_error.h"

#include <set>

namespace vitrine {

ParameterProblem problemOf(const Error& error) {
    const std::size_t colon = error.message.find(": ");
    if (colon == std::string::npos)
        return {{}, error.message, false};
    return {error.message.substr(0, colon), error.message.substr(colon + 2), false};
}

Result<std::vector<std::uint64_t>> seedsOf(const ParameterSet& parameters, const std::string& id) {
    std::vector<std::uint64_t> seeds;
    std::set<std::uint64_t> seen;
    for (const nlohmann::json& one : parameters.value(id)) {
        const auto seed = one.get<std::int64_t>();
        if (seed < 0)
            return makeError(ErrorCode::invalidArgument, id + ": a seed is 0 or greater");
        seeds.push_back(static_cast<std::uint64_t>(seed));
        if (!seen.insert(seeds.back()).second)
            return makeError(ErrorCode::invalidArgument, id + ": " + std::to_string(seed) + " stands there twice");
    }
    if (seeds.empty())
        return makeError(ErrorCode::invalidArgument, id + ": name at least one");
    return seeds;
}

} // namespace vitrine
