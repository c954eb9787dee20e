#include "plugins/pathboost/compute/predictor.h"

#include "core/kernels/graph/path_index.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace vitrine::pathboost {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

// Columns that the trees read, per used path; paths that no tree reads have none.
std::vector<std::vector<std::int32_t>> columnsRead(const SubModel& model) {
    std::vector<std::set<std::int32_t>> read(model.paths.size());
    for (const Iteration& iteration : model.iterations)
        for (const TreeNode& node : iteration.tree)
            if (!node.isLeaf())
                read[at(node.path)].insert(node.attribute);
    std::vector<std::vector<std::int32_t>> lists;
    for (const auto& set : read)
        lists.emplace_back(set.begin(), set.end());
    return lists;
}

// The used paths in the new graphs; null where a path does not occur.
Result<std::vector<const LabelledPath*>> locate(const SubModel& model, const PathIndex& index,
                                                const std::stop_token& stop) {
    std::vector<const LabelledPath*> located(model.paths.size(), nullptr);
    for (std::size_t i = 0; i < located.size(); ++i) {
        const UsedPath& used = model.paths[i];
        if (used.parent < 0) {
            located[i] = index.root(used.label);
        } else if (const LabelledPath* parent = located[at(used.parent)]) {
            if (auto extended = index.extend(*parent, stop); !extended)
                return extended.error();
            located[i] = parent->child(used.label);
        }
    }
    return located;
}

} // namespace

std::vector<SelectedPath> selectedPaths(const PathBoostModel& model) {
    std::vector<SelectedPath> selected;
    for (std::size_t sub = 0; sub < model.subModels.size(); ++sub) {
        std::vector<char> seen(model.subModels[sub].paths.size(), 0);
        for (const Iteration& iteration : model.subModels[sub].iterations) {
            if (!seen[at(iteration.path)])
                selected.push_back({static_cast<std::int32_t>(sub), iteration.path});
            seen[at(iteration.path)] = 1;
        }
    }
    return selected;
}

Result<Predictor> Predictor::make(const PathBoostModel& model, const GraphSet& graphs, const std::stop_token& stop,
                                  std::span<const std::int32_t> only, std::vector<std::string>* warnings) {
    auto data = prepareGraphs(graphs, model.scheme, warnings);
    if (!data)
        return data.error();
    if (!only.empty()) {
        std::vector<std::int32_t> labels(data->labelOfNode.size(), -1);
        for (const std::int32_t graph : only)
            for (std::int32_t node = data->adjacency.firstNode(graph); node < data->adjacency.firstNode(graph + 1);
                 ++node)
                labels[at(node)] = data->labelOfNode[at(node)];
        data->labelOfNode = std::move(labels);
    }
    const PathIndex index(data->adjacency, data->labelOfNode, model.options.maximumOccurrences);
    Predictor predictor;
    predictor.m_model = &model;
    predictor.m_graphCount = data->graphCount();
    predictor.m_selected = selectedPaths(model);
    for (const SubModel& sub : model.subModels) {
        auto compiled = predictor.compile(sub, *data, index, stop);
        if (!compiled)
            return compiled.error();
        predictor.m_subs.push_back(std::move(*compiled));
    }
    std::size_t selected = 0;
    for (std::size_t sub = 0; sub < model.subModels.size(); ++sub) {
        std::vector<std::size_t> placeOf(model.subModels[sub].paths.size(), 0);
        for (; selected < predictor.m_selected.size() && at(predictor.m_selected[selected].subModel) == sub; ++selected)
            placeOf[at(predictor.m_selected[selected].path)] = selected;
        for (std::size_t t = 0; t < predictor.m_subs[sub].steps.size(); ++t)
            predictor.m_subs[sub].steps[t].selected = placeOf[at(model.subModels[sub].iterations[t].path)];
    }
    return predictor;
}

