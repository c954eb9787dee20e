#include "plugins/pathboost/views/molecules_figure.h"

#include "core/values/text.h"
#include "core/values/value_export.h"
#include "plugins/pathboost/compute/outputs.h"
#include "widgets/data/display_number.h"
#include "widgets/molecule/gallery_model.h"
#include "widgets/molecule/gallery_order.h"
#include "widgets/molecule/gallery_sheet.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("PathBoostFigures", text);
}

const char* orderName(GraphOrder order) {
    return order == GraphOrder::error ? "error" : order == GraphOrder::name ? "name" : "target";
}

/// "Lowest log solubility first; it stands beside each name."
QString orderSentence(const RunData& data, const GraphSet& graphs, GraphOrder order) {
    const QString target = targetNameOf(data, graphs);
    switch (order) {
    case GraphOrder::error: return tr("Largest error of the prediction first; it stands beside each name.");
    case GraphOrder::name: return target.isEmpty() ? tr("By name.") : tr("By name, with %1.").arg(target);
    case GraphOrder::target: break;
    }
    return target.isEmpty() ? tr("In the order of the file.")
                            : tr("Lowest %1 first; it stands beside each name.").arg(target);
}

QString holdSentence(const GraphSet& graphs, const RunPaths& paths, const QStringList& chosen, std::size_t count) {
    const QString some = displayCount(static_cast<std::int64_t>(count));
    const QString all = displayCount(static_cast<std::int64_t>(graphs.graphCount()));
    const QString word = graphs.isMolecular() ? tr("molecules") : tr("graphs");
    return chosen.size() == 1
               ? tr("%1 of %2 %3 hold %4; every occurrence is lit.").arg(some, all, word, paths.labelOf(chosen.first()))
               : tr("%1 of %2 %3 hold one of %4 paths; every occurrence is lit.")
                     .arg(some, all, word)
                     .arg(chosen.size());
}

GallerySort sortOf(const GraphSet& graphs, const std::vector<double>& values, GraphOrder order) {
    if (order == GraphOrder::name)
        return GallerySort::name;
    if (order == GraphOrder::error)
        return GallerySort::valueDescending;
    return values.empty() && graphs.targetColumn.empty() ? GallerySort::fileOrder : GallerySort::valueAscending;
}

/// Looks for the chosen paths and sorts what holds them.
FoundGraphs findGraphs(const RunData& data, const std::shared_ptr<const GraphSet>& graphs,
                       const MoleculesChoice& choice) {
    FoundGraphs found;
    found.occurrences = std::make_shared<PathOccurrences>(graphs, parameterOf(data, "label_attribute"));
    std::vector<int> subset;
    for (const QString& key : choice.paths) {
        found.ofPath.push_back(found.occurrences->count(key, {}));
        std::vector<int> both;
        std::ranges::set_union(subset, found.ofPath.back()->graphs, std::back_inserter(both));
        subset = std::move(both);
    }
    GalleryRequest request;
    request.graphs = graphs;
    request.subset = std::move(subset);
    request.values = shownValues(data, *graphs, choice.order);
    request.sort = sortOf(*graphs, request.values, choice.order);
    if (auto order = galleryOrder(request))
        found.order = std::move(*order);
    return found;
}

/// The most important path that tells graphs apart: of several nodes, in less than half of the graphs.
const PathRow& tellingPath(const RunPaths& paths, std::size_t graphCount) {
    const auto tells = [graphCount](const PathRow& path) {
        return path.labels.size() > 1 && path.graphsAll && 2 * *path.graphsAll < static_cast<std::int64_t>(graphCount);
    };
    const auto found = std::ranges::find_if(paths.rows(), tells);
    return found == paths.rows().end() ? paths.rows().front() : *found;
}

QStringList pathsOf(const nlohmann::json& options) {
    QStringList paths;
    const auto given = options.is_object() ? options.find("paths") : options.end();
    if (options.is_object() && given != options.end() && given->is_array())
        for (const nlohmann::json& key : *given)
            if (key.is_string() && paths.size() < MoleculesChoice::kMostPaths)
                paths.append(toQString(key.get<std::string>()));
    return paths;
}

} // namespace

nlohmann::json MoleculesChoice::toJson() const {
    nlohmann::json options = {{"order", orderName(order)}};
    for (const QString& key : paths)
        options["paths"].push_back(toStd(key));
    return options;
}

