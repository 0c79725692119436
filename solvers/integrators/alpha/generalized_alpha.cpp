// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/alpha/generalized_alpha.h"

#include <algorithm>
#include <cmath>

#include "solvers/integrators/fixed_order_plan.h"
#include "solvers/integrators/forms/newton_status.h"

namespace holonom {
namespace {

GeneralizedAlphaParameters complete(double alphaM, double alphaF, double gamma) {
  return {alphaM, alphaF, gamma, (1 - alphaM) / (1 - alphaF), 0.25 * (0.5 + gamma) * (0.5 + gamma)};
}

}  // namespace

/// γ = ½ + α_f − α_m; the paper prints a plus sign before α_m, which would lose second order.
GeneralizedAlphaParameters GeneralizedAlphaParameters::fromSpectralRadius(double rho) {
  const double alphaM = (2 * rho - 1) / (1 + rho), alphaF = rho / (1 + rho);
  return complete(alphaM, alphaF, 0.5 + alphaF - alphaM);
}

/// The balance of HHT at t_{n+1−α} (000, eq. (24)) is the mean (1−α), α of the balances at t_{n+1} and t_n,
/// multiplied by M⁻¹: with a constant mass matrix α_m = 0, α_f = α is the same method, step for step, and
/// with M(q) it keeps second order without a mass matrix between the steps.
GeneralizedAlphaParameters GeneralizedAlphaParameters::hht(double alpha) {
  return complete(0, alpha, 0.5 + alpha);
}

GeneralizedAlphaParameters GeneralizedAlphaParameters::newmark(double gamma) { return complete(0, 0, gamma); }

double GeneralizedAlphaParameters::spectralRadius() const {
  return std::max(std::abs(alphaF / (1 - alphaF)), std::abs(1.5 - gamma) / (0.5 + gamma));
}

double GeneralizedAlphaParameters::firstOrderError() const {
  const double difference = std::abs(gamma - 0.5 - lag());
  return difference < 1e-12 ? 0 : difference;
}

GeneralizedAlpha::GeneralizedAlpha(DaeSystem& system, const GeneralizedAlphaParameters& parameters, int index,
                                   const IntegratorSettings& settings, Work& work)
    : p_(parameters), settings_(settings), form_(system, index, work),
      weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities),
      iteration_(form_, settings, [this](const Correction& d) { return iterationNorm(d); }), moved_(n()),
      acceptedIncrement_(n()), change_(n()), testsVelocity_(index < 3),
      firstOrderWeight_(index < 3 && !settings.stepCorrection ? 1 : p_.firstOrderError()),
      order_(p_.firstOrderError() > 0 ? 1 : 2) {
  if (testsVelocity_) return;
  for (int i = 0; i < n(); ++i)
    if (system.role(i) == DaeSystem::Role::Variable) variables_.push_back(i);
}

void GeneralizedAlpha::start(const State& state, double) {
  state_ = previous_ = form_.iterate() = state;
  algorithmic_ = trialAlgorithmic_ = state.a;
  acceptedIncrement_.setZero();
  steps_ = 0;
  weights_.start(state.q, state.v);
  iteration_.start();
  acceptedStep_ = 0;
}

/// Accelerations of a map are those of the motion at its place: a⁎_n is taken along where the motion was at
/// t_n − lag·h_n, a⁎_{n−1} at t_{n−1} − lag·h_n. Their error, and so that of the step behind, is of the order
/// of the method.
bool GeneralizedAlpha::changeChart(const ChartMap& map) {
  const double late = -p_.lag() * acceptedStep_;
  const auto mapAlgorithmic = [&](const State& at, Vector& a) {
    Vector q = at.q + late * at.v + 0.5 * late * late * at.a, v = at.v + late * at.a;
    map(q, v, a);
  };
  moved_ = algorithmic_ - acceptedIncrement_;
  mapAlgorithmic(state_, algorithmic_);
  mapAlgorithmic(previous_, moved_);
  acceptedIncrement_ = algorithmic_ - moved_;
  for (State* state : {&previous_, &state_}) map(state->q, state->v, state->a);
  weights_.start(state_.q, state_.v);
  iteration_.forgetMatrix();
  return true;
}

/// a⁎_n belongs to t_n − lag·h_n with the step h_n before, but the formulas of a step h need it at t_n −
/// lag·h. Moved there along the line through v̇_n, the correction of Jay and Negrut,
///     a⁎_n ← v̇_n + h/h_n (a⁎_n − v̇_n),
/// the method keeps second order with any sequence of steps; without it unequal steps leave first order.
void GeneralizedAlpha::predict(double h) {
  const auto& [alphaM, alphaF, gamma, eta, beta] = p_;
  h_ = h;
  const double ratio = settings_.stepCorrection && acceptedStep_ > 0 ? h / acceptedStep_ : 1;
  moved_ = state_.a + ratio * (algorithmic_ - state_.a);
  State& x = form_.iterate();
  x.t = state_.t + h;
  x.a = alphaM / (1 - alphaF) * moved_ + (1 - alphaM - alphaF) / (1 - alphaF) * state_.a;
  x.v = state_.v + h * (1 - gamma) * moved_ + h * gamma * state_.a;
  x.q = state_.q + h * state_.v + h * h * (0.5 - beta) * moved_ + h * h * beta * state_.a;
  x.lambda = state_.lambda;
  form_.begin({.rate = beta * h / gamma, .damping = gamma * h / eta});
  if (form_.index() < 3) beginWhereLastStepLeads();
}

