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

double meanSquare(std::span<const double> prediction, std::span<const double> truth) {
    double sum = 0.0;
    for (std::size_t i = 0; i < truth.size(); ++i)
        sum += (truth[i] - prediction[i]) * (truth[i] - prediction[i]);
    return sum / static_cast<double>(truth.size());
}

double meanAbsolute(std::span<const double> prediction, std::span<const double> truth) {
    double sum = 0.0;
    for (std::size_t i = 0; i < truth.size(); ++i)
        sum += std::abs(truth[i] - prediction[i]);
    return sum / static_cast<double>(truth.size());
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
    const std::vector<double> base(m_truth.size(), meanOf(m_truth));
    m_model.baseMse = meanSquare(base, m_truth);
    m_model.baseMae = meanAbsolute(base, m_truth);
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
    const Selection selection = m_selector.select(m_residual);
    const LabelledPath& path = m_selector.path(selection.candidate);
    // The search grows before the update: if it cannot, nothing has changed.
    if (auto expanded = expand(path, stop); !expanded)
        return expanded;

    Iteration iteration;
    iteration.path = usedPath(path);
    iteration.mean = meanOf(m_residual);
    iteration.rate = m_options.learningRate;
    iteration.gain = selection.gain;
    iteration.threshold = selection.threshold;
    for (std::size_t row = 0; row < m_centred.size(); ++row)
        m_centred[row] = m_residual[row] - iteration.mean;
    iteration.tree = m_learner.fit(inputsOf(path), m_centred, m_options.treeDepth);
    updatePrediction(iteration.mean);

    const std::span<const double> trained(m_prediction.data(), m_truth.size());
    iteration.trainMse = meanSquare(trained, m_truth);
    iteration.trainMae = meanAbsolute(trained, m_truth);
    if (m_options.importance != ImportanceKind::off) {
        const bool first = m_model.iterations.empty();
        const bool squared = m_options.importanceError == ErrorMeasure::mse;
        const double base = squared ? m_model.baseMse : m_model.baseMae;
        const double before = first     ? base
                              : squared ? m_model.iterations.back().trainMse
                                        : m_model.iterations.back().trainMae;
        m_importance.push_back(importanceOf(selection, before, squared ? iteration.trainMse : iteration.trainMae));
    }
    m_model.iterations.push_back(std::move(iteration));
    for (std::size_t row = 0; row < m_truth.size(); ++row)
        m_residual[row] = m_truth[row] - m_prediction[row];
    return {};
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

void Booster::updatePrediction(double mean) {
    const auto tree = m_learner.output();
    for (std::size_t row = 0; row < m_prediction.size(); ++row)
        m_prediction[row] += mean + m_options.learningRate * tree[row];
}

double Booster::error(std::span<const double> prediction, std::span<const double> truth) const {
    return m_options.importanceError == ErrorMeasure::mse ? meanSquare(prediction, truth)
                                                          : meanAbsolute(prediction, truth);
}

double Booster::importanceOf(const Selection& selection, double errorBefore, double errorNow) {
    const bool first = m_model.iterations.empty();
    const bool alone = m_selector.gains().size() < 2;
    if (m_options.importance == ImportanceKind::absolute || alone) {
        const double fall = errorBefore - errorNow;
        return first ? std::max(0.0, fall) : fall;
    }
    // How much worse the best other path would have done with the same target.
    const Selection other = m_selector.selectWithout(selection.candidate);
    const LabelledPath& path = m_selector.path(other.candidate);
    const double shift = first ? meanOf(m_residual) : 0.0;
    std::vector<double> target(m_residual);
    for (double& value : target)
        value -= shift;
    m_learner.fit(inputsOf(path), target, m_options.treeDepth);
    std::vector<double> alternative(m_truth.size());
    for (std::size_t row = 0; row < alternative.size(); ++row)
        alternative[row] = shift + m_options.learningRate * m_learner.output()[row];
    const double worse = error(alternative, first ? std::span<const double>(m_truth) : m_residual);
    return first ? std::max(0.0, worse - errorNow) : worse - errorNow;
}

SubModel Booster::takeModel(std::size_t iterations) {
    if (iterations < m_model.iterations.size())
        m_model.iterations.resize(iterations);
    std::int32_t last = -1; // prefixes have smaller numbers than their extensions
    for (const Iteration& iteration : m_model.iterations)
        last = std::max(last, iteration.path);
    m_model.paths.resize(at(last) + 1);
    if (m_options.importance != ImportanceKind::off)
        sumImportance();
    if (m_options.importanceCorrelation)
        adjustForCorrelation();
    return std::move(m_model);
}

void Booster::sumImportance() {
    for (std::size_t t = 0; t < m_model.iterations.size(); ++t) {
        const std::int32_t path = m_model.iterations[t].path;
        const auto [place, isNew] = m_importanceOf.emplace(path, m_model.importance.size());
        if (isNew)
            m_model.importance.push_back({path, 0.0});
        m_model.importance[place->second].value += m_importance[t];
    }
}

void Booster::adjustForCorrelation() {
    std::vector<PathImportance> adjusted = m_model.importance;
    for (PathImportance& entry : adjusted) {
        for (std::int32_t prefix = m_model.paths[at(entry.path)].parent; prefix >= 0;
             prefix = m_model.paths[at(prefix)].parent) {
            const auto found = m_importanceOf.find(prefix);
            if (found == m_importanceOf.end())
                continue;
            const double correlation = countCorrelation(entry.path, prefix);
            if (!std::isnan(correlation))
                entry.value += correlation * m_model.importance[found->second].value;
        }
    }
    m_model.importance = std::move(adjusted);
}

double Booster::countCorrelation(std::int32_t a, std::int32_t b) {
    const auto centredCounts = [&](std::int32_t used) {
        const PathColumns& columns = columnsOf(*m_pathOf[at(used)]);
        std::vector<double> counts(m_truth.size());
        for (std::int32_t row = 0; row < m_rows.trainRows; ++row)
            counts[at(row)] = columns.binValue[at(columns.binOf(row, 0))];
        const double mean = meanOf(counts);
        for (double& count : counts)
            count -= mean;
        return counts;
    };
    const std::vector<double> x = centredCounts(a);
    const std::vector<double> y = centredCounts(b);
    const double xx = std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
    const double yy = std::inner_product(y.begin(), y.end(), y.begin(), 0.0);
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0) / std::sqrt(xx * yy); // NaN when constant
}

} // namespace vitrine::pathboost
