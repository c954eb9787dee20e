// Splits of data sets.

#include "core/data/split_reader.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const char* entry : {"", "a"}) {
        auto split = parseSplit(fuzz::textOf(data, size), "split.json", entry);
        if (!split) {
            fuzz::require(split.error().message.starts_with("split.json: "), "a refusal names the file");
            fuzz::require(split.error().message.size() < 10'000, "a refusal is one sentence");
            continue;
        }
        const auto& rows = split->table.columns[0].integers();
        for (std::size_t i = 0; i < rows.size(); ++i)
            fuzz::require(rows[i] >= 0 && (i == 0 || rows[i] > rows[i - 1]), "rows ascend from 0");
        fuzz::require(checkValue(makeValue(std::move(split->table))).ok(), "the parts of the value fit together");
    }
    return 0;
}
