#include "core/kernels/linalg/dense.h"
#include "core/kernels/linalg/eigen_fallback.h"
#include "core/kernels/linalg/lapack_library.h"
#include "core/kernels/linalg/library/lapack_face.h"

#include <vector>

namespace vitrine::linalg {

int positiveInertia(Matrix& a) {
    const int n = static_cast<int>(a.rows());
    const VitrineLapack* library = lapackLibrary();
    if (!library || n == 0) {
        const auto eigen = eigenSymmetric(a, false);
        return eigen ? static_cast<int>((eigen->values.array() > 0.0).count()) : 0;
    }
    std::vector<int> pivots(static_cast<std::size_t>(n));
    std::vector<double> work(64 * static_cast<std::size_t>(n));
    library->sytrf(n, a.data(), n, pivots.data(), work.data());
    int positive = 0;
    for (int i = 0; i < n; ++i) {
        if (pivots[static_cast<std::size_t>(i)] <
            0) { // a 2 x 2 block: Bunch-Kaufman takes one only when it is indefinite
            ++positive;
            ++i;
        } else if (a(i, i) > 0.0) {
            ++positive;
        }
    }
    return positive;
}

} // namespace vitrine::linalg
