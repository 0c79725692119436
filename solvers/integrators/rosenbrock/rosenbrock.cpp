// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/rosenbrock/rosenbrock.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "solvers/integrators/controller_states.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/explicit/explicit_equations.h"
#include "solvers/integrators/families.h"
#include "solvers/integrators/forms/balance.h"
#include "solvers/integrators/hermite.h"
#include "solvers/integrators/rosenbrock/rodas_tableau.h"
#include "solvers/integrators/scaled_solver.h"

namespace holonom {
namespace {

/// A Rosenbrock–Wanner method solves no nonlinear equations: each stage is one linear system with the
/// derivatives at the beginning of the step. For q̇ = v, v̇ = a and the algebraic equations of index 1,
///     g = M a + C_qᵀ λ − Q = 0,   c = C_q a − γ = 0,
/// the increments x, w, α, ν of q, v, a, λ in stage i, which begins at (q_i, v_i, a_i, λ_i), obey
///     x = γh (w + v_i + Σ c_ij x_j / h),   w = γh (α + a_i + Σ c_ij w_j / h),
///     [ M + γh D + γ²h² K    C_qᵀ ] [ α ]     [ g_i + h d_i g_t + K x⁰ + D w⁰ ]
///     [ C_q + γh B + γ²h² A  0    ] [ ν ] = − [ c_i + h d_i c_t + A x⁰ + B w⁰ ],
/// x⁰ and w⁰ those of α = 0, A and B the changes of c with q and v. Behind a step q and v are projected onto
/// the constraints, a and λ found from the equations there, as for explicit methods.
class Rosenbrock final : public Integrator {
 public:
  Rosenbrock(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : system_(system), balance_(system, work), equations_(system, projected(settings), work),
        weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities),
        matrix_(n() + m()), byPosition_(system.constraintPattern().nonZeros()),
        byVelocity_(byPosition_.size()), x_(n(), rodas::kStages), w_(n(), rodas::kStages),
        a_(n(), rodas::kStages), l_(m(), rodas::kStages), start_(n() + m()), time_(n() + m()),
        right_(n() + m()), xFirst_(n()), wFirst_(n()), y_(2 * n()), rate_(2 * n()),
        states_(controllerStates(system)) {
    mass_ = matrix_.declare(system.massPattern(), 0, 0);
    damping_ = matrix_.declare(system.dampingPattern(), 0, 0);
    stiffness_ = matrix_.declare(system.stiffnessPattern(), 0, 0);
    rows_ = matrix_.declare(system.constraintPattern(), n(), 0);
    columns_ = matrix_.declare(system.constraintPattern(), 0, n(), true);
    matrix_.freeze();
    solver_ = makeScaledSolver(matrix_, system, {0});
  }

  void start(const State& state, double) override {
    state_ = previous_ = trial_ = stage_ = unsettled_ = before_ = behind_ = state;
    weights_.start(state.q, state.v);
    evaluated_ = false;
  }

  Attempt attempt(double h) override {
    h_ = h;
    Attempt attempt;
    attempt.jacobians = evaluated_ ? 0 : 1;
    evaluateStart();
    if (!factorize()) {
      attempt.status = AttemptStatus::SingularMatrix;
      return attempt;
    }
    for (int i = 0; i < rodas::kStages; ++i) solveStage(i);
    const int last = rodas::kStages - 1;
    trial_.t = state_.t + h;
    trial_.q = stage_.q + x_.col(last);
    trial_.v = stage_.v + w_.col(last);
    if (!trial_.q.allFinite() || !trial_.v.allFinite()) {
      attempt.status = AttemptStatus::NotFinite;
      return attempt;
    }
    unsettled_ = trial_;
    attempt.status = land();
    if (attempt.status != AttemptStatus::Success) return attempt;
    filter(x_.col(last));
    filter(w_.col(last));
    int atPosition = -1, atVelocity = -1;
    const double position = weights_.positionNorm(x_.col(last), &atPosition),
                 velocity = weights_.velocityNorm(w_.col(last), &atVelocity);
    attempt.coordinate = position >= velocity ? atPosition : atVelocity;
    attempt.error = largestNorm({position, velocity, moved()});
    error_ = std::max(attempt.error, 1e-10);
    attempt.judgeError();
    return attempt;
  }

  StepPlan accept() override {
    std::swap(previous_, state_);
    std::swap(state_, trial_);
    before_ = behind_;
    behind_ = unsettled_;
    behind_.q = state_.q;
    weights_.follow(state_.q, state_.v);
    evaluated_ = false;
    return {std::min(growth(), kMostGrowth) * h_, order(), Text("kept")};
  }

