// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/explicit/explicit_runge_kutta.h"

#include <algorithm>

#include "core/base/text.h"

namespace holonom {
namespace {

constexpr int kPiece = 8;  // numbers that fit into registers

/// The columns that take part in a sum, and their factors.
struct Terms {
  static constexpr int kMost = 20;
  const double* column[kMost];
  double factor[kMost];
  int count = 0;

  /// h times their sum, to `size` numbers from `first` on. kSize: their number where it is known beforehand.
  template <int kSize>
  void addTo(double* out, double h, Eigen::Index first, Eigen::Index size) const {
    using Piece = Eigen::Array<double, kSize, 1, 0, kSize == Eigen::Dynamic ? kPiece : kSize, 1>;
    Eigen::Map<Piece> target(out + first, size);
    Piece sum = Piece::Zero(size);
    for (int i = 0; i < count; ++i) sum += factor[i] * Eigen::Map<const Piece>(column[i] + first, size);
    target += h * sum;
  }
};

}  // namespace

ExplicitRungeKutta::ExplicitRungeKutta(DaeSystem& system, const IntegratorSettings& settings, Work& work,
                                       const ExplicitTableau& tableau, const PiControl& control, int extra)
    : ExplicitMethod(system, settings, work), k_(Eigen::MatrixXd::Zero(2 * n(), tableau.stages + 1 + extra)),
      accepted_(k_), difference_(2 * n()), tableau_(tableau), initialControl_(control), control_(control) {}

/// All columns at once, so that each number of `out` is read and written once.
void ExplicitRungeKutta::addStages(double h, const Eigen::MatrixXd& k, const double* weights, int count,
                                   VectorRef out) {
  Terms terms;
  for (int i = 0; i < count; ++i)
    if (weights[i] != 0) {
      terms.column[terms.count] = k.col(i).data();
      terms.factor[terms.count++] = weights[i];
    }
  Eigen::Index first = 0;
  for (; first + kPiece <= out.size(); first += kPiece) terms.addTo<kPiece>(out.data(), h, first, kPiece);
  if (constexpr int kHalf = kPiece / 2; first + kHalf <= out.size()) {
    terms.addTo<kHalf>(out.data(), h, first, kHalf);
    first += kHalf;
  }
  terms.addTo<Eigen::Dynamic>(out.data(), h, first, out.size() - first);
}

AttemptStatus ExplicitRungeKutta::advance(double t0, double h) {
  k_.col(0) = f0_;
  const double* row = tableau_.a;
  for (int i = 1; i < tableau_.stages; row += i++) {
    lastY_ = y0_;
    addStages(h, k_, row, i, lastY_);
    const AttemptStatus status = equations_.rate(t0 + tableau_.c[i] * h, lastY_, k_.col(i));
    if (status != AttemptStatus::Success) return status;
  }
  lastF_ = k_.col(tableau_.stages - 1);
  y1_ = y0_;
  addStages(h, k_, tableau_.b, tableau_.stages, y1_);
  return AttemptStatus::Success;
}

double ExplicitRungeKutta::error(double h, int* coordinate) {
  k_.col(tableau_.stages) = f1_;
  difference_.setZero();
  addStages(1, k_, tableau_.e, tableau_.stages + 1, difference_);
  return h * norm(difference_, coordinate);
}

StepPlan ExplicitRungeKutta::planAfterSuccess(double h, double error, bool afterRejection) {
  return {control_.afterSuccess(error, afterRejection) * h, order(), Text("fixed order")};
}

StepPlan ExplicitRungeKutta::planAfterError(double h, double error, int failures) {
  return {control_.afterError(error, failures) * h, order(), Text("fixed order")};
}

void ExplicitRungeKutta::keep() {
  k_.col(tableau_.stages) = f1_;
  k_.swap(accepted_);
}

MethodFormula formulaOf(const ExplicitTableau& from) {
  const bool embedded = from.e != nullptr;
  const auto stages = static_cast<std::size_t>(from.stages), all = stages + (embedded ? 1 : 0);
  StageTableau tableau{{from.c, from.c + stages}, {}, {}, {from.b, from.b + stages}};
  const double* row = from.a;
  for (std::size_t i = 0; i < stages; row += i++) {
    tableau.a.emplace_back(row, row + i);
    tableau.a.back().resize(all);
  }
  if (embedded) {
    tableau.c.push_back(1);
    tableau.b.push_back(0);
    tableau.a.push_back(tableau.b);
    for (std::size_t i = 0; i < all; ++i) tableau.embedded.push_back(tableau.b[i] - from.e[i]);
  }
  return {{"k_i = f(t_n + c_i h, y_n + h Σ_{j<i} a_{ij} k_j)", "y_{n+1} = y_n + h Σ_i b_i k_i"}, tableau};
}

}  // namespace holonom