Result<Predictor::Sub> Predictor::compile(const SubModel& model, const GraphData& data, const PathIndex& index,
                                          const std::stop_token& stop) const {
    const auto located = locate(model, index, stop);
    if (!located)
        return located.error();
    const auto columns = columnsRead(model);
    const float filler = m_model->options.replaceMissing ? static_cast<float>(*m_model->options.replaceMissing)
                                                         : std::numeric_limits<float>::quiet_NaN();
    Sub sub;
    sub.contains.assign(at(data.graphCount()), m_model->options.form == ModelForm::single ? 1 : 0);
    if (m_model->options.form == ModelForm::multiAnchor) {
        const auto anchor = index.find(model.anchors.front(), stop);
        if (!anchor)
            return anchor.error();
        if (*anchor != nullptr)
            for (const std::int32_t graph : (*anchor)->graphs())
                sub.contains[at(graph)] = 1;
    }
    for (std::size_t used = 0; used < model.paths.size(); ++used) {
        PathValues& path = sub.paths.emplace_back();
        path.attributes = columns[used];
        path.firstColumn = sub.columnCount;
        sub.columnCount += static_cast<std::int32_t>(columns[used].size());
        for (const std::int32_t attribute : columns[used])
            path.absent.push_back(attribute == kCountColumn ? 0.0F : filler);
        const LabelledPath* occurring = (*located)[used];
        if (occurring == nullptr)
            continue;
        path.graphs.assign(occurring->graphs().begin(), occurring->graphs().end());
        for (std::size_t i = 0; i < path.graphs.size(); ++i)
            path.counts.push_back(occurring->offsets()[i + 1] - occurring->offsets()[i]);
        path.values.resize(path.graphs.size() * columns[used].size());
        for (std::size_t c = 0; c < columns[used].size(); ++c) {
            const std::int32_t attribute = columns[used][c];
            const std::vector<float> values =
                attribute == kCountColumn ? std::vector<float>(path.counts.begin(), path.counts.end())
                                          : attributeMeans(*occurring, m_model->scheme.attributes[at(attribute)].scope,
                                                           data.attributes[at(attribute)]);
            for (std::size_t i = 0; i < values.size(); ++i)
                path.values[i * columns[used].size() + c] = std::isnan(values[i]) ? filler : values[i];
        }
    }
    compileTrees(model, sub);
    return sub;
}

void Predictor::compileTrees(const SubModel& model, Sub& sub) const {
    for (const Iteration& iteration : model.iterations) {
        const auto root = static_cast<std::int32_t>(sub.nodes.size());
        sub.steps.push_back({root, iteration.mean, iteration.rate, 0});
        for (const TreeNode& node : iteration.tree) {
            Node compiled{node.threshold, node.value, -1, root + node.left, root + node.right, node.missingLeft};
            if (!node.isLeaf()) {
                const PathValues& path = sub.paths[at(node.path)];
                const auto place = std::lower_bound(path.attributes.begin(), path.attributes.end(), node.attribute);
                compiled.column = path.firstColumn + static_cast<std::int32_t>(place - path.attributes.begin());
            }
            sub.nodes.push_back(compiled);
        }
    }
}

void Predictor::gather(const Sub& sub, std::int32_t graph, std::vector<float>& row) const {
    row.resize(at(sub.columnCount));
    for (const PathValues& path : sub.paths) {
        const std::size_t width = path.attributes.size();
        if (width == 0)
            continue;
        const auto found = std::lower_bound(path.graphs.begin(), path.graphs.end(), graph);
        const float* from = path.absent.data();
        if (found != path.graphs.end() && *found == graph)
            from = path.values.data() + static_cast<std::size_t>(found - path.graphs.begin()) * width;
        std::copy(from, from + width, row.begin() + path.firstColumn);
    }
}

