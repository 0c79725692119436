// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <complex>
#include <optional>
#include <vector>

#include "solvers/integrators/implicit_runge_kutta/block_shape.h"
#include "solvers/integrators/method_formula.h"

namespace holonom {

constexpr int kMostStages = 7;
template <class Scalar>
using OfStages = std::array<Scalar, kMostStages>;

/// Part of a matrix of stages that belongs to one of its eigenvalues: X Λ X⁻¹, split.
template <class Scalar>
struct StageMode {
  Scalar eigenvalue;
  OfStages<Scalar> in{}, out{};  ///< row of X⁻¹ and column of X
};

/// An implicit one-step method whose s stages are found together, at nodes c_i on (0, 1], the last of which
/// ends the step. With z = y − y_n at its nodes the rates there are
///     h ẏ_i = Σ_j rate(i, j) z_j + h rateOfStart(i) ẏ_n:
/// of Y = e y_n + h d ẏ_n + h B Ẏ, `rate` is B⁻¹ and `rateOfStart` −B⁻¹ d, zero for Runge–Kutta methods.
class StageCoefficients {
 public:
  using Real = long double;  ///< of what they are made, so that all digits of a double are right

  /// `nodes` rise to 1; B row by row; `order` of the method for smooth motions.
  StageCoefficients(const std::vector<Real>& nodes, const std::vector<Real>& B, const std::vector<Real>& d,
                    int order);

  int stages() const { return stages_; }
  int order() const { return order_; }
  double node(int i) const { return node_[i]; }
  double rate(int i, int j) const { return rate_[i][j]; }
  double rateOfStart(int i) const { return rateOfStart_[i]; }
  /// The other way round: z_i = h Σ_j integral(i, j) ẏ_j + h integralOfStart(i) ẏ_n, which are B and d.
  double integral(int i, int j) const { return integral_[i][j]; }
  double integralOfStart(int i) const { return integralOfStart_[i]; }
  double endIntegral(int j) const { return endIntegral_[j]; }  ///< last row of B², for ÿ_j
  /// Of the polynomial z of degree s with z(0) = 0 and the values z_i at the nodes: z′(0) = Σ_j
  /// rateAtStart(j) z_j.
  double rateAtStart(int j) const { return rateAtStart_[j]; }
  /// The real eigenvalue of `rate`, if there is one, and those with positive imaginary part; the others are
  /// conjugate to these.
  const std::optional<StageMode<double>>& realMode() const { return realMode_; }
  const std::vector<StageMode<std::complex<double>>>& pairs() const { return pairs_; }
  /// The real eigenvalue, or where there is none the least size of the complex ones: what is faster than h
  /// over this is filtered from estimates.
  double filterEigenvalue() const { return filterEigenvalue_; }
  /// Of the values at the nodes in the polynomial of degree s at x; 1 less their sum is that of z(0).
  void weightsAt(double x, OfStages<double>& weights) const;

 private:
  void interpolate(const std::vector<Real>& nodes);

  int stages_, order_;
  OfStages<double> node_{}, rateOfStart_{}, integralOfStart_{}, endIntegral_{}, rateAtStart_{};
  std::array<OfStages<double>, kMostStages> rate_{}, integral_{};
  OfStages<double> barycentric_{};  // 1 / (c_j Π_{k≠j} (c_j − c_k))
  std::optional<StageMode<double>> realMode_;
  std::vector<StageMode<std::complex<double>>> pairs_;
  double filterEigenvalue_ = 1;
};

/// B and d, as a page about the method shows them.
StageTableau tableauOf(const StageCoefficients& method);

/// Radau IIA of 3, 5 or 7 stages, order 2s − 1: collocation at the zeros of P_s − P_{s−1} on (0, 1].
const StageCoefficients& radauOfStages(int stages);

/// The L-stable block method (001, eq. (5)–(9)): B and d are exact for polynomials of degree s, and the terms
/// μ_i of degree s + 1 make R(z) = e_sᵀ (1 − z B)⁻¹ (e + z d) the wanted Padé approximant of eᶻ. Order s + 1,
/// for s = 2 with TwoLess 2. `stages`: 2 to 6.
StageCoefficients blockCoefficients(int stages, BlockNodes nodes, BlockNumerator numerator);

}  // namespace holonom
