// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/kinematic/kinematics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/text.h"
#include "solvers/integrators/forms/newton_status.h"
#include "solvers/integrators/kinematic/kinematic_solver.h"
#include "solvers/integrators/quintic_hermite.h"

namespace holonom {
namespace {

/// Of the iteration with the old LU, relative to the error tolerance; the new LU, made where it ends, does
/// the rest.
constexpr double kIterationError = 1e-5;

/// Motion of a mechanism without degrees of freedom (000, §2). One step:
///     predict  q⁰ = q + h v + h²/2 a
///     solve    C(q, t + h) = 0 by quasi-Newton, beginning with the LU of the point before
///     settle   LU of C_q there: last corrections of q, then v, a, λ
/// No error accumulates, so the step is chosen for the way between the points: the predictor's error, of
/// third order, stays below the tolerance. That keeps the solution on its branch, and the dense output, of
/// fifth order, far below it. Counts of turns, which have rows on velocities only, are the integrals of these
/// between the points, of fourth order: enough to tell one turn from the next.
class Kinematics final : public Integrator, private NewtonSystem {
 public:
  Kinematics(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : solver_(system, settings, work), between_(system, settings, work), work_(work),
        weights_(system, settings.rtol, settings.atol),
        newton_(system.coordinateCount(), newtonSettings(settings, kIterationError)),
        predicted_(system.coordinateCount()), counts_(system.layout().counts) {}

  void start(const State& state, double) override {
    state_ = previous_ = trial_ = state;
    weights_.start(state.q, state.v);
    haveMatrix_ = solver_.factorize(state.t, state.q, state.v) == AttemptStatus::Success;
  }

  Attempt attempt(double h) override {
    Attempt attempt;
    h_ = h;
    const long before = work_.jacobians;
    trial_.t = state_.t + h;
    trial_.v = state_.v;
    predicted_ = state_.q + h * state_.v + 0.5 * h * h * state_.a;
    trial_.q = predicted_;
    attempt.reused = haveMatrix_;
    const NewtonOutcome outcome = newton_.solve(*this, !haveMatrix_, 1);
    work_.newtonIterations += outcome.iterations;
    attempt.newtonIterations = outcome.iterations;
    attempt.rate = observedRate(outcome);
    attempt.status = statusOf(outcome.status);
    if (attempt.status == AttemptStatus::Success) attempt.status = solver_.settle(trial_, weights_);
    attempt.jacobians = static_cast<int>(work_.jacobians - before);
    haveMatrix_ = attempt.status == AttemptStatus::Success;
    if (!haveMatrix_) return attempt;
    countTurns();
    attempt.error = error_ = weights_.positionNorm(trial_.q - predicted_, &attempt.coordinate);
    attempt.judgeError();
    return attempt;
  }

  StepPlan accept() override {
    std::swap(previous_, state_);
    std::swap(state_, trial_);
    weights_.follow(state_.q, state_.v);
    return {std::min(2.0, stretch()) * h_, order(), Text("predictor of second order")};
  }

  StepPlan reject(const Attempt& attempt, int) override {
    const bool tested = attempt.status == AttemptStatus::ErrorTooLarge;
    return {(tested ? std::clamp(stretch(), 0.1, 0.9) : 0.3) * h_, order(),
            tested ? Text("error test failed") : Text("Newton iteration failed")};
  }

  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return 2; }

  /// Quintic Hermite polynomial of q, brought onto C = 0; v, a and λ from the equations there.
  void interpolate(double t, State& out) const override {
    out = state_;
    if (t >= state_.t) return;
    quinticHermite(previous_, state_, t, out.q);
    out.t = t;
    if (between_.settle(out, weights_) == AttemptStatus::Success) return;
    const double s = (t - previous_.t) / (state_.t - previous_.t);  // a singular configuration in between
    out.v = (1 - s) * previous_.v + s * state_.v;
    out.a = (1 - s) * previous_.a + s * state_.a;
    out.lambda = (1 - s) * previous_.lambda + s * state_.lambda;
  }

