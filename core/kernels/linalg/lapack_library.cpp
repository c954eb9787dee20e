#include "core/kernels/linalg/lapack_library.h"

#include "core/kernels/linalg/library/lapack_face.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace vitrine::linalg {
namespace {

/// OpenBLAS falls back to its oldest kernels on processors that it does not know. So it is told what the processor can
/// do instead of leaving it to guess from the model number; the names differ in blocking only between makers.
const char* kernelOfProcessor() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        return "SkylakeX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return __builtin_cpu_is("amd") ? "Zen" : "Haswell";
#endif
    return nullptr;
}

const VitrineLapack* open() {
    // Read once by the library when it is opened, and never again; a value of the user stays.
    if (const char* kernel = kernelOfProcessor())
        setenv("OPENBLAS_CORETYPE", kernel, 0); // NOLINT(concurrency-mt-unsafe)
    // No worker threads are started for nothing; jobs are parallel over layers.
    setenv("OPENBLAS_NUM_THREADS", "1", 0); // NOLINT(concurrency-mt-unsafe)
    Dl_info self{};
    if (dladdr(reinterpret_cast<const void*>(&lapackLibrary), &self) == 0 || !self.dli_fname)
        return nullptr;
    std::string path = self.dli_fname;
    path = path.substr(0, path.rfind('/') + 1) + "libvitrine_lapack.so";
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return nullptr;
    const auto face = reinterpret_cast<const VitrineLapack* (*)()>(dlsym(handle, "vitrineLapack"));
    const VitrineLapack* library = face ? face() : nullptr;
    return library && library->version == VITRINE_LAPACK_VERSION ? library : nullptr;
}

} // namespace

const VitrineLapack* lapackLibrary() {
    static const VitrineLapack* const library = open();
    return library;
}

} // namespace vitrine::linalg
