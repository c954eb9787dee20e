// JSON Lines: a flat object in each line.

#include "core/data/json_lines/json_lines_reader.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::MemoryFile file(fuzz::textOf(data, size));
    const JsonLinesReader reader;
    const auto head = readFileHead(file.path());
    if (!head)
        return 0;
    reader.score(*head);
    const auto preview = reader.preview(file.path(), {}, {});
    const auto dataset = reader.read(file.path(), {{"on_bad_row", "drop"}}, {});
    if (!dataset) {
        fuzz::require(!dataset.error().message.empty(), "a refusal has a sentence");
        fuzz::require(dataset.error().code != ErrorCode::internal, "a refusal is no fault of ours");
        fuzz::require(!reader.read(file.path(), {}, {}).ok(), "what cannot be read with lines left out cannot without");
        return 0;
    }
    fuzz::require(preview.ok(), "what can be read has a plan");
    fuzz::require(checkValue(dataset->value).ok(), "the parts of the value fit together");
    if (const auto table = valueAs<Table>(dataset->value))
        fuzz::require(dataset->ledger.recordsRead - dataset->ledger.recordsDropped ==
                          static_cast<std::int64_t>(table->rowCount()),
                      "every record is in the value or in the ledger");
    const auto again = reader.read(file.path(), dataset->source.options, {});
    fuzz::require(again.ok(), "the complete options read the file");
    fuzz::require(contentSha256(again->value) == contentSha256(dataset->value), "the complete options read the same");
    return 0;
}
