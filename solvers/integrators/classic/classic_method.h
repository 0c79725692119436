// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/explicit/explicit_method.h"

namespace holonom {

/// The explicit methods of textbooks on simulation (004, §2.2). Each adds its formula to what they share: the
/// rates at the last points, a start by the classical Runge–Kutta method where a formula wants points that
/// are not there yet, and the test of errors. That compares a step of order p with Adams and Moulton's
/// formula of order p + 1 through f at its end, at its start and at p − 1 points before. For unequal steps
/// all formulas integrate the polynomial through f at the points as they lie.
class ClassicMethod : public ExplicitMethod {
 public:
  int order() const override { return order_; }

 protected:
  static constexpr int kMostPoints = 6;

  /// `border`: h |λ| that the formula bears on the negative real axis. `longest`: how much longer a step may
  /// be than the one before.
  ClassicMethod(DaeSystem& system, const IntegratorSettings& settings, Work& work, int order, double border,
                double longest);

  /// How many points before t_n are known.
  int past() const { return past_; }
  double lastStep() const { return distance_[1]; }
  /// y += h Σ w_j f_j over t_n … t_n + h: the integral of the polynomial through `ahead`, f at t_n + h (may
  /// be null), f0_ and f at the last points, `points` of these.
  void addIntegral(double h, const Vector* ahead, int points, Vector& y) const;
  /// y1_ by Kutta's classical formula.
  AttemptStatus rungeKutta4(double t0, double h);
  /// For formulas that evaluate nothing within the step: the factors of the start lead back to the
  /// constraints, and what the last two points extrapolate y and f to stands beside the end, at the same
  /// time. What is smooth has the same there, so that the differences tell of the fastest parts.
  AttemptStatus useStart(double t0, double h);

 private:
  double error(double h, int* coordinate) override;
  StepPlan planAfterSuccess(double h, double error, bool afterRejection) override;
  StepPlan planAfterError(double h, double error, int failures) override;
  void keep() override;
  void begin() override;
  bool hasMemory() const override { return true; }
  void dense(double s, double h, VectorRef y) const override;
  double stabilityLimit() const override { return border_; }

  int order_;
  double border_;
  PiControl initialControl_, control_;
  int past_ = 0;
  double distance_[kMostPoints] = {};  // of the point j steps back from t_n, s
  Eigen::MatrixXd rates_;              // column j: f there; column 0 is f0_
  Vector stage_, sum_, reference_;
};

/// Of adams-moulton (implicit_runge_kutta/trapezoidal.cpp), whose weights stand beside those of the explicit
/// ones.
MethodFormula adamsMoultonFormula(const IntegratorSettings&);

MethodDescriptor eulerMethod();
MethodDescriptor heunMethod();
MethodDescriptor kutta3Method();
MethodDescriptor leapFrogMethod();
MethodDescriptor adamsBashforthMethod();
MethodDescriptor predictorCorrectorMethod();
MethodDescriptor treanorMethod();

}  // namespace holonom
