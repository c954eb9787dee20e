#include "core/data/graphset_parser.h"

#include "core/data/graphset_events.h"

namespace vitrine {
namespace {

/// Walks over the text and tells the events where it stands, for line numbers.
class TrackedIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TrackedIterator(const char* at, const char*& shared) : m_at(at), m_shared(&shared) {}
    reference operator*() const { return *m_at; }
    TrackedIterator& operator++() {
        *m_shared = ++m_at;
        return *this;
    }
    TrackedIterator operator++(int) {
        TrackedIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const TrackedIterator& other) const { return m_at == other.m_at; }
    bool operator!=(const TrackedIterator& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    const char** m_shared;
};

} // namespace

Result<ParsedGraphSet> parseGraphSet(std::string_view text, const std::string& name, const ReadContext& context) {
    const char* position = text.data();
    GraphSetEvents events(text, position, name, context);
    const TrackedIterator first(text.data(), position);
    const TrackedIterator last(text.data() + text.size(), position);
    const bool whole = nlohmann::json::sax_parse(first, last, &events);
    if (events.error())
        return *events.error();
    if (!whole)
        return makeError(ErrorCode::parse, name + ": this is not valid JSON");
    return events.finish();
}

} // namespace vitrine
