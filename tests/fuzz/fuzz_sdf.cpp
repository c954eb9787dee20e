// SD files, with what RDKit makes of the connection tables that pass our check.

#include "core/data/sdf/sdf_reader.h"
#include "core/data/sdf/sdf_records.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

#include <algorithm>

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    const auto records = splitSdf(text, "x", {});
    fuzz::require(records.ok(), "every text has records");
    const std::int64_t lines = std::count(text.begin(), text.end(), '\n') + 1;
    for (const SdfRecord& record : *records)
        for (const SdfProperty& property : propertiesOf(record).items)
            fuzz::require(property.line >= record.line && property.line <= lines, "a property has its line");
    const fuzz::MemoryFile file(text);
    const SdfReader reader;
    const auto preview = reader.preview(file.path(), {}, {});
    const auto dataset = reader.read(file.path(), {}, {});
    fuzz::require(preview.ok() == dataset.ok(), "the plan and the reading agree");
    if (!dataset)
        return 0;
    fuzz::require(checkValue(dataset->value).ok(), "the parts of the value fit together");
    const auto graphs = static_cast<std::int64_t>(valueAs<GraphSet>(dataset->value)->graphCount());
    fuzz::require(dataset->ledger.recordsRead - dataset->ledger.recordsDropped == graphs,
                  "every record is in the value or in the ledger");
    return 0;
}
