#include "core/report/default_report.h"

#include "core/report/report_composer.h"

#include <algorithm>
#include <set>

namespace vitrine {
namespace {

using nlohmann::json;

std::string textOf(const json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double lengthOf(const json& object, const char* key, double usual) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (found == object.end() || !found->is_number())
        return usual;
    return std::clamp(found->get<double>(), ReportBlock::kMinMm, ReportBlock::kMaxMm);
}

int rowsOf(const json& object, int usual) {
    const auto found = object.is_object() ? object.find("rows") : object.end();
    if (found == object.end() || !found->is_number_integer())
        return usual;
    return static_cast<int>(std::clamp<std::int64_t>(found->get<std::int64_t>(), 1, ReportBlock::kMaxRows));
}

const json& arrayOf(const json& object, const char* key) {
    static const json kNone = json::array();
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_array() ? *found : kNone;
}

bool hasChart(const OutputDescription& output) {
    return output.view.is_object() && output.view.contains("chart");
}

/// Adds the blocks of one run to a report.
class RunBlocks {
public:
    RunBlocks(ReportDocument& document, const RunFacts& run, const json& hints, ReportLength length)
        : m_document(document), m_run(run), m_hints(hints), m_short(length == ReportLength::onePage) {}

    void add() {
        addIntro();
        addNumbers();
        addHintedFigures();
        addGenericFigures();
        addTables();
        for (const BlockKind kind : {BlockKind::ledger, BlockKind::parameters, BlockKind::provenance,
                                     BlockKind::definitions, BlockKind::citation}) {
            const bool inShort = kind == BlockKind::ledger || kind == BlockKind::provenance;
            if ((m_short && !inShort) || (kind == BlockKind::citation && !wantsCitation()))
                continue;
            const bool once = kind == BlockKind::definitions || kind == BlockKind::citation;
            put(block(kind, std::string(blockKindName(kind)), once ? 0 : m_run.record.id));
        }
    }

private:
    /// An output of the hints: its id, and the object with more about it, or null.
    struct Wanted {
        const OutputDescription* output = nullptr;
        json more;
    };

    std::vector<Wanted> wantedOutputs() const {
        std::vector<Wanted> wanted;
        for (const json& item : arrayOf(m_hints, "outputs")) {
            const std::string id = item.is_string() ? item.get<std::string>() : textOf(item, "output");
            if (const ArtifactRecord* artifact = m_run.artifact(id))
                wanted.push_back({&artifact->description, item.is_object() ? item : json()});
        }
        if (arrayOf(m_hints, "outputs").empty())
            for (const ArtifactRecord& artifact : m_run.artifacts)
                wanted.push_back({&artifact.description, {}});
        return wanted;
    }

    bool wantsCitation() const {
        const auto found = m_hints.is_object() ? m_hints.find("citation") : m_hints.end();
        return found == m_hints.end() || !found->is_boolean() || found->get<bool>();
    }

    void addIntro() {
        const std::string intro = textOf(m_hints, "intro");
        if (intro.empty())
            return;
        ReportBlock text = block(BlockKind::text, "intro", m_run.record.id);
        text.text = intro;
        put(std::move(text));
    }

    void addNumbers() {
        for (const Wanted& wanted : wantedOutputs())
            if (wanted.output->kind == ValueKind::scalars)
                putOutput(BlockKind::scalars, wanted);
    }

    void addHintedFigures() {
        for (const FigureHint& hint : figureHints(m_hints)) {
            if (m_short && m_figures == 2)
                return;
            const std::string& output = hint.outputId;
            if (!output.empty() && !m_run.artifact(output) && m_run.output(output))
                continue; // an output that this run did not make
            ReportBlock entry = block(BlockKind::figure, output.empty() ? "figure" : output, m_run.record.id);
            entry.figureId = hint.figureId;
            entry.outputId = output;
            putFigure(std::move(entry), hint.more);
        }
    }

    void addGenericFigures() {
        for (const Wanted& wanted : wantedOutputs()) {
            const OutputDescription& output = *wanted.output;
            const bool drawable = output.kind == ValueKind::series || output.kind == ValueKind::matrix ||
                                  (output.kind == ValueKind::table && hasChart(output));
            if (!drawable || m_drawn.contains(output.id) || (m_short && m_figures == 2))
                continue;
            ReportBlock entry = block(BlockKind::figure, output.id, m_run.record.id);
            entry.outputId = output.id;
            putFigure(std::move(entry), wanted.more);
        }
    }

