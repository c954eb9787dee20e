#include "plugins/pathboost/compute/booster.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine::pathboost {

namespace {

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Log-odds of the positive class; a sub-model that only knows one class counts half a graph of the other.
double logOddsOf(std::span<const double> truth) {
    const auto n = static_cast<double>(truth.size());
    const double half = 0.5 / n;
    const double share = meanOf(truth);
    const double p = share <= 0.0 ? half : share >= 1.0 ? 1.0 - half : share;
    return std::log(p / (1.0 - p));
}

} // namespace

Booster::Booster(const BoostingData& data, const FitOptions& options, std::vector<std::vector<std::int32_t>> anchors,
                 RowMap rows)
    : m_data(data), m_options(options), m_rows(std::move(rows)), m_selector(m_rows.trainRows),
      m_learner(m_rows.trainRows, m_rows.rows() - m_rows.trainRows), m_prediction(at(m_rows.rows()), 0.0),
      m_centred(at(m_rows.trainRows)) {
    for (std::int32_t row = 0; row < m_rows.trainRows; ++row)
        m_truth.push_back(data.target[at(m_rows.graphOfRow[at(row)])]);
    m_residual = m_truth; // not centred at first; trees are shift invariant
    m_model.anchors = std::move(anchors);
    m_model.trainRows = m_rows.trainRows;
    const std::vector<double> constant(m_truth.size(), isClassifier() ? logOddsOf(m_truth) : meanOf(m_truth));
    const PartError base = partError(m_options.task, constant, m_truth);
    m_model.baseLoss = base.loss;
    m_model.baseMiss = base.miss;
}

Result<void> Booster::start(const std::stop_token& stop) {
    for (const auto& anchor : m_model.anchors) {
        auto path = m_data.index.find(anchor, stop);
        if (!path)
            return path.error();
        if (auto added = addCandidates(**path, stop); !added)
            return added;
    }
    return {};
}

Result<void> Booster::addCandidates(const LabelledPath& path, const std::stop_token& stop) {
    if (stop.stop_requested())
        return makeError(ErrorCode::cancelled, "the fit was cancelled");
    // An anchor may be an extension of another one: it is simply there already.
    if (!m_expanded.try_emplace(&path, false).second)
        return {};
    const bool inTraining = std::any_of(path.graphs().begin(), path.graphs().end(), [&](std::int32_t graph) {
        const std::int32_t row = m_rows.rowOfGraph[at(graph)];
        return row >= 0 && row < m_rows.trainRows;
    });
    if (!inTraining)
        return {};
    m_selector.add(path, m_rows);
    return m_options.candidates == CandidatePolicy::all ? expand(path, stop) : Result<void>();
}

Result<void> Booster::expand(const LabelledPath& path, const std::stop_token& stop) {
    bool& expanded = m_expanded[&path];
    if (expanded || path.length() >= m_options.maximumPathLength) {
        expanded = true;
        return {};
    }
    if (auto extended = m_data.index.extend(path, stop); !extended)
        return extended;
    for (const auto& child : path.children())
        if (auto added = addCandidates(*child, stop); !added)
            return added;
    m_expanded[&path] = true;
    return {};
}

Result<void> Booster::step(const std::stop_token& stop) {
    const Selection selection = m_selector.select(selectorTarget());
    const LabelledPath& path = m_selector.path(selection.candidate);
    // The search grows before the update: if it cannot, nothing has changed.
    if (auto expanded = expand(path, stop); !expanded)
        return expanded;

    Iteration iteration;
    iteration.path = usedPath(path);
    iteration.rate = m_options.rateAt(static_cast<int>(m_model.iterations.size()));
    iteration.gain = selection.gain;
    iteration.threshold = selection.threshold;
    if (m_options.importance == ImportanceKind::relative)
        m_before.assign(trained().begin(), trained().end());
    fitTree(iteration, path);
    const PartError now = partError(m_options.task, trained(), m_truth);
    iteration.trainLoss = now.loss;
    iteration.trainMiss = now.miss;
    if (m_options.importance != ImportanceKind::off)
        recordImportance(selection, iteration);
    m_model.iterations.push_back(std::move(iteration));
    updateResidual();
    return {};
}

std::span<const double> Booster::selectorTarget() {
    // The reference's classifier looks at the error of the hard class (its defect D10).
    if (!isClassifier() || !m_options.parity || m_model.iterations.empty())
        return m_residual;
    m_classResidual.resize(m_truth.size());
    for (std::size_t row = 0; row < m_truth.size(); ++row)
        m_classResidual[row] = m_truth[row] - (m_prediction[row] >= 0.0 ? 1.0 : 0.0);
    return m_classResidual;
}

