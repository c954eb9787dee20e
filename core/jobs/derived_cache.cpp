#include "core/jobs/derived_cache.h"

namespace vitrine {

std::shared_ptr<const void> DerivedCache::get(const std::string& key, std::type_index type, std::stop_token stop,
                                              const std::function<Value()>& make) {
    const Key id{key, type};
    {
        std::unique_lock lock(m_mutex);
        const auto settled = [&] {
            const auto found = m_entries.find(id);
            return found == m_entries.end() || found->second.ready;
        };
        if (!m_changed.wait(lock, stop, settled)) {
            lock.unlock();
            return make().value;
        }
        if (const auto found = m_entries.find(id); found != m_entries.end()) {
            m_ages.splice(m_ages.end(), m_ages, found->second.age);
            return found->second.value.value;
        }
        m_entries.emplace(id, Entry{});
    }
    try {
        const Value made = make();
        if (made.value)
            keep(id, made);
        else
            abandon(id);
        return made.value;
    } catch (...) {
        abandon(id);
        throw;
    }
}

void DerivedCache::keep(const Key& key, const Value& value) {
    {
        const std::scoped_lock lock(m_mutex);
        Entry& entry = m_entries[key];
        entry.value = value;
        entry.ready = true;
        entry.age = m_ages.insert(m_ages.end(), key);
        m_bytes += value.bytes;
        while (m_bytes > m_limit && !m_ages.empty()) {
            const auto oldest = m_entries.find(m_ages.front());
            m_bytes -= oldest->second.value.bytes;
            m_ages.pop_front();
            m_entries.erase(oldest);
        }
    }
    m_changed.notify_all();
}

void DerivedCache::abandon(const Key& key) {
    {
        const std::scoped_lock lock(m_mutex);
        m_entries.erase(key);
    }
    m_changed.notify_all();
}

std::int64_t DerivedCache::bytes() const {
    const std::scoped_lock lock(m_mutex);
    return m_bytes;
}

std::size_t DerivedCache::count() const {
    const std::scoped_lock lock(m_mutex);
    return m_ages.size();
}

} // namespace vitrine
