// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/collocation.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/text.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/explicit/explicit_equations.h"

namespace holonom {
namespace {

constexpr int kNodes = 10;  // even: none in the middle, where a leap has its singular configuration
constexpr int kMostSweeps = 20;
constexpr double kSettled = 0.01;  // tolerances: change of the velocities by a sweep
// the same where sweeps do not lessen it any more: what a node near the singular configuration magnifies
constexpr double kRounding = 1;
constexpr double kContracts = 0.5;  // a sweep's change over that of the one before, at most
using Values = std::array<double, kNodes + 2>;
using Weights = std::array<double, kNodes>;

/// P_0 … P_{N+1}, Legendre's polynomials of (0, 1).
Values legendre(double x) {
  Values p{1, 2 * x - 1};
  for (int k = 1; k <= kNodes; ++k) p[k + 1] = ((2 * k + 1) * (2 * x - 1) * p[k] - k * p[k - 1]) / (k + 1);
  return p;
}

/// Gauss' nodes c_i and weights b_i on (0, 1), and what integrates the polynomial of degree N − 1 through
/// values at them:
///
///     l_j(x) = b_j Σ_{k<N} (2k+1) P_k(c_j) P_k(x),
///     ∫₀ˣ P_k = (P_{k+1}(x) − P_{k−1}(x)) / (4k+2),   ∫₀ˣ P_0 = x.
class GaussNodes {
 public:
  GaussNodes() {
    for (int i = 0; i < kNodes; ++i) {
      double x = 0.5 - 0.5 * std::cos(std::numbers::pi * (i + 0.75) / (kNodes + 0.5)), slope = 1;
      for (int newton = 0; newton < 8; ++newton) {
        const Values p = legendre(x);
        slope = kNodes * (p[kNodes - 1] - (2 * x - 1) * p[kNodes]) / (2 * x * (1 - x));
        x -= p[kNodes] / slope;
      }
      place_[i] = x;
      weight_[i] = 1 / (x * (1 - x) * slope * slope);
      atNode_[i] = legendre(x);
    }
  }

  double place(int i) const { return place_[i]; }
  /// Of the value at each node: in the polynomial at x, in its integral from 0 to x, in the integral of that.
  void weightsAt(double x, Weights& value, Weights& once, Weights& twice) const {
    const Values p = legendre(x);
    Values first{}, second{};
    first[0] = x;
    for (int k = 1; k <= kNodes; ++k) first[k] = (p[k + 1] - p[k - 1]) / (4 * k + 2);
    second[0] = 0.5 * x * x;
    for (int k = 1; k < kNodes; ++k) second[k] = (first[k + 1] - first[k - 1]) / (4 * k + 2);
    for (int j = 0; j < kNodes; ++j) {
      value[j] = once[j] = twice[j] = 0;
      for (int k = 0; k < kNodes; ++k) {
        const double part = weight_[j] * (2 * k + 1) * atNode_[j][k];
        value[j] += part * p[k];
        once[j] += part * first[k];
        twice[j] += part * second[k];
      }
    }
  }
  /// Of the value at node j in the coefficient of P_{N−1}.
  double inLastCoefficient(int j) const { return weight_[j] * (2 * kNodes - 1) * atNode_[j][kNodes - 1]; }

 private:
  Weights place_{}, weight_{};
  std::array<Values, kNodes> atNode_{};
};

/// The accelerations within a step are the polynomial through those at the nodes, velocities and positions
/// its integrals:
///
///     v(x) = v_0 + h Σ_j a_j ∫₀ˣ l_j,   q(x) = q_0 + h x v_0 + h² Σ_j a_j ∫₀ˣ∫₀ʸ l_j,
///     a_j = a(t_j, q̂_j, v̂_j),
///
/// where q̂_j, v̂_j are q(c_j), v(c_j) brought back to the constraints. Near a singular configuration the
/// accelerations of points beside the constraints have a pole, those on them none: an explicit method, whose
/// stages lie beside them by the error of their low order, loses its accuracy there; this one does not. The
/// nodes are found one after the other by Taylor's polynomial from the one before, then all together by
/// sweeps (Picard's iteration), which contract while h is short beside the times of the motion. The order at
/// the end of a step is 2N. The last coefficient of the polynomial and the ways back to the constraints judge
/// the step.
class Collocation final : public Integrator {
 public:
  Collocation(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : equations_(system, settings, work), weights_(system, settings.rtol, settings.atol), work_(work),
        n_(system.coordinateCount()), accelerations_(n_, kNodes), y_(2 * n_), f_(2 * n_), error_(2 * n_) {
    for (int i = 0; i < kNodes; ++i) nodes_.weightsAt(nodes_.place(i), value_[i], once_[i], twice_[i]);
  }

  void start(const State& state, double) override {
    weights_.start(state.q, state.v);
    state_ = trial_ = previous_ = inner_ = before_ = state;
    // what another method leaves of the constraints grows on the way
    if (settle(inner_) == AttemptStatus::Success) state_ = inner_;
    h_ = 0;
  }

  Attempt attempt(double h) override {
    Attempt attempt;
    const long factorizations = work_.factorizations;
    h_ = h;
    judged_ = 0;
    attempt.status = march();
    if (attempt.status == AttemptStatus::Success) attempt.status = iterate();
    if (attempt.status == AttemptStatus::Success) attempt.status = close();
    attempt.jacobians = static_cast<int>(work_.factorizations - factorizations);
    attempt.error = judged_;
    if (attempt.status == AttemptStatus::Success) attempt.judgeError();
    return attempt;
  }

  StepPlan accept() override {
    std::swap(previous_, state_);
    std::swap(state_, trial_);
    weights_.follow(state_.q, state_.v);
    return {h_, order(), Text("fixed order")};
  }

  StepPlan reject(const Attempt&, int) override { return {0.5 * h_, order(), Text("fixed order")}; }
  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return 2 * kNodes; }

