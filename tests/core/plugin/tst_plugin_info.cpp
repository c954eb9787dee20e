#include "core/plugin/plugin_info.h"

#include "core/values/text.h"

#include <QtTest>

using namespace vitrine;
using nlohmann::json;

namespace {

json soundPlugin() {
    return json::parse(R"json({
      "api": 1, "id": "curves", "name": "Curves", "version": "0.1.0", "params_version": 2, "summary": "Fits curves.",
      "license": "GPL-3.0-or-later",
      "card": { "picture": "card", "sentence": "Fits curves to points.", "sample_title": "Ten points",
                "sample_file": "points.csv", "sample_experiment": "fit", "sample_preset": { "degree": 3 } },
      "experiments": [ {
        "id": "fit", "title": "Fit", "summary": "Fits a polynomial.", "primary_input": "points",
        "own_process": true,
        "inputs": [
          { "id": "points", "kinds": ["table"], "readers": ["csv"], "label": "Points", "help": "One row per point." },
          { "id": "start", "kinds": ["model", "table"], "label": "Start", "help": "Where to begin.", "optional": true,
            "model_format": "curve" } ],
        "parameters": [
          { "id": "degree", "type": "int", "default": 2, "min": 0, "max": 9, "label": "Degree", "help": "Of the polynomial." },
          { "id": "mode", "type": "enum", "default": "fast", "options": ["fast", "exact"], "label": "Mode", "help": "How." },
          { "id": "x", "type": "column", "input": "points", "default": "x", "label": "x", "help": "Column of x." } ],
        "outputs": [
          { "id": "curve", "kind": "series", "title": "Curve", "live": true },
          { "id": "check", "kind": "table", "title": "Check", "when": "mode == exact" } ],
        "citation": ["A. Author. Curves. 2020."],
        "sample_run": { "inputs": { "points": "points.csv" }, "set": { "degree": 1 }, "seed": 7 },
        "report": { "outputs": ["curve"] } } ] })json");
}

} // namespace

class TestPluginInfo : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEveryField();
    void namesThePlaceOfAProblem_data();
    void namesThePlaceOfAProblem();
    void refusesWhatIsNoObject();
    void takesTheOnlyInputAsPrimary();
};

void TestPluginInfo::readsEveryField() {
    const auto info = PluginInfo::fromJson(soundPlugin());
    QVERIFY2(info.ok(), info.ok() ? "" : info.error().message.c_str());
    QCOMPARE(info->id, std::string("curves"));
    QCOMPARE(info->name, std::string("Curves"));
    QCOMPARE(info->version, std::string("0.1.0"));
    QCOMPARE(info->api, 1);
    QCOMPARE(info->paramsVersion, 2);
    QCOMPARE(info->license, std::string("GPL-3.0-or-later"));
    QCOMPARE(info->card.sampleExperiment, std::string("fit"));
    QCOMPARE(info->card.samplePreset.at("degree").get<int>(), 3);
    QVERIFY(!info->experiment("unknown"));
    const ExperimentInfo* fit = info->experiment("fit");
    QVERIFY(fit);
    QCOMPARE(fit->primaryInput, std::string("points"));
    QVERIFY(fit->ownProcess);
    QCOMPARE(fit->input("points")->readers, std::vector<std::string>{"csv"});
    QVERIFY(fit->input("start")->readers.empty());
    QCOMPARE(info->card.sampleInputs, (std::map<std::string, std::string>{{"points", "points.csv"}}));
    QCOMPARE(fit->inputs.size(), std::size_t(2));
    const InputSpec* start = fit->input("start");
    QVERIFY(start && start->optional);
    QCOMPARE(start->modelFormat, std::string("curve"));
    QVERIFY((start->kinds == std::vector{ValueKind::model, ValueKind::table}));
    QCOMPARE(fit->parameters.parameters.size(), std::size_t(3));
    QVERIFY(fit->output("curve") && fit->output("curve")->live);
    QCOMPARE(fit->output("check")->when, std::string("mode == exact"));
    QVERIFY(!fit->output("nothing"));
    QCOMPARE(fit->citation.size(), std::size_t(1));
    QCOMPARE(fit->sampleRun.at("seed").get<int>(), 7);
    QCOMPARE(fit->report.at("outputs").size(), std::size_t(1));
}

