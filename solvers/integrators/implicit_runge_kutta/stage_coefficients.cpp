// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/stage_coefficients.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace holonom {
namespace {

using Real = StageCoefficients::Real;
using ComplexReal = std::complex<Real>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using ComplexMatrix = Eigen::Matrix<ComplexReal, Eigen::Dynamic, Eigen::Dynamic>;

/// P_s and P_{s−1} of Legendre on (−1, 1), with their derivatives.
struct Legendre {
  Real high, low, highSlope, lowSlope;
};

Legendre legendreAt(int s, Real y) {
  Real low = 1, high = y, lowSlope = 0, highSlope = 1;
  for (int k = 1; k < s; ++k) {
    const Real next = ((2 * k + 1) * y * high - k * low) / (k + 1),
               nextSlope = ((2 * k + 1) * (high + y * highSlope) - k * lowSlope) / (k + 1);
    low = high, high = next;
    lowSlope = highSlope, highSlope = nextSlope;
  }
  return {high, low, highSlope, lowSlope};
}

/// A root near y, by Newton's method; `value` gives a function and its derivative.
template <class Function>
Real rootNear(Real y, const Function& value) {
  for (int newton = 0; newton < 20; ++newton) {
    const auto [f, slope] = value(y);
    y -= f / slope;
  }
  return y;
}

std::vector<Real> onStep(std::vector<Real> roots) {
  for (Real& y : roots) y = (1 + y) / 2;
  roots.push_back(1);
  return roots;
}

std::vector<Real> radauNodes(int s) {
  std::vector<Real> roots;
  for (int i = 1; i < s; ++i)
    roots.push_back(rootNear(std::cos(2 * std::numbers::pi_v<Real> * (s - i) / (2 * s - 1)), [s](Real y) {
      const Legendre p = legendreAt(s, y);
      return std::pair(p.high - p.low, p.highSlope - p.lowSlope);
    }));
  return onStep(roots);
}

std::vector<Real> nodesOf(BlockNodes family, int s) {
  if (family == BlockNodes::Radau) return radauNodes(s);
  std::vector<Real> roots;
  for (int i = s - 1; i >= 1; --i)
    if (family == BlockNodes::Equidistant) roots.push_back(1 - 2 * Real(i) / s);
    else if (family == BlockNodes::Chebyshev)
      roots.push_back(std::cos(std::numbers::pi_v<Real> * (2 * i - 1) / (2 * (s - 1))));
    else
      roots.push_back(
          rootNear(std::cos(std::numbers::pi_v<Real> * (i - Real(0.25)) / (s - Real(0.5))), [s](Real y) {
            const Legendre p = legendreAt(s - 1, y);
            return std::pair(p.high, p.highSlope);
          }));
  return onStep(roots);
}

/// Derivatives at places of the polynomial through values at them (Berrut and Trefethen, Barycentric Lagrange
/// interpolation, 2004).
RealMatrix differentiation(const std::vector<Real>& place, std::vector<Real>& barycentric) {
  const int count = static_cast<int>(place.size());
  barycentric.assign(place.size(), 1);
  for (int j = 0; j < count; ++j)
    for (int k = 0; k < count; ++k)
      if (k != j) barycentric[j] /= place[j] - place[k];
  RealMatrix D = RealMatrix::Zero(count, count);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      if (j == i) continue;
      D(i, j) = barycentric[j] / barycentric[i] / (place[i] - place[j]);
      D(i, i) += 1 / (place[i] - place[j]);
    }
  return D;
}