  StepPlan reject(const Attempt& attempt, int failures) override {
    if (attempt.status != AttemptStatus::ErrorTooLarge)
      return {0.25 * h_, order(), Text("the equations could not be evaluated")};
    return {std::clamp(failures == 1 ? growth() : 0.5 * growth(), 0.1, 0.9) * h_, order(),
            Text("error test failed")};
  }

  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return 4; }
  void interpolate(double t, State& out) const override {
    hermite(previous_, state_, t, out);
    hermiteOfStates(states_, before_, behind_, t, out);
  }

 private:
  static constexpr double kMostGrowth = 5;

  static IntegratorSettings projected(IntegratorSettings settings) {
    settings.stabilisation = Stabilisation::Projection;
    return settings;
  }
  int n() const { return balance_.n(); }
  int m() const { return balance_.m(); }
  double growth() const { return 0.9 / std::sqrt(std::sqrt(error_)); }

  void readResidual(const State& at, Vector& out) {
    balance_.evaluate(at.t, at.q, at.v);
    balance_.dynamics(at.a, at.lambda, out.head(n()));
    balance_.accelerationConstraints(at.a, out.tail(m()));
  }

  /// Derivatives at the beginning of the step; those by time by a difference.
  void evaluateStart() {
    constexpr double kPart = 1e-5;  // of the step
    if (evaluated_ && timeStep_ <= h_) return;
    stage_ = state_;
    stage_.t += kPart * h_;
    readResidual(stage_, time_);
    readResidual(state_, start_);
    time_ = (time_ - start_) / (stage_.t - state_.t);
    timeStep_ = h_;
    if (evaluated_) return;
    balance_.evaluateDerivatives(state_.a, state_.lambda, false);
    if (!Eigen::Map<const Vector>(balance_.stiffness(), system_.stiffnessPattern().nonZeros()).allFinite()) {
      // at a pole of the derivatives those a little ahead will do: the error test has the last word
      stage_ = state_;
      stage_.q += 0.25 * h_ * state_.v;
      balance_.evaluate(stage_.t, stage_.q, stage_.v);
      balance_.evaluateDerivatives(state_.a, state_.lambda, false);
    }
    system_.accelerationJacobian(state_.a, byPosition_.data());
    system_.accelerationVelocityJacobian(state_.a, byVelocity_.data());
    ++balance_.work().jacobians;
    evaluated_ = true;
  }

  bool factorize() {
    PhaseTimer timer(balance_.work().factorizationTime);
    ++balance_.work().factorizations;
    const double g = rodas::kGamma * h_;
    // the start, at which the stages of an attempt before this one have left neither M nor C_q
    balance_.evaluate(state_.t, state_.q, state_.v);
    matrix_.setZero();
    matrix_.add(mass_, balance_.mass());
    matrix_.add(damping_, balance_.damping(), g);
    matrix_.add(stiffness_, balance_.stiffness(), g * g);
    matrix_.add(columns_, balance_.constraintJacobian());
    matrix_.add(rows_, balance_.constraintJacobian());
    matrix_.add(rows_, byVelocity_.data(), g);
    matrix_.add(rows_, byPosition_.data(), g * g);
    return solver_->factorize(matrix_.values());
  }

  void solveStage(int i) {
    const double g = rodas::kGamma * h_;
    stage_.t = state_.t + rodas::kNodes[i] * h_;
    stage_.q = state_.q;
    stage_.v = state_.v;
    stage_.a = state_.a;
    stage_.lambda = state_.lambda;
    for (int j = 0; j < i; ++j) {
      stage_.q += rodas::kStart[i][j] * x_.col(j);
      stage_.v += rodas::kStart[i][j] * w_.col(j);
      stage_.a += rodas::kStart[i][j] * a_.col(j);
      stage_.lambda += rodas::kStart[i][j] * l_.col(j);
    }
    wFirst_ = stage_.a;
    xFirst_ = stage_.v;
    for (int j = 0; j < i; ++j) {
      wFirst_ += rodas::kRate[i][j] / h_ * w_.col(j);
      xFirst_ += rodas::kRate[i][j] / h_ * x_.col(j);
    }
    wFirst_ *= g;
    xFirst_ = g * (xFirst_ + wFirst_);
    if (i == 0) right_ = start_;
    else readResidual(stage_, right_);
    right_ += h_ * rodas::kTime[i] * time_;
    addProduct(system_.stiffnessPattern(), balance_.stiffness(), xFirst_, 1, right_.head(n()));
    addProduct(system_.dampingPattern(), balance_.damping(), wFirst_, 1, right_.head(n()));
    addProduct(system_.constraintPattern(), byPosition_.data(), xFirst_, 1, right_.tail(m()));
    addProduct(system_.constraintPattern(), byVelocity_.data(), wFirst_, 1, right_.tail(m()));
    right_ *= -1;
    {
      PhaseTimer timer(balance_.work().solveTime);
      solver_->solve(right_);
    }
    a_.col(i) = right_.head(n());
    l_.col(i) = right_.tail(m());
    w_.col(i) = wFirst_ + g * a_.col(i);
    x_.col(i) = xFirst_ + g * g * a_.col(i);
  }

