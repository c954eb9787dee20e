#pragma once

#include "core/store/project_store.h"

#include <map>
#include <string>
#include <vector>

namespace vitrine {

/// What a person wrote about a run. Kept apart from its record, which belongs to the job.
struct RunNotes {
    std::vector<std::string> tags; ///< without blanks around, each once, in the order given
    std::string text;
    bool isEmpty() const { return tags.empty() && text.empty(); }
    bool operator==(const RunNotes&) const = default;
};

/// Of all runs that have any. What is not as written by writeRunNotes is left out.
std::map<RunId, RunNotes> readRunNotes(const ProjectStore& store);

/// Replaces the notes of one run; empty ones take them away. Two of these must not go on at once. @errors storage
Result<void> writeRunNotes(ProjectStore& store, RunId run, const RunNotes& notes);

/// "a, b ,a" as tags {"a", "b"}.
std::vector<std::string> tagsFromText(const std::string& text);
std::string tagsText(const std::vector<std::string>& tags);

} // namespace vitrine
