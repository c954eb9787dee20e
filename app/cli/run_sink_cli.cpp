#include "app/cli/run_sink_cli.h"

#include "core/values/value_codec.h"

#include <algorithm>

namespace vitrine::cli {

void CliRunSink::progress(double fraction, const std::string& stage) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    m_timeLeft.report(seconds, fraction);
    m_console.progress(fraction, stage, m_timeLeft.remaining(seconds));
}

void CliRunSink::log(LogLevel level, const std::string& text) {
    if (m_recorder)
        m_recorder->log(level, text);
    m_console.object({{"event", "log"}, {"level", logLevelName(level)}, {"text", text}});
    if (!m_console.isJson())
        m_console.log(level, text);
}

Result<void> CliRunSink::artifact(const OutputDescription& output, const Value& value, bool partial) {
    if (m_recorder)
        if (auto stored = m_recorder->artifact(output, value, partial); !stored)
            return stored;
    nlohmann::ordered_json line{
        {"event", "artifact"}, {"output", output.id}, {"kind", valueKindName(output.kind)}, {"partial", partial}};
    if (m_folder) {
        const auto file = m_folder->write(output, value, partial);
        if (!file)
            return file.error();
        line["file"] = *file;
    }
    if (m_console.isJson()) // hashing is not free
        line["content_sha256"] = contentSha256(value);
    m_console.object(line);
    if (const auto scalars = valueAs<Scalars>(value)) {
        std::erase_if(m_scalars, [&](const auto& entry) { return entry.first == output.id; });
        m_scalars.emplace_back(output.id, scalars);
    }
    return {};
}

Result<Value> CliRunSink::previous(const std::string& outputId) {
    return m_recorder ? m_recorder->previous(outputId) : RunSink::previous(outputId);
}

} // namespace vitrine::cli
