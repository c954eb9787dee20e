#include "core/report/report_fields.h"

#include "core/report/markdown_text.h"

#include <charconv>

namespace vitrine {
namespace {

/// "{metric:14/test_rmse:interval}" taken apart.
struct Field {
    std::string name;
    RunId run = 0; ///< 0: that of the block
    std::string id;
    std::string part;
};

std::string_view cut(std::string_view& text, char mark) {
    const std::size_t at = text.find(mark);
    const std::string_view first = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    return first;
}

Field parseField(std::string_view inside) {
    Field field;
    field.name = cut(inside, ':');
    std::string_view id = cut(inside, ':');
    field.part = inside;
    if (const std::size_t slash = id.find('/'); slash != std::string_view::npos) {
        const auto [end, error] = std::from_chars(id.data(), id.data() + slash, field.run);
        if (error == std::errc{} && end == id.data() + slash)
            id.remove_prefix(slash + 1);
        else
            field.run = 0;
    }
    field.id = id;
    return field;
}

std::string quoted(const std::string& text) {
    return '"' + text + '"';
}

class Resolver {
public:
    Resolver(RunId run, const FieldSource& source, TextForm form) : m_run(run), m_source(source), m_form(form) {}

    /// False: these braces are no field.
    bool resolve(const Field& field) {
        const RunId run = field.run > 0 ? field.run : m_run;
        if (field.name == "metric")
            put(m_source.metric(run, field.id, field.part), "number " + quoted(field.id), run);
        else if (field.name == "param")
            put(m_source.parameter(run, field.id), "parameter " + quoted(field.id), run);
        else if (field.name == "input")
            put(m_source.input(run, field.id, field.part), "input " + quoted(field.id), run);
        else if (field.name == "run" && field.part.empty())
            put(m_source.runTitle(run), "title", run);
        else if (field.name == "fig" || field.name == "table")
            putReference(field);
        else
            return false;
        return true;
    }

    ResolvedText result;

private:
    void put(const std::optional<std::string>& text, const std::string& what, RunId run) {
        if (text) {
            result.text += shown(*text);
            return;
        }
        const std::string where = run > 0 ? "run " + std::to_string(run) : "this report";
        missing("no " + what + " in " + where);
    }
    void putReference(const Field& field) {
        const bool table = field.name == "table";
        if (const auto target = m_source.reference(table, field.id)) {
            result.text += m_form == TextForm::plain
                               ? target->number
                               : '[' + escapeMarkdown(target->number) + "](#" + target->anchor + ')';
            result.anchors.push_back(target->anchor);
            return;
        }
        missing(std::string("no ") + (table ? "table " : "figure ") + quoted(field.id) + " in this report");
    }
    void missing(const std::string& sentence) {
        result.text += '(' + shown(sentence) + ')';
        result.problems.push_back(sentence);
    }

    std::string shown(const std::string& text) const { return m_form == TextForm::plain ? text : escapeMarkdown(text); }

    RunId m_run;
    const FieldSource& m_source;
    TextForm m_form;
};

} // namespace

ResolvedText resolveFields(std::string_view text, RunId run, const FieldSource& source, TextForm form) {
    Resolver resolver(run, source, form);
    std::string& out = resolver.result.text;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '{' || text[at + 1] == '}')) {
            out += text[++at];
            continue;
        }
        const std::size_t close = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
        if (close != std::string_view::npos && resolver.resolve(parseField(text.substr(at + 1, close - at - 1))))
            at = close;
        else
            out += text[at];
    }
    return std::move(resolver.result);
}

std::string takeDefinedId(std::string& text) {
    for (const std::string_view mark : {"{#fig:", "{#table:"}) {
        const std::size_t at = text.find(mark);
        const std::size_t close = at == std::string::npos ? at : text.find('}', at);
        if (close == std::string::npos)
            continue;
        const std::string id = text.substr(at + mark.size(), close - at - mark.size());
        const bool spaceBefore = at > 0 && text[at - 1] == ' ';
        text.erase(spaceBefore ? at - 1 : at, close - at + (spaceBefore ? 2 : 1));
        return id;
    }
    return {};
}

} // namespace vitrine
