// SMILES files, with what RDKit makes of the lines.

#include "core/data/smi_reader.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    const SmiLines split = splitSmi(text);
    fuzz::require(split.table.rowCount() == split.lines.size(), "every structure has its line");
    const fuzz::MemoryFile file(text);
    const SmiReader reader;
    const auto preview = reader.preview(file.path(), {}, {});
    const auto dataset = reader.read(file.path(), {{"duplicates", "keep_first"}}, {});
    fuzz::require(preview.ok() == dataset.ok(), "the plan and the reading agree");
    if (!dataset)
        return 0;
    fuzz::require(checkValue(dataset->value).ok(), "the parts of the value fit together");
    const auto graphs = static_cast<std::int64_t>(valueAs<GraphSet>(dataset->value)->graphCount());
    fuzz::require(dataset->ledger.recordsRead - dataset->ledger.recordsDropped == graphs,
                  "every record is in the value or in the ledger");
    return 0;
}
