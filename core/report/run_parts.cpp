#include "core/report/run_parts.h"

#include "core/jobs/run_command.h"
#include "core/report/anonymous_text.h"
#include "core/report/markdown_text.h"
#include "core/report/number_display.h"

#include <algorithm>

namespace vitrine {
namespace {

ComposedPart textPart(std::string markdown) {
    ComposedPart part;
    part.kind = PartKind::text;
    part.text = std::move(markdown);
    return part;
}

ComposedPart tablePart(DisplayTable table, std::string title) {
    ComposedPart part;
    part.kind = PartKind::table;
    part.title = std::move(title);
    part.table = std::move(table);
    return part;
}

std::string valueText(const ParameterSpec& spec, const nlohmann::json& value, bool anonymous) {
    std::string text = value.is_null() ? "none" : parameterText(spec, value);
    if (anonymous && spec.type == ParameterType::path)
        text = lastPathPart(text);
    for (const ChoiceOption& option : spec.options)
        if (spec.type == ParameterType::choice && option.value == text && !option.label.empty())
            text = option.label;
    if (!spec.unit.empty() && !value.is_null())
        text += "\u00A0" + spec.unit;
    return text;
}

std::string plainValueText(const nlohmann::json& value) {
    return value.is_null() ? "none" : value.is_string() ? value.get<std::string>() : value.dump();
}

/// Whether a column parameter without default has the column that its data set would have named.
bool namedByInput(const ParameterSpec& spec, const RunRecord& run, const ReportProject& project) {
    if (spec.type != ParameterType::column || !spec.defaultValue.is_null() || !run.parameters.isSet(spec.id))
        return false;
    const nlohmann::json& value = run.parameters.value(spec.id);
    const auto input = std::ranges::find(run.inputs, spec.input, &InputReference::inputId);
    if (!value.is_string() || input == run.inputs.end())
        return false;
    const DatasetRecord* dataset = project.dataset(*input);
    const auto stored = dataset ? project.store().datasetValue(dataset->id) : Result<Value>(Error{});
    const auto graphs = stored ? valueAs<GraphSet>(*stored) : nullptr;
    return graphs && value == (spec.role == "node" ? graphs->labelAttribute : graphs->targetColumn);
}

void putParameter(DisplayTable& table, const ParameterSpec& spec, const ParameterSet& values, bool fromData,
                  bool anonymous) {
    const bool known = values.isSet(spec.id);
    const nlohmann::json& value = known ? values.value(spec.id) : spec.defaultValue;
    const auto visible = evaluateCondition(spec.visibleIf, values);
    const auto enabled = evaluateCondition(spec.enabledIf, values);
    std::string shown = valueText(spec, value, anonymous);
    if ((visible && !*visible) || (enabled && !*enabled))
        shown += " (without effect here)";
    const bool changed = known && value != spec.defaultValue && !fromData;
    if (changed)
        table.strongRows.push_back(table.rows.size());
    table.rows.push_back({spec.label.empty() ? spec.id : spec.label, spec.symbol, spec.id, std::move(shown),
                          valueText(spec, spec.defaultValue, anonymous),
                          changed    ? "changed"
                          : fromData ? "named by the data"
                                     : ""});
}

/// Rows of "name, value".
class Facts {
public:
    Facts() { m_table.columns = {{"Property", false, false}, {"Value", false, false}}; }
    void put(const std::string& name, const std::string& value) {
        if (!value.empty())
            m_table.rows.push_back({name, value});
    }
    DisplayTable take() { return std::move(m_table); }

private:
    DisplayTable m_table;
};

DisplayTable runFacts(const RunFacts& run) {
    const RunRecord& record = run.record;
    Facts facts;
    facts.put("Run", std::to_string(record.id) + (record.title.empty() ? "" : ", " + record.title));
    facts.put("System", run.system());
    facts.put("Experiment",
              run.experiment ? run.experiment->title + " (" + record.experiment + ')' : record.experiment);
    facts.put("Program", "Vitrine " + record.programVersion);
    std::string state(runStateName(record.state));
    if (!record.message.empty())
        state += ": " + record.message;
    facts.put("State", state);
    facts.put("Seed", std::to_string(record.seed));
    facts.put("Threads", std::to_string(record.threads));
    facts.put("Device", record.device);
    facts.put("Started", displayDate(record.created));
    facts.put("Time", record.seconds > 0.0 ? displaySeconds(record.seconds) : "");
    facts.put("Highest memory", record.peakBytes > 0 ? displayBytes(record.peakBytes) : "");
    return facts.take();
}

DisplayTable hashTable(const RunFacts& run, const ReportProject& project) {
    DisplayTable table;
    table.columns = {{"Data", false, false}, {"What", false, false}, {"SHA-256", false, true}};
    for (const InputReference& input : run.record.inputs) {
        const std::string name = input.title.empty() ? input.inputId : input.title;
        table.rows.push_back({name, "input " + input.inputId + ", content", input.contentHash});
        const DatasetRecord* dataset = project.dataset(input);
        if (dataset && !dataset->source.fileSha256.empty())
            table.rows.push_back({dataset->source.fileName, "file, " + displayBytes(dataset->source.fileBytes),
                                  dataset->source.fileSha256});
    }
    for (const ArtifactRecord& artifact : run.artifacts)
        table.rows.push_back({artifact.description.title.empty() ? artifact.description.id : artifact.description.title,
                              artifact.partial ? "output, not finished" : "output", artifact.contentHash});
    return table;
}

/// The record with file names instead of paths, for the command of an anonymous report.
RunRecord withoutFolders(RunRecord record) {
    for (InputReference& input : record.inputs) {
        input.path = lastPathPart(input.path);
        if (resolveReference(input.reference).dataset == 0 && resolveReference(input.reference).run == 0)
            input.reference = lastPathPart(input.reference);
    }
    return record;
}

std::string definedText(const Definition& definition) {
    std::string text = "- **" + escapeMarkdown(definition.name) + ".** " + escapeMarkdown(definition.text);
    if (!definition.text.empty() && !definition.text.ends_with('.'))
        text += '.';
    if (!definition.source.empty())
        text += " Source: " + escapeMarkdown(definition.source) + (definition.source.ends_with('.') ? "" : ".");
    return text;
}

} // namespace

std::vector<ComposedPart> parameterParts(const RunFacts& run, const ReportProject& project, bool anonymous) {
    DisplayTable table;
    table.columns = {{"Parameter", false, false}, {"Symbol", false, false}, {"Id", false, true},
                     {"Value", true, false},      {"Default", true, false}, {"", false, false}};
    if (run.experiment) {
        for (const ParameterSpec& spec : run.experiment->parameters.parameters)
            putParameter(table, spec, run.record.parameters, namedByInput(spec, run.record, project), anonymous);
        if (!table.rows.empty())
            table.note = std::to_string(table.strongRows.size()) + " of " + std::to_string(table.rows.size()) +
                         " parameters differ from their default";
    } else {
        table.columns = {{"Id", false, true}, {"Value", true, false}};
        for (const auto& [id, value] : run.record.parameters.values())
            table.rows.push_back({id, plainValueText(value)});
        table.note =
            "labels and defaults are unknown, because the plugin \"" + run.record.plugin + "\" is not installed here";
    }
    if (table.rows.empty())
        return {textPart("This experiment has no parameters.")};
    return {tablePart(std::move(table), "Parameters")};
}

std::vector<ComposedPart> provenanceParts(const RunFacts& run, const ReportProject& project, bool anonymous) {
    std::vector<ComposedPart> parts{tablePart(runFacts(run), "Provenance"),
                                    tablePart(hashTable(run, project), "Hashes of all data")};
    const std::string path = project.store().path();
    const ParameterSchema* schema = run.experiment ? &run.experiment->parameters : nullptr;
    ComposedPart command;
    command.kind = PartKind::code;
    command.title = "Command that makes it again";
    command.text = anonymous ? runCommand(withoutFolders(run.record), schema, lastPathPart(path))
                             : runCommand(run.record, schema, path);
    parts.push_back(std::move(command));
    return parts;
}

std::string linesText(const std::vector<std::int64_t>& lines, std::int64_t count) {
    constexpr std::size_t kMostRanges = 12;
    std::string text;
    std::size_t ranges = 0;
    std::size_t at = 0;
    for (; at < lines.size() && ranges < kMostRanges; ++ranges) {
        std::size_t last = at;
        while (last + 1 < lines.size() && lines[last + 1] == lines[last] + 1)
            ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(lines[at]);
        if (last > at)
            text += (last == at + 1 ? ", " : "–") + std::to_string(lines[last]);
        at = last + 1;
    }
    const std::int64_t left = count - static_cast<std::int64_t>(at);
    if (!text.empty() && left > 0)
        text += " and " + displayCount(left) + " more";
    return text.empty() ? "all" : text;
}

std::vector<ComposedPart> ledgerParts(const DatasetRecord& dataset) {
    const Ledger& ledger = dataset.ledger;
    const std::string& name = dataset.source.fileName.empty() ? dataset.title : dataset.source.fileName;
    std::string text = "**" + escapeMarkdown(name) + "**: " + displayCount(ledger.recordsRead) + " records read, " +
                       displayCount(ledger.recordsDropped) + " dropped.";
    if (ledger.entries().empty())
        return {textPart(text + " Nothing else was done to them.")};
    DisplayTable table;
    table.columns = {{"Action", false, false},
                     {"Column", false, false},
                     {"Records", true, false},
                     {"Lines", false, false},
                     {"What was done and why", false, false}};
    for (const LedgerEntry& entry : ledger.entries())
        table.rows.push_back({std::string(ledgerActionName(entry.action)), entry.column, displayCount(entry.count),
                              linesText(entry.lines, entry.count), entry.reason});
    return {textPart(std::move(text)), tablePart(std::move(table), "Import ledger of " + name)};
}

std::vector<ComposedPart> ledgerParts(const RunFacts& run, const ReportProject& project, std::set<DatasetId>& told) {
    std::vector<ComposedPart> parts;
    for (const InputReference& input : run.record.inputs) {
        const ResolvedReference reference = resolveReference(input.reference);
        const DatasetRecord* dataset = project.dataset(input);
        if (dataset && told.insert(dataset->id).second) {
            std::ranges::move(ledgerParts(*dataset), std::back_inserter(parts));
        } else if (reference.run > 0 && reference.run < run.record.id) { // a run can only use earlier ones
            parts.push_back(textPart("**" + escapeMarkdown(input.title.empty() ? input.inputId : input.title) +
                                     "**: " + escapeMarkdown(reference.outputId) + " of run " +
                                     std::to_string(reference.run) + '.'));
            if (const RunFacts* earlier = project.run(reference.run))
                std::ranges::move(ledgerParts(*earlier, project, told), std::back_inserter(parts));
        } else if (!dataset && reference.run == 0) {
            parts.push_back(textPart("**" + escapeMarkdown(input.title.empty() ? input.inputId : input.title) +
                                     "**: the import is not kept in this project."));
        }
    }
    return parts;
}

std::vector<ComposedPart> citationParts(const std::vector<const RunFacts*>& runs) {
    std::vector<std::string> lines;
    const auto put = [&](const std::string& line) {
        if (std::find(lines.begin(), lines.end(), line) == lines.end())
            lines.push_back(line);
    };
    std::string version;
    for (const RunFacts* run : runs) {
        if (run->experiment)
            for (const std::string& line : run->experiment->citation)
                put(line);
        version = std::max(version, run->record.programVersion);
    }
    put("Vitrine" + (version.empty() ? "" : ' ' + version) + ", research workbench.");
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += (i > 0 ? "\n" : "") + std::to_string(i + 1) + ". " + escapeMarkdown(lines[i]);
    return {textPart(std::move(text))};
}

std::vector<ComposedPart> definitionParts(const std::vector<Definition>& definitions) {
    std::vector<std::string> lines;
    for (const Definition& definition : definitions)
        if (const std::string line = definedText(definition);
            std::find(lines.begin(), lines.end(), line) == lines.end())
            lines.push_back(line);
    if (lines.empty())
        return {textPart("Nothing that is shown needs a definition.")};
    std::string text;
    for (const std::string& line : lines)
        text += (text.empty() ? "" : "\n") + line;
    return {textPart(std::move(text))};
}

} // namespace vitrine