// Fits h_t and adds m_t + nu_t h_t to F. A classification starts with its constant, without a tree.
void Booster::fitTree(Iteration& iteration, const LabelledPath& path) {
    if (isClassifier() && m_model.iterations.empty()) {
        iteration.mean = logOddsOf(m_truth);
        TreeNode leaf;
        leaf.rows = m_model.trainRows;
        iteration.tree = {leaf};
        m_prediction.assign(m_prediction.size(), iteration.mean);
        return;
    }
    iteration.mean = meanOf(m_residual);
    for (std::size_t row = 0; row < m_centred.size(); ++row)
        m_centred[row] = m_residual[row] - iteration.mean;
    iteration.tree = m_learner.fit(inputsOf(path), m_centred, m_options.treeDepth);
    const auto tree = m_learner.output();
    for (std::size_t row = 0; row < m_prediction.size(); ++row)
        m_prediction[row] += iteration.mean + iteration.rate * tree[row];
}

void Booster::updateResidual() {
    for (std::size_t row = 0; row < m_truth.size(); ++row)
        m_residual[row] = m_truth[row] - (isClassifier() ? probability(m_prediction[row]) : m_prediction[row]);
}

void Booster::markBest() {
    m_best = m_prediction;
    m_bestIterations = m_model.iterations.size();
}

void Booster::returnToBest() {
    m_prediction = m_best;
    m_model.iterations.resize(m_bestIterations);
    m_importance.resize(std::min(m_importance.size(), m_bestIterations));
    updateResidual();
}

std::int32_t Booster::usedPath(const LabelledPath& path) {
    if (const auto found = m_usedPaths.find(&path); found != m_usedPaths.end())
        return found->second;
    UsedPath used;
    used.parent = path.parent() ? usedPath(*path.parent()) : -1;
    used.label = path.label();
    for (std::size_t i = 0; i < path.graphs().size(); ++i) {
        const std::int32_t row = m_rows.rowOfGraph[at(path.graphs()[i])];
        if (row >= 0 && row < m_rows.trainRows) {
            ++used.trainGraphs;
            used.trainOccurrences += path.offsets()[i + 1] - path.offsets()[i];
        }
    }
    const auto number = static_cast<std::int32_t>(m_model.paths.size());
    m_model.paths.push_back(used);
    m_pathOf.push_back(&path);
    m_usedPaths.emplace(&path, number);
    return number;
}

const PathColumns& Booster::columnsOf(const LabelledPath& path) {
    auto found = m_columns.find(&path);
    if (found == m_columns.end())
        found =
            m_columns
                .emplace(&path, makePathColumns(path, m_data.scheme, m_data.graphs, m_rows, m_options.replaceMissing))
                .first;
    return found->second;
}

std::vector<TreeInput> Booster::inputsOf(const LabelledPath& path) {
    std::vector<TreeInput> inputs;
    for (const LabelledPath* prefix = &path; prefix != nullptr; prefix = prefix->parent()) {
        if (!m_expanded.contains(prefix))
            continue; // shorter than the anchor: not in the matrix
        const auto used = m_usedPaths.find(prefix);
        inputs.push_back({used == m_usedPaths.end() ? -1 : used->second, &columnsOf(*prefix)});
    }
    std::reverse(inputs.begin(), inputs.end());
    return inputs;
}

void Booster::recordImportance(const Selection& selection, const Iteration& iteration) {
    const bool first = m_model.iterations.empty();
    ImportanceValues values{};
    const auto record = [&](ImportanceKind kind, const PartError& worse) {
        const double loss = worse.loss - iteration.trainLoss;
        const double miss = worse.miss - iteration.trainMiss;
        values[ImportanceDefinition{kind, ErrorMeasure::mse}.place()] = first ? std::max(0.0, loss) : loss;
        values[ImportanceDefinition{kind, ErrorMeasure::mae}.place()] = first ? std::max(0.0, miss) : miss;
    };
    PartError before{m_model.baseLoss, m_model.baseMiss, 0, 0, 0};
    if (!first)
        before = {m_model.iterations.back().trainLoss, m_model.iterations.back().trainMiss, 0, 0, 0};
    record(ImportanceKind::absolute, before);
    if (m_options.importance == ImportanceKind::relative)
        record(ImportanceKind::relative, m_selector.gains().size() < 2 ? before : errorOfOther(selection.candidate));
    m_importance.push_back(values);
}

