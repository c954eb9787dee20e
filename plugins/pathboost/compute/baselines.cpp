#include "plugins/pathboost/compute/baselines.h"

#include "core/base/parallel_for.h"
#include "core/data/chem/descriptors.h"
#include "plugins/pathboost/compute/labels.h"

#include <algorithm>
#include <limits>

namespace vitrine::pathboost {

namespace {

constexpr int kMorganRadius = 2;
constexpr int kMorganBins = 1024;
constexpr std::size_t kMostCells = std::size_t{1} << 28; // 1 GiB of float

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

// Values that occur among some rows of a column, and the code of every row.
struct Coded {
    std::int32_t values = 0;
    std::vector<std::int32_t> codes;
};

Coded coded(const Column& column, std::span<const std::int64_t> offsets, std::span<const std::int32_t> train) {
    const LabelDictionary all = LabelDictionary::fromColumn(column);
    Coded result{0, all.codes(column)};
    std::vector<std::int32_t> place(at(all.size()), -1);
    for (const std::int32_t graph : train)
        for (std::int64_t row = offsets[at(graph)]; row < offsets[at(graph) + 1]; ++row)
            if (const std::int32_t code = result.codes[at(row)]; code >= 0 && place[at(code)] < 0)
                place[at(code)] = 0;
    for (std::int32_t& value : place) // in ascending order of the values
        if (value == 0)
            value = result.values++;
    for (std::int32_t& code : result.codes)
        code = code >= 0 ? place[at(code)] : -1;
    return result;
}

void addCounts(const Coded& column, std::span<const std::int64_t> offsets, std::int32_t graph, float* cells) {
    for (std::int64_t row = offsets[at(graph)]; row < offsets[at(graph) + 1]; ++row)
        if (const std::int32_t code = column.codes[at(row)]; code >= 0)
            cells[code] += 1.0F;
}

Coded edgeLabels(const GraphSet& graphs, std::span<const std::int32_t> train) {
    constexpr std::int32_t kMostEdgeLabels = 50;
    for (const Column& column : graphs.edges.columns)
        if (Coded found = coded(column, graphs.topology.edgeOffsets, train);
            found.values >= 2 && found.values <= kMostEdgeLabels)
            return found;
    return {};
}

using MoleculeFeatures = std::function<Result<std::vector<double>>(const std::string& smiles)>;

// One row per graph; a structure that cannot be read is missing throughout.
FeatureMatrix moleculeFeatures(const GraphSet& graphs, std::span<const std::int32_t> rows, std::size_t width,
                               int threads, const std::stop_token& stop, const MoleculeFeatures& features) {
    const Column& smiles = *graphs.graphs.find(graphs.structureColumn);
    FeatureMatrix matrix{rows.size(), width, {}};
    matrix.cells.assign(rows.size() * width, std::numeric_limits<float>::quiet_NaN());
    parallelFor(rows.size(), threads, [&](std::size_t i) {
        if (stop.stop_requested() || !smiles.isValid(at(rows[i])))
            return;
        if (const auto values = features(smiles.texts()[at(rows[i])]); values && values->size() == width)
            std::transform(values->begin(), values->end(),
                           matrix.cells.begin() + static_cast<std::ptrdiff_t>(i * width),
                           [](double value) { return static_cast<float>(value); });
    });
    return matrix;
}

/// Fits one XGBoost model after another and keeps the account of time and of what went wrong.
class Fitter {
public:
    Fitter(const BaselineInput& input, const std::stop_token& stop,
           const std::function<void(double, const std::string&)>& done, int models)
        : m_input(input), m_stop(stop), m_done(done), m_models(models) {
        for (const std::int32_t graph : input.train)
            m_target.push_back(input.target[at(graph)]);
    }
    void addMean();
    using Features = std::function<FeatureMatrix(std::span<const std::int32_t>)>;
    void add(const std::string& id, const std::string& name, const Features& features);
    Baselines take() { return std::move(m_result); }

private:
    const BaselineInput& m_input;
    const std::stop_token& m_stop;
    const std::function<void(double, const std::string&)>& m_done;
    int m_models;
    int m_finished = 0;
    std::vector<double> m_target;
    Baselines m_result;
};

void Fitter::addMean() {
    double sum = 0.0;
    for (const double value : m_target)
        sum += value;
    const double mean = sum / static_cast<double>(m_target.size());
    m_result.models.push_back({"mean", m_input.task == Task::classification ? "Share of the classes" : "Mean", 0,
                               std::vector<double>(m_input.tested.size(), mean)});
}

void Fitter::add(const std::string& id, const std::string& name, const Features& features) {
    if (m_result.stopped)
        return;
    const std::string label = "XGBoost, " + name;
    const auto report = [&](double share) {
        if (m_done)
            m_done((m_finished + share) / m_models, "Baseline: " + label);
    };
    report(0.0);
    const FeatureMatrix train = features(m_input.train);
    const FeatureMatrix tested = features(m_input.tested);
    constexpr double kShareOfFeatures = 0.2;
    auto predictions =
        m_stop.stop_requested()
            ? Result<std::vector<double>>(makeError(ErrorCode::cancelled, "cancelled"))
            : xgboostPredictions(train, m_target, tested, m_input.task == Task::classification, m_stop,
                                 [&](double share) { report(kShareOfFeatures + (1.0 - kShareOfFeatures) * share); });
    ++m_finished;
    if (predictions)
        m_result.models.push_back({id, label, static_cast<std::int64_t>(train.columns), std::move(*predictions)});
    else if (predictions.error().code == ErrorCode::cancelled)
        m_result.stopped = true;
    else
        m_result.notes.push_back(label + " is left out: " + predictions.error().message);
}

} // namespace

FeatureMatrix graphCountFeatures(const GraphSet& graphs, const std::string& labelAttribute,
                                 std::span<const std::int32_t> train, std::span<const std::int32_t> rows) {
    const auto& topology = graphs.topology;
    const Column* label = graphs.nodes.find(labelAttribute);
    const Coded nodes = label ? coded(*label, topology.nodeOffsets, train) : Coded{};
    const Coded edges = edgeLabels(graphs, train);
    FeatureMatrix matrix{rows.size(), 2 + at(nodes.values) + at(edges.values), {}};
    matrix.cells.assign(matrix.rows * matrix.columns, 0.0F);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        float* cells = matrix.cells.data() + i * matrix.columns;
        const auto graph = at(rows[i]);
        cells[0] = static_cast<float>(topology.nodeOffsets[graph + 1] - topology.nodeOffsets[graph]);
        cells[1] = static_cast<float>(topology.edgeOffsets[graph + 1] - topology.edgeOffsets[graph]);
        if (nodes.values > 0)
            addCounts(nodes, topology.nodeOffsets, rows[i], cells + 2);
        if (edges.values > 0)
            addCounts(edges, topology.edgeOffsets, rows[i], cells + 2 + nodes.values);
    }
    return matrix;
}