 private:
  void countTurns() {
    trial_.q.tail(counts_) = state_.q.tail(counts_) + h_ / 2 * (state_.v + trial_.v).tail(counts_) +
                             h_ * h_ / 12 * (state_.a - trial_.a).tail(counts_);
  }
  double stretch() const { return 0.9 / std::cbrt(std::max(error_, 1e-30)); }

  void residual(VectorRef F) override { solver_.constraints(trial_.t, trial_.q, trial_.v, F); }
  bool renewJacobian() override {
    return solver_.factorize(trial_.t, trial_.q, trial_.v) == AttemptStatus::Success;
  }
  void solve(VectorRef x) override { solver_.solve(x); }
  void update(ConstVectorRef delta) override { trial_.q += delta; }
  double norm(ConstVectorRef delta) override { return weights_.positionNorm(delta); }

  KinematicSolver solver_;
  mutable KinematicSolver between_;  // of its own: the run must not depend on where its output is wanted
  Work& work_;
  ErrorWeights weights_;
  QuasiNewton newton_;
  State previous_, state_, trial_;
  Vector predicted_;
  int counts_;  // of the last coordinates
  double h_ = 0, error_ = 0;
  bool haveMatrix_ = false;
};

/// Why drivers do not say how the system moves.
std::string refusal(const DaeSystem& system, int independentRows, bool singularStart) {
  if (system.constrainsVelocities())
    return tr(
        "Kinematic analysis finds positions from constraints on positions, and {} constrains velocities "
        "only. Choose another method, such as BDF (bdf).",
        system.constraintName(system.holonomicCount()));
  const int mobility = system.coordinateCount() - independentRows;
  if (mobility == 0) return "";
  const std::string free = trn(mobility, "{} degree of freedom", "{} degrees of freedom");
  if (singularStart)
    return tr(
        "The start is a singular position, in which the mechanism has {} for a moment: its constraints and "
        "drivers do not say how it goes on. Start the drivers from another position, or choose another "
        "method, such as BDF (bdf).",
        free);
  return tr(
      "Kinematic analysis needs a mechanism whose whole motion is prescribed, and this one has {} (mobility "
      "{}). Add {}, or choose another method, such as BDF (bdf).",
      free, mobility, trn(mobility, "{} driver", "{} drivers"));
}

}  // namespace

std::unique_ptr<Integrator> makeKinematics(DaeSystem& system, const IntegratorSettings& settings,
                                           Work& work) {
  if (system.constrainsVelocities() || system.constraintCount() != system.coordinateCount())
    throw std::logic_error("kinematics needs as many holonomic constraints as coordinates");
  return std::make_unique<Kinematics>(system, settings, work);
}

constexpr MethodFamily kKinematicFamily{
    Text("Kinematic analysis"),
    Text("Where the motion is prescribed, mechanisms were drawn position by position since the time of "
         "Reuleaux (1875). Newton's iteration on the constraints does the same since the first programs of "
         "the 1960s.")};

namespace {

MethodFormula kinematicsFormula(const IntegratorSettings&) {
  return {{"C(q, t) = 0", "C_q v = −C_t", "C_q a = γ", "C_q^T λ = Q − M a"}};
}

}  // namespace

MethodDescriptor kinematicsMethod() {
  return {.name = "kinematics",
          .shortName = Text("Kinematics"),
          .label = Text("Kinematic analysis (no degrees of freedom)"),
          .indices = {1},
          .defaultRtol = 1e-4,
          .whenToChoose =
              Text("When drivers prescribe the whole motion: positions, velocities, accelerations and "
                   "reactions from the constraints alone, exact at every point and without integration."),
          .source = Text("H. Ren, P. Zhou, Implementation details of DAE integrators for multibody system "
                         "dynamics (in Chinese), 2020, doi:10.6052/1672-6553-2020-098, §2"),
          .formula = kinematicsFormula,
          .create = makeKinematics,
          .role = MethodRole::Prescribed,
          .options = {MethodOption::FixedStep, MethodOption::ReuseJacobian},
          .properties =
              [](const IntegratorSettings&) {
                return MethodProperties{.firstStep = 1e-3, .carriesErrors = false};
              },
          .family = &kKinematicFamily,
          .longRuns = LongRuns::Bounded,
          .costPerStep = Text("an iteration, the constraints"),
          .refusal = refusal};
}

}  // namespace holonom
