// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <complex>
#include <vector>

namespace holonom {

constexpr int kMostStages = 7;
template <class Scalar>
using OfStages = std::array<Scalar, kMostStages>;

/// Part of the matrix of a Runge–Kutta method that belongs to one of its eigenvalues: X Λ X⁻¹, split.
template <class Scalar>
struct StageMode {
  Scalar eigenvalue;
  OfStages<Scalar> in{}, out{};  ///< row of X⁻¹ and column of X
};

/// Radau IIA of s stages, order 2s − 1: collocation at the zeros c_i of P_s − P_{s−1} on (0, 1], the last of
/// which is 1. Of a polynomial z of degree s with z(0) = 0 and the values z_i at the nodes
///     z′(c_i) = Σ_j rate[i][j] z_j,   z′(0) = Σ_j rateAtStart[j] z_j:
/// `rate` is A⁻¹, the inverse of the matrix of coefficients.
class RadauCoefficients {
 public:
  explicit RadauCoefficients(int stages);

  int stages() const { return stages_; }
  int order() const { return 2 * stages_ - 1; }
  double node(int i) const { return node_[i]; }
  double rate(int i, int j) const { return rate_[i][j]; }
  double rateAtStart(int j) const { return rateAtStart_[j]; }
  /// The real eigenvalue of A⁻¹ and those with positive imaginary part; the others are conjugate to these.
  const StageMode<double>& realMode() const { return realMode_; }
  const std::vector<StageMode<std::complex<double>>>& pairs() const { return pairs_; }
  /// Of the values at the nodes in the polynomial of degree s at x; 1 less their sum is that of z(0).
  void weightsAt(double x, OfStages<double>& weights) const;
  /// The same of the derivative. Returns that of z(0).
  double rateWeightsAt(double x, OfStages<double>& weights) const;

 private:
  int stages_;
  OfStages<double> node_{}, rateAtStart_{};
  std::array<OfStages<double>, kMostStages> rate_{};
  OfStages<double> barycentric_{};  // 1 / (c_j Π_{k≠j} (c_j − c_k))
  StageMode<double> realMode_{};
  std::vector<StageMode<std::complex<double>>> pairs_;
};

/// The one of 3, 5 or 7 stages.
const RadauCoefficients& radauOfStages(int stages);

}  // namespace holonom
