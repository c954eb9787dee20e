// Path keys, "6-6-17".

#include "plugins/pathboost/compute/labels.h"
#include "tests/fuzz/fuzz_support.h"

#include <numeric>

using namespace vitrine;
using namespace vitrine::pathboost;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto labels = splitPathKey(fuzz::textOf(data, size));
    if (!labels)
        return 0;
    fuzz::require(!labels->empty(), "a path has a label");
    const LabelDictionary dictionary = LabelDictionary::fromTexts(*labels, false);
    std::vector<std::int32_t> path;
    for (const std::string& label : *labels)
        path.push_back(dictionary.code(label));
    const auto again = splitPathKey(pathKey(dictionary, path));
    fuzz::require(again.ok() && *again == *labels, "the key of a path gives its labels back");
    pathLabel(dictionary, path, true);
    return 0;
}
