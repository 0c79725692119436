// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "solvers/integrators/forms/index_form.h"
#include "solvers/integrators/implicit_runge_kutta/stage_coefficients.h"

namespace holonom {

/// What a step of coupled stages is made of, a column per stage: how far q and v have gone since its
/// beginning, a (that is v̇), λ, and μ̂ of the form.
struct StageValues {
  Eigen::MatrixXd q, v, a, lambda, mu;
};

/// The equations of all stages of a step at once, in the form of any index. With q̇ and v̇ of
/// StageCoefficients, whose matrix of rates is R,
///     h q̇_i = Σ_j R_ij (q_j − q_n) + h r_i v_n,   h v̇_i = Σ_j R_ij (v_j − v_n) + h r_i a_n
/// every stage obeys the equations of IndexForm, at index 1 with the level of the accelerations alone: v = q̇
/// then, as at index 3. With the matrix of one state for that of
/// all, the modes of R take the stages apart: a stage matrix of the form for each eigenvalue λ, with
///     rate = damping = h/λ,
/// one of them real at most, the others complex in pairs, of which one is solved (Butcher, BIT 1976; Bickart,
/// SIAM J. Numer. Anal. 1977).
class StageEquations {
 public:
  StageEquations(DaeSystem& system, int index, Work& work);

  IndexForm& form() { return form_; }
  const IndexForm& form() const { return form_; }
  /// Values of the stages; a method writes its prediction here behind begin().
  StageValues& values() { return values_; }
  const StageValues& values() const { return values_; }

  void begin(const State& from, double h, const StageCoefficients& method);
  int size() const { return form_.layout().size * method_->stages(); }  ///< of all stages
  void residual(VectorRef F);
  void renewMatrix();  ///< evaluates it at the stage in the middle
  bool factorize();    ///< for the present step; false: singular
  void solve(VectorRef x);
  void update(ConstVectorRef d);
  /// Of an update the parts of a stage: of q (index 1: of a, times h²), v (times h, at index 2 alone) and λ̂.
  Eigen::Map<const Vector> positionPart(ConstVectorRef d, int stage) const {
    return part(d, stage, form_.layout().position, n());
  }
  Eigen::Map<const Vector> velocityPart(ConstVectorRef d, int stage) const {
    return part(d, stage, form_.layout().velocity, n());
  }
  Eigen::Map<const Vector> multiplierPart(ConstVectorRef d, int stage) const {
    return part(d, stage, form_.layout().lambda, m());
  }
  /// The same of q and v (times h) at the end of the step, in any form.
  Eigen::Map<const Vector> endPosition(ConstVectorRef d);
  Eigen::Map<const Vector> endVelocity(ConstVectorRef d);

  /// State at the end of the step, which is that of the last stage.
  void readEnd(State& out);
  /// The distance to the formula of lower order that has the rates at the beginning of the step beside those
  /// of the stages (Hairer and Wanner, Solving ODE II, IV.8): what the collocation polynomials miss of them,
  /// times h over the eigenvalue of the filter.
  void findDefect(VectorRef positionError, VectorRef velocityError);
  /// Index 3, in place: what of a change of v (times h) lies along the constraints; what lies across them is
  /// rounding of q, divided by the step.
  void keepTangential(VectorRef w);
  /// Filters such a distance by the matrix of that eigenvalue: what moves slowly and along the constraints
  /// stays.
  void filter(VectorRef positionError, VectorRef velocityError);

 private:
  /// What equations and unknowns of a step h take to be those of h/λ.
  template <class Scalar>
  struct Scales {
    std::vector<Scalar> rows, columns;
    void take(Scalar eigenvalue, const std::vector<int>& rowPowers, const std::vector<int>& columnPowers);
  };

  int n() const { return form_.n(); }
  int m() const { return form_.m(); }
  Eigen::Map<const Vector> part(ConstVectorRef d, int stage, int first, int count) const {
    return {d.data() + stage * form_.layout().size + first, count};
  }
  template <class Of>
  Eigen::Map<const Vector> sumOf(ConstVectorRef d, const Of& of, Vector& out) const;
  template <class Of, class OfStart>
  void combine(const Of& of, const OfStart& ofStart, const Vector& start, const Eigen::MatrixXd& values,
               Eigen::MatrixXd& out) const;
  void complete();
  void moveTo(int stage);
  template <class Scalar, class Solver, class Unknowns>
  void solveMode(const StageMode<Scalar>& mode, const Scales<Scalar>& scales, const Solver& solver,
                 ConstVectorRef x, Unknowns& y) const;
  void filterAsEquation(double step, VectorRef positionError, VectorRef velocityError);
  void filterTogether(double step, VectorRef positionError, VectorRef velocityError);
  void filterApart(double step, VectorRef positionError, VectorRef velocityError);

  IndexForm form_;
  StageValues values_;
  const StageCoefficients* method_ = nullptr;
  State from_;
  double h_ = 1, factorized_ = 0;  // size of the step of the factorisations
  Eigen::MatrixXd qRates_;
  Vector endPosition_, endVelocity_;  // of an update, where they are none of its parts
  MatrixPowers powers_;
  std::vector<double> realValues_;
  std::vector<std::complex<double>> complexValues_;
  std::unique_ptr<LinearSolver> realSolver_;
  std::vector<std::unique_ptr<ComplexSolver>> complexSolvers_;
  std::vector<int> rowPowers_, columnPowers_;  // of the step, beside an equation and an unknown
  Scales<double> realScales_;                  // of the last factorisations, as the next ones
  std::vector<Scales<std::complex<double>>> complexScales_;
  Vector real_, unknowns_, gap_, rows_;
  std::vector<Eigen::VectorXcd> complex_;
};

}  // namespace holonom
