#pragma once

/// The plain C face of the late-loaded library of dense kernels (BLAS and LAPACK in one file of its own). Matrices are
/// column major, `ld` is the distance between columns in doubles; nothing in here allocates or keeps state.

#ifdef __cplusplus
extern "C" {
#endif

enum { VITRINE_LAPACK_VERSION = 2 };

struct VitrineLapack {
    int version;
    /// Name of the kernels in use, e.g. "SkylakeX"; of the library itself, e.g. "OpenBLAS 0.3.21".
    const char* (*kernel)(void);
    const char* (*library)(void);
    /// C (m x n) = alpha op(A) op(B) + beta C with op(A) m x k, op(B) k x n; a non-zero `transpose` transposes.
    void (*gemm)(int transposeA, int transposeB, int m, int n, int k, double alpha, const double* a, int lda,
                 const double* b, int ldb, double beta, double* c, int ldc);
    /// Lower triangle of C (n x n) = op(A) op(A)^T with op(A) n x k.
    void (*syrk)(int transpose, int n, int k, const double* a, int lda, double* c, int ldc);
    /// Eigenvalues, ascending, of the lower triangle of A (n x n); `vectors` non-zero: A becomes the eigenvectors.
    /// With work = null only the wanted sizes are written to `workSize` and `intSize`. @return 0, or LAPACK's info
    int (*syevd)(int vectors, int n, double* a, int lda, double* values, double* work, int* workSize, int* ints,
                 int* intSize);
    /// Thin singular value decomposition of A (m x n, destroyed): U m x q, VT q x n, q = min(m, n); u = null: values
    /// only. `ints` has 8 q entries. With work = null only `workSize` is written. @return 0, or LAPACK's info
    int (*gesdd)(int m, int n, double* a, int lda, double* values, double* u, int ldu, double* vt, int ldvt,
                 double* work, int* workSize, int* ints);
    /// Bunch-Kaufman L D L^T of the lower triangle of A (n x n), in place; `pivots` as LAPACK's dsytrf gives them.
    /// `work` has 64 n entries. @return 0, or k > 0 when D is exactly singular there
    int (*sytrf)(int n, double* a, int lda, int* pivots, double* work);
    /// Solves A x = b with what sytrf left in `a` and `pivots`; `b` (n) becomes x.
    void (*sytrs)(int n, const double* a, int lda, const int* pivots, double* b);
};

/// The one symbol of the library that others see.
__attribute__((visibility("default"))) const struct VitrineLapack* vitrineLapack(void);

#ifdef __cplusplus
}
#endif
