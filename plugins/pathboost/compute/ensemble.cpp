#include "plugins/pathboost/compute/ensemble.h"

#include "core/base/parallel_for.h"

#include <algorithm>

namespace vitrine::pathboost {

namespace {

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

} // namespace

std::size_t Ensemble::partNumber(const char* name) const {
    const auto found = std::find_if(m_input.parts.begin(), m_input.parts.end(),
                                    [name](const Part& part) { return part.name == name; });
    return static_cast<std::size_t>(found - m_input.parts.begin());
}

void Ensemble::addSubModel(std::vector<LabelPath> anchors, int iterations, const std::vector<char>& contains) {
    std::vector<std::vector<std::int32_t>> parts;
    for (const Part& part : m_input.parts) {
        auto& graphs = parts.emplace_back();
        std::copy_if(part.graphs.begin(), part.graphs.end(), std::back_inserter(graphs),
                     [&](std::int32_t graph) { return contains[at(graph)] != 0; });
    }
    if (parts.front().empty())
        return; // no training graph has the anchor: no sub-model
    std::vector<std::int32_t> others;
    for (std::size_t part = 1; part < parts.size(); ++part)
        others.insert(others.end(), parts[part].begin(), parts[part].end());
    Member member;
    member.iterations = iterations;
    member.booster = std::make_unique<Booster>(m_shared, m_options, std::move(anchors),
                                               makeRowMap(m_shared.graphs.graphCount(), parts.front(), others));
    for (const std::int32_t graph : member.booster->rows().graphOfRow)
        ++m_anchors[at(graph)];
    const std::size_t validation = partNumber("validation");
    if (m_options.stopping.isOn() && m_options.stopping.scope == StopScope::anchor && validation < parts.size() &&
        parts[validation].size() >= kFewestStopGraphs)
        member.watcher.emplace(m_options.stopping);
    m_members.push_back(std::move(member));
}

Result<void> Ensemble::makeSubModels(const std::vector<Anchor>& anchors, const std::stop_token& stop) {
    const auto count = at(m_shared.graphs.graphCount());
    m_anchors.assign(count, 0);
    std::vector<LabelPath> present;
    for (const Anchor& anchor : anchors) {
        const auto path = m_shared.index.find(anchor.path, stop);
        if (!path)
            return path.error();
        if (*path == nullptr)
            continue;
        std::vector<char> contains(count, 0);
        for (const std::int32_t graph : (*path)->graphs())
            contains[at(graph)] = 1;
        const auto& train = m_input.parts.front().graphs;
        if (std::none_of(train.begin(), train.end(), [&](std::int32_t graph) { return contains[at(graph)] != 0; }))
            continue;
        if (m_options.form == ModelForm::multiAnchor)
            addSubModel({anchor.path}, anchor.iterations, contains);
        present.push_back(anchor.path);
    }
    if (m_options.form == ModelForm::single && !present.empty())
        addSubModel(std::move(present), m_options.iterations, std::vector<char>(count, 1));
    return {};
}

Result<void> Ensemble::forAll(int threads, const std::function<Result<void>(Booster&)>& work) {
    std::vector<Result<void>> done(m_members.size());
    parallelFor(m_members.size(), threads, [&](std::size_t i) {
        if (!m_members[i].stopped)
            done[i] = work(*m_members[i].booster);
    });
    for (auto& result : done)
        if (!result)
            return result;
    return {};
}

Result<void> Ensemble::start(int threads, const std::stop_token& stop) {
    return forAll(threads, [&](Booster& booster) { return booster.start(stop); });
}

Result<void> Ensemble::step(int threads, const std::stop_token& stop) {
    return forAll(threads, [&](Booster& booster) { return booster.step(stop); });
}

// Rows of a sub-model stand part by part; a part is recognised by its number of graphs with the anchor.
void Ensemble::measureSubModel(std::size_t sub, Curves& curves) {
    const Booster& booster = *m_members[sub].booster;
    const auto prediction = booster.prediction();
    const Iteration& last = booster.model().iterations.back();
    auto& errors = curves.subModels[sub].emplace_back();
    errors.push_back({last.trainLoss, last.trainMiss, booster.model().trainRows, 0, 0});
    m_truth.clear();
    for (const std::int32_t graph : booster.rows().graphOfRow)
        m_truth.push_back(m_input.target[at(graph)]);
    auto begin = at(booster.rows().trainRows);
    for (std::size_t part = 1; part < m_input.parts.size(); ++part) {
        std::size_t end = begin;
        for (const std::int32_t graph : m_input.parts[part].graphs)
            end += booster.rows().rowOfGraph[at(graph)] >= 0 ? 1 : 0;
        errors.push_back(partError(m_options.task, prediction.subspan(begin, end - begin),
                                   std::span<const double>(m_truth).subspan(begin, end - begin)));
        begin = end;
    }
}

void Ensemble::measure(double withoutAnchor, Curves& curves) {
    m_sum.assign(m_anchors.size(), 0.0);
    double weighted = 0.0;
    double rows = 0.0;
    for (std::size_t sub = 0; sub < m_members.size(); ++sub) {
        const Booster& booster = *m_members[sub].booster;
        const auto& graphs = booster.rows().graphOfRow;
        for (std::size_t row = 0; row < graphs.size(); ++row)
            m_sum[at(graphs[row])] += booster.prediction()[row];
        weighted += booster.model().iterations.back().trainLoss * booster.model().trainRows;
        rows += booster.model().trainRows;
        if (!m_members[sub].stopped) // the curve of a stopped one has ended
            measureSubModel(sub, curves);
    }
    curves.weightedTrainLoss.push_back(weighted / rows);
    auto& errors = curves.ensemble.emplace_back();
    for (const Part& part : m_input.parts) {
        m_truth.clear();
        m_predicted.clear();
        for (const std::int32_t graph : part.graphs) {
            const std::int32_t k = m_anchors[at(graph)];
            m_truth.push_back(m_input.target[at(graph)]);
            m_predicted.push_back(k > 0 ? m_sum[at(graph)] / k : withoutAnchor);
        }
        errors.push_back(partError(m_options.task, m_predicted, m_truth));
    }
}

std::vector<std::vector<double>> Ensemble::predictions(double withoutAnchor) const {
    std::vector<double> sum(m_anchors.size(), 0.0);
    for (const Member& member : m_members) {
        const auto& graphs = member.booster->rows().graphOfRow;
        for (std::size_t row = 0; row < graphs.size(); ++row)
            sum[at(graphs[row])] += member.booster->prediction()[row];
    }
    std::vector<std::vector<double>> parts;
    for (const Part& part : m_input.parts) {
        auto& predicted = parts.emplace_back();
        for (const std::int32_t graph : part.graphs)
            predicted.push_back(m_anchors[at(graph)] > 0 ? sum[at(graph)] / m_anchors[at(graph)] : withoutAnchor);
    }
    return parts;
}

bool Ensemble::stopSubModels(const Curves& curves) {
    const std::size_t validation = partNumber("validation");
    for (std::size_t sub = 0; sub < m_members.size(); ++sub) {
        Member& member = m_members[sub];
        if (member.stopped || !member.watcher)
            continue;
        member.stopped = member.watcher->update(curves.subModels[sub].back()[validation].loss);
        if (member.watcher->lastIsBest())
            member.booster->markBest();
        if (member.stopped && m_options.stopping.restoreBest)
            member.booster->returnToBest();
    }
    return std::ranges::all_of(m_members, [](const Member& member) { return member.stopped; });
}

void Ensemble::endAtIterations() {
    for (Member& member : m_members) {
        const bool ends = !member.stopped && std::ssize(member.booster->model().iterations) >= member.iterations;
        if (ends && member.watcher && m_options.stopping.restoreBest)
            member.booster->returnToBest();
        member.stopped |= ends;
    }
}

void Ensemble::returnToBest() {
    if (m_options.stopping.restoreBest)
        for (const Member& member : m_members)
            if (member.watcher && !member.stopped)
                member.booster->returnToBest();
}

void Ensemble::describe(Curves& curves) const {
    for (const Part& part : m_input.parts)
        curves.parts.push_back(part.name);
    curves.subModels.resize(m_members.size());
    if (m_options.form == ModelForm::single)
        return;
    for (const Member& member : m_members) {
        const LabelPath& anchor = member.booster->model().anchors.front();
        curves.anchorKeys.push_back(pathKey(m_shared.scheme.labels, anchor));
        curves.anchorLabels.push_back(pathLabel(m_shared.scheme.labels, anchor, m_shared.scheme.elements));
    }
}

bool Ensemble::isFinite() const {
    constexpr double kLargest = 1e200; // gains are sums of squares and overflow first
    return std::ranges::all_of(m_members, [](const Member& member) {
        const std::vector<Iteration>& done = member.booster->model().iterations;
        return done.empty() || done.back().trainLoss < kLargest;
    });
}

std::vector<const SubModel*> Ensemble::models() const {
    std::vector<const SubModel*> models;
    for (const Member& member : m_members)
        models.push_back(&member.booster->model());
    return models;
}

std::vector<SubModel> Ensemble::takeModels(std::size_t iterations) {
    std::vector<SubModel> models;
    for (Member& member : m_members)
        models.push_back(member.booster->takeModel(iterations));
    return models;
}

std::int32_t Ensemble::trainGraphsWithoutAnchor() const {
    const auto& train = m_input.parts.front().graphs;
    return static_cast<std::int32_t>(
        std::count_if(train.begin(), train.end(), [&](std::int32_t graph) { return m_anchors[at(graph)] == 0; }));
}

} // namespace vitrine::pathboost
