// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/explicit/explicit_method.h"

namespace holonom {

/// Butcher's table of an explicit method. The last stage lies at c = 1, or the method says in its error()
/// what lastY_ and lastF_ are there.
struct ExplicitTableau {
  int order, stages;
  const double* c;
  const double* a;  ///< strictly lower triangle, row after row: row i has i entries
  const double* b;
  /// b − b̂ with the embedded formula, f at the new point last; null: the method has its own estimate
  const double* e;
  double stabilityLimit;  ///< of h |λ| on the negative real axis
};

/// As a page about the method shows it; with an embedded formula f at the new point is a stage, too.
MethodFormula formulaOf(const ExplicitTableau& tableau);

/// One-step methods by their table. Column i of the stages is k_{i+1} = f(t + c_i h, y + h Σ a_ij k_j),
/// column `stages` is f at the new point. A method adds its dense output, and its error estimate when it is
/// not that of one embedded formula.
class ExplicitRungeKutta : public ExplicitMethod {
 public:
  int order() const override { return tableau_.order; }

 protected:
  /// `extra`: columns behind the new point, for the dense output.
  ExplicitRungeKutta(DaeSystem& system, const IntegratorSettings& settings, Work& work,
                     const ExplicitTableau& tableau, const PiControl& control, int extra = 0);

  /// out += h Σ weights_i k_i over the first `count` columns.
  static void addStages(double h, const Eigen::MatrixXd& k, const double* weights, int count, VectorRef out);

  /// ‖h Σ e_i k_i‖ with the table's e.
  double error(double h, int* coordinate) override;
  void keep() override;
  void begin() override { control_ = initialControl_; }

  Eigen::MatrixXd k_;                 // of the step in the making
  mutable Eigen::MatrixXd accepted_;  // of the last accepted step; dense() may fill the extra columns
  Vector difference_;

 private:
  AttemptStatus advance(double t0, double h) override;
  StepPlan planAfterSuccess(double h, double error, bool afterRejection) override;
  StepPlan planAfterError(double h, double error, int failures) override;
  double stabilityLimit() const override { return tableau_.stabilityLimit; }

  const ExplicitTableau& tableau_;
  PiControl initialControl_, control_;
};

}  // namespace holonom
