#include "plugins/pathboost/views/run_paths.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/labels.h"
#include "plugins/pathboost/compute/outputs.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {
namespace {

constexpr QChar kBond(0x2013); // en dash

QString textOf(const Table& table, const char* name, std::size_t row) {
    const Column* column = table.find(name);
    return column ? toQString(column->cellText(row)) : QString();
}

std::optional<double> numberOf(const Table& table, const char* name, std::size_t row) {
    const Column* column = table.find(name);
    const double number = column ? column->number(row) : std::nan("");
    return std::isfinite(number) ? std::optional<double>(number) : std::nullopt;
}

std::optional<std::int64_t> countOf(const Table& table, const char* name, std::size_t row) {
    const auto number = numberOf(table, name, row);
    return number ? std::optional<std::int64_t>(std::llround(*number)) : std::nullopt;
}

QString unitOf(const Table& table, const char* name) {
    const Column* column = table.find(name);
    return column ? toQString(column->unit) : QString();
}

QStringList readLabels(const QString& key, bool elements) {
    const auto parts = splitPathKey(toStd(key));
    QStringList labels;
    if (parts)
        for (const std::string& part : *parts)
            labels.append(toQString(labelText(part, elements)));
    return labels;
}

} // namespace

std::shared_ptr<const GraphSet> inputGraphs(const RunData& data) {
    const auto found = data.inputs.find(kGraphsInput);
    return found == data.inputs.end() ? nullptr : valueAs<GraphSet>(found->second);
}

std::shared_ptr<const RunPaths> RunPaths::of(const RunData& data) {
    // The panes of a page ask one after the other for the same tables.
    static std::weak_ptr<const RunPaths> latest;
    static std::weak_ptr<const Table> importance, selected;
    const auto tables = std::pair{outputTable(data, kImportance), outputTable(data, kSelectedPaths)};
    if (auto known = latest.lock(); known && (tables.first || tables.second) && importance.lock() == tables.first &&
                                    selected.lock() == tables.second)
        return known;
    auto made = std::make_shared<const RunPaths>(data);
    latest = made;
    importance = tables.first;
    selected = tables.second;
    return made;
}

RunPaths::RunPaths(const RunData& data) {
    if (const auto table = outputTable(data, kImportance); table && table->find(column::kPath))
        readImportance(*table);
    else if (const auto chosen = outputTable(data, kSelectedPaths); chosen && chosen->find(column::kPath))
        readSelected(*chosen);
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_ranks.insert(m_rows[i].key, static_cast<int>(i) + 1);
}

void RunPaths::addNames(const Table& table, std::size_t row, PathRow& path) {
    // Whether numbers stand for elements is not a column of its own, but the label beside the key tells.
    const QString shown = textOf(table, column::kLabel, row);
    const QStringList symbols = readLabels(path.key, true);
    if (symbols != readLabels(path.key, false) && symbols.join(QLatin1Char('-')) == shown)
        m_elements = true;
    path.labels = readLabels(path.key, m_elements);
    path.label = path.labels.isEmpty() ? shown : path.labels.join(kBond);
    path.anchor = textOf(table, column::kAnchor, row);
}

void RunPaths::readImportance(const Table& table) {
    m_hasImportance = table.find(column::kImportance) != nullptr;
    m_importanceUnit = unitOf(table, column::kImportance);
    m_effectUnit = unitOf(table, column::kMeanEffect);
    m_rows.reserve(table.rowCount());
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        PathRow path;
        path.key = textOf(table, column::kPath, row);
        addNames(table, row, path);
        path.importance = numberOf(table, column::kImportance, row);
        path.lower = numberOf(table, column::kLower, row);
        path.upper = numberOf(table, column::kUpper, row);
        path.stability = numberOf(table, column::kStability, row);
        path.timesChosen = countOf(table, column::kTimesChosen, row).value_or(0);
        path.firstIteration = countOf(table, column::kFirstIteration, row).value_or(0);
        path.graphsTrain = countOf(table, column::kGraphsTrain, row);
        path.graphsAll = countOf(table, column::kGraphsAll, row);
        path.meanEffect = numberOf(table, column::kMeanEffect, row);
        m_rows.push_back(std::move(path));
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const PathRow& a, const PathRow& b) {
        return a.importance.value_or(-HUGE_VAL) > b.importance.value_or(-HUGE_VAL);
    });
}

void RunPaths::readSelected(const Table& table) {
    QHash<QString, std::size_t> places;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const QString key = textOf(table, column::kPath, row);
        const std::int64_t iteration = countOf(table, column::kIteration, row).value_or(0);
        if (const auto known = places.constFind(key); known != places.constEnd()) {
            PathRow& path = m_rows[*known];
            ++path.timesChosen;
            path.firstIteration = std::min(path.firstIteration, iteration);
            continue;
        }
        places.insert(key, m_rows.size());
        PathRow path;
        path.key = key;
        addNames(table, row, path);
        path.timesChosen = 1;
        path.firstIteration = iteration;
        m_rows.push_back(std::move(path));
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const PathRow& a, const PathRow& b) {
        return a.timesChosen != b.timesChosen ? a.timesChosen > b.timesChosen : a.firstIteration < b.firstIteration;
    });
}

const PathRow* RunPaths::find(const QString& key) const {
    const int rank = rankOf(key);
    return rank == 0 ? nullptr : &m_rows[static_cast<std::size_t>(rank) - 1];
}

QStringList RunPaths::labelsOf(const QString& key) const {
    return readLabels(key, m_elements);
}

QString RunPaths::labelOf(const QString& key) const {
    const QStringList labels = labelsOf(key);
    return labels.isEmpty() ? key : labels.join(kBond);
}

QStringList prefixKeys(const QString& key) {
    QStringList keys;
    for (qsizetype i = 0; i < key.size(); ++i) {
        if (key[i] == QLatin1Char('-'))
            keys.append(key.left(i));
        else if (key[i] == QLatin1Char('\\'))
            ++i; // what follows belongs to the label
    }
    keys.append(key);
    return keys;
}

} // namespace vitrine::pathboost