    void putFigure(ReportBlock entry, const json& more) {
        entry.title = textOf(more, "title");
        entry.text = textOf(more, "caption");
        entry.widthMm = lengthOf(more, "width", entry.widthMm);
        entry.heightMm = lengthOf(more, "height", entry.heightMm);
        if (more.is_object() && more.contains("options"))
            entry.options = more["options"];
        m_drawn.insert(entry.outputId);
        ++m_figures;
        put(std::move(entry));
    }

    void addTables() {
        bool any = false;
        for (const Wanted& wanted : wantedOutputs()) {
            if (wanted.output->kind == ValueKind::document && !m_short) {
                ReportBlock text = block(BlockKind::text, wanted.output->id, m_run.record.id);
                text.outputId = wanted.output->id;
                put(std::move(text));
            }
            if (wanted.output->kind != ValueKind::table || (m_short && any))
                continue;
            putOutput(BlockKind::table, wanted);
            any = true;
        }
    }

    void putOutput(BlockKind kind, const Wanted& wanted) {
        ReportBlock entry = block(kind, wanted.output->id, m_run.record.id);
        entry.outputId = wanted.output->id;
        entry.text = textOf(wanted.more, "caption");
        entry.maxRows = m_short ? 5 : rowsOf(wanted.more, entry.maxRows);
        entry.title = textOf(wanted.more, "title");
        for (const char* key : {"columns", "titles", "sort", "descending", "by_magnitude", "where"})
            if (wanted.more.is_object() && wanted.more.contains(key))
                entry.options[key] = wanted.more[key];
        put(std::move(entry));
    }

    ReportBlock block(BlockKind kind, const std::string& id, RunId run) const {
        ReportBlock entry;
        entry.kind = kind;
        entry.id = id;
        entry.run = run;
        return entry;
    }
    void put(ReportBlock entry) {
        entry.id = m_document.freeId(entry.id);
        m_document.blocks.push_back(std::move(entry));
    }

    ReportDocument& m_document;
    const RunFacts& m_run;
    const json& m_hints;
    bool m_short;
    int m_figures = 0;
    std::set<std::string> m_drawn;
};

bool isShared(const ReportBlock& block) {
    return block.kind == BlockKind::definitions || block.kind == BlockKind::citation;
}

Error noSuchRun(RunId run) {
    return makeError(ErrorCode::notFound, "there is no run " + std::to_string(run) + " in this project");
}

} // namespace

std::vector<FigureHint> figureHints(const json& hints) {
    std::vector<FigureHint> found;
    for (const json& item : arrayOf(hints, "figures")) {
        FigureHint hint;
        hint.figureId = item.is_string() ? item.get<std::string>() : textOf(item, "figure");
        hint.outputId = textOf(item, "output");
        const std::size_t slash = hint.figureId.find('/');
        if (hint.outputId.empty() && slash != std::string::npos)
            hint.outputId = hint.figureId.substr(slash + 1);
        if (item.is_object())
            hint.more = item;
        if (!hint.figureId.empty())
            found.push_back(std::move(hint));
    }
    return found;
}

Result<ReportDocument> defaultReport(const ProjectStore& store, RunId run, const json& hints, ReportLength length) {
    const ReportProject project(store, {});
    const RunFacts* facts = project.run(run);
    if (!facts)
        return noSuchRun(run);
    ReportDocument document;
    document.title = textOf(hints, "title");
    if (document.title.empty())
        document.title = facts->record.title.empty() ? "Run " + std::to_string(run) : facts->record.title;
    RunBlocks(document, *facts, hints, length).add();
    // The title is also the name in the list of reports, so it is resolved here once.
    const ComposeOptions options;
    document.title = ReportComposer(store, document, options).title();
    return document;
}

Result<void> appendRun(ReportDocument& document, const ProjectStore& store, RunId run, const json& hints,
                       ReportLength length) {
    const ReportProject project(store, {});
    const RunFacts* facts = project.run(run);
    if (!facts)
        return noSuchRun(run);
    // Definitions and citation speak of all runs; they stay at the end and come once.
    std::erase_if(document.blocks, isShared);
    ReportBlock heading;
    heading.kind = BlockKind::heading;
    heading.id = document.freeId("run-" + std::to_string(run));
    heading.run = run;
    heading.text = facts->record.title.empty() ? "Run " + std::to_string(run) : facts->record.title;
    document.blocks.push_back(std::move(heading));
    RunBlocks(document, *facts, hints, length).add();
    return {};
}

} // namespace vitrine
