// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>

#include "core/math/types.h"
#include "solvers/integrators/bdf/bdf_form.h"

namespace holonom {

inline constexpr int kMaxBdfOrder = 6;  // 7 and more let any disturbance grow

/// Variable-coefficient BDF on unequal steps (000, eq. (57)–(69)). Keeps ∇^j x_n = Π_{i≤j} τ_i [x_n …
/// x_{n−j}], τ_i = t_n − t_{n−i}, and from them the predictor, the corrector weights and the errors of
/// neighbouring orders:
///     x_{n+1} = x⁰ + δ,   h ẋ_{n+1} = h ẋ⁰ + c_k δ,   δ = ∇^{k+1} x_{n+1},
///     x⁰ = x_n + Σ ω_j ∇^j x_n,   h ẋ⁰ = Σ c_j ω_j ∇^j x_n   (j = 1 … k).
///
/// In the quasi-constant form prepare() moves the past onto the grid t_n − j h of the new step: the
/// polynomial of degree k through the old grid points is differenced on the new ones. Then τ_j = j h, ω_j =
/// 1, c_j = Σ_{i≤j} 1/i, c_e^j = 1/(j+1).
class BdfHistory {
 public:
  explicit BdfHistory(int size, BdfForm form = BdfForm::Variable)
      : form_(form), differences_(Eigen::MatrixXd::Zero(size, kMaxBdfOrder + 4)) {
    if (form == BdfForm::QuasiConstant) moved_ = differences_;
  }

  /// One value and its rate: as if the past had been a straight line with steps h.
  void start(ConstVectorRef x, ConstVectorRef rate, double h);

  /// The past at given points: column j of `values` (2 to kMaxBdfOrder + 4 of them) belongs to the time t_n −
  /// times[j], times[0] = 0 < times[1] < … The next step may have an order up to the number of columns minus
  /// 1.
  void startFrom(const Eigen::MatrixXd& values, ConstVectorRef times, int order);

  /// Rows [first, first + A.rows()) of the whole history are multiplied by A; `shift` adds b to their values
  /// alone.
  void transform(int first, const Eigen::MatrixXd& A);
  void shift(int first, ConstVectorRef b) { differences_.col(0).segment(first, b.size()) += b; }

  /// Replaces the values at all past points by what `map` makes of them, in place, and takes the differences
  /// anew.
  void mapPast(const std::function<void(VectorRef x)>& map);

  /// Coefficients of a step h with order k.
  void prepare(double h, int order);
  double h() const { return h_; }
  int order() const { return order_; }
  double leading() const { return c_[order_]; }                      ///< c_k
  double errorConstant(int j) const { return h_ / newTau_[j + 1]; }  ///< c_e^j = h/τ_{j+1}

  /// x⁰ and ẋ⁰ of rows [first, first + out.size()).
  void predict(int first, VectorRef x, VectorRef rate) const;

  /// ℓ = h_n/h_{n−1} · (h_n + h_{n−1})/(h_{n−1} + h_{n−2}) with h_n the step in the making; 1 for equal
  /// steps.
  double stepChange() const;

  /// out = ∇^j x_{n+1} of rows [first, …) for j = k−1, k, k+1, k+2, given δ = ∇^{k+1} x_{n+1} of these rows.
  void difference(int j, int first, ConstVectorRef delta, VectorRef out) const;

  /// Takes the step: column k+1 becomes delta (all rows), the lower ones follow from (59).
  void accept(ConstVectorRef delta);

  /// The interpolation polynomial of the last accepted step at s = t − t_{n+1} ≤ 0: rows from `first` on, as
  /// many as the outputs have (value and derivative; rate may be null).
  void interpolate(double s, int first, Vector* x, Vector* rate) const;

 private:
  using Times = std::array<double, kMaxBdfOrder + 4>;
  void moveGrid(double ratio);
  void takeDifferences(Eigen::MatrixXd& values);
  /// ∇^j x_n as the step in the making sees them.
  const Eigen::MatrixXd& past() const { return form_ == BdfForm::Variable ? differences_ : moved_; }

  BdfForm form_;
  Eigen::MatrixXd differences_;  // column j: ∇^j x_n of the accepted steps
  Eigen::MatrixXd moved_;        // the same on the grid of the step in the making; empty in the variable form
  Times tau_{};                  // τ_j of the last accepted point, τ_0 = 0
  Times newTau_{};               // of the step in the making
  Times omega_{}, c_{};
  double h_ = 0;
  int order_ = 1, acceptedOrder_ = 1;
};

}  // namespace holonom
