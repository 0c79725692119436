// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/local_equivalence/local_equivalence.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/fixed_order_plan.h"
#include "solvers/integrators/forms/balance.h"
#include "solvers/integrators/forms/newton_status.h"
#include "solvers/integrators/hermite.h"
#include "solvers/integrators/local_equivalence/local_order.h"
#include "solvers/integrators/local_equivalence/null_space.h"
#include "solvers/integrators/local_equivalence/square_matrix.h"

namespace holonom {
namespace {

/// The motion in local coordinates x = P q, with P = VᵀM of the place where a step begins and V a basis of
/// the velocities that the constraints leave there (002, §3–4): any rule for ẍ = f is one for the mechanism.
/// With x_{n+1} = x* + β ẋ_{n+1}, and the same for the velocities, a step is
///
///     P (q − q* − β v) = 0,   C = 0,   Vᵀ (M (v − v*) − β Q) = 0,   C_q v + C_t = 0,
///
///     trapezoidal   β = h/2,   q* = q_n + h/2 v_n,   v* = v_n + h/2 a_n,
///     midpoint      β = h/2,   q* = q_n,   v* = v_n   for the middle, which is then as far from the end,
///     BDF2          β = h (1+ω)/(1+2ω),   q* = ((1+ω)² q_n − ω² q_{n−1})/(1+2ω),   ω = h_n/h_{n−1},
///     BDF, order k  β = h/c_k,   q* = q⁰ − β q̇⁰   of the polynomials through the last points (BdfHistory),
///
/// M, Q and V of the point that is sought: with Vᵀ no multiplier appears (the paper finds a′ in each
/// iteration and takes M and V before it; both vanish at the same place). Corrections δ₁ of q and δ₂ of v are
/// V y plus what the constraints want, N c, so that the matrix of the iteration has only the freedoms,
///
///     G = Vᵀ ((M + β D) V′ + β² K Z),   V′ = V − β N (C_q v + C_t)_q V,   Z = V (P V)⁻¹ P V′.
///
/// At the end the constraints are met to rounding, along directions that P does not see; a and λ follow from
/// VᵀM a = VᵀQ, C_q a = γ, C_qᵀ λ = Q − M a. What depends on time enters with C_t, as if time were a
/// coordinate. Nonholonomic rows take part in V of the velocities only; coordinates without mass, of
/// controllers, have mass one in P.
class LocalEquivalence final : public Integrator, private NewtonSystem {
 public:
  LocalEquivalence(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : balance_(system, work), weights_(system, settings.rtol, settings.atol), rule_(settings.localRule),
        orders_(settings), reuses_(settings.reuseJacobian), newton_(2 * n(), newtonSettings(settings)),
        scale_(n()), lightness_(n()), history_(size(), BdfForm::Variable), predicted_(size()), rates_(size()),
        delta_(size()), difference_(2 * n()), qStar_(n()), vStar_(n()), force_(n()), u_(n()), w_(n()),
        x_(n()), acceleration_(n()), rows_(m()), free_(n()) {
    for (int i = 0; i < n(); ++i) scale_[i] = system.coordinateScale(i);
    const SparsePattern& jacobian = system.constraintPattern();
    velocity_ = makeNullSpace(settings.nullSpace, jacobian, m(), scale_);
    if (!balance_.isHolonomic())
      position_ = makeNullSpace(settings.nullSpace, jacobian, balance_.holonomic(), scale_);
    P_ = nextP_ = Eigen::MatrixXd::Zero(position().freedoms(), n());
    tangent_ = std::make_unique<SquareMatrix>(velocity_->freedoms());
    local_ = std::make_unique<SquareMatrix>(position().freedoms());
    meeting_ = std::make_unique<SquareMatrix>(position().freedoms());
    matrix_ = std::make_unique<SquareMatrix>(velocity_->freedoms());
    Vp_ = product_ = basis_ = Eigen::MatrixXd::Zero(n(), position().freedoms());
    Vv_ = Vq_ = Z_ = V_ = MV_ = columns_ = Eigen::MatrixXd::Zero(n(), velocity_->freedoms());
    mixed_ = Eigen::MatrixXd::Zero(position().freedoms(), velocity_->freedoms());
  }

  void start(const State& state, double firstStep) override {
    state_ = previous_ = trial_ = state;
    predicted_ << state.q, state.v, state.lambda;
    rates_ << state.v, state.a, Vector::Zero(m());
    history_.start(predicted_, rates_, firstStep);
    weights_.start(state.q, state.v);
    matrixBeta_ = rate_ = 0;
    steps_ = 0;
    orders_.start({firstStep, 1, Text("start")}, 0);
    findLightness();
    begun_ = takePlace(state_, P_, false);
  }

  void startFrom(const std::vector<State>& past, double firstStep, int order) override {
    start(past.front(), firstStep);
    const int points = std::min(static_cast<int>(past.size()), kMaxBdfOrder + 2);
    order = std::min({order, points - 2, orders_.highest()});
    if (!variesOrder() || order < 1) return;
    Eigen::MatrixXd values(size(), points);
    Vector times(points);
    for (int j = 0; j < points; ++j) {
      const State& at = past[std::size_t(j)];
      values.col(j) << at.q, at.v, at.lambda;
      times[j] = past.front().t - at.t;
    }
    history_.startFrom(values, times, order);
    orders_.start({firstStep, order, Text("order of the motion so far")}, 1);
  }

  Attempt attempt(double h) override {
    Attempt attempt;
    h_ = h;
    attempt.status = begun_;
    if (begun_ != AttemptStatus::Success) return attempt;
    predict();
    attempt.status = iterate(attempt);
    if (attempt.status != AttemptStatus::Success && takePivotsAhead()) attempt.status = iterate(attempt);
    if (attempt.status != AttemptStatus::Success) return attempt;
    if (rule_ == LocalRule::Midpoint) {
      trial_.q = 2 * trial_.q - state_.q;
      trial_.v = 2 * trial_.v - state_.v;
    }
    trial_.t = state_.t + h;
    attempt.status = meetConstraints();
    if (attempt.status == AttemptStatus::Success) attempt.status = takePlace(trial_, nextP_, true);
    if (attempt.status != AttemptStatus::Success) return attempt;
    delta_ << trial_.q, trial_.v, trial_.lambda;
    delta_ -= predicted_;
    if (variesOrder())
      orders_.estimate(
          history_, [this](int j, int* which) { return norm(j, which); }, attempt);
    else attempt.error = errorConstant() * weights_.stateNorm(delta_.head(2 * n()), &attempt.coordinate);
    attempt.judgeError();
    error_ = std::max(attempt.error, 1e-30);
    return attempt;
  }

  StepPlan accept() override {
    history_.accept(delta_);
    lastStep_ = h_;
    ++steps_;
    std::swap(previous_, state_);
    std::swap(state_, trial_);
    P_.swap(nextP_);
    weights_.follow(state_.q, state_.v);
    order_ = history_.order();
    if (!variesOrder()) return planAfterStep(h_, growth(), 2);
    return orders_.accept();
  }

  StepPlan reject(const Attempt& attempt, int failures) override {
    if (!variesOrder()) return planAfterRejection(attempt, failures, h_, growth(), 2);
    return orders_.reject(attempt, failures, history_);
  }

  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return order_; }
  void interpolate(double t, State& out) const override {
    if (!variesOrder()) return hermite(previous_, state_, t, out);
    const double s = t - state_.t;
    out.t = t;
    history_.interpolate(s, 0, &out.q, nullptr);
    history_.interpolate(s, n(), &out.v, &out.a);
    history_.interpolate(s, 2 * n(), &out.lambda, nullptr);
  }