void TestPluginInfo::namesThePlaceOfAProblem_data() {
    QTest::addColumn<QString>("patch"); // JSON patch that breaks the sound plugin
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* patch, const char* message) {
        QTest::newRow(name) << QString::fromUtf8(patch) << QString::fromUtf8(message);
    };
    row("unknown key", R"([{"op":"add","path":"/autor","value":"x"}])",
        "/autor: this key is unknown; known are api, card, experiments, id, license, name, params_version, summary, "
        "version");
    row("wrong api", R"([{"op":"replace","path":"/api","value":2}])",
        "/api: the plugin was made for interface 2, this program has 1");
    row("no api", R"([{"op":"remove","path":"/api"}])", "/api: the number of the plugin interface is missing here");
    row("api is a text", R"([{"op":"replace","path":"/api","value":"1"}])",
        "/api: expected a whole number, found string");
    row("bad id", R"([{"op":"replace","path":"/id","value":"Curves"}])",
        "/id: \"Curves\" is no id; an id has a-z, 0-9 and _ only and begins with a letter");
    row("no name", R"([{"op":"remove","path":"/name"}])", "/name: a text is missing here");
    row("empty version", R"([{"op":"replace","path":"/version","value":""}])",
        "/version: expected a text that is not empty");
    row("no experiments", R"([{"op":"replace","path":"/experiments","value":[]}])",
        "/experiments: a plugin has at least one experiment");
    row("doubled experiment", R"([{"op":"copy","from":"/experiments/0","path":"/experiments/1"}])",
        "/experiments/1/id: the experiment \"fit\" stands here twice");
    row("experiment without title", R"([{"op":"remove","path":"/experiments/0/title"}])",
        "/experiments/0/title: a text is missing here");
    row("unknown key of an experiment", R"([{"op":"add","path":"/experiments/0/gpu","value":true}])",
        "/experiments/0/gpu: this key is unknown; known are citation, id, inputs, outputs, own_process, "
        "parameters, primary_input, "
        "report, sample_run, summary, title");
    row("unknown kind", R"([{"op":"replace","path":"/experiments/0/inputs/0/kinds/0","value":"tabel"}])",
        "/experiments/0/inputs/0/kinds/0: \"tabel\" is no kind of value");
    row("no kinds", R"([{"op":"replace","path":"/experiments/0/inputs/0/kinds","value":[]}])",
        "/experiments/0/inputs/0/kinds: an input takes at least one kind of value");
    row("doubled kind", R"([{"op":"replace","path":"/experiments/0/inputs/0/kinds","value":["table","table"]}])",
        "/experiments/0/inputs/0/kinds/1: \"table\" stands here twice");
    row("doubled input", R"([{"op":"copy","from":"/experiments/0/inputs/0","path":"/experiments/0/inputs/2"}])",
        "/experiments/0/inputs/2/id: the input \"points\" stands here twice");
    row("model format without models",
        R"([{"op":"add","path":"/experiments/0/inputs/0/model_format","value":"curve"}])",
        "/experiments/0/inputs/0/model_format: only an input that takes models has a model format");
    row("sample of an unknown input",
        R"([{"op":"remove","path":"/card/sample_file"},{"op":"add","path":"/card/sample_inputs","value":{"graphs":"a"}}])",
        "/card/sample_inputs: the experiment has no input \"graphs\"");
    row("sample without the primary input",
        R"([{"op":"remove","path":"/card/sample_file"},{"op":"add","path":"/card/sample_inputs","value":{"start":"a"}}])",
        "/card/sample_inputs: the primary input \"points\" is missing");
    row("sample without a file", R"([{"op":"remove","path":"/card/sample_file"}])",
        "/card/sample_file: a sample has both a file and an experiment");
    row("sample that is no file", R"([{"op":"add","path":"/card/sample_inputs","value":{"start":3}}])",
        "/card/sample_inputs: \"start\" is no file of the samples folder");
    row("unknown primary input", R"([{"op":"replace","path":"/experiments/0/primary_input","value":"graphs"}])",
        "/experiments/0/primary_input: there is no input \"graphs\"");
    row("no primary input", R"([{"op":"remove","path":"/experiments/0/primary_input"}])",
        "/experiments/0/primary_input: an experiment with several inputs names the one that a data set is put into");
    row("doubled parameter",
        R"([{"op":"copy","from":"/experiments/0/parameters/0","path":"/experiments/0/parameters/2"}])",
        "/experiments/0/parameters/2/id: \"degree\" stands twice");
    row("choice without options", R"([{"op":"remove","path":"/experiments/0/parameters/1/options"}])",
        "/experiments/0/parameters/1/options: expected a list of at least one option");
    row("default out of range", R"([{"op":"replace","path":"/experiments/0/parameters/0/default","value":10}])",
        "/experiments/0/parameters/0/default: 10 is not allowed; from 0 to 9");
    row("column of an unknown input",
        R"([{"op":"replace","path":"/experiments/0/parameters/2/input","value":"graphs"}])",
        "/experiments/0/parameters/2/input: there is no input \"graphs\"");
    row("output without title", R"([{"op":"remove","path":"/experiments/0/outputs/1/title"}])",
        "/experiments/0/outputs/1/title: an output has a title");
    row("doubled output", R"([{"op":"copy","from":"/experiments/0/outputs/0","path":"/experiments/0/outputs/2"}])",
        "/experiments/0/outputs/2/id: the output \"curve\" stands here twice");
    row("unknown kind of output", R"([{"op":"replace","path":"/experiments/0/outputs/0/kind","value":"plot"}])",
        "/experiments/0/outputs/0/kind: \"plot\" is no kind of value");
    row("live matrix", R"([{"op":"replace","path":"/experiments/0/outputs/0/kind","value":"matrix"}])",
        "/experiments/0/outputs/0/live: only tables and series grow while a run goes on");
    row("sample with unknown input",
        R"([{"op":"add","path":"/experiments/0/sample_run/inputs/graphs","value":"g.json"}])",
        "/experiments/0/sample_run/inputs/graphs: there is no input \"graphs\"");
    row("sample with unknown parameter", R"([{"op":"add","path":"/experiments/0/sample_run/set/order","value":1}])",
        "/experiments/0/sample_run/set/order: there is no parameter of this name");
    row("sample out of range", R"([{"op":"replace","path":"/experiments/0/sample_run/set/degree","value":99}])",
        "/experiments/0/sample_run/set/degree: 99 is not allowed; from 0 to 9");
    row("card without sentence", R"([{"op":"remove","path":"/card/sentence"}])",
        "/card/sentence: a text is missing here");
    row("card with unknown experiment", R"([{"op":"replace","path":"/card/sample_experiment","value":"train"}])",
        "/card/sample_experiment: there is no experiment \"train\"");
    row("card preset out of range", R"([{"op":"replace","path":"/card/sample_preset/degree","value":-1}])",
        "/card/sample_preset/degree: -1 is not allowed; from 0 to 9");
}

void TestPluginInfo::namesThePlaceOfAProblem() {
    QFETCH(QString, patch);
    QFETCH(QString, message);
    const auto info = PluginInfo::fromJson(soundPlugin().patch(json::parse(toStd(patch))));
    QVERIFY(!info.ok());
    QCOMPARE(info.error().code, ErrorCode::parse);
    const QString found = toQString(info.error().message);
    QVERIFY2(found.startsWith(message), qPrintable(found));
}

void TestPluginInfo::refusesWhatIsNoObject() {
    const auto info = PluginInfo::fromJson(json::array({1, 2}));
    QVERIFY(!info.ok());
    QCOMPARE(info.error().message, std::string("/: expected an object, found array"));
}

void TestPluginInfo::takesTheOnlyInputAsPrimary() {
    json plugin = soundPlugin();
    plugin["experiments"][0]["inputs"].erase(1);
    plugin["experiments"][0].erase("primary_input");
    const auto info = PluginInfo::fromJson(plugin);
    QVERIFY(info.ok());
    QCOMPARE(info->experiment("fit")->primaryInput, std::string("points"));
}

QTEST_GUILESS_MAIN(TestPluginInfo)
#include "tst_plugin_info.moc"
