#pragma once

#include "core/jobs/run_command.h"
#include "core/plugin/plugin_info.h"
#include "core/store/project_store.h"
#include "core/values/value_codec.h"

#include <QtGlobal>

#include <cmath>
#include <memory>
#include <string>

// A small project made by hand: one data set, one finished run of an experiment "demo/fit" with every kind of output
// that reports show, and one run that was stopped. Used by the tests of reports and of their page.

namespace vitrine::sample {

constexpr const char* kPersonalFolder = "/home/annabel.researcher/thesis";

inline ParameterSchema schema() {
    return *ParameterSchema::fromJson(nlohmann::json::parse(R"json([
      { "id": "n_iter", "type": "int", "default": 100, "min": 1, "label": "Iterations", "symbol": "T", "help": "h" },
      { "id": "rate", "type": "real", "default": 0.1, "min": 0, "max": 1, "label": "Learning rate", "symbol": "ν",
        "help": "h" },
      { "id": "mode", "type": "enum", "default": "fast", "label": "Mode", "help": "h",
        "options": [ { "value": "fast", "label": "Fast" }, { "value": "exact", "label": "Exact, all pairs" } ] },
      { "id": "depth", "type": "int", "default": 3, "label": "Depth", "help": "h", "visible_if": "mode == exact" },
      { "id": "weights", "type": "path", "optional": true, "default": null, "label": "Weights", "help": "h" } ])json"));
}

inline OutputDescription output(const std::string& json) {
    return *OutputDescription::fromJson(nlohmann::json::parse(json));
}

inline ExperimentInfo experiment() {
    ExperimentInfo info;
    info.id = "fit";
    info.title = "Fit a demo";
    info.summary = "Fits.";
    info.primaryInput = "points";
    info.inputs = {{"points", {ValueKind::table}, "Points", "h", false, {}, {}}};
    info.parameters = schema();
    info.citation = {"A. Author, B. Writer. Demos that fit. Journal of Demos 1 (2020)."};
    info.outputs = {
        output(R"({"id":"curve","kind":"series","title":"Learning curve","definition":"Root of the mean squared error",
                   "source":"section 3","view":{"chart":"line"}})"),
        output(R"({"id":"importance","kind":"table","title":"Importance","key":"fragment","source":"equation 7",
                   "definition":"Fall of the training error by the steps that chose the fragment, in % of the total",
                   "view":{
        "chart" : "bar", "x" : "fragment", "y" : "importance", "top" : 10}})"),
        output(R"({"id":"predictions","kind":"table","title":"Predictions","key":"row"})"),
        output(R"({"id":"metrics","kind":"scalars","title":"Test error","headline":true})")};
    info.report = nlohmann::json::parse(R"({"title": "What drives {input:points}",
        "intro": "The set holds {input:points:records} records. The error on the test part is {metric:test_rmse}; {fig:importance} shows what drives it.",
        "outputs": ["metrics", "curve", {"output": "importance", "rows": 10, "caption": "The ten most important fragments."}, "predictions"]})");
    return info;
}

inline Table pointTable(int rows) {
    Column::Texts names;
    Column::Reals truth, prediction;
    Column::Integers part;
    for (int i = 0; i < rows; ++i) {
        names.push_back("molecule-" + std::to_string(i));
        truth.push_back(std::sin(0.7 * i) * 4.0 - 3.0);
        prediction.push_back(truth.back() + 0.4 * std::cos(2.1 * i));
        part.push_back(i % 5 == 0 ? 1 : 0);
    }
    Table table;
    table.columns = {Column("row", std::move(names)), Column("part", std::move(part)),
                     Column("truth", std::move(truth)), Column("prediction", std::move(prediction))};
    table.columns[2].unit = table.columns[3].unit = "log mol/L";
    table.columns[3].setMissing(2);
    return table;
}

inline Table importanceTable() {
    const char* names[] = {"C–C", "C–O",    "C",         "O–C–C–C–C", "N–C–C–C–C", "Cl–C–C–C–C",
                           "O",   "C–C–Cl", "O–C–C–C–O", "N–C–C",     "O–C–C–C–F", "O–P–S",
                           "P–S", "O–C–C",  "C–C–O–P–S", "Cl–C",      "S|S"};
    Column::Texts fragment;
    Column::Reals importance;
    Column::Integers first;
    double value = 21.763550854017982;
    int step = 1;
    for (const char* name : names) {
        fragment.emplace_back(name);
        importance.push_back(value);
        first.push_back(step);
        value *= 0.71;
        step += 3;
    }
    Table table;
    table.columns = {Column("fragment", std::move(fragment)), Column("importance", std::move(importance)),
                     Column("first", std::move(first))};
    table.columns[1].unit = "%";
    table.columns[2].description = "iteration that chose the fragment first";
    return table;
}

