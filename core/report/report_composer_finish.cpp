#include "core/report/report_composer.h"

#include "core/report/markdown_text.h"
#include "core/report/number_display.h"

#include <algorithm>

namespace vitrine {

// The second half of composing: numbers, references, checks, names.

std::optional<std::string> ReportComposer::metric(RunId run, const std::string& id, std::string_view part) const {
    const auto scalar = m_project.scalar(run, id);
    if (!scalar)
        return std::nullopt;
    const ScalarText text = displayScalar(*scalar);
    if (part == "value")
        return text.value;
    if (part == "interval")
        return text.interval.empty() ? "no interval"
                                     : text.interval + (text.kind.empty() ? "" : " (" + text.kind + ')');
    return text.joined();
}

std::optional<std::string> ReportComposer::parameter(RunId run, const std::string& id) const {
    const RunFacts* facts = m_project.run(run);
    if (!facts || !facts->record.parameters.isSet(id))
        return std::nullopt;
    const nlohmann::json& value = facts->record.parameters.value(id);
    if (value.is_null())
        return "none";
    const ParameterSpec* spec = facts->experiment ? facts->experiment->parameters.find(id) : nullptr;
    return spec ? parameterText(*spec, value) : value.is_string() ? value.get<std::string>() : value.dump();
}

std::optional<std::string> ReportComposer::input(RunId run, const std::string& id, std::string_view part) const {
    const RunFacts* facts = m_project.run(run);
    if (!facts)
        return std::nullopt;
    for (const InputReference& reference : facts->record.inputs) {
        if (reference.inputId != id)
            continue;
        const DatasetRecord* dataset = m_project.dataset(reference);
        if (part == "records")
            return dataset ? std::optional(displayCount(dataset->records)) : std::nullopt;
        return dataset && !dataset->title.empty() ? dataset->title : reference.title;
    }
    return std::nullopt;
}

std::optional<std::string> ReportComposer::runTitle(RunId run) const {
    const RunFacts* facts = m_project.run(run);
    return facts ? std::optional(facts->record.title) : std::nullopt;
}

std::optional<FieldSource::Target> ReportComposer::reference(bool table, const std::string& id) const {
    const PartKind kind = table ? PartKind::table : PartKind::figure;
    for (const Draft& draft : m_drafts)
        if (draft.numbered && draft.part.kind == kind && draft.id == id)
            return Target{draft.part.number, draft.part.anchor};
    return std::nullopt;
}

void ReportComposer::giveNumbers() {
    int figures = 0;
    int tables = 0;
    std::set<std::string> anchors;
    for (Draft& draft : m_drafts) {
        if (!draft.numbered)
            continue;
        const bool isFigure = draft.part.kind == PartKind::figure;
        const int number = isFigure ? ++figures : ++tables;
        draft.part.number = (isFigure ? "Figure " : "Table ") + std::to_string(number);
        const std::string base = (isFigure ? "fig-" : "table-") + fileNameText(draft.id);
        draft.part.anchor = base;
        for (int copy = 2; !anchors.insert(draft.part.anchor).second; ++copy)
            draft.part.anchor = base + '-' + std::to_string(copy);
        draft.part.dataName = (isFigure ? "figure-" : "table-") + std::to_string(number) + '-' + fileNameText(draft.id);
    }
}

void ReportComposer::resolveTexts() {
    for (Draft& draft : m_drafts) {
        m_source = draft.part.source;
        if (!draft.raw.empty()) {
            const TextForm form = draft.part.kind == PartKind::heading ? TextForm::plain : TextForm::markdown;
            const ResolvedText resolved = resolveFields(draft.raw, draft.run, *this, form);
            for (const std::string& problem : resolved.problems)
                warn("There is " + problem, m_source);
            m_cited.insert(resolved.anchors.begin(), resolved.anchors.end());
            draft.part.text = resolved.text + draft.part.text;
        }
    }
    // Only now: every text above may refer to any part.
    for (Draft& draft : m_drafts)
        m_report.parts.push_back(std::move(draft.part));
    m_drafts.clear();
}

void ReportComposer::checkReferences() {
    // A report that refers to nothing needs no references; one that does should refer to every figure.
    if (!m_cited.empty())
        for (const ComposedPart& part : m_report.parts)
            if (part.kind == PartKind::figure && !m_cited.contains(part.anchor))
                warn(part.number + " has no text that cites it", part.source);
}

/// A heading is at most one level below the one before it, so that the outline has no holes.
void ReportComposer::orderHeadings() {
    int previous = 1;
    for (ComposedPart& part : m_report.parts)
        if (part.kind == PartKind::heading)
            previous = part.level = std::min(part.level, previous + 1);
}

std::string ReportComposer::subtitle() const {
    std::string text;
    const auto put = [&](const std::string& item) {
        if (!item.empty())
            text += (text.empty() ? "" : ", ") + item;
    };
    if (!m_project.store().isUntitled())
        put(lastPathPart(m_project.store().path()));
    put(displayDate(m_options.date));
    put(m_document.anonymous ? "anonymous" : "");
    return text;
}

void ReportComposer::warn(const std::string& sentence, int source) {
    m_report.checks.push_back({ReportCheck::Level::warning, sentence, source});
}

namespace {

void cleanFigure(const AnonymousText& names, FigureSpec& figure) {
    const auto clean = [&](std::string& text) { text = names.apply(text); };
    const auto cleanAxis = [&](FigureAxis& axis) {
        clean(axis.label.title);
        std::ranges::for_each(axis.categories, clean);
    };
    clean(figure.title);
    clean(figure.caption);
    clean(figure.definition);
    clean(figure.fingerprint.command);
    std::ranges::for_each(figure.annotations, clean);
    if (figure.drawing)
        figure.drawing = figure.drawing->withTexts([names](const std::string& text) { return names.apply(text); });
    cleanAxis(figure.x);
    cleanAxis(figure.y);
    for (FigureMark& mark : figure.marks) {
        clean(mark.label);
        std::ranges::for_each(mark.keys, clean);
        std::ranges::for_each(mark.pointLabels, clean);
    }
    figure.fingerprint.parameters = nullptr; // shown by the block of parameters, which cleans paths
}

void cleanPart(const AnonymousText& names, ComposedPart& part) {
    const auto clean = [&](std::string& text) { text = names.apply(text); };
    clean(part.title);
    clean(part.text);
    clean(part.fingerprint);
    if (part.figure)
        cleanFigure(names, *part.figure);
    if (!part.table)
        return;
    clean(part.table->note);
    for (DisplayTable::ColumnHead& column : part.table->columns)
        clean(column.title);
    for (auto& row : part.table->rows)
        std::ranges::for_each(row, clean);
}

} // namespace

/// The runs that are shown with those whose outputs they were given; what a run used has a smaller number.
void ReportComposer::listRuns() {
    std::vector<RunId> waiting = m_runs;
    std::set<RunId> listed;
    while (!waiting.empty()) {
        const RunId id = waiting.back();
        waiting.pop_back();
        const RunFacts* run = m_project.run(id);
        if (!run || !listed.insert(id).second)
            continue;
        for (const InputReference& input : run->record.inputs)
            if (const RunId made = resolveReference(input.reference).run; made > 0)
                waiting.push_back(made);
    }
    for (const RunId id : listed)
        m_report.runs.push_back(m_project.run(id)->record);
}

void ReportComposer::removeNames() {
    AnonymousText names = AnonymousText::forThisComputer();
    names.addFolderOf(m_project.store().path());
    if (const auto datasets = m_project.store().datasets())
        for (const DatasetRecord& dataset : *datasets)
            names.addFolderOf(dataset.source.path);
    for (RunRecord& run : m_report.runs) {
        run.title = names.apply(run.title);
        for (InputReference& input : run.inputs) {
            input.title = names.apply(lastPathPart(input.title));
            input.path.clear();
        }
    }
    m_report.title = names.apply(m_report.title);
    m_report.subtitle = names.apply(m_report.subtitle);
    for (ComposedPart& part : m_report.parts)
        cleanPart(names, part);
    for (ReportCheck& check : m_report.checks)
        check.text = names.apply(check.text);
    m_report.names = std::make_shared<AnonymousText>(std::move(names));
    m_report.checks.push_back({ReportCheck::Level::ok, "No user, host or path name", -1});
}

} // namespace vitrine