 private:
  int n() const { return balance_.n(); }
  int m() const { return balance_.m(); }
  int size() const { return 2 * n() + m(); }  // of what has a past
  int mh() const { return balance_.holonomic(); }
  const NullSpace& position() const { return position_ ? *position_ : *velocity_; }
  bool variesOrder() const { return rule_ == LocalRule::Bdf; }

  /// 1 for coordinates without mass.
  void findLightness() {
    balance_.evaluate(state_.t, state_.q, state_.v);
    const SparsePattern& mass = balance_.system().massPattern();
    for (int i = 0; i < n(); ++i) {
      const int slot = mass.slot(i, i);
      lightness_[i] = slot >= 0 && balance_.mass()[slot] != 0 ? 0 : 1;
    }
  }

  void predict() {
    history_.prepare(h_, variesOrder() ? orders_.orderOf(h_) : 2);
    history_.predict(0, predicted_, rates_);
    const double half = 0.5 * h_;
    trial_.t = state_.t + h_;
    trial_.q = predicted_.head(n());
    trial_.v = predicted_.segment(n(), n());
    trial_.lambda = state_.lambda;
    beta_ = half;
    qStar_ = state_.q;
    vStar_ = state_.v;
    if (rule_ == LocalRule::Midpoint) {
      trial_.t = state_.t + half;
      trial_.q = 0.5 * (trial_.q + state_.q);
      trial_.v = 0.5 * (trial_.v + state_.v);
    } else if (variesOrder()) {
      beta_ = h_ / history_.leading();
      qStar_ = trial_.q - beta_ * rates_.head(n());
      vStar_ = trial_.v - beta_ * rates_.segment(n(), n());
    } else if (rule_ == LocalRule::Trapezoidal || steps_ == 0) {
      qStar_ += half * state_.v;
      vStar_ += half * state_.a;
    } else {
      const double omega = h_ / lastStep_, square = omega * omega, last = 1 + 2 * omega;
      beta_ = h_ * (1 + omega) / last;
      qStar_ += square / last * (state_.q - previous_.q);
      vStar_ += square / last * (state_.v - previous_.v);
    }
    evaluated_ = false;
  }

