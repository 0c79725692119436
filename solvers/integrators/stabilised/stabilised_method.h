// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/explicit/explicit_method.h"
#include "solvers/integrators/stabilised/penalty_equations.h"
#include "solvers/integrators/stabilised/spectral_radius.h"

namespace holonom {

/// What the stabilised explicit methods share (000, §6): one step methods on the penalty form whose stability
/// interval on the negative real axis grows with the square of the number of stages. The largest eigenvalue
/// of the equations without penalty is estimated now and then by power iteration; χ lies above it, and the
/// number of stages follows from h χ. A method adds its recursion, its error and the length of its interval.
class StabilisedMethod : public Integrator {
 public:
  void start(const State& state, double firstStep) override;
  Attempt attempt(double h) override;
  StepPlan accept() override;
  StepPlan reject(const Attempt& attempt, int failures) override;
  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return order_; }
  void interpolate(double t, State& out) const override;
  std::optional<double> stiffSince() const override { return stiffness_.since(); }

  double penalty() const { return equations_.penalty(); }  ///< χ, 1/s
  int stages() const { return stages_; }                   ///< of the last attempt

 protected:
  /// `errorOrder`: the power of h in the error estimate.
  StabilisedMethod(DaeSystem& system, const IntegratorSettings& settings, Work& work, int order,
                   int errorOrder);

  /// y1_ from y0_, f0_ at t0 with `stages`.
  virtual AttemptStatus advance(double t0, double h, int stages) = 0;
  /// The error estimate as a vector like y, with f1_ = f(t0 + h, y1_).
  virtual void estimate(double h, VectorRef error) const = 0;
  /// h |λ| on the negative real axis that so many stages bear.
  virtual double stabilityInterval(int stages) const = 0;
  virtual int fewestStages() const = 0;
  /// Whether stiff modes are damped in each stage, so that a penalty far above all that moves does no harm.
  virtual bool dampsAllStages() const { return true; }
  /// What a method remembers of a step of size h: called when it is accepted, with f0_ and f1_ of this step.
  virtual void keep(double /*h*/) {}
  virtual void begin() {}

  int n() const { return equations_.n(); }
  double norm(ConstVectorRef y) const { return weights_.stateNorm(y); }

  /// The dense output evaluates the equations, too; nothing of that outlives the call.
  mutable PenaltyEquations equations_;
  Vector y0_, f0_, y1_, f1_;

 private:
  friend class StabilityCheck;  // of the tests
  static constexpr int kMostStages = 300;

  AttemptStatus tryStep(double h);
  bool refresh(double h);
  bool hasOutgrownPenalty(double h) const;
  int stagesFor(double z) const;
  double longestStep() const;

  ErrorWeights weights_;
  SpectralRadius power_;
  PiControl control_;
  StiffnessDetector stiffness_;
  State previous_, state_, trial_;
  Vector scale_, error_;
  mutable Vector denseRate_;
  const Work& work_;
  double rtol_, givenPenalty_;
  int order_, stages_ = 1, age_ = 0;
  double radius_ = 0;  // of the equations without penalty, 1/s
  double h_ = 0, size_ = 0;
  bool known_ = false, rejected_ = false, limited_ = false;
};

std::unique_ptr<Integrator> makeRkc(DaeSystem& system, const IntegratorSettings& settings, Work& work);
std::unique_ptr<Integrator> makeEserk4(DaeSystem& system, const IntegratorSettings& settings, Work& work);
std::unique_ptr<Integrator> makeRock4(DaeSystem& system, const IntegratorSettings& settings, Work& work);

MethodDescriptor rkcMethod();
MethodDescriptor eserk4Method();
MethodDescriptor rock4Method();

inline constexpr MethodFamily kStabilisedFamily{
    Text("Stabilised Runge–Kutta"),
    Text("Chebyshev's polynomials make the stability interval of an explicit method grow with the square "
         "of its stages, which was known about 1960 and became practical with van der Houwen and Sommeijer "
         "(1980). Higher orders came with Lebedev, with ROCK4 (Abdulle, 2002) and with extrapolation "
         "(Martín-Vaquero and Kleefeld, 2016).")};

/// Common to the descriptors of stabilised methods.
MethodProperties stabilisedProperties(const IntegratorSettings& settings);
/// What their stability regions show.
Text stageNote();

}  // namespace holonom
