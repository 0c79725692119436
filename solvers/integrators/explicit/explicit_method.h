// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/explicit/explicit_equations.h"
#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// Recognises steps that stability limits instead of accuracy, in the way of Hairer and Wanner's codes: the
/// two last points of a step at the same time give h |λ| ≈ h ‖Δf‖/‖Δy‖, and a value at the border of the
/// stability region, step after step, means stiffness.
class StiffnessDetector {
 public:
  void start() { hits_ = misses_ = 0, since_.reset(); }
  /// After each accepted step that began at t.
  void note(double t, bool atBorder);
  std::optional<double> since() const { return since_; }

 private:
  int hits_ = 0, misses_ = 0;
  double first_ = 0;
  std::optional<double> since_;
};

/// What explicit methods share (000, §6): a step of the method on the index-1 form, the return of its result
/// to the constraints, the error test, dense output with accelerations and reactions from the equations
/// themselves. The state after a step has a and λ at the new point, which is also the first evaluation of the
/// next step. A method adds its formula, its error, its plan and its interpolant.
class ExplicitMethod : public Integrator {
 public:
  void start(const State& state, double firstStep) override;
  Attempt attempt(double h) override;
  StepPlan accept() override;
  StepPlan reject(const Attempt& attempt, int failures) override;
  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  void interpolate(double t, State& out) const override;
  std::optional<double> endStepAt(double t) override;
  std::optional<double> stiffSince() const override { return stiffness_.since(); }

 protected:
  ExplicitMethod(DaeSystem& system, const IntegratorSettings& settings, Work& work);

  /// y1_ from y0_, f0_ at t0; also the last evaluation at t0 + h in lastY_, lastF_.
  virtual AttemptStatus advance(double t0, double h) = 0;
  /// ‖error‖ of the step, with f1_ = f(t0 + h, projected y1_).
  virtual double error(double h, int* coordinate) = 0;
  virtual StepPlan planAfterSuccess(double h, double error, bool afterRejection) = 0;
  virtual StepPlan planAfterError(double h, double error, int failures) = 0;
  /// The step is accepted: what the method remembers of it.
  virtual void keep() {}
  virtual void begin() {}
  /// Whether steps use what earlier ones left behind.
  virtual bool hasMemory() const { return false; }
  /// y at previous + s h, 0 ≤ s < 1, within the last accepted step.
  virtual void dense(double s, double h, VectorRef y) const = 0;
  /// h |λ| at the border of the stability region.
  virtual double stabilityLimit() const = 0;

  /// Larger of the weighted norms of positions and velocities of a vector like y.
  double norm(ConstVectorRef y, int* coordinate = nullptr) const { return weights_.stateNorm(y, coordinate); }
  int n() const { return equations_.n(); }

  /// The dense output evaluates the equations, too; nothing of that outlives the call.
  mutable ExplicitEquations equations_;
  ErrorWeights weights_;
  State previous_, state_, trial_;
  Vector y0_, f0_, y1_, f1_, lastY_, lastF_;

 private:
  AttemptStatus advanceByHalves(double h);
  bool atStabilityBorder(double h);

  double rounding_;  // weighted size of differences that are rounding only
  double h_ = 0, error_ = 0;
  bool rejected_ = false;
  // no step accepted since start(); a first step that fails again and again
  bool beginning_ = true, doubtful_ = false;
  Vector halves_;
  StiffnessDetector stiffness_;
  mutable Vector dense_, denseRate_;
};

/// Proportional-integral control of the step by the error of order `exponent`: h ← h · safety ·
/// e^(−1/exponent + 0.75 β) · e_old^β within limits (Hairer, Nørsett, Wanner, Solving ODEs I, §II.4;
/// Gustafsson). β = 0 is the elementary one.
struct PiControl {
  double exponent = 5, beta = 0, safety = 0.9, smallest = 0.2, largest = 10;
  double previousError = 1e-4;

  double afterSuccess(double error, bool afterRejection);
  double afterError(double error, int failures) const;
};

std::unique_ptr<Integrator> makeDormandPrince5(DaeSystem& system, const IntegratorSettings& settings,
                                               Work& work);
std::unique_ptr<Integrator> makeDormandPrince8(DaeSystem& system, const IntegratorSettings& settings,
                                               Work& work);
std::unique_ptr<Integrator> makeRungeKutta4(DaeSystem& system, const IntegratorSettings& settings,
                                            Work& work);
std::unique_ptr<Integrator> makeRealTimeRungeKutta2(DaeSystem& system, const IntegratorSettings& settings,
                                                    Work& work);
std::unique_ptr<Integrator> makeRealTimeAdams(DaeSystem& system, const IntegratorSettings& settings,
                                              Work& work);
std::unique_ptr<Integrator> makeGbs(DaeSystem& system, const IntegratorSettings& settings, Work& work);
std::unique_ptr<Integrator> makeAdams(DaeSystem& system, const IntegratorSettings& settings, Work& work);

MethodDescriptor dormandPrince5Method();
MethodDescriptor dormandPrince8Method();
MethodDescriptor rungeKutta4Method();
MethodDescriptor gbsMethod();
MethodDescriptor adamsMethod();
MethodDescriptor realTimeRungeKutta2Method();
MethodDescriptor realTimeAdamsMethod();

/// Common to the descriptors of explicit methods.
MethodProperties explicitProperties(const IntegratorSettings& settings);

}  // namespace holonom