template <class Scalar>
StageMode<Scalar> modeOf(int s, int which, const Eigen::EigenSolver<RealMatrix>& solver,
                         const ComplexMatrix& inverse) {
  const auto as = [](const ComplexReal& x) {
    if constexpr (std::is_same_v<Scalar, double>) return static_cast<double>(x.real());
    else return Scalar(static_cast<double>(x.real()), static_cast<double>(x.imag()));
  };
  StageMode<Scalar> mode{as(solver.eigenvalues()[which]), {}, {}};
  // one factor is free: the last stage, which ends the step, has 1
  const ComplexMatrix vectors = solver.eigenvectors();
  const ComplexReal last = vectors(s - 1, which);
  for (int i = 0; i < s; ++i) {
    mode.in[i] = as(inverse(which, i) * last);
    mode.out[i] = as(vectors(i, which) / last);
  }
  return mode;
}

/// q_0 … q_s of the denominator Σ q_j zʲ of the Padé approximant of eᶻ with a numerator of degree k.
std::vector<Real> padeDenominator(int k, int s) {
  std::vector<Real> q{1};
  for (int j = 1; j <= s; ++j) q.push_back(-q.back() * (s - j + 1) / ((k + s - j + 1) * Real(j)));
  return q;
}

}  // namespace

StageCoefficients::StageCoefficients(const std::vector<Real>& nodes, const std::vector<Real>& B,
                                     const std::vector<Real>& d, int order)
    : stages_(static_cast<int>(nodes.size())), order_(order) {
  const int s = stages_;
  using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const RealMatrix integral = Eigen::Map<const Rows>(B.data(), s, s);
  const RealMatrix rate = integral.inverse();
  const RealVector start = -(rate * Eigen::Map<const RealVector>(d.data(), s));
  constexpr Real kZero = 1e-15L;
  for (int i = 0; i < s; ++i) {
    node_[i] = static_cast<double>(nodes[i]);
    endIntegral_[i] = static_cast<double>(integral.row(s - 1).dot(integral.col(i)));
    for (int j = 0; j < s; ++j) {
      rate_[i][j] = static_cast<double>(rate(i, j));
      integral_[i][j] = static_cast<double>(integral(i, j));
    }
  }
  if (start.lpNorm<Eigen::Infinity>() > kZero)
    for (int i = 0; i < s; ++i) {
      rateOfStart_[i] = static_cast<double>(start[i]);
      integralOfStart_[i] = static_cast<double>(d[i]);
    }
  interpolate(nodes);

  const Eigen::EigenSolver<RealMatrix> solver(rate);
  const ComplexMatrix inverse = ComplexMatrix(solver.eigenvectors()).inverse();
  constexpr Real kReal = 1e-10L;
  for (int k = 0; k < s; ++k) {
    const ComplexReal eigenvalue = solver.eigenvalues()[k];
    if (std::abs(eigenvalue.imag()) < kReal) realMode_ = modeOf<double>(s, k, solver, inverse);
    else if (eigenvalue.imag() > 0) pairs_.push_back(modeOf<std::complex<double>>(s, k, solver, inverse));
  }
  const auto size = [](const auto& pair) { return std::abs(pair.eigenvalue); };
  filterEigenvalue_ = realMode_ ? realMode_->eigenvalue : size(*std::ranges::min_element(pairs_, {}, size));
}

StageTableau tableauOf(const StageCoefficients& method) {
  const int s = method.stages();
  RealMatrix rate(s, s);
  RealVector start(s);
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) rate(i, j) = method.rate(i, j);
    start[i] = method.rateOfStart(i);
  }
  const RealMatrix B = rate.inverse();
  const RealVector d = -(B * start);
  StageTableau tableau;
  for (int i = 0; i < s; ++i) {
    tableau.c.push_back(method.node(i));
    tableau.a.emplace_back();
    for (int j = 0; j < s; ++j) tableau.a.back().push_back(static_cast<double>(B(i, j)));
  }
  if (!start.isZero(0))
    for (int i = 0; i < s; ++i) tableau.d.push_back(static_cast<double>(d[i]));
  return tableau;
}

