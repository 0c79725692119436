// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/radau_coefficients.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

namespace holonom {
namespace {

using Real = long double;  // so that the coefficients are right in all digits of a double
using Complex = std::complex<Real>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using ComplexMatrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic>;

/// P_s(y) and P_{s−1}(y), Legendre's polynomials of (−1, 1).
std::array<Real, 2> legendre(int s, Real y) {
  Real before = 1, value = y;
  for (int k = 1; k < s; ++k) {
    const Real next = ((2 * k + 1) * y * value - k * before) / (k + 1);
    before = value;
    value = next;
  }
  return {value, before};
}

/// The nodes, and 0 in front of them.
std::vector<Real> placesOf(int s) {
  std::vector<Real> place{0};
  for (int i = 1; i < s; ++i) {
    Real y = std::cos(2 * std::numbers::pi_v<Real> * (s - i) / (2 * s - 1));
    for (int newton = 0; newton < 20; ++newton) {
      const auto [high, low] = legendre(s, y);
      const Real lower = ((2 * s - 1) * y * low - s * high) / (s - 1);  // P_{s−2}
      const Real highSlope = s * (low - y * high) / (1 - y * y),
                 lowSlope = (s - 1) * (lower - y * low) / (1 - y * y);
      y -= (high - low) / (highSlope - lowSlope);
    }
    place.push_back((1 + y) / 2);
  }
  place.push_back(1);
  return place;
}

/// Derivatives at the places of the polynomial through values at them (Berrut and Trefethen, Barycentric
/// Lagrange interpolation, 2004).
Matrix differentiation(const std::vector<Real>& place, std::vector<Real>& barycentric) {
  const int count = static_cast<int>(place.size());
  barycentric.assign(place.size(), 1);
  for (int j = 0; j < count; ++j)
    for (int k = 0; k < count; ++k)
      if (k != j) barycentric[j] /= place[j] - place[k];
  Matrix D = Matrix::Zero(count, count);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      if (j == i) continue;
      D(i, j) = barycentric[j] / barycentric[i] / (place[i] - place[j]);
      D(i, i) += 1 / (place[i] - place[j]);
    }
  return D;
}

template <class Scalar>
StageMode<Scalar> modeOf(int s, int which, const Eigen::EigenSolver<Matrix>& solver,
                         const ComplexMatrix& inverse) {
  const auto as = [](const Complex& x) {
    if constexpr (std::is_same_v<Scalar, double>) return static_cast<double>(x.real());
    else return Scalar(static_cast<double>(x.real()), static_cast<double>(x.imag()));
  };
  StageMode<Scalar> mode{as(solver.eigenvalues()[which]), {}, {}};
  // one factor is free: the last stage, which ends the step, has 1
  const ComplexMatrix vectors = solver.eigenvectors();
  const Complex last = vectors(s - 1, which);
  for (int i = 0; i < s; ++i) {
    mode.in[i] = as(inverse(which, i) * last);
    mode.out[i] = as(vectors(i, which) / last);
  }
  return mode;
}

}  // namespace

RadauCoefficients::RadauCoefficients(int stages) : stages_(stages) {
  const int s = stages;
  const std::vector<Real> place = placesOf(s);
  std::vector<Real> barycentric;
  const Matrix D = differentiation(place, barycentric);
  for (int i = 0; i < s; ++i) {
    node_[i] = static_cast<double>(place[i + 1]);
    barycentric_[i] = static_cast<double>(barycentric[i + 1]);
    rateAtStart_[i] = static_cast<double>(D(0, i + 1));
    for (int j = 0; j < s; ++j) rate_[i][j] = static_cast<double>(D(i + 1, j + 1));
  }
  const Eigen::EigenSolver<Matrix> solver(Matrix(D.bottomRightCorner(s, s)));
  const ComplexMatrix inverse = ComplexMatrix(solver.eigenvectors()).inverse();
  constexpr Real kReal = 1e-10L;
  for (int k = 0; k < s; ++k) {
    const Complex eigenvalue = solver.eigenvalues()[k];
    if (std::abs(eigenvalue.imag()) < kReal) realMode_ = modeOf<double>(s, k, solver, inverse);
    else if (eigenvalue.imag() > 0) pairs_.push_back(modeOf<std::complex<double>>(s, k, solver, inverse));
  }
}

void RadauCoefficients::weightsAt(double x, OfStages<double>& weights) const {
  for (int j = 0; j < stages_; ++j) {
    double weight = barycentric_[j] * x;
    for (int k = 0; k < stages_; ++k)
      if (k != j) weight *= x - node_[k];
    weights[j] = weight;
  }
}

double RadauCoefficients::rateWeightsAt(double x, OfStages<double>& weights) const {
  double sum = 0;
  for (int j = 0; j < stages_; ++j) {
    // value and derivative of the product behind one another
    double value = x, slope = 1;
    for (int k = 0; k < stages_; ++k) {
      if (k == j) continue;
      slope = slope * (x - node_[k]) + value;
      value *= x - node_[k];
    }
    weights[j] = barycentric_[j] * slope;
    sum += weights[j];
  }
  return -sum;
}

const RadauCoefficients& radauOfStages(int stages) {
  static const RadauCoefficients kThree(3), kFive(5), kSeven(7);
  return stages == 3 ? kThree : stages == 5 ? kFive : kSeven;
}

}  // namespace holonom