// The error that the best other path would have led to with the same target.
PartError Booster::errorOfOther(std::int32_t candidate) {
    const bool first = m_model.iterations.empty();
    if (isClassifier() && first)
        return {m_model.baseLoss, m_model.baseMiss, 0, 0, 0}; // the same constant
    const LabelledPath& path = m_selector.path(m_selector.selectWithout(candidate).candidate);
    const double shift = first ? meanOf(m_residual) : 0.0;
    std::vector<double> values(m_residual);
    for (double& value : values)
        value -= shift;
    m_learner.fit(inputsOf(path), values, m_options.treeDepth);
    const double rate = m_options.rateAt(static_cast<int>(m_model.iterations.size()));
    for (std::size_t row = 0; row < values.size(); ++row)
        values[row] = (isClassifier() ? m_before[row] : shift) + rate * m_learner.output()[row];
    const bool ofResidual = !first && !isClassifier();
    return partError(m_options.task, values, ofResidual ? m_residual : m_truth);
}

SubModel Booster::takeModel(std::size_t iterations) {
    if (iterations < m_model.iterations.size())
        m_model.iterations.resize(iterations);
    std::int32_t last = -1; // prefixes have smaller numbers than their extensions
    for (const Iteration& iteration : m_model.iterations)
        last = std::max(last, iteration.path);
    m_model.paths.resize(at(last) + 1);
    if (m_options.importance != ImportanceKind::off) {
        sumImportance();
        shareWithExtensions();
    }
    return std::move(m_model);
}

void Booster::sumImportance() {
    std::map<std::int32_t, std::size_t> placeOf;
    for (std::size_t t = 0; t < m_model.iterations.size(); ++t) {
        const std::int32_t path = m_model.iterations[t].path;
        const auto [place, isNew] = placeOf.emplace(path, m_model.importance.size());
        if (isNew)
            m_model.importance.push_back({path, {}});
        ImportanceValues& sum = m_model.importance[place->second].values;
        for (std::size_t k = 0; k < kImportanceDefinitions; ++k)
            if (m_importance[t][k])
                sum[k] = sum[k].value_or(0.0) + *m_importance[t][k];
    }
}

// All right-hand sides are unshared, so the order of the paths does not matter.
void Booster::shareWithExtensions() {
    std::map<std::int32_t, std::size_t> placeOf;
    for (std::size_t i = 0; i < m_model.importance.size(); ++i)
        placeOf.emplace(m_model.importance[i].path, i);
    for (PathImportance& entry : m_model.importance) {
        for (std::size_t k = 0; k < kImportanceDefinitions; k += 2)
            entry.values[k + 1] = entry.values[k];
        for (std::int32_t prefix = m_model.paths[at(entry.path)].parent; prefix >= 0;
             prefix = m_model.paths[at(prefix)].parent) {
            const auto found = placeOf.find(prefix);
            const double correlation = found == placeOf.end() ? std::nan("") : countCorrelation(entry.path, prefix);
            if (std::isnan(correlation))
                continue;
            for (std::size_t k = 0; k < kImportanceDefinitions; k += 2)
                if (entry.values[k])
                    *entry.values[k + 1] += correlation * *m_model.importance[found->second].values[k];
        }
    }
}

// Pearson correlation of the counts over the training rows; NaN when one is constant. Sums of counts are whole numbers
// and exact. A path occurs only where its prefix does.
double Booster::countCorrelation(std::int32_t path, std::int32_t prefix) const {
    const LabelledPath& longer = *m_pathOf[at(path)];
    const LabelledPath& shorter = *m_pathOf[at(prefix)];
    double x = 0.0, xx = 0.0, y = 0.0, yy = 0.0, xy = 0.0;
    std::size_t k = 0;
    for (std::size_t i = 0; i < shorter.graphs().size(); ++i) {
        const std::int32_t graph = shorter.graphs()[i];
        while (k < longer.graphs().size() && longer.graphs()[k] < graph)
            ++k;
        const std::int32_t row = m_rows.rowOfGraph[at(graph)];
        if (row < 0 || row >= m_rows.trainRows)
            continue;
        const double count = shorter.offsets()[i + 1] - shorter.offsets()[i];
        const bool both = k < longer.graphs().size() && longer.graphs()[k] == graph;
        const double ofLonger = both ? longer.offsets()[k + 1] - longer.offsets()[k] : 0.0;
        y += count;
        yy += count * count;
        x += ofLonger;
        xx += ofLonger * ofLonger;
        xy += ofLonger * count;
    }
    const double n = m_rows.trainRows;
    const double variances = (n * xx - x * x) * (n * yy - y * y);
    return variances > 0.0 ? (n * xy - x * y) / std::sqrt(variances) : std::nan("");
}

} // namespace vitrine::pathboost