  /// Pivots that are good where a step begins can vanish where it ends, as when a body turns far in it: those
  /// of the predicted end do not. False: none are chosen.
  bool takePivotsAhead() {
    if (!velocity_->forget()) return false;
    if (position_) position_->forget();
    predict();
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    const double* jacobian = balance_.constraintJacobian();
    return velocity_->take(jacobian) && (!position_ || position_->take(jacobian));
  }

  AttemptStatus iterate(Attempt& attempt) {
    const double ratio = matrixBeta_ > 0 ? beta_ / matrixBeta_ : 0;
    attempt.reused = reuses_ && ratio > 0 && rate_ * ratio + std::abs(ratio - 1) < 1.0 / 3;
    const NewtonOutcome outcome = newton_.solve(*this, !attempt.reused, 1, rate_);
    balance_.work().newtonIterations += outcome.iterations;
    attempt.newtonIterations = outcome.iterations;
    attempt.jacobians = outcome.jacobians;
    attempt.rate = observedRate(outcome);
    rate_ = outcome.rate;
    if (outcome.status != NewtonStatus::Converged) matrixBeta_ = 0;
    return statusOf(outcome.status);
  }

  bool evaluate() {
    if (evaluated_) return true;
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    ++balance_.work().factorizations;
    PhaseTimer timer(balance_.work().factorizationTime);
    return evaluated_ = velocity_->renew(balance_.constraintJacobian()) &&
                        (!position_ || position_->renew(balance_.constraintJacobian()));
  }

  // Of a correction, in the order of F: positions in P, C, velocities in Vᵀ, the velocity level.
  auto local(VectorRef x) { return x.head(position().freedoms()); }
  auto level(VectorRef x) { return x.segment(position().freedoms(), mh()); }
  auto balanced(VectorRef x) { return x.segment(n(), velocity_->freedoms()); }
  auto rates(VectorRef x) { return x.tail(m()); }

  void residual(VectorRef F) override {
    if (!evaluate()) {
      F.setConstant(std::numeric_limits<double>::quiet_NaN());
      return;
    }
    x_ = trial_.q - qStar_ - beta_ * trial_.v;
    local(F).noalias() = P_.lazyProduct(x_);
    level(F) = balance_.constraints().head(mh());
    balance_.dynamics(zeroAcceleration(), noMultipliers(), force_);  // −Q
    force_ *= beta_;
    x_ = trial_.v - vStar_;
    addProduct(balance_.system().massPattern(), balance_.mass(), x_, 1, force_);
    velocity_->tangential(force_, balanced(F));
    balance_.velocityConstraints(trial_.v, rows_);
    rates(F) = rows_;
  }

  const Vector& zeroAcceleration() {
    acceleration_.setZero();
    return acceleration_;
  }
  const Vector& noMultipliers() {
    rows_.setZero();
    return rows_;
  }

  bool renewJacobian() override {
    if (!evaluate()) return false;
    velocity_->readBasis(Vv_);
    if (position_) position_->readBasis(Vp_);
    else Vp_ = Vv_;
    acceleration_ = (trial_.v - vStar_) / beta_;
    rows_.setZero();
    balance_.dynamics(acceleration_, rows_, force_);
    force_ *= -1;
    velocity_->multipliers(force_, trial_.lambda);
    balance_.evaluateDerivatives(acceleration_, trial_.lambda, true);
    const DaeSystem& system = balance_.system();
    local_->matrix().noalias() = P_.lazyProduct(Vp_);
    if (!local_->factorize()) return false;
    findPositionChanges(Vv_);
    for (int j = 0; j < Z_.cols(); ++j) {  // what the velocity level wants where q changes
      turnVelocities(Z_.col(j), x_);
      Vq_.col(j) = Vv_.col(j) + beta_ * x_;
    }
    findPositionChanges(Vq_);
    auto G = matrix_->matrix();
    multiply(system.massPattern(), balance_.mass(), Vq_, columns_);
    G.noalias() = Vv_.transpose().lazyProduct(columns_);
    multiply(system.dampingPattern(), balance_.damping(), Vq_, columns_);
    G.noalias() += beta_ * Vv_.transpose().lazyProduct(columns_);
    multiply(system.stiffnessPattern(), balance_.stiffness(), Z_, columns_);
    G.noalias() += beta_ * beta_ * Vv_.transpose().lazyProduct(columns_);
    matrixBeta_ = matrix_->factorize() ? beta_ : 0;
    return matrixBeta_ > 0;
  }

