#include "core/report/report_composer.h"

#include "core/figure/view_hints.h"
#include "core/report/display_table.h"
#include "core/report/markdown_text.h"
#include "core/report/number_display.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

std::string fingerprintLine(const std::string& hash, const RunFacts& run) {
    return "result " + hash.substr(0, 12) + " · " + run.system() + " · seed " + std::to_string(run.record.seed);
}

/// Values of all marks that cannot be placed on a linear axis.
NonFiniteCount oddValues(const FigureSpec& figure) {
    NonFiniteCount count;
    for (const FigureMark& mark : figure.marks)
        for (const double value : mark.y) {
            count.nan += std::isnan(value) ? 1 : 0;
            count.infinite += std::isinf(value) ? 1 : 0;
        }
    return count;
}

std::string runLabel(RunId run) {
    return "Run " + std::to_string(run);
}

TableLimits limitsOf(const ReportBlock& block) {
    TableLimits limits;
    limits.maxRows = static_cast<std::size_t>(block.maxRows);
    if (!block.options.is_object())
        return limits;
    const nlohmann::json& options = block.options;
    const auto flag = [&](const char* key) { return options.contains(key) && options[key] == true; };
    if (options.contains("columns") && options["columns"].is_array())
        for (const nlohmann::json& name : options["columns"])
            if (name.is_string())
                limits.columns.push_back(name.get<std::string>());
    limits.titles = ViewHints::fromJson(options).titles;
    if (options.contains("sort") && options["sort"].is_string())
        limits.sortBy = options["sort"].get<std::string>();
    limits.descending = flag("descending");
    limits.byMagnitude = flag("by_magnitude");
    if (options.contains("where") && options["where"].is_object() && options["where"].size() == 1)
        if (const auto wanted = options["where"].begin(); wanted.value().is_string()) {
            limits.whereColumn = wanted.key();
            limits.whereText = wanted.value().get<std::string>();
        }
    return limits;
}

std::string withStop(std::string sentence) {
    if (!sentence.empty() && !sentence.ends_with('.') && !sentence.ends_with('?') && !sentence.ends_with('!'))
        sentence += '.';
    return sentence;
}

} // namespace

ReportComposer::ReportComposer(const ProjectStore& store, const ReportDocument& document, const ComposeOptions& options)
    : m_document(document), m_options(options), m_project(store, options.experiments) {
    for (const ReportBlock& block : document.blocks)
        if (block.run > 0 && std::find(m_runs.begin(), m_runs.end(), block.run) == m_runs.end())
            m_runs.push_back(block.run);
}

Result<ComposedReport> ReportComposer::compose() {
    const std::size_t count = m_document.blocks.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (m_options.stop.stop_requested())
            return makeError(ErrorCode::cancelled, "the report was cancelled");
        if (m_options.progress)
            m_options.progress(static_cast<double>(i) / static_cast<double>(count), "Collecting results");
        addBlock(static_cast<int>(i));
    }
    addDefinitions();
    giveNumbers();
    m_report.title = title();
    resolveTexts();
    checkReferences();
    m_report.subtitle = subtitle();
    m_report.embedData = m_document.embedData;
    orderHeadings();
    listRuns();
    if (m_document.anonymous)
        removeNames();
    return std::move(m_report);
}

std::string ReportComposer::title() const {
    const RunId first = m_runs.empty() ? 0 : m_runs.front();
    const std::string text = resolveFields(m_document.title, first, *this, TextForm::plain).text;
    return text.empty() ? "Report" : text;
}

void ReportComposer::addBlock(int index) {
    m_source = index;
    const ReportBlock& block = m_document.blocks[static_cast<std::size_t>(index)];
    switch (block.kind) {
    case BlockKind::heading:
    case BlockKind::text: addText(block); break;
    case BlockKind::figure: addFigure(block); break;
    case BlockKind::table:
    case BlockKind::scalars: addTable(block); break;
    case BlockKind::parameters:
    case BlockKind::ledger:
    case BlockKind::provenance:
    case BlockKind::citation: addRunBlock(block); break;
    case BlockKind::definitions: {
        addHeading(block, {});
        // What is defined is known when everything is composed; this part is filled then.
        ComposedPart part;
        part.source = index;
        m_definitionsAt = m_drafts.size();
        addPart(std::move(part));
        break;
    }
    }
}

