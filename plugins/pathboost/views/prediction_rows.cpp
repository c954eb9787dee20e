#include "plugins/pathboost/views/prediction_rows.h"

#include "core/values/column_unit.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/run_paths.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <unordered_map>

namespace vitrine::pathboost {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

const Column* numericColumn(const Table& table, const char* name) {
    const Column* column = table.find(name);
    return column && column->isNumeric() ? column : nullptr;
}

// Takes the first of these words off, wherever it stands; true when there was one.
bool takeWord(std::string& text, std::initializer_list<const char*> words) {
    for (const std::string word : words)
        for (std::size_t from = text.find(word); from != std::string::npos; from = text.find(word, from + 1)) {
            const std::size_t end = from + word.size();
            if ((from > 0 && text[from - 1] != ' ') || (end < text.size() && text[end] != ' '))
                continue;
            text.erase(from, word.size() + (end < text.size() ? 1 : 0));
            while (!text.empty() && text.back() == ' ')
                text.pop_back();
            return true;
        }
    return false;
}

// The target as the run's model names it; the model stands in a file from outside.
std::string modelTarget(const RunData& data) {
    const auto found = data.inputs.find(kModelInput);
    const auto model = found == data.inputs.end() ? nullptr : valueAs<Model>(found->second);
    if (!model || !model->document.is_object())
        return {};
    const auto name = model->document.find("target");
    return name != model->document.end() && name->is_string() ? name->get<std::string>() : std::string();
}

} // namespace

TargetNames targetNames(const std::string& target, const std::string& unit) {
    const HeaderParts parts = splitHeader(target);
    std::string quantity = parts.title.empty() ? "target" : parts.title;
    const std::string of = unit.empty() ? parts.unit : unit;
    if (std::string plain = quantity; of.starts_with("log ") && takeWord(plain, {"log", "Log"}) && !plain.empty())
        quantity = plain; // the unit says it
    std::string bare = quantity;
    if (!takeWord(bare, {"measured", "Measured", "experimental", "Experimental"}) || bare.empty())
        bare = quantity;
    return {{"Measured " + bare, of}, {"Predicted " + bare, of}, {"Residual", of}};
}

std::shared_ptr<const PredictionRows> PredictionRows::of(const RunData& data) {
    // The panes of a page ask one after the other; figures of reports are made on threads of their own.
    static std::mutex mutex; // protects latest
    static std::weak_ptr<const PredictionRows> latest;
    const auto table = outputTable(data, kPredictions);
    if (!table || !numericColumn(*table, column::kRow) || !numericColumn(*table, column::kPrediction))
        return nullptr;
    const std::lock_guard lock(mutex);
    if (auto known = latest.lock(); known && known->table() == table)
        return known;
    auto made = std::make_shared<const PredictionRows>(table, modelTarget(data));
    latest = made;
    return made;
}

PredictionRows::PredictionRows(std::shared_ptr<const Table> table, const std::string& target)
    : m_table(std::move(table)), m_name(m_table->find(column::kGraph)),
      m_spread(numericColumn(*m_table, column::kSpread)), m_subModels(numericColumn(*m_table, column::kSubModels)),
      m_truth(m_table->rowCount(), kNaN) {
    const Column* rows = numericColumn(*m_table, column::kRow);
    const Column* predictions = numericColumn(*m_table, column::kPrediction);
    const Column* truths = numericColumn(*m_table, column::kTruth);
    m_prediction = predictions ? predictions->numbers() : m_truth;
    if (truths)
        m_truth = truths->numbers();
    const Column* written = m_table->find(column::kTruth);
    if (const Column* predicted = m_table->find(column::kClass); predicted != nullptr)
        findClasses(*predicted, written);
    m_graph.assign(m_table->rowCount(), -1);
    for (std::size_t row = 0; row < m_graph.size(); ++row)
        if (const double graph = rows ? rows->number(row) : kNaN; graph >= 0.0 && graph < 2147483647.0)
            m_graph[row] = static_cast<int>(graph);
    if (!std::is_sorted(m_graph.begin(), m_graph.end())) {
        for (std::size_t row = 0; row < m_graph.size(); ++row)
            m_places.emplace_back(m_graph[row], row);
        std::sort(m_places.begin(), m_places.end());
    }
    m_hasTruth = std::any_of(m_truth.begin(), m_truth.end(), [](double truth) { return !std::isnan(truth); });
    m_names = targetNames(written ? written->description : target,
                          truths ? truths->unit : (predictions ? predictions->unit : std::string()));
    if (isClassifier())
        m_names.prediction = {"Probability of " + m_classes[1], ""};
    findParts(m_table->find(column::kPart));
    findStriking();
}

