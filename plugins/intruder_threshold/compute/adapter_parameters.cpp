#include "plugins/intruder_threshold/compute/adapter_planner.h"
#include "plugins/intruder_threshold/compute/layer_blocks.h"

#include <algorithm>
#include <fmt/format.h>

namespace vitrine::intruder_threshold {

namespace {

/// Whether a name is `end`, or ends with it behind a dot.
bool endsAtSegment(const std::string& name, const std::string& end) {
    if (name.size() < end.size() || name.compare(name.size() - end.size(), end.size(), end) != 0)
        return false;
    return name.size() == end.size() || name[name.size() - end.size() - 1] == '.';
}

std::string parentOf(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? std::string() : name.substr(0, dot);
}

std::int64_t expertsOf(const Tensor& tensor) {
    return tensor.shape.size() == 3 ? tensor.shape[0] : 1;
}

/// Every parameter has one wrapper: what one of them must have is no candidate for the others.
void settle(std::vector<std::vector<std::uint32_t>>& fitting) {
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> users;
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < fitting.size(); ++i) {
        for (const std::uint32_t tensor : fitting[i])
            users[tensor].push_back(i);
        if (fitting[i].size() == 1)
            open.push_back(i);
    }
    while (!open.empty()) {
        const std::size_t owner = open.back();
        open.pop_back();
        const std::uint32_t taken = fitting[owner].front();
        for (const std::size_t other : users[taken])
            if (other != owner && fitting[other].size() > 1 && std::erase(fitting[other], taken) > 0 &&
                fitting[other].size() == 1)
                open.push_back(other);
    }
}

} // namespace

bool AdapterPlanner::isParameterWrapper(const Wrapper& wrapper) const {
    if (wrapper.embedding)
        return false;
    for (const std::string& parameter : m_config.targetParameters) {
        const std::string parent = parentOf(parameter);
        if (!parent.empty() && endsAtSegment(wrapper.module, parent))
            return true;
    }
    return m_paths.find(wrapper.module).tensors.empty() && !parametersOf(wrapper).empty();
}

std::vector<std::uint32_t> AdapterPlanner::parametersOf(const Wrapper& wrapper) const {
    std::vector<std::uint32_t> all = m_paths.children(wrapper.module).tensors;
    const std::vector<std::string>& named = m_config.targetParameters;
    std::erase_if(all, [&](std::uint32_t index) {
        const Tensor& tensor = m_base.items[index];
        if (tensor.shape.size() != 2 && tensor.shape.size() != 3)
            return true;
        return !named.empty() && std::none_of(named.begin(), named.end(), [&](const std::string& parameter) {
            return endsAtSegment(tensor.name, parameter);
        });
    });
    return all;
}

bool AdapterPlanner::parameterFits(const Wrapper& wrapper, std::uint32_t index) const {
    const Tensor& tensor = m_base.items[index];
    const FactorShape shape =
        factorShape(m_adapter.items[wrapper.a.value_or(0)], m_adapter.items[wrapper.b.value_or(0)]);
    const std::int64_t experts = expertsOf(tensor);
    if (!shape.reason.empty() || experts < 1 || shape.rank % experts != 0)
        return false;
    const std::int64_t rows = tensor.shape[tensor.shape.size() - 2];
    const std::int64_t columns = tensor.shape.back();
    return (rows == shape.out && columns == shape.in) || (rows == shape.in && columns == shape.out);
}

/// A tensor of three extents is one of experts where its path, the config or its shape says so. A convolution's B has
/// as many rows as the tensor, experts' have those of one expert.
bool AdapterPlanner::holdsExperts(const Layer& layer, const Wrapper& wrapper, const FactorShape& shape) const {
    const Tensor& tensor = m_base.items[layer.weight.tensor];
    if (layer.kind == ModuleKind::experts || tensor.shape.size() != 3 || wrapper.embedding)
        return layer.kind == ModuleKind::experts;
    const bool named = std::ranges::any_of(
        m_config.targetParameters, [&](const std::string& parameter) { return endsAtSegment(tensor.name, parameter); });
    const bool convolution = shape.out == tensor.shape[0] && shape.in == restOf(tensor);
    return (named || !convolution) && parameterFits(wrapper, layer.weight.tensor);
}

