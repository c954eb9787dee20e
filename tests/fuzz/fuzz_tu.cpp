// Data sets of the TU collection. The files stand one behind the other, in the order of TuPart, each closed by a
// line "%"; one that is empty is not there.

#include "core/data/tu/tu_parser.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    TuTexts texts;
    texts.set = "X";
    for (std::size_t i = 0; i < kTuParts; ++i) {
        const std::size_t end = std::min(text.find("%\n"), text.size());
        if (end > 0)
            texts.parts[i] = TuText{std::string(tuPartName(static_cast<TuPart>(i))), text.substr(0, end)};
        text.remove_prefix(std::min(end + 2, text.size()));
    }
    for (const bool directed : {false, true}) {
        auto parsed = parseTu(texts, {directed, {}}, {});
        if (!parsed)
            continue;
        fuzz::require(parsed->ledger.recordsRead == static_cast<std::int64_t>(parsed->graphs.graphCount()),
                      "every graph is counted");
        fuzz::require(!directed || parsed->oneWay == 0, "a directed edge stands once");
        fuzz::require(checkValue(makeValue(std::move(parsed->graphs))).ok(), "the parts of the value fit together");
    }
    return 0;
}
