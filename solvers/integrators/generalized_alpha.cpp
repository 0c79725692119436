// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/generalized_alpha.h"

#include <algorithm>
#include <cmath>

#include "solvers/integrators/balance.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/newton_status.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// γ = ½ + α_f − α_m; the paper prints a plus sign before α_m, which would lose second order.
GeneralizedAlphaParameters GeneralizedAlphaParameters::fromSpectralRadius(double rho) {
  const double alphaM = (2 * rho - 1) / (1 + rho), alphaF = rho / (1 + rho);
  const double gamma = 0.5 + alphaF - alphaM;
  return {alphaM, alphaF, (1 - alphaM) / (1 - alphaF), gamma, 0.25 * (0.5 + gamma) * (0.5 + gamma)};
}

namespace {

/// Generalized-α on the index-3 form (000, eq. (26)–(36), Algorithm 3). With x the correction of the algorithmic
/// acceleration a⁎, unknowns u = βh² x and λ̂ = (βh²/η) λ:
///
///     rows                             u      λ̂
///     (βh²/η)(M q̈ + C_qᵀ λ − Q) = 0  [ M̂    C_qᵀ ]    M̂ = M + (γh/η) D + (βh²/η) K
///     C = 0                           [ C_q   0   ]
///
/// q = q⁰ + u,  v = v⁰ + γ/(βh) u,  q̈ = q̈⁰ + η/(βh²) u. Error Ξ³ = h²‖x‖ = ‖u‖/β ≤ 1.
class GeneralizedAlphaIndex3 final : public Integrator, private NewtonSystem {
 public:
  GeneralizedAlphaIndex3(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : p_(GeneralizedAlphaParameters::fromSpectralRadius(settings.rho)), balance_(system, work),
        weights_(system, settings.rtol, settings.atol), settings_(settings), matrix_(n() + m()),
        newton_(n() + m(), newtonSettings(settings)), correction_(n()) {
    mass_ = matrix_.declare(system.massPattern(), 0, 0);
    damping_ = matrix_.declare(system.dampingPattern(), 0, 0);
    stiffness_ = matrix_.declare(system.stiffnessPattern(), 0, 0);
    transposed_ = matrix_.declare(system.constraintPattern(), 0, n(), true);
    jacobian_ = matrix_.declare(system.constraintPattern(), n(), 0);
    matrix_.freeze();
    solver_ = makeLinearSolver(matrix_.pattern());
  }

  void start(const State& state, double) override {
    state_ = trial_ = previous_ = state;
    algorithmic_ = trialAlgorithmic_ = state.a;
    weights_.start(state.q, state.v);
    jacobianStep_ = rate_ = 0;
  }

  Attempt attempt(double h) override {
    Attempt attempt;
    predict(h);
    const double ratio = jacobianStep_ > 0 ? h / jacobianStep_ : 0;
    attempt.reused = settings_.reuseJacobian && ratio > 0 && rate_ * ratio + std::abs(ratio - 1) <= 1.0 / 3;
    const NewtonOutcome outcome = newton_.solve(*this, !attempt.reused, 1, rate_);
    balance_.work().newtonIterations += outcome.iterations;
    attempt.newtonIterations = outcome.iterations;
    attempt.jacobians = outcome.jacobians;
    attempt.status = statusOf(outcome.status);
    rate_ = outcome.rate;
    if (attempt.status != AttemptStatus::Success) {
      jacobianStep_ = 0;
      return attempt;
    }
    attempt.error = weights_.positionNorm(correction_, &attempt.coordinate) / p_.beta;
    if (!std::isfinite(attempt.error)) attempt.status = AttemptStatus::NotFinite;
    else if (attempt.error > 1) attempt.status = AttemptStatus::ErrorTooLarge;
    error_ = attempt.error;
    return attempt;
  }

  StepPlan accept() override {
    std::swap(previous_, state_);
    std::swap(state_, trial_);
    std::swap(algorithmic_, trialAlgorithmic_);
    weights_.follow(state_.q, state_.v);
    const double xi = std::cbrt(std::max(error_, 1e-30));
    return {std::min(0.9 / xi, 2.0) * h_, 2, "second order"};
  }

  StepPlan reject(const Attempt& attempt, int failures) override {
    if (attempt.status != AttemptStatus::ErrorTooLarge) return {0.25 * h_, 2, "Newton iteration failed"};
    const double xi = std::cbrt(attempt.error);
    const double factor = failures == 1 ? 0.9 / xi : 0.5 / xi;
    return {std::clamp(factor, 0.1, 0.9) * h_, 2, "second order"};
  }

  const State& state() const override { return state_; }
  int order() const override { return 2; }
  double defaultFirstStep(double interval) const override { return 1e-4 * interval; }

  /// Cubic Hermite for q (with v) and for v (with q̈), which keeps second order; q̈ and λ linear.
  void interpolate(double t, State& out) const override {
    const State &a = previous_, &b = state_;
    const double h = b.t - a.t, s = h > 0 ? (t - a.t) / h : 1;
    const double h00 = (1 + 2 * s) * (1 - s) * (1 - s), h01 = s * s * (3 - 2 * s);
    const double h10 = s * (1 - s) * (1 - s) * h, h11 = s * s * (s - 1) * h;
    out.t = t;
    out.q = h00 * a.q + h01 * b.q + h10 * a.v + h11 * b.v;
    out.v = h00 * a.v + h01 * b.v + h10 * a.a + h11 * b.a;
    out.a = (1 - s) * a.a + s * b.a;
    out.lambda = (1 - s) * a.lambda + s * b.lambda;
  }

 private:
  int n() const { return balance_.n(); }
  int m() const { return balance_.m(); }

  void predict(double h) {
    const auto& [alphaM, alphaF, eta, gamma, beta] = p_;
    h_ = h;
    trial_.t = state_.t + h;
    trial_.a = alphaM / (1 - alphaF) * algorithmic_ + (1 - alphaM - alphaF) / (1 - alphaF) * state_.a;
    trial_.v = state_.v + h * (1 - gamma) * algorithmic_ + h * gamma * state_.a;
    trial_.q = state_.q + h * state_.v + h * h * (0.5 - beta) * algorithmic_ + h * h * beta * state_.a;
    trial_.lambda = state_.lambda;
    trialAlgorithmic_ = state_.a;
    correction_.setZero();
    }

  double balanceFactor() const { return p_.beta * h_ * h_ / p_.eta; }

  void residual(VectorRef F) override {
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.dynamics(trial_.a, trial_.lambda, F.head(n()));
    F.head(n()) *= balanceFactor();
    F.tail(m()) = balance_.constraints();
  }

  bool renewJacobian() override {
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.evaluateDerivatives(trial_.a, trial_.lambda, false);
    matrix_.setZero();
    matrix_.add(mass_, balance_.mass());
    matrix_.add(damping_, balance_.damping(), p_.gamma * h_ / p_.eta);
    matrix_.add(stiffness_, balance_.stiffness(), balanceFactor());
    matrix_.add(transposed_, balance_.constraintJacobian());
    matrix_.add(jacobian_, balance_.constraintJacobian());
    PhaseTimer timer(balance_.work().factorizationTime);
    ++balance_.work().factorizations;
    const bool regular = solver_->factorize(matrix_.values());
    jacobianStep_ = regular ? h_ : 0;
    return regular;
  }

  void solve(VectorRef x) override {
    PhaseTimer timer(balance_.work().solveTime);
    solver_->solve(x);
  }

  void update(ConstVectorRef d) override {
    const auto u = d.head(n());
    correction_ += u;
    trial_.q += u;
    trial_.v += p_.gamma / (p_.beta * h_) * u;
    trial_.a += p_.eta / (p_.beta * h_ * h_) * u;
    trialAlgorithmic_ += u / (p_.beta * h_ * h_);
    trial_.lambda += d.tail(m()) / balanceFactor();
  }

  double norm(ConstVectorRef d) override { return weights_.positionNorm(d.head(n())) / p_.beta; }

  GeneralizedAlphaParameters p_;
  Balance balance_;
  ErrorWeights weights_;
  IntegratorSettings settings_;
  BlockMatrix matrix_;
  BlockMatrix::Block mass_ = 0, damping_ = 0, stiffness_ = 0, transposed_ = 0, jacobian_ = 0;
  std::unique_ptr<LinearSolver> solver_;
  QuasiNewton newton_;
  State state_, trial_, previous_;
  Vector algorithmic_, trialAlgorithmic_;  // a⁎ at the accepted and the trial point
  Vector correction_;                      // u
  double h_ = 0, error_ = 0, jacobianStep_ = 0, rate_ = 0;
};

}  // namespace

std::unique_ptr<Integrator> makeGeneralizedAlphaIndex3(DaeSystem& system, const IntegratorSettings& settings,
                                                       Work& work) {
  return std::make_unique<GeneralizedAlphaIndex3>(system, settings, work);
}

}  // namespace holonom