MoleculesChoice MoleculesChoice::fromJson(const nlohmann::json& options) {
    MoleculesChoice choice;
    choice.paths = pathsOf(options);
    if (options.is_object())
        for (const GraphOrder order : {GraphOrder::error, GraphOrder::name})
            if (const auto found = options.find("order"); found != options.end() && *found == orderName(order))
                choice.order = order;
    return choice;
}

QString targetNameOf(const RunData& data, const GraphSet& graphs) {
    const nlohmann::json chosen = parameterOf(data, "target");
    return toQString(chosen.is_string() ? chosen.get<std::string>() : graphs.targetColumn);
}

std::vector<double> predictionErrors(const RunData& data, std::size_t graphCount) {
    const auto table = outputTable(data, kPredictions);
    const Column* rows = table ? table->find(column::kRow) : nullptr;
    const Column* truth = table ? table->find(column::kTruth) : nullptr;
    const Column* prediction = table ? table->find(column::kPrediction) : nullptr;
    if (!rows || !truth || !prediction)
        return {};
    std::vector<double> errors(graphCount, std::nan(""));
    for (std::size_t i = 0; i < table->rowCount(); ++i)
        if (const double row = rows->number(i); row >= 0 && row < static_cast<double>(graphCount))
            errors[static_cast<std::size_t>(row)] = std::abs(truth->number(i) - prediction->number(i));
    return errors;
}

std::vector<double> shownValues(const RunData& data, const GraphSet& graphs, GraphOrder order) {
    if (order == GraphOrder::error)
        return predictionErrors(data, graphs.graphCount());
    const std::string target = toStd(targetNameOf(data, graphs));
    const Column* column = target == graphs.targetColumn ? nullptr : graphs.graphs.find(target);
    return column ? column->numbers() : std::vector<double>();
}

QString moleculesTitle(const GraphSet& graphs, const RunPaths& paths, const QStringList& chosen) {
    QString word = graphs.isMolecular() ? tr("Molecules") : tr("Graphs");
    if (chosen.isEmpty())
        return word;
    return chosen.size() == 1 ? tr("%1 with %2").arg(word, paths.labelOf(chosen.first()))
                              : tr("%1 with any of %2 paths").arg(word).arg(chosen.size());
}

std::string moleculesCsv(const RunData& data, const FoundGraphs& found) {
    const std::shared_ptr<const GraphSet>& graphs = found.occurrences->graphs();
    GalleryModel names;
    names.setGraphs(graphs);
    Column::Integers rows, counts;
    Column::Texts texts;
    for (const int graph : found.order) {
        rows.push_back(graph);
        texts.push_back(toStd(names.nameOf(graph)));
        std::int64_t count = 0;
        for (const auto& path : found.ofPath)
            count += path->countIn(graph);
        counts.push_back(count);
    }
    Table table{{{column::kRow, std::move(rows)}, {column::kGraph, std::move(texts)}}};
    if (const Column* target = graphs->graphs.find(toStd(targetNameOf(data, *graphs)))) {
        Column::Texts values;
        for (const int graph : found.order)
            values.push_back(target->cellText(static_cast<std::size_t>(graph)));
        table.columns.emplace_back(target->name, std::move(values));
    }
    if (!found.ofPath.empty())
        table.columns.emplace_back(column::kOccurrences, std::move(counts));
    return tableCsv(table);
}

FigureSpec moleculesFigure(const RunData& data, const RunPaths& paths, const MoleculesChoice& choice,
                           FoundGraphs found) {
    const std::shared_ptr<const GraphSet> graphs = found.occurrences->graphs();
    FigureSpec spec;
    describeFigure(spec, data, paths.hasImportance() ? kImportance : kSelectedPaths);
    spec.title = toStd(moleculesTitle(*graphs, paths, choice.paths));
    const QString order = orderSentence(data, *graphs, choice.order);
    spec.caption =
        toStd(choice.paths.isEmpty()
                  ? order
                  : QString(holdSentence(*graphs, paths, choice.paths, found.order.size()) + QLatin1Char(' ') + order));
    spec.keyKind = kGraphKind;
    GallerySheetData sheet;
    sheet.graphs = graphs;
    sheet.order = found.order;
    sheet.values = shownValues(data, *graphs, choice.order);
    sheet.highlights = PathOccurrences::highlights(found.occurrences, choice.paths);
    sheet.csv = [run = data, found = std::move(found)] { return moleculesCsv(run, found); };
    spec.drawing = std::make_shared<const GallerySheet>(std::move(sheet));
    return spec;
}