  void solve(VectorRef x) override {
    PhaseTimer timer(balance_.work().solveTime);
    const DaeSystem& system = balance_.system();
    position().particular(level(x), u_);
    velocity_->particular(rates(x), w_);
    auto e = free_.head(position().freedoms());
    e = local(x);
    x_ = beta_ * w_ - u_;
    e.noalias() += P_.lazyProduct(x_);
    local_->solve(e);
    u_.noalias() += Vp_.lazyProduct(e);  // δ₁ without the share of y
    turnVelocities(u_, x_);
    w_ += x_;
    force_.setZero();
    addProduct(system.massPattern(), balance_.mass(), w_, 1, force_);
    addProduct(system.dampingPattern(), balance_.damping(), w_, beta_, force_);
    addProduct(system.stiffnessPattern(), balance_.stiffness(), u_, beta_, force_);
    auto y = free_.head(velocity_->freedoms());
    y = balanced(x);
    y.noalias() -= Vv_.transpose().lazyProduct(force_);
    matrix_->solve(y);
    w_.noalias() += Vq_.lazyProduct(y);
    u_.noalias() += matrixBeta_ * Z_.lazyProduct(y);
    x << u_, w_;
  }

  /// Z = V (P V)⁻¹ P x of positions, for columns x that are changes of v.
  void findPositionChanges(const Eigen::MatrixXd& x) {
    mixed_.noalias() = P_.lazyProduct(x);
    for (int j = 0; j < mixed_.cols(); ++j) local_->solve(mixed_.col(j));
    Z_.noalias() = Vp_.lazyProduct(mixed_);
  }

  /// The change of v that holds C_q v + C_t = 0 where q changes by δ: C_q x = −(C_q v + C_t)_q δ.
  void turnVelocities(ConstVectorRef delta, VectorRef x) {
    rows_.setZero();
    addProduct(balance_.system().constraintPattern(), balance_.velocityJacobian(), delta, -1, rows_);
    velocity_->particular(rows_, x);
  }

  void update(ConstVectorRef d) override {
    trial_.q += d.head(n());
    trial_.v += d.tail(n());
    evaluated_ = false;
  }

  double norm(ConstVectorRef d) override { return weights_.stateNorm(d); }

  /// q of the end, to rounding, along what P does not see.
  AttemptStatus meetConstraints() {
    constexpr int kTries = 12;
    constexpr double kFine = 1e-13;  // in parts of the coordinates' scales
    double previous = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kTries; ++i) {
      evaluated_ = false;
      if (!evaluate()) return AttemptStatus::SingularMatrix;
      if (mh() == 0) return AttemptStatus::Success;
      rows_.head(mh()) = -balance_.constraints().head(mh());
      position().particular(rows_.head(mh()), u_);
      position().readBasis(product_);
      meeting_->matrix().noalias() = P_.lazyProduct(product_);
      if (!meeting_->factorize()) return AttemptStatus::SingularMatrix;
      auto e = free_.head(position().freedoms());
      e.noalias() = P_.lazyProduct(u_);
      meeting_->solve(e);
      u_.noalias() -= product_.lazyProduct(e);
      const double change = u_.cwiseQuotient(scale_).norm();
      if (!std::isfinite(change)) return AttemptStatus::NotFinite;
      trial_.q += u_;
      if (change < kFine || (change < 1e3 * kFine && change > 0.5 * previous)) return AttemptStatus::Success;
      if (change > 2 * previous) return AttemptStatus::NewtonDiverged;
      previous = change;
    }
    return AttemptStatus::NewtonSlow;
  }