// The positive class is the one that is predicted from one half on.
void PredictionRows::findClasses(const Column& predicted, const Column* truths) {
    std::string negative, positive;
    for (std::size_t row = 0; row < m_prediction.size(); ++row)
        if (predicted.isValid(row))
            (m_prediction[row] >= 0.5 ? positive : negative) = predicted.cellText(row);
    if (truths)
        for (std::size_t row = 0; row < m_truth.size(); ++row)
            if (truths->isValid(row)) {
                const std::string name = truths->cellText(row);
                if (positive.empty() && name != negative)
                    positive = name;
                else if (negative.empty() && name != positive)
                    negative = name;
            }
    m_classes = {negative.empty() ? "the other class" : negative, positive.empty() ? "the positive class" : positive};
    for (std::size_t row = 0; row < m_truth.size(); ++row)
        m_truth[row] = !truths || !truths->isValid(row) ? kNaN : truths->cellText(row) == positive ? 1.0 : 0.0;
}

void PredictionRows::findParts(const Column* part) {
    std::unordered_map<std::string, std::size_t> places;
    std::vector<std::string> found;
    for (std::size_t row = 0; row < size(); ++row) {
        const auto [place, added] = places.try_emplace(part ? part->cellText(row) : std::string(), found.size());
        if (added)
            found.push_back(place->first);
        m_partOf.push_back(place->second);
    }
    const auto rank = [](const std::string& name) {
        return name == "train" ? 0 : name == "validation" ? 1 : name == "test" ? 2 : name.empty() ? 4 : 3;
    };
    m_parts = found;
    std::stable_sort(m_parts.begin(), m_parts.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    std::vector<std::size_t> sorted;
    for (const std::string& name : found)
        sorted.push_back(static_cast<std::size_t>(std::find(m_parts.begin(), m_parts.end(), name) - m_parts.begin()));
    for (std::size_t& place : m_partOf)
        place = sorted[place];
}

void PredictionRows::findStriking() {
    const bool tested = std::find(m_parts.begin(), m_parts.end(), "test") != m_parts.end();
    double largest = -1.0;
    for (std::size_t row = 0; row < size(); ++row) {
        if (m_hasTruth && tested && part(row) != "test")
            continue;
        const double size = m_hasTruth ? std::abs(residual(row)) : spread(row);
        if (size > largest) { // false for NaN
            largest = size;
            m_striking = row;
        }
    }
    if (!m_striking && size() > 0)
        m_striking = 0;
}

std::string PredictionRows::name(std::size_t row) const {
    return m_name ? m_name->cellText(row) : std::to_string(m_graph[row]);
}

double PredictionRows::spread(std::size_t row) const {
    return m_spread && m_subModels ? m_spread->number(row) : kNaN; // else it is between something else
}

std::int64_t PredictionRows::subModels(std::size_t row) const {
    const double count = m_subModels ? m_subModels->number(row) : kNaN;
    return std::isfinite(count) ? std::llround(count) : 0;
}

std::optional<std::size_t> PredictionRows::rowOf(int graph) const {
    if (m_places.empty()) {
        const auto found = std::lower_bound(m_graph.begin(), m_graph.end(), graph);
        return found != m_graph.end() && *found == graph
                   ? std::optional(static_cast<std::size_t>(found - m_graph.begin()))
                   : std::nullopt;
    }
    const auto found = std::lower_bound(m_places.begin(), m_places.end(), std::pair(graph, std::size_t{0}));
    return found != m_places.end() && found->first == graph ? std::optional(found->second) : std::nullopt;
}

std::vector<std::size_t> PredictionRows::rowsOfPart(const std::string& wanted) const {
    std::vector<std::size_t> rows;
    const auto place = static_cast<std::size_t>(std::find(m_parts.begin(), m_parts.end(), wanted) - m_parts.begin());
    for (std::size_t row = 0; row < size(); ++row)
        if (m_partOf[row] == place)
            rows.push_back(row);
    return rows;
}

Quality PredictionRows::qualityOf(const std::string& wanted) const {
    std::vector<double> predictions, truths;
    for (const std::size_t row : rowsOfPart(wanted)) {
        predictions.push_back(m_prediction[row]);
        truths.push_back(m_truth[row]);
    }
    return quality(predictions, truths);
}

std::string partName(const std::string& part) {
    return part == "train" ? "training" : part.empty() ? "no part" : part;
}

int partSlot(const std::string& part) {
    return part == "test" ? 2 : part == "validation" ? 3 : part == "train" ? 1 : 4;
}

} // namespace vitrine::pathboost