/// a⁎_{n+1} − a⁎_n in proportion to the step, and λ.
void GeneralizedAlpha::beginWhereLastStepLeads() {
  if (acceptedStep_ == 0) return;
  const double ratio = h_ / acceptedStep_;
  change_ = p_.beta * h_ * h_ * (moved_ + ratio * acceptedIncrement_ - state_.a);
  form_.shift(change_);
  form_.iterate().lambda += ratio * (state_.lambda - previous_.lambda);
}

Attempt GeneralizedAlpha::attempt(double h) {
  predict(h);
  Attempt attempt = iteration_.solve(h, weights_, state_.lambda);
  if (attempt.status != AttemptStatus::Success) return attempt;
  trialAlgorithmic_ = state_.a + form_.s() / (p_.beta * h_ * h_);
  estimateError(attempt);
  attempt.judgeError();
  return attempt;
}

/// Ξ of eq. (34): Ξ³ = h²‖x‖ for q, x = u/(βh²). Index 2 (and 1) compares v with the straight continuation of
/// the step before, Ξ³ = h‖z − (h/h_n) z_n‖ with z = a⁎_{n+1} − a⁎_n: of third order in h, where the paper's
/// Ξ² = h‖y‖ takes the method for one of first order. That one counts, with z for y, where it is true: for
/// Newmark with γ > ½, and without the correction of the step.
void GeneralizedAlpha::estimateError(Attempt& attempt) {
  attempt.error = positionError_ = weights_.positionNorm(form_.u(), &attempt.coordinate) / p_.beta;
  int coordinate = -1;
  const auto include = [&](double error) {
    if (std::isfinite(error) && error <= attempt.error) return;
    attempt.error = error;
    attempt.coordinate = coordinate;
  };
  if (testsVelocity_ || !variables_.empty()) {
    const double ratio = acceptedStep_ > 0 ? h_ / acceptedStep_ : 0;
    change_ = trialAlgorithmic_ - moved_ - ratio * acceptedIncrement_;
    include(h_ * (testsVelocity_ ? weights_.velocityNorm(change_, &coordinate)
                                 : variablesNorm(change_, &coordinate)));
  }
  xi_ = std::cbrt(std::max(attempt.error, 1e-30));
  if (firstOrderWeight_ > 0) {
    change_ = trialAlgorithmic_ - moved_;
    if (form_.index() == 3) form_.filterTangential(change_);
    const double error = firstOrderWeight_ * h_ * weights_.velocityNorm(change_, &coordinate);
    include(error);
    xi_ = std::max(xi_, std::sqrt(error));
  }
}

double GeneralizedAlpha::variablesNorm(ConstVectorRef w, int* largest) const {
  double most = 0;
  for (const int i : variables_) {
    const double size = std::abs(w[i]) * weights_.velocityWeight(i);
    if (size <= most) continue;
    most = size;
    if (largest) *largest = i;
    if (!std::isfinite(size)) break;
  }
  return most;
}

/// What an error test of the velocities would find, looked at in one of kLookEvery steps since it takes a
/// solution.
void GeneralizedAlpha::noteUntestedError() {
  constexpr int kLookEvery = 8;
  if (testsVelocity_ || acceptedStep_ == 0 || ++steps_ % kLookEvery != 0) return;
  change_ = trialAlgorithmic_ - moved_ - h_ / acceptedStep_ * acceptedIncrement_;
  form_.filterTangential(change_);
  const double error = h_ * weights_.velocityNorm(change_);
  if (std::isfinite(error)) untested_ += kLookEvery * error;
}

StepPlan GeneralizedAlpha::accept() {
  noteUntestedError();
  std::swap(previous_, state_);
  std::swap(state_, form_.iterate());
  std::swap(algorithmic_, trialAlgorithmic_);
  acceptedIncrement_ = algorithmic_ - moved_;
  acceptedStep_ = h_;
  weights_.follow(state_.q, state_.v);
  return iteration_.planned(planAfterStep(h_, 0.9 / xi_, order_), positionError_);
}

StepPlan GeneralizedAlpha::reject(const Attempt& attempt, int failures) {
  return iteration_.retried(planAfterRejection(attempt, failures, h_, 0.9 / xi_, order_));
}

/// Cubic Hermite for q (with v) and for v (with v̇), which keeps second order; v̇ and λ linear.
void GeneralizedAlpha::interpolate(double t, State& out) const {
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

/// At index 1 s is judged like w: per h it is a change of velocity.
double GeneralizedAlpha::iterationNorm(const Correction& d) const {
  const auto rateNorm = [&](ConstVectorRef w) {
    return (testsVelocity_ ? weights_.velocityNorm(w) : variablesNorm(w)) / (p_.beta * h_);
  };
  const double position = weights_.positionNorm(d.u) / p_.beta;
  return largestNorm({position, rateNorm(d.w), form_.index() == 1 ? rateNorm(d.s) : 0});
}

std::unique_ptr<Integrator> makeGeneralizedAlpha(DaeSystem& system, int index,
                                                 const GeneralizedAlphaParameters& parameters,
                                                 const IntegratorSettings& settings, Work& work) {
  return std::make_unique<GeneralizedAlpha>(system, parameters, index, settings, work);
}

}  // namespace holonom
