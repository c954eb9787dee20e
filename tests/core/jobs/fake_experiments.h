#pragma once

#include "core/jobs/experiment.h"

#include <functional>

namespace vitrine::test {

using Body = std::function<Result<void>(const RunInputs&, RunContext&)>;

class BodyExperiment : public Experiment {
public:
    explicit BodyExperiment(Body body) : m_body(std::move(body)) {}
    Inspection inspect(const RunInputs&) const override { return {}; }
    Estimate estimate(const RunInputs&) const override { return {}; }
    Result<void> run(const RunInputs& inputs, RunContext& context) override { return m_body(inputs, context); }

private:
    Body m_body;
};

inline OutputDescription describe(const char* id, ValueKind kind, const char* when = "", bool live = false) {
    OutputDescription output;
    output.id = id;
    output.title = id;
    output.kind = kind;
    output.when = when;
    output.live = live;
    return output;
}

inline Value numbers(std::vector<double> values) {
    Table table;
    table.columns.emplace_back("x", std::move(values));
    return makeValue(std::move(table));
}

inline Value note(const char* text) {
    return makeValue(Document{text});
}

/// Experiments of one plugin "fake", by id, all with the outputs "table" (live) and "note".
class FakeSource : public ExperimentSource {
public:
    std::map<std::string, Body, std::less<>> bodies;
    ParameterSchema schema;

    Result<std::unique_ptr<Experiment>> create(std::string_view plugin, std::string_view experiment) override {
        const auto found = bodies.find(experiment);
        if (plugin != "fake" || found == bodies.end())
            return makeError(ErrorCode::notFound, "there is no experiment " + std::string(experiment));
        return std::unique_ptr<Experiment>(std::make_unique<BodyExperiment>(found->second));
    }
    std::vector<OutputDescription> outputs(std::string_view, std::string_view) const override {
        return {describe("table", ValueKind::table, "", true), describe("note", ValueKind::document)};
    }
    const ParameterSchema* parameters(std::string_view, std::string_view) const override { return &schema; }
    std::string version(std::string_view) const override { return "1.2.3"; }
};

} // namespace vitrine::test