void ReportComposer::addText(const ReportBlock& block) {
    Draft draft;
    draft.part.source = m_source;
    draft.part.kind = block.kind == BlockKind::heading ? PartKind::heading : PartKind::text;
    draft.part.level = block.level;
    draft.raw = block.text;
    draft.run = runOf(block);
    if (block.kind == BlockKind::text && block.text.empty() && !block.outputId.empty()) {
        const ArtifactRecord* artifact = artifactOf(block);
        const auto value = artifact ? m_project.value(*artifact) : Result<Value>(Error{});
        const auto text = value ? valueAs<Document>(*value) : nullptr;
        draft.part.text = text ? text->markdown : std::string();
    }
    if (!draft.raw.empty() || !draft.part.text.empty())
        m_drafts.push_back(std::move(draft));
}

void ReportComposer::addDatasetFigure(const ReportBlock& block) {
    const DatasetRecord* dataset = m_project.dataset(block.dataset);
    if (!dataset)
        return addNotice("Data set " + std::to_string(block.dataset) + " is not in this project.");
    auto figure = m_options.figures ? m_options.figures({}, block) : std::nullopt;
    if (!figure)
        return addNotice("The figure \"" + (block.title.empty() ? block.figureId : block.title) + "\" of \"" +
                         dataset->title + "\" cannot be made from what the project holds.");
    Draft draft = drafted(block, figure->title, figure->caption);
    draft.part.kind = PartKind::figure;
    draft.part.widthMm = block.widthMm;
    draft.part.heightMm = block.heightMm;
    if (block.showFingerprint)
        draft.part.fingerprint = "data set " + dataset->contentHash.substr(0, 12) + " · " + dataset->source.fileName;
    draft.part.figure = std::move(figure);
    m_drafts.push_back(std::move(draft));
}

void ReportComposer::addFigure(const ReportBlock& block) {
    if (block.dataset > 0)
        return addDatasetFigure(block);
    const RunId runId = runOf(block);
    const RunFacts* run = m_project.run(runId);
    if (!run)
        return addNotice(runLabel(runId) + " is not in this project, so its figure is missing.");
    auto figure = m_options.figures ? m_options.figures(run->record, block) : std::nullopt;
    if (!figure)
        return addMissingFigure(block);
    const ArtifactRecord* artifact = run->artifact(block.outputId);
    const std::string name = !figure->title.empty() ? figure->title : block.outputId;
    Draft draft = captioned(block, *run, artifact, name, figure->caption);
    draft.part.kind = PartKind::figure;
    draft.part.widthMm = block.widthMm;
    draft.part.heightMm = block.heightMm;
    if (const NonFiniteCount odd = oddValues(*figure); odd.nan + odd.infinite > 0)
        draft.part.text += " Not drawn as points: " + displayCount(odd.nan) + " values that are not numbers and " +
                           displayCount(odd.infinite) + " infinite ones; they are marked.";
    if (!artifact && block.showFingerprint && !figure->dataHash.empty())
        draft.part.fingerprint = fingerprintLine(figure->dataHash, *run);
    const auto value = artifact ? m_project.value(*artifact) : Result<Value>(Error{});
    describe(artifact ? &artifact->description : nullptr, value ? &*value : nullptr);
    if (!figure->definition.empty() && (!artifact || artifact->description.definition != figure->definition))
        m_definitions.push_back({draft.part.title, figure->definition, {}});
    draft.part.figure = std::move(figure);
    m_drafts.push_back(std::move(draft));
}

void ReportComposer::addMissingFigure(const ReportBlock& block) {
    const std::string run = " of run " + std::to_string(runOf(block));
    if (!block.figureId.empty())
        addNotice("The figure \"" + block.figureId + '"' + run + " cannot be made from what the project holds.");
    else if (const ArtifactRecord* artifact = artifactOf(block))
        addNotice('"' + artifact->description.title + '"' + run + " cannot be drawn as a figure.");
}

