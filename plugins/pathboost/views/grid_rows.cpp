#include "plugins/pathboost/views/grid_rows.h"

#include "core/base/number_text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/run_paths.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace vitrine::pathboost {

namespace {

constexpr std::array<const char*, kSettings> kIds{"learning_rate", "max_path_length", "tree_depth", "n_iter"};
constexpr std::array<const char*, kSettings> kSymbols{"ν", "L", "d", "T"};
constexpr std::array<const char*, kSettings> kTitles{"Learning rate ν", "Maximum path length L", "Tree depth d",
                                                     "Iterations T"};

struct Sums {
    GridCandidate candidate;
    std::vector<double> errors;
};

bool isBetter(const GridCandidate& a, const GridCandidate* b) {
    return std::isfinite(a.mean) && (b == nullptr || a.folds > b->folds || (a.folds == b->folds && a.mean < b->mean));
}

} // namespace

GridRows::GridRows(const RunData& data) {
    const auto table = outputTable(data, kFolds);
    const Column* numbers = table ? table->find("candidate") : nullptr;
    const Column* errors = table ? table->find("rmse") : nullptr;
    m_measure = "RMSE";
    if (table && !errors) {
        errors = table->find("log_loss");
        m_measure = "log loss";
    }
    std::array<const Column*, kSettings> settings{};
    for (std::size_t s = 0; s < kSettings; ++s)
        settings[s] = table ? table->find(kIds[s]) : nullptr;
    if (!numbers || !errors || std::ranges::find(settings, nullptr) != settings.end())
        return;
    m_unit = errors->unit;
    std::map<std::int64_t, Sums> sums;
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
        const double number = numbers->number(row);
        if (!(number >= 1.0 && number < 1e9) || !std::isfinite(errors->number(row)))
            continue;
        Sums& one = sums[static_cast<std::int64_t>(number)];
        one.candidate.number = static_cast<std::int64_t>(number);
        for (std::size_t s = 0; s < kSettings; ++s)
            one.candidate.settings[s] = settings[s]->number(row);
        one.errors.push_back(errors->number(row));
    }
    for (auto& [number, one] : sums) {
        // Sorted, so that the order in which folds arrive does not matter.
        std::sort(one.errors.begin(), one.errors.end());
        double sum = 0.0, squares = 0.0;
        for (const double error : one.errors)
            sum += error;
        const auto n = static_cast<double>(one.errors.size());
        one.candidate.mean = sum / n;
        for (const double error : one.errors)
            squares += (error - one.candidate.mean) * (error - one.candidate.mean);
        one.candidate.deviation = n < 2.0 ? std::nan("") : std::sqrt(squares / (n - 1.0));
        one.candidate.folds = static_cast<std::int64_t>(one.errors.size());
        m_candidates.push_back(one.candidate);
    }
}

const GridCandidate* GridRows::find(std::int64_t number) const {
    const auto found = std::ranges::find(m_candidates, number, &GridCandidate::number);
    return found == m_candidates.end() ? nullptr : &*found;
}

const GridCandidate* GridRows::best() const {
    const GridCandidate* best = nullptr;
    for (const GridCandidate& one : m_candidates)
        if (isBetter(one, best))
            best = &one;
    return best;
}

std::vector<double> GridRows::valuesOf(std::size_t setting) const {
    std::vector<double> values;
    for (const GridCandidate& one : m_candidates)
        values.push_back(one.settings[setting]);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

std::string GridRows::text(const GridCandidate& candidate) {
    std::string text;
    for (std::size_t s = 0; s < kSettings; ++s)
        text += (s > 0 ? ", " : "") + std::string(kSymbols[s]) + " " + numberText(candidate.settings[s]);
    return text;
}

nlohmann::json GridRows::parameters(const GridCandidate& candidate) {
    nlohmann::json values = {{kIds[0], candidate.settings[0]}};
    for (std::size_t s = 1; s < kSettings; ++s)
        values[kIds[s]] = std::llround(candidate.settings[s]);
    return values;
}

GridAxes gridAxes(const GridRows& rows) {
    std::array<std::size_t, kSettings> order{0, 1, 2, 3};
    std::array<std::size_t, kSettings> counts{};
    for (std::size_t s = 0; s < kSettings; ++s)
        counts[s] = rows.valuesOf(s).size();
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    return {order[0], order[1]};
}

std::vector<const GridCandidate*> gridCells(const GridRows& rows, const GridAxes& axes) {
    const std::vector<double> xs = rows.valuesOf(axes.x);
    const std::vector<double> ys = rows.valuesOf(axes.y);
    std::vector<const GridCandidate*> cells(xs.size() * ys.size(), nullptr);
    for (const GridCandidate& one : rows.candidates()) {
        const auto column = std::lower_bound(xs.begin(), xs.end(), one.settings[axes.x]) - xs.begin();
        const auto row = std::lower_bound(ys.begin(), ys.end(), one.settings[axes.y]) - ys.begin();
        const GridCandidate*& cell =
            cells[static_cast<std::size_t>(row) * xs.size() + static_cast<std::size_t>(column)];
        if (isBetter(one, cell))
            cell = &one;
    }
    return cells;
}

std::optional<FigureSpec> gridFigure(const RunData& data, const GridRows& rows) {
    if (rows.isEmpty())
        return std::nullopt;
    const GridAxes axes = gridAxes(rows);
    const auto texts = [&](std::size_t setting) {
        std::vector<std::string> names;
        for (const double value : rows.valuesOf(setting))
            names.push_back(numberText(value));
        return names;
    };
    Matrix matrix;
    matrix.columnLabels = texts(axes.x);
    matrix.rowLabels = texts(axes.y);
    matrix.columns = matrix.columnLabels.size();
    matrix.rows = matrix.rowLabels.size();
    for (const GridCandidate* cell : gridCells(rows, axes))
        matrix.cells.push_back(cell ? cell->mean : std::nan(""));
    FigureSpec spec;
    describeFigure(spec, data, data.outputs.contains(kGrid) ? kGrid : kFolds);
    spec.title = "Mean error of the settings";
    spec.x.scale = spec.y.scale = AxisScale::category;
    spec.x.label = {kTitles[axes.x], axes.x == 1 ? "nodes" : ""};
    spec.y.label = {kTitles[axes.y], axes.y == 1 ? "nodes" : ""};
    spec.x.categories = matrix.columnLabels;
    spec.y.categories = matrix.rowLabels;
    spec.value.label = {"Mean " + rows.measure(), rows.unit()};
    spec.caption = "Mean " + rows.measure() + " over the folds";
    std::string others;
    for (std::size_t s = 0; s < kSettings; ++s)
        if (s != axes.x && s != axes.y && rows.valuesOf(s).size() > 1)
            others += (others.empty() ? "" : " and ") + std::string(kSymbols[s]);
    spec.caption += others.empty() ? "." : "; each cell shows the best over " + others + ".";
    FigureMark cells;
    cells.kind = MarkKind::cells;
    cells.id = "grid";
    cells.showValues = true;
    cells.matrix = std::make_shared<const Matrix>(std::move(matrix));
    spec.marks.push_back(std::move(cells));
    return spec;
}

} // namespace vitrine::pathboost