  /// At a state whose q holds C = 0: brings v to the velocity level along what VᵀM does not see, finds a and
  /// λ, and what the next step needs of this place.
  AttemptStatus takePlace(State& state, Eigen::MatrixXd& P, bool moves) {
    balance_.evaluate(state.t, state.q, state.v);
    evaluated_ = false;
    const double* jacobian = balance_.constraintJacobian();
    if (!velocity_->take(jacobian) || (position_ && !position_->take(jacobian)))
      return AttemptStatus::SingularMatrix;
    const SparsePattern& mass = balance_.system().massPattern();
    velocity_->readBasis(V_);
    multiply(mass, balance_.mass(), V_, MV_);
    tangent_->matrix().noalias() = V_.transpose().lazyProduct(MV_);
    if (!tangent_->factorize()) return AttemptStatus::SingularMatrix;
    const int tries = balance_.isHolonomic() ? 1 : 4;  // G need not be linear in v
    for (int i = 0; moves && m() > 0 && i < tries; ++i) {
      if (i > 0) {
        balance_.evaluate(state.t, state.q, state.v);
        if (!velocity_->renew(balance_.constraintJacobian())) return AttemptStatus::SingularMatrix;
      }
      balance_.velocityConstraints(state.v, rows_);
      rows_ *= -1;
      velocity_->particular(rows_, w_);
      removeTangential(w_);
      state.v += w_;
    }
    if (moves && m() > 0) balance_.evaluate(state.t, state.q, state.v);
    findAccelerations(state);
    if (position_) position_->readBasis(basis_);
    else basis_ = V_;
    multiply(mass, balance_.mass(), basis_, product_);
    for (int j = 0; j < product_.cols(); ++j)
      product_.col(j).array() += lightness_.array() * basis_.col(j).array();
    P = product_.transpose();
    return state.a.allFinite() && state.v.allFinite() ? AttemptStatus::Success : AttemptStatus::NotFinite;
  }

  /// w −= V (VᵀM V)⁻¹ VᵀM w.
  void removeTangential(VectorRef w) {
    auto y = free_.head(velocity_->freedoms());
    y.noalias() = MV_.transpose().lazyProduct(w);
    tangent_->solve(y);
    w.noalias() -= V_.lazyProduct(y);
  }

  void findAccelerations(State& state) {
    balance_.accelerationConstraints(zeroAcceleration(), rows_);
    rows_ *= -1;  // γ
    velocity_->particular(rows_, state.a);
    rows_.setZero();
    balance_.dynamics(state.a, rows_, force_);
    force_ *= -1;  // Q − M a
    auto y = free_.head(velocity_->freedoms());
    velocity_->tangential(force_, y);
    tangent_->solve(y);
    state.a.noalias() += V_.lazyProduct(y);
    balance_.dynamics(state.a, rows_, force_);
    force_ *= -1;
    velocity_->multipliers(force_, state.lambda);
  }

  /// Of δ, the distance from the parabola through the last three points. Both rules of one step: h³/12 x⃛ =
  /// h²/(2 τ₂τ₃) δ, as in trapezoidal.cpp; BDF2: 2/9 h³ x⃛ with equal steps.
  double errorConstant() const {
    if (rule_ == LocalRule::Bdf2) return history_.errorConstant(2) / history_.leading();
    return 0.5 * history_.errorConstant(1) * history_.errorConstant(2);
  }
  double growth() const { return 0.9 / std::cbrt(error_); }

  /// Of ∇^j (q, v) at the end of the step.
  double norm(int j, int* coordinate) {
    history_.difference(j, 0, delta_.head(2 * n()), difference_);
    return weights_.stateNorm(difference_, coordinate);
  }

  Balance balance_;
  ErrorWeights weights_;
  LocalRule rule_;
  LocalOrder orders_;
  bool reuses_;
  QuasiNewton newton_;
  Vector scale_, lightness_;
  std::unique_ptr<NullSpace> velocity_, position_;  // position_: only where it differs
  State state_, previous_, trial_;
  Eigen::MatrixXd P_, nextP_;  // of state_ and of trial_
  std::unique_ptr<SquareMatrix> tangent_, local_, meeting_, matrix_;
  Eigen::MatrixXd V_, MV_;            // of the velocities where takePlace() was last
  Eigen::MatrixXd Vp_, Vv_, Vq_, Z_;  // of the matrix of the iteration; Vq_: V′
  Eigen::MatrixXd columns_, product_, basis_, mixed_;
  BdfHistory history_;  // of (q, v, λ)
  Vector predicted_, rates_, delta_, difference_, qStar_, vStar_, force_, u_, w_, x_, acceleration_, rows_,
      free_;
  double h_ = 0, lastStep_ = 0, beta_ = 0, matrixBeta_ = 0, rate_ = 0, error_ = 1;
  int order_ = 2;  // of the last step
  long steps_ = 0;
  bool evaluated_ = false;
  AttemptStatus begun_ = AttemptStatus::Success;
};

}  // namespace

std::unique_ptr<Integrator> makeLocalEquivalence(DaeSystem& system, const IntegratorSettings& settings,
                                                 Work& work) {
  return std::make_unique<LocalEquivalence>(system, settings, work);
}

}  // namespace holonom