void ReportComposer::addProvidedTable(const ReportBlock& block) {
    auto provided = m_options.tables ? m_options.tables(block) : std::nullopt;
    if (!provided)
        return addNotice("The runs of this table are no longer in the project.");
    Draft draft = drafted(block, provided->name, provided->caption);
    draft.part.kind = PartKind::table;
    draft.part.table = std::move(provided->shown);
    draft.part.data = std::move(provided->data);
    for (Definition& definition : provided->definitions)
        m_definitions.push_back(std::move(definition));
    m_drafts.push_back(std::move(draft));
}

void ReportComposer::addTable(const ReportBlock& block) {
    if (!block.figureId.empty())
        return addProvidedTable(block);
    const ArtifactRecord* artifact = artifactOf(block);
    if (!artifact)
        return;
    const std::string& name = artifact->description.title;
    const auto value = m_project.value(*artifact);
    if (!value)
        return addNotice('"' + name + "\" cannot be read: " + value.error().message + '.');
    TableLimits limits = limitsOf(block);
    limits.titles.merge(ViewHints::fromJson(artifact->description.view).titles); // those of the block win
    auto table = displayValue(*value, limits);
    if (!table)
        return addNotice('"' + name + "\" is a " + std::string(valueKindName(kindOf(*value))) +
                         ", which cannot be shown as a table.");
    Draft draft = captioned(block, *m_project.run(artifact->run), artifact, name, {});
    draft.part.kind = PartKind::table;
    draft.part.table = std::move(table);
    draft.part.data = *value;
    describe(&artifact->description, &*value);
    m_drafts.push_back(std::move(draft));
}

/// What figures and tables share: id, name and caption.
ReportComposer::Draft ReportComposer::drafted(const ReportBlock& block, const std::string& name,
                                              const std::string& caption) const {
    Draft draft;
    draft.numbered = true;
    draft.raw = block.text;
    draft.id = takeDefinedId(draft.raw);
    if (draft.id.empty())
        draft.id = block.id.empty() ? fileNameText(block.outputId) : block.id;
    ComposedPart& part = draft.part;
    part.source = m_source;
    part.title = block.title.empty() ? name : block.title;
    if (draft.raw.empty())
        part.text = escapeMarkdown(withStop(caption.empty() ? part.title : caption));
    return draft;
}

/// The same for a result of a run, with its fingerprint.
ReportComposer::Draft ReportComposer::captioned(const ReportBlock& block, const RunFacts& run,
                                                const ArtifactRecord* artifact, const std::string& name,
                                                const std::string& caption) const {
    Draft draft = drafted(block, name, caption);
    draft.run = run.record.id;
    ComposedPart& part = draft.part;
    part.run = run.record.id;
    if (artifact) {
        part.outputId = artifact->description.id;
        part.contentHash = artifact->contentHash;
    }
    if (artifact && artifact->partial)
        part.text += " The run is " + std::string(runStateName(run.record.state)) + "; this is what it had until then.";
    if (artifact && block.showFingerprint)
        part.fingerprint = fingerprintLine(artifact->contentHash, run);
    return draft;
}

void ReportComposer::addRunBlock(const ReportBlock& block) {
    if (block.kind == BlockKind::ledger && block.dataset > 0) {
        addHeading(block, {});
        const DatasetRecord* dataset = m_project.dataset(block.dataset);
        if (!dataset)
            return addNotice("Data set " + std::to_string(block.dataset) + " is not in this project.");
        for (ComposedPart& part : ledgerParts(*dataset))
            addPart(std::move(part));
        return;
    }
    const std::vector<const RunFacts*> runs = runsOf(block);
    if (block.kind == BlockKind::citation || block.kind == BlockKind::ledger || runs.empty())
        addHeading(block, {});
    if (runs.empty() && block.kind != BlockKind::citation)
        return addNotice(block.run > 0 ? runLabel(block.run) + " is not in this project."
                                       : "This report shows no run.");
    if (block.kind == BlockKind::citation) {
        for (ComposedPart& part : citationParts(runs))
            addPart(std::move(part));
        return;
    }
    std::set<DatasetId> told;
    for (const RunFacts* run : runs) {
        std::vector<ComposedPart> parts;
        if (block.kind != BlockKind::ledger)
            addHeading(block, m_runs.size() > 1 ? ", run " + std::to_string(run->record.id) : std::string());
        if (block.kind == BlockKind::ledger)
            parts = ledgerParts(*run, m_project, told);
        else if (block.kind == BlockKind::parameters)
            parts = parameterParts(*run, m_project, m_document.anonymous);
        else
            parts = provenanceParts(*run, m_project, m_document.anonymous);
        for (ComposedPart& part : parts)
            addPart(std::move(part));
    }
}

