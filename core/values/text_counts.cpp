#include "core/values/text_counts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string_view>

namespace vitrine {
namespace {

/// Open addressing; the texts stay in the column. What was found is kept in the order of the rows, so that looking
/// through it goes through memory in order.
class Counter {
public:
    explicit Counter(std::span<const std::string> texts) : m_texts(texts), m_slots(kFirstSlots) {}

    static std::uint32_t hashOf(const std::string& text) {
        const std::uint64_t hash = std::hash<std::string_view>()(text);
        return static_cast<std::uint32_t>(hash ^ (hash >> 32));
    }
    void expect(std::uint32_t hash) const { __builtin_prefetch(&m_slots[hash & (m_slots.size() - 1)]); }
    void add(std::size_t row, std::uint32_t hash) {
        Slot& slot = find(row, hash);
        if (slot.entry != 0) {
            ++m_entries[slot.entry - 1].count;
            return;
        }
        m_entries.push_back({row, 1});
        slot = {hash, static_cast<std::uint32_t>(m_entries.size())};
        if (m_entries.size() * 2 > m_slots.size())
            grow();
    }
    TextCounts result(std::size_t mostFrequent) {
        TextCounts counts;
        counts.distinct = static_cast<std::int64_t>(m_entries.size());
        const std::size_t most = std::min(mostFrequent, m_entries.size());
        std::partial_sort(m_entries.begin(), m_entries.begin() + static_cast<std::ptrdiff_t>(most), m_entries.end(),
                          [this](const Entry& a, const Entry& b) {
                              return a.count != b.count ? a.count > b.count : m_texts[a.row] < m_texts[b.row];
                          });
        for (std::size_t i = 0; i < most; ++i)
            counts.frequent.emplace_back(m_texts[m_entries[i].row], m_entries[i].count);
        return counts;
    }

private:
    struct Entry {
        std::size_t row = 0; ///< the first with the text
        std::int64_t count = 0;
    };
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t entry = 0; ///< counted from 1; 0: free. So many texts fit into no memory
    };
    static constexpr std::size_t kFirstSlots = 1024; // a power of two, as all sizes after it

    /// The slot of the text, or a free one for it.
    Slot& find(std::size_t row, std::uint32_t hash) {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t at = hash & mask;
        while (m_slots[at].entry != 0 &&
               (m_slots[at].hash != hash || m_texts[m_entries[m_slots[at].entry - 1].row] != m_texts[row]))
            at = (at + 1) & mask;
        return m_slots[at];
    }
    void grow() {
        std::vector<Slot> before(m_slots.size() * 2);
        before.swap(m_slots);
        const std::size_t mask = m_slots.size() - 1;
        for (const Slot& slot : before) {
            if (slot.entry == 0)
                continue;
            std::size_t at = slot.hash & mask;
            while (m_slots[at].entry != 0)
                at = (at + 1) & mask;
            m_slots[at] = slot;
        }
    }

    std::span<const std::string> m_texts;
    std::vector<Slot> m_slots;
    std::vector<Entry> m_entries;
};

} // namespace

TextCounts countTexts(const Column& column, std::size_t mostFrequent) {
    const std::span<const std::string> texts = column.texts();
    Counter counter(texts);
    // Slots lie far apart: those of the next rows are fetched while these are counted.
    std::array<std::uint32_t, 64> hashes{};
    for (std::size_t first = 0; first < texts.size(); first += hashes.size()) {
        const std::size_t count = std::min(hashes.size(), texts.size() - first);
        for (std::size_t i = 0; i < count; ++i) {
            hashes[i] = Counter::hashOf(texts[first + i]);
            counter.expect(hashes[i]);
        }
        for (std::size_t i = 0; i < count; ++i)
            if (column.isValid(first + i))
                counter.add(first + i, hashes[i]);
    }
    return counter.result(mostFrequent);
}

} // namespace vitrine
