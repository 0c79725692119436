// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "core/results/step_record.h"
#include "solvers/integrators/bdf/bdf_form.h"
#include "solvers/integrators/bdf/order_strategy.h"
#include "solvers/integrators/explicit/stabilisation.h"
#include "solvers/integrators/implicit_runge_kutta/block_shape.h"
#include "solvers/integrators/local_equivalence/local_rule.h"
#include "solvers/integrators/method_properties.h"
#include "solvers/integrators/work.h"
#include "solvers/nonlinear/quasi_newton.h"

namespace holonom {

/// What the integrators are told, independent of any mechanism.
struct IntegratorSettings {
  int index = 2;  ///< of the form, where a method has several
  double rtol = 1e-4;
  double atol = 1e-4;  ///< times the scale of the coordinate
  int maxOrder = 5;
  int maxAdamsOrder = 12;
  /// BDF, Adams and GBS: the only order to use; 0: chosen by the error
  int fixedOrder = 0;
  /// of implicit methods' iterations, in parts of the tolerance of a step; 0: what suits the method
  double newtonTolerance = 0;
  double rho = 0.8;              ///< generalized-α: spectral radius at infinite frequency
  double alpha = 0.3;            ///< HHT
  double gamma = 0.55;           ///< Newmark
  bool projectionFilter = true;  ///< BDF index 3
  bool stepCorrection = true;    ///< generalized-α family: keep second order with unequal steps
  bool reuseJacobian = true;
  OrderStrategy orderStrategy = OrderStrategy::Combined;  ///< BDF
  BdfForm bdfForm = BdfForm::Variable;
  bool endProjection = true;  ///< Radau, L-stable blocks at index 3 and 1
  int blockStages = 4;        ///< L-stable blocks
  BlockNodes blockNodes = BlockNodes::Equidistant;
  BlockNumerator blockNumerator = BlockNumerator::TwoLess;
  LocalRule localRule = LocalRule::Trapezoidal;             ///< local equivalence
  NullSpaceKind nullSpace = NullSpaceKind::Elimination;     ///< local equivalence
  Stabilisation stabilisation = Stabilisation::Projection;  ///< of the explicit methods on the index-1 form
  double baumgarteAlpha = 0, baumgarteBeta = 0;             ///< 1/s; 0: chosen by the step
  /// χ of the penalty form, 1/s; 0: chosen by the eigenvalues
  double penalty = 0;
  double endTime = 0;       ///< of the run, s; not after its start: not known
  bool fixedSteps = false;  ///< a step that fails ends the run: it is not repeated with a shorter one
};

enum class AttemptStatus {
  Success,
  ErrorTooLarge,
  NewtonSlow,
  NewtonDiverged,
  SingularMatrix,
  NotFinite,
  NotClosed,  ///< explicit methods: the step does not come back to the constraints
};

/// Outcome of one try of a step.
struct Attempt {
  AttemptStatus status = AttemptStatus::Success;
  double error = 0;     ///< weighted; accepted when ≤ 1
  int coordinate = -1;  ///< that dominated the error or, where the iteration failed, that it moved most
  /// where the iteration failed: the one whose force pulled farther still (forms/newton_blame.h); −1 none
  int multiplier = -1;
  int newtonIterations = 0;
  int jacobians = 0;
  double rate = 0;      ///< contraction of the iteration; 0 when one iteration told nothing
  bool reused = false;  ///< began with an older factorisation
  /// where the method decides the order by the size tried
  std::optional<OrderReason> orderReason = {};
  /// Tries that the method itself rejected and repeated within this attempt (IDA).
  int repeatedForError = 0, repeatedForIteration = 0;

  /// What the error says about a step whose computation succeeded.
  void judgeError() {
    if (!std::isfinite(error)) status = AttemptStatus::NotFinite;
    else if (error > 1) status = AttemptStatus::ErrorTooLarge;
  }
};

/// Step size and order to try next, and why the order is what it is.
struct StepPlan {
  double h = 0;  ///< s
  int order = 1;
  OrderReason reason = Text("start");
  bool loweredForStability = false;  ///< the order falls because high-order stability was found lost
};

/// What integrates: one method under way. The loop that drives it is in solvers/simulation: attempt → accept
/// or reject → plan. A step in the making touches nothing that accept() has not confirmed. No call allocates
/// after start(). What else there is to know of a method: method_descriptor.h.
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// What the loop has to know of the method in use: as its descriptor says.
  const MethodProperties& properties() const { return properties_; }
  void describe(const MethodProperties& properties) { properties_ = properties; }

  /// Begins at a consistent state.
  virtual void start(const State& state, double firstStep) = 0;
  /// Begins at the first of some states of the motion that another method made, the last one first. A method
  /// with memory takes them for its past and begins at this order or below; the others start() anew.
  virtual void startFrom(const std::vector<State>& past, double firstStep, int /*order*/) {
    start(past.front(), firstStep);
  }
  /// Tries a step of this size and the planned order; may be called with others before accept() or reject().
  virtual Attempt attempt(double h) = 0;
  /// Confirms the last attempt and plans the next step.
  virtual StepPlan accept() = 0;
  /// Plans again after a rejected attempt; `failures` counts the rejections of this step, from 1.
  virtual StepPlan reject(const Attempt& attempt, int failures) = 0;

  virtual const State& state() const = 0;  ///< last accepted
  /// what the last attempt leads to, if the method tells
  virtual const State* attempted() const { return nullptr; }
  virtual int order() const = 0;  ///< of the last accepted step
  /// Dense output, consistent with the method: any t within the last accepted step.
  virtual void interpolate(double t, State& out) const = 0;
  /// Makes the last accepted step anew so that it ends at t, up to which the equations are smooth: across a
  /// kink dense output has an error of its own, and the error test may have been blind. Returns where the
  /// step ends now, which is before t where the test asks for that; none: the step stands as it was.
  virtual std::optional<double> endStepAt(double /*t*/) { return std::nullopt; }
  /// A smooth change of coordinates between two steps: q̃ = A q + b, ṽ = A v, ã = A a; λ stays. A method with
  /// memory maps its whole history and goes on at its order (000 §5.2); false: start() again with the new
  /// values, nothing is lost.
  virtual bool changeCoordinates(const Eigen::MatrixXd& /*A*/, ConstVectorRef /*b*/) { return false; }
  /// The same for a nonlinear change, given by what it does to any (q, v, a) of the recent past, in place.
  using ChartMap = std::function<void(VectorRef q, VectorRef v, VectorRef a)>;
  virtual bool changeChart(const ChartMap&) { return false; }
  /// Where velocities are not judged: their errors so far in tolerances, all steps together.
  virtual double untestedErrors() const { return 0; }
  /// Time since which stability limits the steps instead of accuracy (explicit methods), if it does.
  virtual std::optional<double> stiffSince() const { return std::nullopt; }
  /// What the method has decided on its own and why, one sentence each, in the order of time.
  virtual std::vector<std::string> remarks() const { return {}; }

 protected:
  MethodProperties properties_;
};

}  // namespace holonom
