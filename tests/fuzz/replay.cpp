// Stands in for libFuzzer: runs a target over the files of the given folders, each whole and cut off at many places.

#include "tests/fuzz/fuzz_support.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kCuts = 48;

std::vector<std::filesystem::path> filesOf(int count, char** folders) {
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < count; ++i)
        for (const auto& entry : std::filesystem::directory_iterator(folders[i]))
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

void runOn(const std::string& text, std::size_t size) {
    // A copy of exactly this size, so that a sanitizer sees every byte read behind it.
    const std::vector<std::uint8_t> bytes(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

} // namespace

int main(int argc, char** argv) {
    const auto files = filesOf(argc, argv);
    for (const auto& path : files) {
        std::printf("%s\n", path.filename().c_str());
        std::fflush(stdout); // the last name printed is the one that ended the process
        std::ifstream in(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        runOn(text, text.size());
        const std::size_t step = text.size() / kCuts + 1;
        for (std::size_t cut = 0; cut < text.size(); cut += step)
            runOn(text, cut);
    }
    std::printf("%zu inputs\n", files.size());
    return files.empty() ? 1 : 0;
}
