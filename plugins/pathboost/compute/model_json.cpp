#include "plugins/pathboost/compute/model_json.h"

#include "plugins/pathboost/compute/outputs.h"

#include <array>
#include <cmath>
#include <stdexcept>

namespace vitrine::pathboost {

namespace {

using Json = nlohmann::json;

template <class Enum>
struct Name {
    Enum value;
    const char* text;
};
constexpr std::array kForms{Name<ModelForm>{ModelForm::multiAnchor, "multi_anchor"},
                            Name<ModelForm>{ModelForm::single, "single"}};
constexpr std::array kPolicies{Name<CandidatePolicy>{CandidatePolicy::frontier, "frontier"},
                               Name<CandidatePolicy>{CandidatePolicy::all, "all"}};
constexpr std::array kImportances{Name<ImportanceKind>{ImportanceKind::off, "off"},
                                  Name<ImportanceKind>{ImportanceKind::absolute, "absolute"},
                                  Name<ImportanceKind>{ImportanceKind::relative, "relative"}};
constexpr std::array kErrors{Name<ErrorMeasure>{ErrorMeasure::mse, "mse"},
                             Name<ErrorMeasure>{ErrorMeasure::mae, "mae"}};
constexpr std::array kNoAnchors{Name<NoAnchorValue>{NoAnchorValue::trainMean, "train_mean"},
                                Name<NoAnchorValue>{NoAnchorValue::zero, "zero"},
                                Name<NoAnchorValue>{NoAnchorValue::nan, "nan"}};
constexpr std::array kScopes{Name<AttributeScope>{AttributeScope::node, "node"},
                             Name<AttributeScope>{AttributeScope::edge, "edge"},
                             Name<AttributeScope>{AttributeScope::merged, "merged"}};

template <class Names, class Enum>
const char* nameOf(const Names& names, Enum value) {
    for (const auto& name : names)
        if (name.value == value)
            return name.text;
    return "";
}

constexpr std::array kTasks{Name<Task>{Task::regression, "regression"},
                            Name<Task>{Task::classification, "classification"}};
constexpr std::array kSchedules{Name<RateSchedule>{RateSchedule::constant, "constant"},
                                Name<RateSchedule>{RateSchedule::exponential, "exponential"},
                                Name<RateSchedule>{RateSchedule::step, "step"},
                                Name<RateSchedule>{RateSchedule::linear, "linear"}};
constexpr std::array kRules{Name<StopRule>{StopRule::paper, "paper"}, Name<StopRule>{StopRule::reference, "reference"}};
constexpr std::array kStopScopes{Name<StopScope>{StopScope::ensemble, "ensemble"},
                                 Name<StopScope>{StopScope::anchor, "anchor"}};

// JSON has no infinity; the only one is the threshold that separates present from missing values.
Json thresholdJson(double threshold) {
    return std::isinf(threshold) ? Json("inf") : Json(threshold);
}

Json treeJson(const Tree& tree) {
    Json nodes = Json::array();
    for (const TreeNode& node : tree) {
        if (node.isLeaf())
            nodes.push_back({node.value, node.rows});
        else
            nodes.push_back({node.value, node.rows, node.path, node.attribute, thresholdJson(node.threshold),
                             node.missingLeft, node.left, node.right, node.gain});
    }
    return nodes;
}

Json subModelJson(const SubModel& sub) {
    Json paths = Json::array();
    for (const UsedPath& path : sub.paths)
        paths.push_back({path.parent, path.label, path.trainGraphs, path.trainOccurrences});
    Json iterations = Json::array();
    for (const Iteration& iteration : sub.iterations)
        iterations.push_back({{"path", iteration.path},
                              {"mean", iteration.mean},
                              {"rate", iteration.rate},
                              {"gain", iteration.gain},
                              {"threshold", iteration.threshold},
                              {"train_loss", iteration.trainLoss},
                              {"train_miss", iteration.trainMiss},
                              {"tree", treeJson(iteration.tree)}});
    Json importance = Json::array();
    for (const PathImportance& entry : sub.importance) {
        Json values = Json::array({entry.path});
        for (const std::optional<double>& value : entry.values)
            values.push_back(value ? Json(*value) : Json());
        importance.push_back(std::move(values));
    }
    return {{"anchors", sub.anchors},
            {"train_graphs", sub.trainRows},
            {"base_loss", sub.baseLoss},
            {"base_miss", sub.baseMiss},
            {"paths", std::move(paths)},
            {"iterations", std::move(iterations)},
            {"importance", std::move(importance)}};
}

Json stoppingJson(const EarlyStopping& stopping) {
    return {{"patience", stopping.patience ? Json(*stopping.patience) : Json()},
            {"target_error", stopping.targetError ? Json(*stopping.targetError) : Json()},
            {"tol", stopping.tolerance},
            {"stop_rule", nameOf(kRules, stopping.rule)},
            {"stop_scope", nameOf(kStopScopes, stopping.scope)},
            {"restore_best_model", stopping.restoreBest}};
}

Json optionsJson(const FitOptions& options) {
    Json json{{"n_iter", options.iterations},
              {"max_path_length", options.maximumPathLength},
              {"learning_rate", options.learningRate},
              {"learning_rate_schedule", nameOf(kSchedules, options.schedule)},
              {"tree_depth", options.treeDepth},
              {"model_form", nameOf(kForms, options.form)},
              {"candidate_policy", nameOf(kPolicies, options.candidates)},
              {"replace_missing_with", options.replaceMissing ? Json(*options.replaceMissing) : Json()},
              {"no_anchor_value", nameOf(kNoAnchors, options.noAnchor)},
              {"importance", nameOf(kImportances, options.importance)},
              {"error_used", nameOf(kErrors, options.importanceError)},
              {"use_correlation", options.importanceCorrelation},
              {"normalize", options.importanceNormalize},
              {"early_stopping", stoppingJson(options.stopping)},
              {"parity", options.parity},
              {"maximum_occurrences", options.maximumOccurrences}};
    if (!options.anchorIterations.empty())
        json["anchor_iterations"] = options.anchorIterations;
    return json;
}

/// Reads one value after another; the first thing that does not fit is thrown and becomes the error of readModel.
class Reader {
public:
    explicit Reader(const Json& json, std::string place = {}) : m_json(json), m_place(std::move(place)) {}

    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error((m_place.empty() ? "/" : m_place) + ": " + what);
    }
    bool has(const char* key) const { return m_json.is_object() && m_json.contains(key); }
    Reader at(const char* key) const {
        if (!m_json.is_object() || !m_json.contains(key))
            fail("\"" + std::string(key) + "\" is missing");
        return Reader(m_json.at(key), m_place + "/" + key);
    }
    Reader at(std::size_t index) const {
        if (!m_json.is_array() || index >= m_json.size())
            fail("expected a list of at least " + std::to_string(index + 1) + " values");
        return Reader(m_json.at(index), m_place + "/" + std::to_string(index));
    }
    std::size_t size() const {
        if (!m_json.is_array())
            fail("expected a list");
        return m_json.size();
    }
    bool isNull() const { return m_json.is_null(); }
    bool isText() const { return m_json.is_string(); }
    std::string text() const {
        if (!m_json.is_string())
            fail("expected a text");
        return m_json.get<std::string>();
    }
    bool flag() const {
        if (!m_json.is_boolean())
            fail("expected true or false");
        return m_json.get<bool>();
    }
    double number() const {
        if (!m_json.is_number() || !std::isfinite(m_json.get<double>()))
            fail("expected a finite number");
        return m_json.get<double>();
    }
    std::int64_t integer(std::int64_t lowest, std::int64_t highest) const {
        const bool tooLarge = m_json.is_number_unsigned() &&
                              m_json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
        if (!m_json.is_number_integer() || tooLarge || m_json.get<std::int64_t>() < lowest ||
            m_json.get<std::int64_t>() > highest)
            fail("expected a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
        return m_json.get<std::int64_t>();
    }
    std::int32_t small(std::int64_t lowest, std::int64_t highest) const {
        return static_cast<std::int32_t>(integer(lowest, highest));
    }
    template <class Names>
    auto choice(const Names& names) const {
        const std::string name = text();
        for (const auto& known : names)
            if (name == known.text)
                return known.value;
        fail("\"" + name + "\" is not known here");
    }

private:
    const Json& m_json;
    std::string m_place;
};

constexpr std::int64_t kMostRows = 2'147'483'647;
constexpr double kLargestRate = 1000.0;
constexpr double kLargestValue = 1e150; // sums of products with rates stay finite

EarlyStopping readStopping(const Reader& json) {
    EarlyStopping stopping;
    if (const Reader patience = json.at("patience"); !patience.isNull())
        stopping.patience = patience.small(1, kMostRows);
    if (const Reader error = json.at("target_error"); !error.isNull())
        stopping.targetError = error.number();
    stopping.tolerance = json.at("tol").number();
    stopping.rule = json.at("stop_rule").choice(kRules);
    stopping.scope = json.at("stop_scope").choice(kStopScopes);
    stopping.restoreBest = json.at("restore_best_model").flag();
    return stopping;
}

FitOptions readOptions(const Reader& json, std::int64_t version) {
    FitOptions options;
    options.iterations = json.at("n_iter").small(1, kMostRows);
    if (json.has("anchor_iterations"))
        for (std::size_t i = 0; i < json.at("anchor_iterations").size(); ++i)
            options.anchorIterations.push_back(json.at("anchor_iterations").at(i).small(1, kMostRows));
    options.maximumPathLength = json.at("max_path_length").small(1, 1000);
    options.learningRate = json.at("learning_rate").number();
    if (version >= 2) {
        options.schedule = json.at("learning_rate_schedule").choice(kSchedules);
        options.stopping = readStopping(json.at("early_stopping"));
    }
    options.treeDepth = json.at("tree_depth").small(1, 1000);
    options.form = json.at("model_form").choice(kForms);
    options.candidates = json.at("candidate_policy").choice(kPolicies);
    if (const Reader replace = json.at("replace_missing_with"); !replace.isNull())
        options.replaceMissing = replace.number();
    options.noAnchor = json.at("no_anchor_value").choice(kNoAnchors);
    options.importance = json.at("importance").choice(kImportances);
    options.importanceError = json.at("error_used").choice(kErrors);
    options.importanceCorrelation = json.at("use_correlation").flag();
    options.importanceNormalize = json.at("normalize").flag();
    options.parity = json.at("parity").flag();
    // A model does not decide how much memory its use may take.
    options.maximumOccurrences =
        std::min(json.at("maximum_occurrences").integer(1, 2'000'000'000), options.maximumOccurrences);
    return options;
}

Scheme readScheme(const Reader& json) {
    Scheme scheme;
    scheme.labelAttribute = json.at("label_attribute").text();
    scheme.elements = json.at("labels_are_elements").flag();
    std::vector<std::string> texts;
    const Reader labels = json.at("labels");
    for (std::size_t i = 0; i < labels.size(); ++i)
        texts.push_back(labels.at(i).text());
    scheme.labels = LabelDictionary::fromTexts(texts, json.at("labels_are_numbers").flag());
    if (scheme.labels.texts() != texts)
        labels.fail("expected different labels in ascending order");
    const Reader attributes = json.at("attributes");
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        const Reader one = attributes.at(i);
        scheme.attributes.push_back({one.at("name").text(), one.at("column").text(), one.at("scope").choice(kScopes)});
    }
    return scheme;
}

Tree readTree(const Reader& json, std::int64_t paths, std::int64_t attributes) {
    Tree tree;
    const auto count = static_cast<std::int64_t>(json.size());
    if (count == 0)
        json.fail("a tree has at least one node");
    for (std::int64_t i = 0; i < count; ++i) {
        const Reader one = json.at(static_cast<std::size_t>(i));
        TreeNode node;
        node.value = one.at(std::size_t{0}).number();
        if (std::abs(node.value) > kLargestValue)
            one.at(std::size_t{0}).fail("expected a value up to 1e150");
        node.rows = one.at(1).small(0, kMostRows);
        if (one.size() != 2) {
            node.path = one.at(2).small(0, paths - 1);
            node.attribute = one.at(3).small(kCountColumn, attributes - 1);
            const Reader threshold = one.at(4);
            node.threshold = threshold.isText() && threshold.text() == "inf" ? std::numeric_limits<double>::infinity()
                                                                             : threshold.number();
            node.missingLeft = one.at(5).flag();
            // Children stand behind their parent, so every walk ends.
            node.left = one.at(6).small(i + 1, count - 1);
            node.right = one.at(7).small(i + 1, count - 1);
            node.gain = one.at(8).number();
        }
        tree.push_back(node);
    }
    return tree;
}

// The importance of version 1 has one value, in the definition `shown`.
SubModel readSubModel(const Reader& json, const Scheme& scheme, const ImportanceDefinition& shown,
                      std::int64_t version) {
    SubModel sub;
    const auto labels = std::int64_t{scheme.labels.size()};
    const Reader anchors = json.at("anchors");
    for (std::size_t i = 0; i < anchors.size(); ++i) {
        auto& anchor = sub.anchors.emplace_back();
        for (std::size_t k = 0; k < anchors.at(i).size(); ++k)
            anchor.push_back(anchors.at(i).at(k).small(0, labels - 1));
        if (anchor.empty())
            anchors.at(i).fail("an anchor has at least one label");
    }
    if (sub.anchors.empty())
        anchors.fail("a sub-model has at least one anchor");
    sub.trainRows = json.at("train_graphs").small(1, kMostRows);
    sub.baseLoss = json.at(version == 1 ? "base_mse" : "base_loss").number();
    sub.baseMiss = json.at(version == 1 ? "base_mae" : "base_miss").number();
    const Reader paths = json.at("paths");
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const Reader one = paths.at(i);
        sub.paths.push_back({one.at(std::size_t{0}).small(-1, static_cast<std::int64_t>(i) - 1),
                             one.at(1).small(0, labels - 1), one.at(2).small(0, kMostRows),
                             one.at(3).integer(0, std::numeric_limits<std::int64_t>::max())});
    }
    const auto pathCount = static_cast<std::int64_t>(sub.paths.size());
    const Reader iterations = json.at("iterations");
    for (std::size_t t = 0; t < iterations.size(); ++t) {
        const Reader one = iterations.at(t);
        Iteration iteration;
        iteration.path = one.at("path").small(0, pathCount - 1);
        iteration.mean = one.at("mean").number();
        if (std::abs(iteration.mean) > kLargestValue)
            one.at("mean").fail("expected a value up to 1e150");
        iteration.rate = one.at("rate").number();
        if (std::abs(iteration.rate) > kLargestRate)
            one.at("rate").fail("expected a rate up to 1000");
        iteration.gain = one.at("gain").number();
        iteration.threshold = one.at("threshold").number();
        iteration.trainLoss = one.at(version == 1 ? "train_mse" : "train_loss").number();
        iteration.trainMiss = one.at(version == 1 ? "train_mae" : "train_miss").number();
        iteration.tree = readTree(one.at("tree"), pathCount, static_cast<std::int64_t>(scheme.attributes.size()));
        sub.iterations.push_back(std::move(iteration));
    }
    const Reader importance = json.at("importance");
    for (std::size_t i = 0; i < importance.size(); ++i) {
        const Reader one = importance.at(i);
        PathImportance entry{one.at(std::size_t{0}).small(0, pathCount - 1), {}};
        if (version == 1)
            entry.values[shown.place()] = one.at(1).number();
        else
            for (std::size_t k = 0; k < kImportanceDefinitions; ++k)
                if (const Reader value = one.at(k + 1); !value.isNull())
                    entry.values[k] = value.number();
        sub.importance.push_back(entry);
    }
    return sub;
}

PathBoostModel readDocument(const Reader& json) {
    PathBoostModel model;
    model.scheme = readScheme(json);
    const std::int64_t version = json.at("version").integer(1, kModelVersion);
    model.options = readOptions(json.at("options"), version);
    model.options.task = json.at("task").choice(kTasks);
    if (version >= 2) {
        const Reader classes = json.at("classes");
        for (std::size_t i = 0; i < classes.size(); ++i)
            model.classes.push_back(classes.at(i).text());
    }
    if (model.classes.size() != (model.isClassifier() ? 2U : 0U))
        json.fail("a classification has two classes, a regression none");
    if (model.isClassifier() && model.classes[0] == model.classes[1])
        json.at("classes").fail("expected two different classes");
    model.target = json.at("target").text();
    model.unit = json.at("unit").text();
    model.trainMean = json.at("train_mean").number();
    const Reader subModels = json.at("sub_models");
    for (std::size_t i = 0; i < subModels.size(); ++i)
        model.subModels.push_back(readSubModel(subModels.at(i), model.scheme, model.definition(), version));
    if (model.options.form == ModelForm::multiAnchor)
        for (std::size_t i = 0; i < model.subModels.size(); ++i)
            if (model.subModels[i].anchors.size() != 1)
                subModels.at(i).at("anchors").fail("expected one anchor, each has a model of its own");
    return model;
}

} // namespace

Model modelDocument(const PathBoostModel& model) {
    Json attributes = Json::array();
    for (const AttributeKey& key : model.scheme.attributes)
        attributes.push_back({{"name", key.name}, {"column", key.column}, {"scope", nameOf(kScopes, key.scope)}});
    Json subModels = Json::array();
    for (const SubModel& sub : model.subModels)
        subModels.push_back(subModelJson(sub));
    return {kModelFormat,
            kModelVersion,
            {{"format", kModelFormat},
             {"version", kModelVersion},
             {"program", VITRINE_VERSION},
             {"task", nameOf(kTasks, model.options.task)},
             {"classes", model.classes},
             {"target", model.target},
             {"unit", model.unit},
             {"train_mean", model.trainMean},
             {"label_attribute", model.scheme.labelAttribute},
             {"labels", model.scheme.labels.texts()},
             {"labels_are_numbers", model.scheme.labels.isNumeric()},
             {"labels_are_elements", model.scheme.elements},
             {"attributes", std::move(attributes)},
             {"options", optionsJson(model.options)},
             {"sub_models", std::move(subModels)}}};
}

Result<PathBoostModel> readModel(const Model& model) {
    if (model.format != kModelFormat)
        return makeError(ErrorCode::parse, "the model has the format \"" + model.format + "\"; \"" +
                                               std::string(kModelFormat) + "\" would be right");
    if (model.version > kModelVersion)
        return makeError(ErrorCode::unsupported, "the model was written in version " + std::to_string(model.version) +
                                                     " of its format and this program reads up to " +
                                                     std::to_string(kModelVersion) +
                                                     "; a newer program would be right");
    try {
        const Reader document(model.document);
        if (const std::int64_t version = document.at("version").integer(1, kMostRows); version > kModelVersion)
            return makeError(ErrorCode::unsupported, "the model was written in version " + std::to_string(version) +
                                                         " of its format and this program reads up to " +
                                                         std::to_string(kModelVersion) +
                                                         "; a newer program would be right");
        return readDocument(document);
    } catch (const std::runtime_error& error) {
        return makeError(ErrorCode::parse, "the model does not fit at " + std::string(error.what()));
    }
}

} // namespace vitrine::pathboost
