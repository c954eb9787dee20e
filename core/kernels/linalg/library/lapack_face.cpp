#include "core/kernels/linalg/library/lapack_face.h"

#include <cstddef>
#include <string>

// Declared by hand: the headers of the library define macros that are nobody's business here.
extern "C" {
const char* openblas_get_corename();
const char* openblas_get_config();
void openblas_set_num_threads(int);
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*,
            const double*, const int*, const double*, double*, const int*, std::size_t, std::size_t);
void dsyrk_(const char*, const char*, const int*, const int*, const double*, const double*, const int*, const double*,
            double*, const int*, std::size_t, std::size_t);
void dsyevd_(const char*, const char*, const int*, double*, const int*, double*, double*, const int*, int*, const int*,
             int*, std::size_t, std::size_t);
void dgesdd_(const char*, const int*, const int*, double*, const int*, double*, double*, const int*, double*,
             const int*, double*, const int*, int*, int*, std::size_t);
void dsytrf_(const char*, const int*, double*, const int*, int*, double*, const int*, int*, std::size_t);
void dsytrs_(const char*, const int*, const int*, const double*, const int*, const int*, double*, const int*, int*,
             std::size_t);
}

namespace {

const char* library() {
    // "OpenBLAS 0.3.21 NO_AFFINITY ...": the first two words.
    static const std::string name = [] {
        const std::string text = openblas_get_config();
        const std::size_t space = text.find(' ', text.find(' ') + 1);
        return text.substr(0, space);
    }();
    return name.c_str();
}

void gemm(int transposeA, int transposeB, int m, int n, int k, double alpha, const double* a, int lda, const double* b,
          int ldb, double beta, double* c, int ldc) {
    dgemm_(transposeA ? "T" : "N", transposeB ? "T" : "N", &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc, 1, 1);
}

void syrk(int transpose, int n, int k, const double* a, int lda, double* c, int ldc) {
    const double one = 1.0;
    const double zero = 0.0;
    dsyrk_("L", transpose ? "T" : "N", &n, &k, &one, a, &lda, &zero, c, &ldc, 1, 1);
}

int syevd(int vectors, int n, double* a, int lda, double* values, double* work, int* workSize, int* ints,
          int* intSize) {
    int info = 0;
    double wantedWork = 0.0;
    int wantedInts = 0;
    const int ask = -1;
    const bool query = work == nullptr;
    dsyevd_(vectors ? "V" : "N", "L", &n, a, &lda, values, query ? &wantedWork : work, query ? &ask : workSize,
            query ? &wantedInts : ints, query ? &ask : intSize, &info, 1, 1);
    if (query) {
        *workSize = static_cast<int>(wantedWork);
        *intSize = wantedInts;
    }
    return info;
}

int gesdd(int m, int n, double* a, int lda, double* values, double* u, int ldu, double* vt, int ldvt, double* work,
          int* workSize, int* ints) {
    int info = 0;
    double wanted = 0.0;
    const int ask = -1;
    const bool query = work == nullptr;
    dgesdd_(u ? "S" : "N", &m, &n, a, &lda, values, u, &ldu, vt, &ldvt, query ? &wanted : work, query ? &ask : workSize,
            ints, &info, 1);
    if (query)
        *workSize = static_cast<int>(wanted);
    return info;
}

int sytrf(int n, double* a, int lda, int* pivots, double* work) {
    int info = 0;
    const int size = 64 * n;
    dsytrf_("L", &n, a, &lda, pivots, work, &size, &info, 1);
    return info;
}

void sytrs(int n, const double* a, int lda, const int* pivots, double* b) {
    const int one = 1;
    int info = 0;
    dsytrs_("L", &n, &one, a, &lda, pivots, b, &n, &info, 1);
}

} // namespace

const VitrineLapack* vitrineLapack() {
    // Jobs are parallel over layers; threads inside one product would only compete with them.
    static const VitrineLapack face = [] {
        openblas_set_num_threads(1);
        return VitrineLapack{
            VITRINE_LAPACK_VERSION, openblas_get_corename, library, gemm, syrk, syevd, gesdd, sytrf, sytrs};
    }();
    return &face;
}