Baselines fitBaselines(const BaselineInput& input, int threads, const std::stop_token& stop,
                       const std::function<void(double, const std::string&)>& done) {
    const GraphSet& graphs = *input.graphs;
    const Column* smiles = graphs.graphs.find(graphs.structureColumn);
    const bool molecular = input.all && smiles && smiles->type() == ColumnType::text;
    Fitter fitter(input, stop, done, molecular ? 3 : 1);
    fitter.addMean();
    fitter.add("graph_counts", "graph counts", [&](std::span<const std::int32_t> rows) {
        return graphCountFeatures(graphs, input.labelAttribute, input.train, rows);
    });
    if (!molecular)
        return fitter.take();
    fitter.add("descriptors", "descriptors", [&](std::span<const std::int32_t> rows) {
        return moleculeFeatures(graphs, rows, chem::descriptorNames().size(), threads, stop, chem::descriptors);
    });
    const bool fits = std::max(input.train.size(), input.tested.size()) * kMorganBins <= kMostCells;
    if (fits)
        fitter.add("morgan", "Morgan counts", [&](std::span<const std::int32_t> rows) {
            return moleculeFeatures(graphs, rows, kMorganBins, threads, stop, [](const std::string& text) {
                return chem::morganCounts(text, kMorganRadius, kMorganBins);
            });
        });
    Baselines result = fitter.take();
    if (!fits)
        result.notes.push_back("XGBoost, Morgan counts is left out: its features would need more than 1 GiB");
    return result;
}

} // namespace vitrine::pathboost
