#include "plugins/intruder_threshold/compute/far_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace vitrine::intruder {
namespace {

constexpr int points = 24;
/// Below this gap to the nearest pole (relative to z) the intervals would be too many and too small.
constexpr double smallestGap = 1e-9;

/// Chebyshev points of the first kind and their barycentric weights.
struct Nodes {
    std::array<double, points> place{}, weight{};
    Nodes() {
        for (int i = 0; i < points; ++i) {
            const double angle = std::numbers::pi * (2.0 * i + 1.0) / (2.0 * points);
            place[static_cast<std::size_t>(i)] = std::cos(angle);
            weight[static_cast<std::size_t>(i)] = (i % 2 == 0 ? 1.0 : -1.0) * std::sin(angle);
        }
    }
};

const Nodes& nodes() {
    static const Nodes all;
    return all;
}

double node(int i) {
    return nodes().place[static_cast<std::size_t>(i)];
}

/// Barycentric weights of the Chebyshev points of the first kind at t in [-1, 1].
Eigen::Matrix<double, points, 1> weightsAt(double t) {
    Eigen::Matrix<double, points, 1> weights = Eigen::Matrix<double, points, 1>::Zero();
    for (int i = 0; i < points; ++i) {
        const double distance = t - node(i);
        if (distance == 0.0) {
            weights.setZero();
            weights(i) = 1.0;
            return weights;
        }
        weights(i) = nodes().weight[static_cast<std::size_t>(i)] / distance;
    }
    return weights / weights.sum();
}

} // namespace

FarField::FarField(Vector poles, Matrix rows, double from)
    : m_poles(std::move(poles)), m_rows(std::move(rows)), m_from(from) {
    if (m_poles.size() > 0)
        m_gap = from - m_poles(0);
}

template <class Packed>
void FarField::sum(double z, Packed&& out) {
    const Vector root = ((z - m_poles.array()) * (z + m_poles.array())).sqrt().inverse();
    m_scaled = root.asDiagonal() * m_rows;
    linalg::gramInto(m_scaled, m_square);
    Eigen::Index at = 0;
    for (Eigen::Index j = 0; j < width(); ++j) {
        const Eigen::Index count = width() - j;
        out.segment(at, count) = m_square.col(j).tail(count);
        at += count;
    }
}

const Matrix& FarField::interval(int number) {
    const auto found = m_intervals.find(number);
    if (found != m_intervals.end())
        return found->second;
    const double length = std::ldexp(m_gap, number);
    const double low = m_from + length - m_gap;
    Matrix values(width() * (width() + 1) / 2, points);
    for (int i = 0; i < points; ++i)
        sum(low + length * (1.0 + node(i)) / 2.0, values.col(i));
    return m_intervals.emplace(number, std::move(values)).first->second;
}

const Vector& FarField::evaluate(double z) {
    m_packed.setZero(width() * (width() + 1) / 2);
    if (m_poles.size() == 0)
        return m_packed;
    if (m_gap <= smallestGap * z) {
        sum(z, m_packed);
        return m_packed;
    }
    const int number = std::max(0, static_cast<int>(std::floor(std::log2((z - m_from) / m_gap + 1.0))));
    const double length = std::ldexp(m_gap, number);
    const double low = m_from + length - m_gap;
    m_packed.noalias() = interval(number) * weightsAt(2.0 * (z - low) / length - 1.0);
    return m_packed;
}

} // namespace vitrine::intruder
