#pragma once

#include "core/data/graph/graph_file_reader.h"
#include "core/data/writer.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

namespace vitrine::fuzz {

/// What must hold for every text that a graph format reads: the parts fit together, nothing is lost without a word, and
/// what is written in each format reads back equal.
inline int checkGraphText(const GraphFormat& format, std::string_view text) {
    auto parsed = format.parse(text, "graphs.txt", {});
    if (!parsed) {
        require(parsed.error().message.starts_with("graphs.txt:"), "a refusal names the file");
        return 0;
    }
    require(parsed->ledger.recordsRead == static_cast<std::int64_t>(parsed->graphs.graphCount()),
            "every graph is counted");
    const Value value = makeValue(std::move(parsed->graphs));
    require(checkValue(value).ok(), "the parts of the value fit together");
    const WriterRegistry writers = WriterRegistry::withBuiltins();
    const auto writer = writers.byId(format.id);
    if (!writer)
        return 0;
    const auto files = writer->write(value, "x", {});
    require(files.ok(), "what was read can be written");
    const auto again = format.parse(files->front().text, "graphs.txt", {});
    require(again.ok(), "what was written can be read");
    require(contentSha256(makeValue(GraphSet(again->graphs))) == contentSha256(value), "writing loses nothing");
    return 0;
}

} // namespace vitrine::fuzz
