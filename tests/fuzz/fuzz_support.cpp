#include "tests/fuzz/fuzz_support.h"

#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace vitrine::fuzz {

void require(bool holds, const char* claim) {
    if (holds)
        return;
    std::fprintf(stderr, "broken claim: %s\n", claim);
    std::abort();
}

MemoryFile::MemoryFile(std::string_view bytes) : m_descriptor(::memfd_create("input", MFD_CLOEXEC)) {
    require(m_descriptor >= 0, "a file in memory can be made");
    const auto written = ::write(m_descriptor, bytes.data(), bytes.size());
    require(written == static_cast<ssize_t>(bytes.size()), "a file in memory can be written");
    m_path = "/proc/self/fd/" + std::to_string(m_descriptor);
}

MemoryFile::~MemoryFile() {
    ::close(m_descriptor);
}

} // namespace vitrine::fuzz