void ReportComposer::addDefinitions() {
    if (m_definitionsAt >= m_drafts.size() || m_drafts[m_definitionsAt].part.source < 0)
        return;
    ComposedPart& place = m_drafts[m_definitionsAt].part;
    if (place.kind == PartKind::text && place.text.empty() &&
        m_document.blocks[static_cast<std::size_t>(place.source)].kind == BlockKind::definitions)
        place.text = definitionParts(m_definitions).front().text;
}

void ReportComposer::addPart(ComposedPart part) {
    Draft draft;
    draft.part = std::move(part);
    draft.part.source = m_source;
    m_drafts.push_back(std::move(draft));
}

void ReportComposer::addHeading(const ReportBlock& block, const std::string& suffix) {
    ComposedPart part;
    part.kind = PartKind::heading;
    part.text = (block.title.empty() ? std::string(blockKindTitle(block.kind)) : block.title) + suffix;
    addPart(std::move(part));
}

void ReportComposer::addNotice(const std::string& sentence) {
    ComposedPart part;
    part.kind = PartKind::notice;
    part.text = sentence;
    warn(sentence, m_source);
    addPart(std::move(part));
}

RunId ReportComposer::runOf(const ReportBlock& block) const {
    return block.run > 0 ? block.run : m_runs.size() == 1 ? m_runs.front() : 0;
}

std::vector<const RunFacts*> ReportComposer::runsOf(const ReportBlock& block) {
    std::vector<const RunFacts*> runs;
    for (const RunId id : block.run > 0 ? std::vector<RunId>{block.run} : m_runs)
        if (const RunFacts* run = m_project.run(id))
            runs.push_back(run);
    return runs;
}

const ArtifactRecord* ReportComposer::artifactOf(const ReportBlock& block) {
    const RunId id = runOf(block);
    const RunFacts* run = m_project.run(id);
    if (!run) {
        addNotice(id > 0 ? runLabel(id) + " is not in this project." : "This block names no run.");
        return nullptr;
    }
    const ArtifactRecord* artifact = run->artifact(block.outputId);
    if (!artifact) {
        const OutputDescription* output = run->output(block.outputId);
        addNotice(runLabel(id) + " has no \"" + (output && !output->title.empty() ? output->title : block.outputId) +
                  "\"; it is " + std::string(runStateName(run->record.state)) + '.');
    }
    return artifact;
}

/// Keeps the definitions of a shown output and of the numbers or columns in it.
void ReportComposer::describe(const OutputDescription* output, const Value* value) {
    if (output && !output->definition.empty())
        m_definitions.push_back({output->title, output->definition, output->source});
    const auto scalars = value ? valueAs<Scalars>(*value) : nullptr;
    if (scalars)
        for (const Scalar& item : scalars->items)
            if (!item.definition.empty())
                m_definitions.push_back({item.label.empty() ? item.id : item.label, item.definition, {}});
    const auto table = value ? valueAs<Table>(*value) : nullptr;
    if (!table)
        return;
    const ColumnTitles titles = ViewHints::fromJson(output->view).titles;
    for (const Column& column : table->columns)
        if (!column.description.empty())
            m_definitions.push_back({output->title + ", " + columnTitle(titles, column.name), column.description, {}});
}

} // namespace vitrine
