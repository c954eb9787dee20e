#pragma once

#include "core/base/log.h"
#include "core/base/result.h"
#include "core/base/rng.h"
#include "core/params/parameter.h"
#include "core/values/value.h"

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <typeindex>

namespace vitrine {

/// One input handed to a run.
struct RunInput {
    Value value;
    std::string title;
    std::string contentHash;
};

/// Everything a run may read: inputs by id and the completed parameters.
struct RunInputs {
    std::map<std::string, RunInput> items;
    ParameterSet parameters;
    std::uint64_t seed = 0;

    bool has(const std::string& id) const { return items.contains(id); }
    /// The input as T. @errors invalid_argument: absent or of another kind, in one sentence
    template <class T>
    Result<std::shared_ptr<const T>> get(const std::string& id) const {
        const auto found = items.find(id);
        if (found == items.end())
            return makeError(ErrorCode::invalidArgument, "the input \"" + id + "\" is missing");
        auto value = valueAs<T>(found->second.value);
        if (!value)
            return makeError(ErrorCode::invalidArgument, "the input \"" + id + "\" is a " +
                                                             std::string(valueKindName(kindOf(found->second.value))) +
                                                             ", which does not fit here");
        return value;
    }
};

enum class Device { cpu };

/// What a run may do. The in-process job and, later, the worker process implement it. Callable from the run's thread
/// and from parallelFor bodies.
class RunContext {
public:
    virtual ~RunContext() = default;

    virtual std::stop_token stopToken() const = 0;
    bool stopRequested() const { return stopToken().stop_requested(); }
    /// fraction in [0, 1], never decreasing (smaller values are ignored).
    virtual void progress(double fraction, const std::string& stage) = 0;
    virtual void log(LogLevel level, const std::string& text) = 0;
    virtual std::uint64_t seed() const = 0;
    Rng rng(std::string_view stream) const { return {seed(), stream}; }
    virtual int threads() const = 0;
    virtual Device device() const { return Device::cpu; }
    /// Folder of this run alone, created at the first call, removed when the run ends.
    virtual Result<std::string> scratch() = 0;

    /// Live rows of an output: a Table or a Series that continues what was appended before. Accepted until run returns.
    virtual Result<void> append(const std::string& outputId, const Value& rows) = 0;
    /// A finished output; replaces live rows. After a stop request it is marked partial.
    virtual Result<void> emitArtifact(const std::string& outputId, Value value) = 0;
    /// What an interrupted run of the same experiment left. @errors not_found
    virtual Result<Value> previous(const std::string& outputId) const = 0;

    /// Bounded cache of derived values (path index, spectrum) by content hash, shared by all jobs of the process.
    /// `make` returns a std::shared_ptr<T>, or null when it was stopped (then null is returned and nothing is kept); it
    /// may throw. A T with memoryBytes() is counted by it. The key names everything the value depends on.
    template <class T, class Make>
    std::shared_ptr<const T> derived(const std::string& key, Make&& make) {
        const auto makeAny = [&]() -> DerivedValue {
            const std::shared_ptr<const T> made(make());
            if constexpr (requires { made->memoryBytes(); })
                return {made, made ? static_cast<std::int64_t>(made->memoryBytes()) : 0};
            else
                return {made, kUnknownDerivedBytes};
        };
        return std::static_pointer_cast<const T>(derivedAny(key, typeid(T), makeAny));
    }

    struct DerivedValue {
        std::shared_ptr<const void> value;
        std::int64_t bytes = 0;
    };

protected:
    static constexpr std::int64_t kUnknownDerivedBytes = 16LL << 20;

    virtual std::shared_ptr<const void> derivedAny(const std::string& key, std::type_index type,
                                                   const std::function<DerivedValue()>& make) = 0;
};

} // namespace vitrine
