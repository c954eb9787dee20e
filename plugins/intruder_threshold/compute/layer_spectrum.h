#pragma once

#include "core/base/result.h"
#include "core/kernels/linalg/dense.h"

namespace vitrine::intruder {

using linalg::Matrix;
using linalg::MatrixIn;
using linalg::Vector;

/// How singular values are found. The Gram route is 3 to 5 times faster and good for everything but the small end of
/// the spectrum: the relative error of sigma_i is about 1e-16 (sigma_1 / sigma_i)^2, and what lies below
/// sigma_1 sqrt(q 2^-52) is reported as 0.
enum class SpectrumRoute { gram, svd };

/// Spectrum of one weight matrix W (m x n, q = min(m, n)).
struct LayerSpectrum {
    Eigen::Index rows = 0; ///< m, output features
    Eigen::Index cols = 0; ///< n, input features
    Vector sigma;          ///< q values, descending
    /// q x q, orthogonal: the singular vectors of the smaller side in the order of sigma. These are the left vectors
    /// of W where m <= n, else the right ones. Empty when only values were asked for.
    Matrix basis;
    SpectrumRoute route = SpectrumRoute::gram;

    Eigen::Index order() const { return sigma.size(); }
    bool basisIsLeft() const { return rows <= cols; }
    double largest() const { return sigma.size() > 0 ? sigma(0) : 0.0; }
    double frobenius() const { return sigma.norm(); }
};

enum class SpectrumPart { values, valuesAndBasis };

/// @param w  m x n, rows are output features
/// @error invalidArgument  empty; numeric  an entry is not finite, or no convergence
/// Cost by Gram matrix m n q + 4/3 q^3 (values) or 9 q^3 (with basis); memory 16 q^2 bytes beside w.
Result<LayerSpectrum> layerSpectrum(const MatrixIn& w, SpectrumPart part, SpectrumRoute route = SpectrumRoute::gram);

} // namespace vitrine::intruder