std::optional<FigureSpec> moleculesFigure(const RunData& data, MoleculesChoice choice) {
    const auto graphs = inputGraphs(data);
    const RunPaths paths(data);
    if (!graphs || paths.isEmpty())
        return std::nullopt;
    if (choice.paths.isEmpty())
        choice.paths.append(tellingPath(paths, graphs->graphCount()).key);
    FoundGraphs found = findGraphs(data, graphs, choice);
    return moleculesFigure(data, paths, choice, std::move(found));
}

nlohmann::json graphFigureOptions(int graph, const QStringList& paths) {
    nlohmann::json options = {{"graph", graph}};
    for (const QString& key : paths)
        options["paths"].push_back(toStd(key));
    return options;
}

std::string graphCsv(const RunData& data, const PredictionRows* rows, int graph) {
    constexpr std::size_t kNone = SIZE_MAX;
    const std::size_t row = rows ? rows->rowOf(graph).value_or(kNone) : kNone;
    const auto graphs = inputGraphs(data);
    const Column* structures = graphs ? graphs->graphs.find(graphs->structureColumn) : nullptr;
    const auto at = static_cast<std::size_t>(graph);
    Table table{{{column::kRow, Column::Integers{graph}}}};
    if (row != kNone)
        table.columns.emplace_back(column::kGraph, Column::Texts{rows->name(row)});
    if (structures && at < structures->size())
        table.columns.emplace_back("structure", Column::Texts{structures->cellText(at)});
    if (row != kNone) {
        table.columns.emplace_back(column::kTruth, Column::Reals{rows->truth(row)});
        table.columns.emplace_back(column::kPrediction, Column::Reals{rows->prediction(row)});
        table.columns.emplace_back("residual", Column::Reals{rows->residual(row)});
        table.columns.emplace_back(column::kSpread, Column::Reals{rows->spread(row)});
    }
    return tableCsv(table);
}

FigureSpec graphFigure(const RunData& data, const RunPaths& paths, const ShownGraph& shown) {
    GalleryModel names;
    names.setGraphs(inputGraphs(data));
    const QString name = names.nameOf(shown.graph);
    FigureSpec spec;
    describeFigure(spec, data, kPredictions);
    spec.title = toStd(name);
    QString caption = name;
    if (shown.paths.size() == 1)
        caption = tr("%1; %2 is lit, %3 times.").arg(name, paths.labelOf(shown.paths.first())).arg(shown.occurrences);
    else if (!shown.paths.isEmpty())
        caption = tr("%1; the occurrences of %2 paths are lit.").arg(name).arg(shown.paths.size());
    spec.caption = toStd(caption);
    spec.keyKind = kGraphKind;
    spec.drawing = std::make_shared<const GraphDrawing>(
        shown.paint, [data, graph = shown.graph] { return graphCsv(data, PredictionRows::of(data).get(), graph); });
    return spec;
}

std::optional<FigureSpec> graphFigure(const RunData& data, const nlohmann::json& options) {
    const auto graphs = inputGraphs(data);
    const auto rows = PredictionRows::of(data);
    const auto wanted = options.is_object() ? options.find("graph") : options.end();
    ShownGraph shown;
    if (options.is_object() && wanted != options.end() && wanted->is_number_integer())
        shown.graph = static_cast<int>(std::clamp<std::int64_t>(wanted->get<std::int64_t>(), -1, INT32_MAX));
    else if (const auto striking = rows ? rows->mostStriking() : std::nullopt)
        shown.graph = rows->graph(*striking);
    if (!graphs || shown.graph < 0 || static_cast<std::size_t>(shown.graph) >= graphs->graphCount())
        return std::nullopt;
    shown.paths = pathsOf(options);
    PathOccurrences occurrences(graphs, parameterOf(data, "label_attribute"));
    std::vector<NodeSequence> lit;
    for (const QString& key : shown.paths)
        std::ranges::move(occurrences.occurrences(shown.graph, key), std::back_inserter(lit));
    shown.occurrences = lit.size();
    shown.paint = GraphDrawing::paintOf(makeGraphPicture(*graphs, shown.graph), std::move(lit));
    return graphFigure(data, RunPaths(data), shown);
}

} // namespace vitrine::pathboost
