#include "plugins/intruder_threshold/compute/layer_spectrum.h"

#include <cmath>
#include <limits>

namespace vitrine::intruder {
namespace {

/// A power of two that brings the largest entry near 1 where its square would leave the range of a double.
double safeScale(double largest) {
    constexpr int limit = 300;
    int exponent = 0;
    std::frexp(largest, &exponent);
    return largest > 0.0 && std::abs(exponent) > limit ? std::ldexp(1.0, -exponent) : 1.0;
}

Result<LayerSpectrum> byGram(const MatrixIn& w, SpectrumPart part) {
    const bool left = w.rows() <= w.cols();
    const double scale = safeScale(w.cwiseAbs().maxCoeff());
    const linalg::Shape shape = left ? linalg::Shape::asIs : linalg::Shape::transposed;
    Matrix square = scale == 1.0 ? linalg::gram(w, shape) : linalg::gram(Matrix(w * scale), shape);
    auto eigen = linalg::symmetricEigen(std::move(square), part == SpectrumPart::valuesAndBasis);
    if (!eigen)
        return eigen.error();
    const Eigen::Index q = eigen->values.size();
    const double resolved = eigen->values(q - 1) * static_cast<double>(q) * std::numeric_limits<double>::epsilon();
    LayerSpectrum out;
    out.sigma.resize(q);
    for (Eigen::Index i = 0; i < q; ++i) {
        const double value = eigen->values(q - 1 - i);
        out.sigma(i) = value > resolved ? std::sqrt(value) / scale : 0.0;
    }
    if (part == SpectrumPart::valuesAndBasis)
        out.basis = eigen->vectors.rowwise().reverse();
    return out;
}

Result<LayerSpectrum> bySvd(const MatrixIn& w, SpectrumPart part) {
    auto svd = linalg::svd(w, part == SpectrumPart::valuesAndBasis);
    if (!svd)
        return svd.error();
    LayerSpectrum out;
    out.sigma = std::move(svd->values);
    if (part == SpectrumPart::valuesAndBasis)
        out.basis = w.rows() <= w.cols() ? std::move(svd->u) : std::move(svd->v);
    return out;
}

} // namespace

Result<LayerSpectrum> layerSpectrum(const MatrixIn& w, SpectrumPart part, SpectrumRoute route) {
    if (w.size() == 0)
        return makeError(ErrorCode::invalidArgument, "A weight without entries has no spectrum.");
    if (!w.allFinite())
        return makeError(ErrorCode::numeric, "A weight has an entry that is not a finite number.");
    auto out = route == SpectrumRoute::gram ? byGram(w, part) : bySvd(w, part);
    if (!out)
        return out;
    out->rows = w.rows();
    out->cols = w.cols();
    out->route = route;
    return out;
}

} // namespace vitrine::intruder