double Predictor::treeValue(const Sub& sub, const Step& step, std::span<const float> row) {
    const Node* node = &sub.nodes[at(step.root)];
    while (node->column >= 0) {
        const float value = row[at(node->column)];
        const bool left = std::isnan(value) ? node->missingLeft : static_cast<double>(value) <= node->threshold;
        node = &sub.nodes[at(left ? node->left : node->right)];
    }
    return node->value;
}

void Predictor::evaluate(std::int32_t graph, Evaluation& into) const {
    into = Evaluation{0.0, 0.0, 0, 0.0, std::move(into.contributions), std::move(into.ofSubModel)};
    into.contributions.assign(m_selected.size(), 0.0);
    into.ofSubModel.assign(m_subs.size(), kNaN);
    thread_local std::vector<float> row;
    for (std::size_t s = 0; s < m_subs.size(); ++s) {
        const Sub& sub = m_subs[s];
        if (!sub.contains[at(graph)] || sub.steps.empty())
            continue;
        gather(sub, graph, row);
        ++into.subModels;
        double start = 0.0;
        for (std::size_t t = 0; t < sub.steps.size(); ++t) {
            const Step& step = sub.steps[t];
            const double tree = step.rate * treeValue(sub, step, row);
            into.contributions[step.selected] += t == 0 ? tree : step.mean + tree;
            start = t == 0 ? step.mean : start;
        }
        into.base += start;
        into.ofSubModel[s] = start;
    }
    if (into.subModels == 0) {
        into.value = into.base = m_model->valueWithoutAnchor();
        return;
    }
    for (std::size_t i = 0; i < m_selected.size(); ++i)
        into.ofSubModel[at(m_selected[i].subModel)] += into.contributions[i];
    const double k = into.subModels;
    into.base /= k;
    into.value = into.base;
    for (double& contribution : into.contributions) {
        contribution /= k;
        into.value += contribution;
    }
    // Spread of what is shown: probabilities of a classification, of which the mean of log-odds is not the mean.
    const auto shown = [&](double value) { return m_model->isClassifier() ? probability(value) : value; };
    double middle = into.value;
    if (m_model->isClassifier()) {
        middle = 0.0;
        for (const double prediction : into.ofSubModel)
            middle += std::isnan(prediction) ? 0.0 : probability(prediction) / k;
    }
    double squares = 0.0;
    for (const double prediction : into.ofSubModel)
        if (!std::isnan(prediction)) {
            const double difference = shown(prediction) - middle;
            squares += difference * difference;
        }
    into.spread = into.subModels < 2 ? 0.0 : std::sqrt(squares / (k - 1.0));
}

std::vector<double> Predictor::stages(std::int32_t graph) const {
    std::size_t length = 0;
    for (const Sub& sub : m_subs)
        length = std::max(length, sub.steps.size());
    std::vector<double> stages(length, 0.0);
    double k = 0.0;
    std::vector<float> row;
    for (const Sub& sub : m_subs) {
        if (!sub.contains[at(graph)] || sub.steps.empty())
            continue;
        gather(sub, graph, row);
        k += 1.0;
        double running = 0.0;
        for (std::size_t t = 0; t < length; ++t) {
            if (t < sub.steps.size())
                running += sub.steps[t].mean + sub.steps[t].rate * treeValue(sub, sub.steps[t], row);
            stages[t] += running;
        }
    }
    for (double& stage : stages)
        stage = k > 0.0 ? stage / k : m_model->valueWithoutAnchor();
    if (!stages.empty())
        stages.back() = evaluate(graph).value;
    return stages;
}

std::int32_t Predictor::occurrences(std::size_t selected, std::int32_t graph) const {
    const SelectedPath& place = m_selected[selected];
    const PathValues& path = m_subs[at(place.subModel)].paths[at(place.path)];
    const auto found = std::lower_bound(path.graphs.begin(), path.graphs.end(), graph);
    return found != path.graphs.end() && *found == graph
               ? path.counts[static_cast<std::size_t>(found - path.graphs.begin())]
               : 0;
}

} // namespace vitrine::pathboost
