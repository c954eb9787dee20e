#pragma once

#include "core/jobs/run_context.h"

#include <condition_variable>
#include <list>
#include <map>
#include <mutex>

namespace vitrine {

/// Derived values that several runs need (path index, spectrum), by key and type. Bounded in bytes; what was used last
/// goes last. A value in use stays alive with its users, whatever the cache drops. Thread-safe.
class DerivedCache {
public:
    using Value = RunContext::DerivedValue;
    static constexpr std::int64_t kDefaultLimit = 512LL << 20;

    explicit DerivedCache(std::int64_t limitBytes = kDefaultLimit) : m_limit(limitBytes) {}

    /// The cached value, or the one that `make` makes. While one run makes it the others wait for it; a run that is
    /// stopped while waiting calls its own `make`, which then gives up as it does anywhere. Exceptions of `make` pass.
    std::shared_ptr<const void> get(const std::string& key, std::type_index type, std::stop_token stop,
                                    const std::function<Value()>& make);

    std::int64_t bytes() const;
    std::size_t count() const;

private:
    using Key = std::pair<std::string, std::type_index>;
    struct Entry {
        Value value;
        bool ready = false;
        std::list<Key>::iterator age; // valid when ready
    };
    void keep(const Key& key, const Value& value);
    void abandon(const Key& key);

    mutable std::mutex m_mutex; // protects everything below
    std::condition_variable_any m_changed;
    std::map<Key, Entry> m_entries;
    std::list<Key> m_ages; // oldest first
    std::int64_t m_bytes = 0;
    std::int64_t m_limit;
};

} // namespace vitrine
