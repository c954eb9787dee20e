#pragma once

#include "core/store/records.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// What the fields of a text stand for; see ReportDocument for their form. All texts are plain.
class FieldSource {
public:
    virtual ~FieldSource() = default;
    /// `part` is empty, "value" or "interval".
    virtual std::optional<std::string> metric(RunId run, const std::string& id, std::string_view part) const = 0;
    virtual std::optional<std::string> parameter(RunId run, const std::string& id) const = 0;
    /// `part` is empty (title) or "records".
    virtual std::optional<std::string> input(RunId run, const std::string& id, std::string_view part) const = 0;
    virtual std::optional<std::string> runTitle(RunId run) const = 0;

    struct Target {
        std::string number; ///< "Figure 2"
        std::string anchor;
    };
    virtual std::optional<Target> reference(bool table, const std::string& id) const = 0;
};

enum class TextForm { markdown, plain };

struct ResolvedText {
    std::string text;
    std::vector<std::string> anchors;  ///< what the text refers to
    std::vector<std::string> problems; ///< one sentence per field that stands for nothing; it is in the text, too
};

/// Replaces every field. `run` is that of the block. Braces that are no field stay as they are. In Markdown what is put
/// in is escaped and references are links.
ResolvedText resolveFields(std::string_view text, RunId run, const FieldSource& source,
                           TextForm form = TextForm::markdown);

/// Removes "{#fig:ID}" or "{#table:ID}" and gives the id; empty when there is none.
std::string takeDefinedId(std::string& text);

} // namespace vitrine