void StageCoefficients::interpolate(const std::vector<Real>& nodes) {
  std::vector<Real> place{0}, barycentric;
  place.insert(place.end(), nodes.begin(), nodes.end());
  const RealMatrix D = differentiation(place, barycentric);
  for (int j = 0; j < stages_; ++j) {
    rateAtStart_[j] = static_cast<double>(D(0, j + 1));
    barycentric_[j] = static_cast<double>(barycentric[j + 1]);
  }
}

void StageCoefficients::weightsAt(double x, OfStages<double>& weights) const {
  for (int j = 0; j < stages_; ++j) {
    double weight = barycentric_[j] * x;
    for (int k = 0; k < stages_; ++k)
      if (k != j) weight *= x - node_[k];
    weights[j] = weight;
  }
}

namespace {

std::vector<Real> listOf(const RealMatrix& B) {
  std::vector<Real> rows;
  for (int i = 0; i < B.rows(); ++i)
    for (int j = 0; j < B.cols(); ++j) rows.push_back(B(i, j));
  return rows;
}

StageCoefficients radauCoefficients(int s) {
  std::vector<Real> place = radauNodes(s), barycentric;
  const std::vector<Real> nodes = place;
  place.insert(place.begin(), 0);
  const RealMatrix D = differentiation(place, barycentric).bottomRightCorner(s, s);
  return {nodes, listOf(D.inverse()), std::vector<Real>(nodes.size(), 0), 2 * s - 1};
}

}  // namespace

const StageCoefficients& radauOfStages(int stages) {
  static const StageCoefficients kThree = radauCoefficients(3), kFive = radauCoefficients(5),
                                 kSeven = radauCoefficients(7);
  return stages == 3 ? kThree : stages == 5 ? kFive : kSeven;
}

/// With V the inverse in (9), [B d] = [B₀ d₀] + μ ⊗ w, w the last row of V; so the coefficients of
///     det(1 − zB) = det(1 − zB₀) − z wᵀ adj(1 − zB₀) μ
/// are linear in μ. Those of det and adj for B₀ come from Faddeev's and LeVerrier's recursion: with
/// det(x − B₀) = Σ c_k xᵏ and adj(x − B₀) = Σ N_k xᵏ,
///     N_{s−1} = 1,   c_{s−j} = −tr(B₀ N_{s−j}) / j,   N_{k−1} = B₀ N_k + c_k.
StageCoefficients blockCoefficients(int s, BlockNodes family, BlockNumerator numerator) {
  const std::vector<Real> nodes = nodesOf(family, s);
  RealMatrix W = RealMatrix::Zero(s + 1, s + 1), powers = RealMatrix::Zero(s, s + 1);
  for (int i = 0; i < s; ++i) {
    Real power = 1;
    for (int k = 0; k <= s; ++k) {
      W(i, k) = (k + 1) * power;
      power *= nodes[i];
      if (k < s) powers(i, k) = power;
    }
  }
  W(s, 0) = 1;
  const RealMatrix V = W.inverse();
  const RealMatrix first = powers * V;
  const RealMatrix B0 = first.leftCols(s);
  const RealVector w = V.row(s).transpose().head(s);

  const int k = s - (numerator == BlockNumerator::OneLess ? 1 : 2);
  const std::vector<Real> q = padeDenominator(k, s);
  RealMatrix N = RealMatrix::Identity(s, s), rows(s, s);
  RealVector right(s);
  for (int j = 1; j <= s; ++j) {
    const RealMatrix product = B0 * N;
    const Real c = -product.trace() / j;
    rows.row(j - 1) = w.transpose() * N;
    right[j - 1] = c - q[j];
    N = product + c * RealMatrix::Identity(s, s);
  }
  const RealVector mu = rows.partialPivLu().solve(right);
  const RealMatrix B = B0 + mu * w.transpose();
  const RealVector d = first.col(s) + mu * V(s, s);
  return {nodes, listOf(B), {d.data(), d.data() + s}, std::min(s + 1, s + k)};
}

}  // namespace holonom