  /// a comes from the polynomial, which knows nothing of a pole; λ, which may have one, from the equations.
  void interpolate(double t, State& out) const override {
    const double x = (t - previous_.t) / h_;
    if (x >= 1) {
      out = state_;
      return;
    }
    Weights value, once, twice;
    nodes_.weightsAt(x, value, once, twice);
    out.t = t;
    integrate(previous_, x, once, twice, out);
    out.a.setZero(n_);
    for (int j = 0; j < kNodes; ++j) out.a += value[j] * accelerations_.col(j);
    y_ << out.q, out.v;
    if (equations_.rate(t, y_, f_) == AttemptStatus::Success) out.lambda = equations_.lambda();
    else out.lambda = (1 - x) * previous_.lambda + x * state_.lambda;
  }

 private:
  void integrate(const State& from, double x, const Weights& once, const Weights& twice, State& out) const {
    out.q = from.q + h_ * x * from.v;
    out.v = from.v;
    for (int j = 0; j < kNodes; ++j) {
      out.q += h_ * h_ * twice[j] * accelerations_.col(j);
      out.v += h_ * once[j] * accelerations_.col(j);
    }
  }

  /// Onto the constraints, with a and λ there. How far that was is kept in error_.
  AttemptStatus settle(State& state) {
    y_ << state.q, state.v;
    const AttemptStatus status = equations_.rate(state.t, y_, f_);  // its LU leads back to the constraints
    if (status != AttemptStatus::Success) return status;
    const AttemptStatus settled = equations_.settle(state, weights_);
    error_ << state.q, state.v;
    error_ -= y_;
    return settled;
  }

  AttemptStatus march() {
    inner_ = before_ = state_;
    for (int i = 0; i < kNodes; ++i) {
      const double t = state_.t + nodes_.place(i) * h_, step = t - inner_.t, last = inner_.t - before_.t;
      y_.head(n_) = inner_.a - before_.a;  // their third derivatives, times the way between them
      std::swap(before_, inner_);
      inner_.t = t;
      inner_.q = before_.q + step * (before_.v + 0.5 * step * before_.a);
      inner_.v = before_.v + step * before_.a;
      if (last > 0) {
        inner_.q += step * step * step / (6 * last) * y_.head(n_);
        inner_.v += step * step / (2 * last) * y_.head(n_);
      }
      const AttemptStatus status = settle(inner_);
      if (status != AttemptStatus::Success) return status;
      accelerations_.col(i) = inner_.a;
    }
    return AttemptStatus::Success;
  }

  AttemptStatus iterate() {
    double former = 0;
    for (int sweep = 1; sweep <= kMostSweeps; ++sweep) {
      double change = 0;
      judged_ = 0;
      next_ = accelerations_;
      for (int i = 0; i < kNodes; ++i) {
        inner_.t = state_.t + nodes_.place(i) * h_;
        integrate(state_, nodes_.place(i), once_[i], twice_[i], inner_);
        const AttemptStatus status = settle(inner_);
        if (status != AttemptStatus::Success) return status;
        judged_ = std::max(judged_, weights_.stateNorm(error_));
        next_.col(i) = inner_.a;
        f_.head(n_) = h_ * (inner_.a - accelerations_.col(i));
        change = std::max(change, weights_.velocityNorm(f_.head(n_)));
      }
      accelerations_.swap(next_);
      if (!std::isfinite(change)) return AttemptStatus::NotFinite;
      if (change <= kSettled) return AttemptStatus::Success;
      if (sweep > 2 && change > kContracts * former)
        return change <= kRounding ? AttemptStatus::Success : AttemptStatus::NewtonDiverged;
      former = change;
    }
    return AttemptStatus::NewtonSlow;
  }

  /// The end of the step, and its error.
  AttemptStatus close() {
    Weights value, once, twice;
    nodes_.weightsAt(1, value, once, twice);
    trial_.t = state_.t + h_;
    integrate(state_, 1, once, twice, trial_);
    const AttemptStatus status = settle(trial_);
    judged_ = std::max(judged_, weights_.stateNorm(error_));
    f_.setZero();
    for (int j = 0; j < kNodes; ++j) f_.head(n_) += nodes_.inLastCoefficient(j) * h_ * accelerations_.col(j);
    f_.head(n_) /= 4 * kNodes - 2;  // in the velocities
    judged_ = std::max(judged_, weights_.velocityNorm(f_.head(n_)));
    return status;
  }

  mutable ExplicitEquations equations_;
  ErrorWeights weights_;
  const Work& work_;
  int n_;
  GaussNodes nodes_;
  std::array<Weights, kNodes> value_{}, once_{}, twice_{};  // of each node
  Eigen::MatrixXd accelerations_, next_;                    // a column per node
  State previous_, state_, trial_, inner_, before_;
  mutable Vector y_, f_;
  Vector error_;
  double h_ = 0, judged_ = 0;  // of the last attempt; its error in tolerances
};

}  // namespace

std::unique_ptr<Integrator> makeCollocation(DaeSystem& system, const IntegratorSettings& settings,
                                            Work& work) {
  return std::make_unique<Collocation>(system, settings, work);
}

}  // namespace holonom
