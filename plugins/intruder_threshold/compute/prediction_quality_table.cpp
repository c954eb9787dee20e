#include "plugins/intruder_threshold/compute/prediction_quality_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine::intruder_threshold {

namespace {

constexpr double kNormal95 = 1.959963984540054;

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Sample variance of the mean.
double varianceOfMean(const std::vector<double>& values) {
    if (values.size() < 2)
        return 0.0;
    const double centre = mean(values);
    double sum = 0.0;
    for (const double value : values)
        sum += (value - centre) * (value - centre);
    const auto n = static_cast<double>(values.size());
    return sum / (n - 1.0) / n;
}

/// Share of `others` below `value`; equal ones count half.
double shareBelow(double value, const std::vector<double>& others) {
    double count = 0.0;
    for (const double other : others)
        count += other < value ? 1.0 : other == value ? 0.5 : 0.0;
    return count / static_cast<double>(others.size());
}

double median(std::vector<double> values) {
    if (values.empty())
        return std::nan("");
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

struct Predictor {
    const char* name;
    double (*threshold)(const LayerResult&);
};

constexpr Predictor kPredictors[] = {
    {"full edge", [](const LayerResult& layer) { return layer.full.theta; }},
    {"bulk edge", [](const LayerResult& layer) { return layer.bulk.theta; }},
    {"geometric mean", [](const LayerResult& layer) { return layer.thetaGeo(); }},
    {"noise edge", [](const LayerResult& layer) { return layer.noise.theta; }},
    {"finite size", [](const LayerResult& layer) { return layer.thetaFiniteSize(); }},
};

void setMissingNan(Column& column) {
    for (std::size_t row = 0; row < column.size(); ++row)
        if (std::isnan(column.reals()[row]))
            column.setMissing(row);
}

} // namespace

AreaUnderCurve areaUnderCurve(const std::vector<double>& scores, const std::vector<bool>& positive) {
    std::vector<double> hits, others;
    for (std::size_t i = 0; i < scores.size(); ++i)
        (positive[i] ? hits : others).push_back(scores[i]);
    if (hits.empty() || others.empty())
        return {std::nan(""), std::nan(""), std::nan("")};
    std::vector<double> ofHits, ofOthers;
    for (const double score : hits)
        ofHits.push_back(shareBelow(score, others));
    for (const double score : others)
        ofOthers.push_back(1.0 - shareBelow(score, hits));
    const double area = mean(ofHits);
    const double half = kNormal95 * std::sqrt(varianceOfMean(ofHits) + varianceOfMean(ofOthers));
    return {area, std::max(0.0, area - half), std::min(1.0, area + half)};
}

Table predictionTable(const std::vector<LayerResult>& layers, const Criterion& criterion) {
    Column::Texts names;
    Column::Reals area, lower, upper, within, middle, rms;
    Column::Integers used, censored;
    for (const Predictor& predictor : kPredictors) {
        std::vector<double> scores, logs;
        std::vector<bool> bearing;
        std::int64_t out = 0;
        for (const LayerResult& layer : layers) {
            const double critical = layer.critical(predictor.threshold(layer));
            if (std::isnan(critical))
                continue;
            scores.push_back(-std::log(critical));
            bearing.push_back(layer.intruders(criterion.k, criterion.epsilon) > 0);
            if (layer.first.status == "ok")
                logs.push_back(std::log2(critical / layer.first.strength));
            else
                ++out;
        }
        if (scores.empty()) // not asked for, or undefined everywhere
            continue;
        const AreaUnderCurve curve = areaUnderCurve(scores, bearing);
        names.emplace_back(predictor.name);
        area.push_back(curve.value);
        lower.push_back(curve.lower);
        upper.push_back(curve.upper);
        const auto near = std::count_if(logs.begin(), logs.end(), [](double log) { return std::abs(log) <= 1.0; });
        within.push_back(logs.empty() ? std::nan("") : static_cast<double>(near) / static_cast<double>(logs.size()));
        middle.push_back(median(logs));
        double squares = 0.0;
        for (const double log : logs)
            squares += log * log;
        rms.push_back(logs.empty() ? std::nan("") : std::sqrt(squares / static_cast<double>(logs.size())));
        used.push_back(static_cast<std::int64_t>(logs.size()));
        censored.push_back(out);
    }
    Table table;
    table.columns.emplace_back("predictor", std::move(names));
    for (auto& [name, values] : {std::pair{"auc", area},
                                 {"auc_lower", lower},
                                 {"auc_upper", upper},
                                 {"within_two", within},
                                 {"median_log2", middle},
                                 {"rms_log2", rms}}) {
        table.columns.emplace_back(name, values);
        setMissingNan(table.columns.back());
    }
    table.columns.emplace_back("layers", std::move(used));
    table.columns.emplace_back("censored", std::move(censored));
    return table;
}

} // namespace vitrine::intruder_threshold