  /// How far the way back to the constraints was. Much more than the tolerance is no error of the step: a
  /// motion jumps.
  double moved() {
    y_.head(n()) -= trial_.q;
    y_.tail(n()) -= trial_.v;
    return weights_.stateNorm(y_) / ExplicitEquations::kFarthest;
  }

  /// What of an error is stiff is no error of the solution (Shampine and Baca): it is divided by what the
  /// matrix of the step has grown by.
  void filter(VectorRef error) {
    right_.setZero();
    addProduct(system_.massPattern(), balance_.mass(), error, 1, right_.head(n()));
    addProduct(system_.constraintPattern(), balance_.constraintJacobian(), error, 1, right_.tail(m()));
    PhaseTimer timer(balance_.work().solveTime);
    solver_->solve(right_);
    error = right_.head(n());
  }

  /// Onto the constraints, with a and λ of the equations there.
  AttemptStatus land() {
    y_ << trial_.q, trial_.v;
    const AttemptStatus status =
        equations_.rate(trial_.t, y_, rate_);  // its LU leads back to the constraints
    return status == AttemptStatus::Success ? equations_.settle(trial_, weights_) : status;
  }

  DaeSystem& system_;
  Balance balance_;
  ExplicitEquations equations_;
  ErrorWeights weights_;
  BlockMatrix matrix_;
  BlockMatrix::Block mass_ = 0, damping_ = 0, stiffness_ = 0, rows_ = 0, columns_ = 0;
  std::unique_ptr<LinearSolver> solver_;
  std::vector<double> byPosition_, byVelocity_;  // A and B
  Eigen::MatrixXd x_, w_, a_, l_;                // increments, a column per stage
  Vector start_, time_, right_, xFirst_, wFirst_, y_, rate_;
  State state_, previous_, trial_, stage_;
  std::vector<int> states_;            // of controllers
  State unsettled_, before_, behind_;  // of the step: with their rates as it found them, smooth ones
  double h_ = 0, timeStep_ = 0, error_ = 1;
  bool evaluated_ = false;  // derivatives at the beginning of the step
};

MethodFormula rosenbrockFormula(const IntegratorSettings&) {
  MethodFormula formula{
      {"(M − γ h f_y) U_i = γ h f(t_n + α_i h, y_n + Σ_{j<i} a_{ij} U_j) + γ M Σ_{j<i} c_{ij} U_j + γ γ_i "
       "h^2 f_t",
       "y_{n+1} = y_n + Σ_{j≤5} a_{6j} U_j + U_6,   γ = ¼"}};
  CoefficientTable table{{"i", "α_i", "γ_i", "a_{i1}", "a_{i2}", "a_{i3}", "a_{i4}", "a_{i5}"}, {}};
  for (int i = 0; i < rodas::kStages; ++i) {
    std::vector<double> row{i + 1.0, rodas::kNodes[i], rodas::kTime[i]};
    row.insert(row.end(), rodas::kStart[i].begin(), rodas::kStart[i].begin() + i);
    table.rows.push_back(row);
  }
  formula.coefficients = table;
  return formula;
}

}  // namespace

MethodDescriptor rosenbrockMethod() {
  return {
      .name = "rosenbrock",
      .shortName = Text("Rosenbrock"),
      .label = Text("Rosenbrock–Wanner (RODAS, fourth order)"),
      .indices = {1},
      .defaultRtol = 1e-5,
      .whenToChoose = Text(
          "For stiff models in steps of known work, and to see what an iteration is good for: it has none, "
          "each stage is one linear system. Where forces have kinks or poles radau is the safer choice."),
      .source = Text("H. H. Rosenbrock, Comput. J. 5 (1963) 329–330; E. Hairer, G. Wanner, Solving Ordinary "
                     "Differential Equations II, §VI.4 (RODAS)"),
      .formula = rosenbrockFormula,
      .create = [](DaeSystem& system, const IntegratorSettings& settings, Work& work)
          -> std::unique_ptr<Integrator> { return std::make_unique<Rosenbrock>(system, settings, work); },
      .options = {MethodOption::FixedStep},
      .properties =
          [](const IntegratorSettings&) {
            return MethodProperties{.firstStep = 1e-4, .startsItself = false};
          },
      .family = &kImplicitRungeKutta,
      .order = 4,
      .longRuns = LongRuns::Damped,
      .costPerStep = Text("7 evaluations, one matrix")};
}

}  // namespace holonom