Result<void> AdapterPlanner::addParameters(std::vector<Wrapper> wrappers) {
    std::vector<std::vector<std::uint32_t>> fitting;
    for (const Wrapper& wrapper : wrappers) {
        std::vector<std::uint32_t> found;
        if (const auto choice = m_options.choices.find(wrapper.label()); choice != m_options.choices.end()) {
            const auto named = m_baseNames.find(choice->second);
            if (named == m_baseNames.end())
                return makeError(ErrorCode::invalidArgument,
                                 fmt::format("The base has no tensor {}, which was chosen for {}.", choice->second,
                                             wrapper.label()));
            found.push_back(named->second);
        } else {
            found = parametersOf(wrapper);
            std::erase_if(found, [&](std::uint32_t tensor) { return !parameterFits(wrapper, tensor); });
        }
        fitting.push_back(std::move(found));
    }
    settle(fitting);
    for (std::size_t i = 0; i < wrappers.size(); ++i) {
        if (refuseDora(wrappers[i]))
            continue;
        if (fitting[i].empty()) {
            leave(wrappers[i].label(), LeftOutCause::unpaired,
                  "no parameter of this module in the base fits its shape");
        } else if (fitting[i].size() > 1) {
            openChoice(wrappers[i].label(), fitting[i]);
        } else if (auto added = addPair(wrappers[i], {fitting[i].front(), {}}); !added) {
            return added;
        }
    }
    return {};
}

Result<void> AdapterPlanner::addExperts(Layer whole, const Wrapper& wrapper, const FactorShape& shape) {
    const Tensor& tensor = m_base.items[whole.weight.tensor];
    const std::int64_t experts = tensor.shape[0];
    const std::int64_t rank = shape.rank / experts;
    const std::int64_t rows = tensor.shape[1];
    const std::int64_t columns = tensor.shape[2];
    const bool fits = rows == shape.out && columns == shape.in;
    const bool turned = rows == shape.in && columns == shape.out;
    if (shape.rank % experts != 0 || (!fits && !turned)) {
        leave(wrapper.label(), LeftOutCause::unfit,
              fmt::format("{} rows of A and an update of {} x {}, but {} is {}", shape.rank, shape.out, shape.in,
                          tensor.name, shapeText(tensor)));
        return {};
    }
    if (auto scaled = setScale(whole, wrapper, rank); !scaled)
        return scaled;
    whole.kind = ModuleKind::experts;
    whole.update = Update::lowRank;
    whole.rows = shape.out;
    whole.columns = shape.in;
    if (fits && turned)
        whole.notes.emplace_back("Square: experts taken as out x in.");
    const std::string path = modulePathOf(tensor.name);
    whole.module = modulePlace(path).module;
    for (std::int64_t e = 0; e < experts; ++e) {
        Layer layer = whole;
        layer.name = fmt::format("{}[{}]", path, e);
        layer.weight = denseSource(whole.weight.tensor, e * rows * columns, rows, columns);
        layer.weight.transposed = !fits;
        layer.a = denseSource(wrapper.a.value_or(0), e * rank * shape.in, rank, shape.in); // (expert, rank)
        layer.b = denseSource(wrapper.b.value_or(0), 0, shape.out, shape.rank);            // (rank, expert)
        layer.b.columnStart = e;
        layer.b.columnStep = experts;
        layer.b.columns = rank;
        if (auto added = addLayer(std::move(layer), m_options, m_plan); !added)
            return added;
    }
    return {};
}

} // namespace vitrine::intruder_threshold
