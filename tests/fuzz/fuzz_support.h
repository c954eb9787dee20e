#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vitrine::fuzz {

/// Ends the process with the broken claim, which libFuzzer and the replay both count as a finding.
void require(bool holds, const char* claim);

/// The bytes as a regular file in memory, for readers that ask for a path.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes);
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile();
    const std::string& path() const { return m_path; }

private:
    int m_descriptor;
    std::string m_path;
};

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

} // namespace vitrine::fuzz

/// What every target defines: reads one input, returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