inline Series curve(int points) {
    Series series;
    series.x = {"Iteration", ""};
    series.y = {"RMSE", "log mol/L"};
    for (const auto& [id, floor] : {std::pair<const char*, double>{"train", 0.55}, {"test", 0.9}}) {
        SeriesLine line;
        line.id = line.label = id;
        for (int i = 0; i < points; ++i) {
            line.x.push_back(i);
            line.y.push_back(floor + 1.6 * std::exp(-0.045 * i));
        }
        series.lines.push_back(std::move(line));
    }
    return series;
}

inline Scalars metrics() {
    Scalars scalars;
    scalars.items = {{"test_rmse", "Test RMSE", 0.8994, "log mol/L", Interval{0.781, 1.0203, "95 % bootstrap", 226},
                      "20 % below baseline", "Root of the mean squared error on the test part", true, true},
                     {"test_r2", "Test R²", 0.8314, "", std::nullopt, "", "1 − residual sum / total sum", false, true},
                     {"n_paths", "Fragments chosen", 1410, "", std::nullopt, "", "", false, false}};
    return scalars;
}

/// Ids of what `fill` made.
struct Ids {
    DatasetId dataset = 0;
    RunId run = 0;
    RunId stopped = 0; ///< cancelled, with a partial curve and nothing else
};

inline void put(ProjectStore& store, const RunRecord& run, const OutputDescription& description, const Value& value,
                bool partial = false) {
    ArtifactRecord artifact;
    artifact.run = run.id;
    artifact.description = description;
    const ParameterSchema parameters = schema();
    artifact.fingerprint = runFingerprint(run, &parameters);
    artifact.contentHash = contentSha256(value);
    artifact.partial = partial;
    if (!store.putArtifact(artifact, value))
        qFatal("the sample artifact cannot be stored");
}

inline Ids fill(ProjectStore& store) {
    Ids ids;
    Dataset points;
    points.title = "Solubility";
    points.value = makeValue(pointTable(1128));
    points.contentHash = contentSha256(points.value);
    points.source = {std::string(kPersonalFolder) + "/solubility.csv",
                     "solubility.csv",
                     std::string(64, 'f'),
                     96241,
                     "csv",
                     nlohmann::json::object()};
    points.ledger.recordsRead = 1128;
    points.ledger.recordsDropped = 3;
    for (const std::int64_t line : {17, 301, 302, 303, 304, 900})
        points.ledger.note(LedgerAction::trimmed, "smiles", "spaces at the end were removed", line);
    for (const std::int64_t line : {44, 45, 977})
        points.ledger.note(LedgerAction::dropped, "", "the structure is not valid", line);
    ids.dataset = *store.addDataset(points);

    const ExperimentInfo info = experiment();
    RunRecord run;
    run.title = "Demo on Solubility";
    run.plugin = "demo";
    run.pluginVersion = "1.0";
    run.programVersion = "0.1.0";
    run.experiment = "fit";
    run.parameters.set("rate", 0.05);
    run.parameters.set("weights", std::string(kPersonalFolder) + "/start.json");
    run.parameters = run.parameters.complete(info.parameters);
    run.seed = 2026;
    run.threads = 2;
    run.inputs = {{"points", "dataset:" + std::to_string(ids.dataset), "solubility.csv", points.contentHash,
                   points.source.path, nlohmann::json::object()}};
    run.state = RunState::finished;
    run.created = "2026-11-30T10:22:05Z";
    run.seconds = 0.094;
    run.peakBytes = 87'000'000;
    run.id = ids.run = *store.addRun(run);
    put(store, run, *info.output("metrics"), makeValue(metrics()));
    put(store, run, *info.output("curve"), makeValue(curve(101)));
    put(store, run, *info.output("importance"), makeValue(importanceTable()));
    put(store, run, *info.output("predictions"), makeValue(pointTable(226)));

    run.title = "Demo, stopped";
    run.state = RunState::cancelled;
    run.message = "cancelled after 40 of 100 iterations";
    run.id = ids.stopped = *store.addRun(run);
    put(store, run, *info.output("curve"), makeValue(curve(41)), true);
    return ids;
}

} // namespace vitrine::sample
