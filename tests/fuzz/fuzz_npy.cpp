// NumPy arrays: the header, which is a text of Python, and the values behind it.

#include "core/data/numpy/npy_header.h"
#include "core/data/numpy/numpy_readers.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::MemoryFile file(fuzz::textOf(data, size));
    const NpyReader reader;
    const auto head = readFileHead(file.path());
    if (!head || reader.score(*head) == 0)
        return 0;
    const auto preview = reader.preview(file.path(), {}, {});
    const auto dataset = reader.read(file.path(), {}, {});
    fuzz::require(preview.ok() == dataset.ok(), "the plan and the reading agree");
    if (!dataset) {
        fuzz::require(!dataset.error().message.empty(), "a refusal has a sentence");
        fuzz::require(dataset.error().code != ErrorCode::internal, "a refusal is no fault of ours");
        return 0;
    }
    fuzz::require(checkValue(dataset->value).ok(), "the parts of the value fit together");
    fuzz::require(preview->records == dataset->ledger.recordsRead, "the plan counts what is read");
    return 0;
}
