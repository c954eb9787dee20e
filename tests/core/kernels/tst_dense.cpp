#include "core/kernels/linalg/dense.h"
#include "core/kernels/linalg/eigen_fallback.h"
#include "core/kernels/linalg/lapack_library.h"

#include <QTest>

#include <limits>

using namespace vitrine;
using namespace vitrine::linalg;

/// Dense products and decompositions, through the late-loaded library and through Eigen.
class TestDense : public QObject {
    Q_OBJECT

private slots:
    void libraryIsFound();
    void products();
    void gramMatrices();
    void eigenvaluesOfBothRoutes();
    void singularValuesOfBothRoutes();
    void inertia();
    void solverKeepsItsFactors();
    void refusesWhatIsNotFinite();
};

namespace {

/// A matrix that is the same in every run.
Matrix sample(Eigen::Index rows, Eigen::Index cols) {
    Matrix a(rows, cols);
    for (Eigen::Index j = 0; j < cols; ++j)
        for (Eigen::Index i = 0; i < rows; ++i)
            a(i, j) = std::sin(1.0 + 12.9898 * static_cast<double>(i) + 78.233 * static_cast<double>(j * j));
    return a;
}

} // namespace

void TestDense::libraryIsFound() {
    // The name stands in logs and reports: whichever of the two it is, it says so.
    const std::string name = backendName();
    QVERIFY2(name.starts_with(lapackLibrary() ? "OpenBLAS 0." : "Eigen 3."), name.c_str());
#ifdef VITRINE_HAS_LAPACK
    QVERIFY(lapackLibrary() != nullptr);
#endif
}

void TestDense::products() {
    const Matrix a = sample(7, 5);
    const Matrix b = sample(5, 4);
    const Matrix wanted = a.lazyProduct(b);
    QVERIFY((product(a, Shape::asIs, b, Shape::asIs) - wanted).norm() < 1e-13);
    QVERIFY((product(a.transpose().eval(), Shape::transposed, b, Shape::asIs) - wanted).norm() < 1e-13);
    QVERIFY((product(a, Shape::asIs, b.transpose().eval(), Shape::transposed) - wanted).norm() < 1e-13);
    // a block of a larger matrix is read in place
    const Matrix large = sample(20, 9);
    const Matrix block = large.block(3, 2, 7, 5);
    QVERIFY(
        (product(large.block(3, 2, 7, 5), Shape::transposed, a, Shape::asIs) - Matrix(block.transpose().lazyProduct(a)))
            .norm() < 1e-13);
    QCOMPARE(product(Matrix(3, 0), Shape::asIs, Matrix(0, 2), Shape::asIs), Matrix::Zero(3, 2));
}

void TestDense::gramMatrices() {
    const Matrix a = sample(6, 11);
    QVERIFY((gram(a, Shape::asIs) - a * a.transpose()).norm() < 1e-13);
    QVERIFY((gram(a, Shape::transposed) - a.transpose() * a).norm() < 1e-13);
    Matrix lower;
    gramInto(a, lower);
    const Matrix difference = (lower - a.transpose() * a).triangularView<Eigen::Lower>();
    QVERIFY(difference.norm() < 1e-13);
}

void TestDense::eigenvaluesOfBothRoutes() {
    const Matrix a = gram(sample(40, 40), Shape::asIs);
    const auto values = symmetricEigen(a, false);
    const auto vectors = symmetricEigen(a, true);
    const auto fallback = eigenSymmetric(a, true);
    QVERIFY(values && vectors && fallback);
    QVERIFY((values->values - vectors->values).norm() < 1e-12 * values->values(39));
    QVERIFY((values->values - fallback->values).norm() < 1e-12 * values->values(39));
    for (const auto* eigen : {&*vectors, &*fallback})
        QVERIFY((a * eigen->vectors - eigen->vectors * eigen->values.asDiagonal()).norm() < 1e-12 * a.norm());
}

void TestDense::singularValuesOfBothRoutes() {
    for (const Matrix& a : {sample(30, 12), sample(12, 30), sample(1, 4)}) {
        const auto thin = svd(a, true);
        const auto values = svd(a, false);
        const auto fallback = eigenSvd(a, true);
        QVERIFY(thin && values && fallback);
        QVERIFY((thin->values - values->values).norm() < 1e-12 * a.norm());
        QVERIFY((thin->values - fallback->values).norm() < 1e-12 * a.norm());
        for (const auto* s : {&*thin, &*fallback})
            QVERIFY((s->u * s->values.asDiagonal() * s->v.transpose() - a).norm() < 1e-12 * a.norm());
    }
}

void TestDense::inertia() {
    const Matrix square = sample(24, 24);
    const Matrix a = square + square.transpose();
    const auto eigen = symmetricEigen(a, false);
    QVERIFY(eigen.ok());
    for (Eigen::Index i = 0; i + 1 < 24; ++i) {
        const double shift = (eigen->values(i) + eigen->values(i + 1)) / 2.0;
        Matrix shifted = a - shift * Matrix::Identity(24, 24);
        QCOMPARE(positiveInertia(shifted), static_cast<int>(23 - i));
    }
    // a zero diagonal needs pivots of order two
    Matrix swap = Matrix::Zero(4, 4);
    swap(2, 0) = swap(3, 1) = 1.0;
    QCOMPARE(positiveInertia(swap), 2);
}

void TestDense::solverKeepsItsFactors() {
    const Matrix square = sample(24, 24);
    const Matrix a = square + square.transpose();
    SymmetricSolver solver;
    for (const double shift : {-0.3, 0.7}) {
        const Matrix shifted = a - shift * Matrix::Identity(24, 24);
        Matrix work = shifted;
        solver.factor(work);
        Matrix again = shifted;
        QCOMPARE(solver.positive(), positiveInertia(again));
        const Vector wanted = sample(24, 1);
        Vector x = shifted * wanted;
        solver.solve(x);
        QVERIFY((x - wanted).norm() < 1e-10 * wanted.norm());
    }
    // an exact zero does not give what is not finite, but the null vector
    Matrix singular = Matrix::Zero(3, 3);
    singular.diagonal() << 2.0, 0.0, -3.0;
    solver.factor(singular);
    Vector x = Vector::Ones(3);
    solver.solve(x);
    x.normalize();
    QVERIFY(std::abs(std::abs(x(1)) - 1.0) < 1e-12);
}

void TestDense::refusesWhatIsNotFinite() {
    Matrix a = Matrix::Identity(3, 3);
    a(2, 1) = std::numeric_limits<double>::infinity();
    QCOMPARE(symmetricEigen(a, true).error().code, ErrorCode::numeric);
    QCOMPARE(svd(a, true).error().code, ErrorCode::numeric);
}

QTEST_GUILESS_MAIN(TestDense)
#include "tst_dense.moc"
