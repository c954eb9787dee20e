// Tables in text form: decoding, dialect, header, types, roles, molecules.

#include "core/data/csv/csv_reader.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

namespace {

std::int64_t recordsOf(const Value& value) {
    if (const auto table = valueAs<Table>(value))
        return static_cast<std::int64_t>(table->rowCount());
    return static_cast<std::int64_t>(valueAs<GraphSet>(value)->graphCount());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0)
        return 0;
    const fuzz::MemoryFile file(fuzz::textOf(data, size).substr(1));
    const CsvReader reader;
    // The first byte chooses options that detection would not.
    nlohmann::json options = nlohmann::json::object();
    if ((data[0] & 1U) != 0)
        options["on_bad_row"] = "drop";
    if ((data[0] & 2U) != 0)
        options["trim"] = false;
    if ((data[0] & 4U) != 0)
        options["thousands"] = ".";
    if ((data[0] & 8U) != 0)
        options["duplicates"] = "keep_first";
    const auto head = readFileHead(file.path());
    if (!head)
        return 0;
    reader.score(*head);
    const auto preview = reader.preview(file.path(), options, {});
    const auto dataset = reader.read(file.path(), options, {});
    if (!dataset) {
        fuzz::require(!dataset.error().message.empty(), "a refusal has a sentence");
        fuzz::require(dataset.error().code != ErrorCode::internal, "a refusal is no fault of ours");
        return 0;
    }
    fuzz::require(preview.ok(), "what can be read has a plan");
    fuzz::require(checkValue(dataset->value).ok(), "the parts of the value fit together");
    const Ledger& ledger = dataset->ledger;
    fuzz::require(ledger.recordsRead - ledger.recordsDropped == recordsOf(dataset->value),
                  "every record is in the value or in the ledger");
    const auto again = reader.read(file.path(), dataset->source.options, {});
    fuzz::require(again.ok(), "the complete options read the file");
    fuzz::require(contentSha256(again->value) == contentSha256(dataset->value), "the complete options read the same");
    return 0;
}
