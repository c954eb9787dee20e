#include "plugins/pathboost/views/decomposition.h"

#include "core/values/text.h"
#include "core/values/value_export.h"
#include "plugins/pathboost/compute/labels.h"
#include "plugins/pathboost/compute/model_json.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/run_paths.h"

#include <cmath>
#include <tuple>

namespace vitrine::pathboost {

namespace {

constexpr const char* kBond = "–";

std::string joined(const std::vector<std::string>& labels, bool elements, const char* bond) {
    std::string text;
    for (std::size_t i = 0; i < labels.size(); ++i)
        text += (i > 0 ? bond : "") + labelText(labels[i], elements);
    return text;
}

Column missingAt(Column column, std::size_t row) {
    if (row < column.size())
        column.setMissing(row);
    return column;
}

Table linesTable(const std::vector<ContributionLine>& lines, const std::string& unit) {
    Column::Texts paths, labels, anchors;
    Column::Reals values;
    Column::Integers occurrences;
    for (const ContributionLine& line : lines) {
        paths.push_back(line.path);
        labels.push_back(toStd(shownPath(line)));
        anchors.push_back(line.anchor);
        values.push_back(line.value);
        occurrences.push_back(line.occurrences);
    }
    Column value(column::kValue, std::move(values));
    value.unit = unit;
    return {{{column::kPath, std::move(paths)},
             {column::kLabel, std::move(labels)},
             {column::kAnchor, std::move(anchors)},
             std::move(value),
             {column::kOccurrences, std::move(occurrences)}}};
}

} // namespace

bool Decomposition::addsUp() const {
    return predicted && (prediction() == *predicted || (std::isnan(total) && std::isnan(*predicted)));
}

QString shownPath(const ContributionLine& line) {
    const auto labels = splitPathKey(line.path);
    if (labels && line.path != kBaseRow)
        for (const bool elements : {true, false})
            if (joined(*labels, elements, "-") == line.label)
                return toQString(joined(*labels, elements, kBond));
    return toQString(line.label);
}

Table decompositionTable(const Decomposition& decomposition) {
    Table table = linesTable(decomposition.lines, decomposition.unit);
    for (std::size_t row = 0; row < decomposition.lines.size(); ++row)
        if (decomposition.lines[row].path == kBaseRow)
            for (const std::size_t column : {0U, 2U, 4U})
                table.columns[column] = missingAt(std::move(table.columns[column]), row);
    return table;
}

std::string decompositionCsv(const Decomposition& decomposition) {
    std::vector<ContributionLine> lines = decomposition.lines;
    lines.push_back({"total", "total", {}, decomposition.total, 0});
    return exportValue(makeValue(linesTable(lines, decomposition.unit))).text;
}

std::shared_ptr<Decomposer> Decomposer::of(const RunData& data) {
    using Key = std::tuple<std::shared_ptr<const Table>, std::shared_ptr<const Model>, std::shared_ptr<const GraphSet>>;
    // Panes and inspector of a page ask one after the other; figures of reports are made on threads of their own.
    static std::mutex mutex; // protects latest
    static std::weak_ptr<Decomposer> latest;
    Key key{outputTable(data, kContributions), nullptr, inputGraphs(data)};
    for (const auto* values : {&data.outputs, &data.inputs})
        if (const auto found = values->find(kModel); found != values->end() && !std::get<1>(key))
            std::get<1>(key) = valueAs<Model>(found->second);
    const auto& [contributions, model, graphs] = key;
    if (!contributions && (!model || !graphs))
        return nullptr;
    const std::lock_guard lock(mutex);
    if (auto known = latest.lock(); known && Key{known->m_contributions, known->m_document, known->m_graphs} == key)
        return known;
    auto made = std::make_shared<Decomposer>(contributions, model, graphs);
    latest = made;
    return made;
}

Decomposer::Decomposer(std::shared_ptr<const Table> contributions, std::shared_ptr<const Model> model,
                       std::shared_ptr<const GraphSet> graphs)
    : m_contributions(std::move(contributions)), m_document(std::move(model)), m_graphs(std::move(graphs)) {}

std::vector<ContributionLine> Decomposer::storedLines(int graph) const {
    std::vector<ContributionLine> lines;
    const auto numeric = [this](const char* name) {
        const Column* column = m_contributions->find(name);
        return column && column->isNumeric() ? column : nullptr;
    };
    const Column* graphs = numeric(column::kGraph);
    const Column* values = numeric(column::kValue);
    const Column* occurrences = numeric(column::kOccurrences);
    const Column* paths = m_contributions->find(column::kPath);
    if (!graphs || !values || !paths)
        return lines;
    const auto text = [this](const char* name, std::size_t row) {
        const Column* column = m_contributions->find(name);
        return column ? column->cellText(row) : std::string();
    };
    for (std::size_t row = 0; row < m_contributions->rowCount(); ++row) {
        if (graphs->number(row) != static_cast<double>(graph))
            continue;
        const double count = occurrences ? occurrences->number(row) : 0.0;
        lines.push_back({paths->cellText(row), text(column::kLabel, row), text(column::kAnchor, row),
                         values->number(row), std::isfinite(count) ? static_cast<std::int32_t>(count) : 0});
    }
    return lines;
}

Result<std::vector<ContributionLine>> Decomposer::computedLines(int graph, const std::stop_token& stop) {
    if (!m_document || !m_graphs)
        return makeError(ErrorCode::notFound, "this run has no contributions for graph " + std::to_string(graph));
    std::call_once(m_modelRead, [this] { m_model.emplace(readModel(*m_document)); });
    if (!*m_model)
        return m_model->error();
    auto explanation = explainGraph(**m_model, *m_graphs, graph, stop);
    if (!explanation)
        return explanation.error();
    return std::move(explanation->lines);
}

Result<Decomposition> Decomposer::decompose(int graph, const PredictionRows* rows, const std::stop_token& stop) {
    Decomposition result;
    result.graph = graph;
    if (m_contributions)
        result.lines = storedLines(graph);
    if (result.lines.empty()) {
        auto lines = computedLines(graph, stop);
        if (!lines)
            return lines.error();
        result.lines = std::move(*lines);
    }
    for (std::size_t i = 0; i < result.lines.size(); ++i)
        result.total = i == 0 ? result.lines[i].value : result.total + result.lines[i].value;
    result.name = std::to_string(graph);
    if (const auto row = rows ? rows->rowOf(graph) : std::nullopt) {
        result.name = rows->name(*row);
        result.predicted = rows->prediction(*row);
    }
    result.classes = rows && rows->isClassifier();
    if (rows)
        result.unit = result.classes ? "log-odds" : rows->names().prediction.unit;
    return result;
}

} // namespace vitrine::pathboost
