// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf.h"
#include "solvers/integrators/newton_status.h"
#include "solvers/integrators/scaled_solver.h"

namespace holonom {
namespace {

/// BDF on the form in which q, v and a are variables of index 1 (000, the last form of its BDF chapter, after
/// (84)). a is an unknown with a history, a prediction and an error of its own, α = ∇^{k+1} a. Unknowns and
/// rows are scaled as for index 2, so that ĥ appears only beside D, K and the derivatives of the lower
/// constraint levels:
///
///     rows                            ĥ²α     ĥε        δ         ĥ²λ    ĥ²τ    ĥμ
///     ĥ²(M a + C_qᵀ λ − Q) = 0      [ M       ĥD        ĥ²K       C_qᵀ   0      0    ]
///     ĥ²(v̇ − a + C_qᵀ τ) = 0        [ −I      I + E/ĥ   N(ĥ²τ)    0      C_qᵀ   0    ]   N(x) = (C_qᵀ x)_q
///     ĥ(q̇ − v + C_qᵀ μ) = 0         [ 0       −I        I + N(ĥμ) 0      0      C_qᵀ ]
///     C = 0                          [ 0       0         C_q       0      0      0    ]
///     ĥ(C_q v + C_t) = 0             [ 0       C_q       ĥP        0      0      0    ]   P = (C_q v + C_t)_q
///     ĥ²(C_q a − γ) = 0              [ C_q     ĥB        ĥ²A       0      0      0    ]   A = (C_q a − γ)_q
///
/// B = (C_q a − γ)_v, which is 2P in holonomic rows. Nonholonomic rows have no part in C = 0 and no μ; E =
/// (G_vᵀ ĥ²τ)_v is theirs. All three constraint levels hold at every step; λ and a depend on q and v without
/// division by ĥ and come out as smooth as these. μ and τ vanish in exact arithmetic.
class BdfIndex1 final : public Bdf {
 public:
  BdfIndex1(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : Bdf(system, settings, work,
            3 * system.coordinateCount() + 2 * system.constraintCount() + system.holonomicCount(),
            newtonSettings(settings), Controlled::Accelerations),
        vRate_(n()), tau_(m()), mu_(m()), filtered_(3 * n() + 2 * m() + mh()), rows_(m()),
        curvature_(system.stiffnessPattern().nonZeros()),
        curvatureByVelocity_(system.dampingPattern().nonZeros()),
        accelerationChange_(system.constraintPattern().nonZeros()) {
    declareBlocks(system);
    solver_ = makeScaledSolver(*matrix_, system, {0, n(), 2 * n()});
  }

 protected:
  void beginIteration() override {
    delta_.setZero();
    epsilon_.setZero();
    alpha_.setZero();
    tau_.setZero();
    mu_.setZero();
    vRate_ = vRate0_;
  }

  void residual(VectorRef F) override {
    const int nn = n(), mm = m();
    const auto metric = balance_.metricArray();
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.dynamics(trial_.a, trial_.lambda, F.head(nn));
    F.head(nn) *= hHat_ * hHat_;
    F.segment(nn, nn) = hHat_ * hHat_ * (vRate_ - trial_.a);
    F.segment(nn, nn).array() *= metric;
    balance_.addConstraintForce(tau_, F.segment(nn, nn));
    F.segment(2 * nn, nn) = hHat_ * (qRate0_ - trial_.v) + delta_;
    F.segment(2 * nn, nn).array() *= metric;
    balance_.addConstraintForce(mu_, F.segment(2 * nn, nn));
    F.segment(3 * nn, mh()) = balance_.constraints().head(mh());
    balance_.velocityConstraints(trial_.v, F.segment(3 * nn + mh(), mm));
    F.segment(3 * nn + mh(), mm) *= hHat_;
    balance_.accelerationConstraints(trial_.a, F.tail(mm));
    F.tail(mm) *= hHat_ * hHat_;
  }

  bool renewJacobian() override {
    const DaeSystem& system = balance_.system();
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.evaluateDerivatives(trial_.a, trial_.lambda, true);
    matrix_->setZero();
    matrix_->add(mass_, balance_.mass());
    matrix_->add(damping_, balance_.damping(), hHat_);
    matrix_->add(stiffness_, balance_.stiffness(), hHat_ * hHat_);
    matrix_->add(minusAcceleration_, balance_.metric(), -1);
    matrix_->add(velocity_, balance_.metric());
    matrix_->add(minusVelocity_, balance_.metric(), -1);
    matrix_->add(position_, balance_.metric());
    system.constraintHessian(tau_, curvature_.data());
    matrix_->add(curvatureOfTau_, curvature_.data());
    if (!balance_.isHolonomic()) {
      system.constraintDamping(tau_, curvatureByVelocity_.data());
      matrix_->add(changeOfTau_, curvatureByVelocity_.data(), 1 / hHat_);
    }
    system.constraintHessian(mu_, curvature_.data());
    matrix_->add(curvatureOfMu_, curvature_.data());
    for (const BlockMatrix::Block block :
         {forceOfLambda_, forceOfTau_, forceOfMu_, positionRow_, velocityRow_, accelerationRow_})
      matrix_->add(block, balance_.constraintJacobian());
    matrix_->add(velocityByPosition_, balance_.velocityJacobian(), hHat_);
    system.accelerationVelocityJacobian(trial_.a, accelerationChange_.data());
    matrix_->add(accelerationByVelocity_, accelerationChange_.data(), hHat_);
    system.accelerationJacobian(trial_.a, accelerationChange_.data());
    matrix_->add(accelerationByPosition_, accelerationChange_.data(), hHat_ * hHat_);
    return factorize();
  }

  void solve(VectorRef x) override { solveLinear(x); }

  void update(ConstVectorRef d) override {
    const int nn = n(), mm = m();
    const double h2 = hHat_ * hHat_;
    alpha_ += d.head(nn) / h2;
    trial_.a += d.head(nn) / h2;
    epsilon_ += d.segment(nn, nn) / hHat_;
    trial_.v += d.segment(nn, nn) / hHat_;
    vRate_ += d.segment(nn, nn) / h2;
    delta_ += d.segment(2 * nn, nn);
    trial_.q += d.segment(2 * nn, nn);
    trial_.lambda += d.segment(3 * nn, mm) / h2;
    tau_ += d.segment(3 * nn + mm, mm);
    mu_.head(mh()) += d.tail(mh());
  }

  double norm(ConstVectorRef d) override {
    const double acceleration = weights_.accelerationNorm(d.head(n())) / (hHat_ * hHat_);
    const double velocity = weights_.velocityNorm(d.segment(n(), n())) / hHat_;
    const double position = weights_.positionNorm(d.segment(2 * n(), n()));
    return largestNorm({acceleration, velocity, position, multiplierNorm(d.segment(3 * n(), m()))});
  }

  /// Each error on its row and its constraint level.
  void filterStiffError(VectorRef delta, VectorRef epsilon, VectorRef alpha) override {
    const int nn = n(), position = 3 * nn, velocity = position + mh(), acceleration = velocity + m();
    filtered_.setZero();
    addProduct(balance_.system().massPattern(), balance_.mass(), alpha, 1, filtered_.head(nn));
    solveForError(alpha, acceleration, m());
    alpha = filtered_.head(nn);
    filtered_.setZero();
    filtered_.segment(nn, nn).array() = balance_.metricArray() * epsilon.array();
    solveForError(epsilon, velocity, m());
    epsilon = filtered_.segment(nn, nn);
    filtered_.setZero();
    filtered_.segment(2 * nn, nn).array() = balance_.metricArray() * delta.array();
    solveForError(delta, position, mh());
    delta = filtered_.segment(2 * nn, nn);
  }
  bool filtersStiffErrors() const override { return true; }

 private:
  /// Solves for filtered_ with what `error` has across `count` constraints in the rows from `level` on.
  void solveForError(ConstVectorRef error, int level, int count) {
    rows_.setZero();
    addProduct(balance_.system().constraintPattern(), balance_.constraintJacobian(), error, 1, rows_);
    filtered_.segment(level, count) = rows_.head(count);
    solveLinear(filtered_);
  }

  void declareBlocks(const DaeSystem& system) {
    const int nn = n(), mm = m();
    const int acceleration = 0, velocity = nn, position = 2 * nn, lambda = 3 * nn, tau = lambda + mm,
              mu = tau + mm;
    const SparsePattern& cq = system.constraintPattern();
    matrix_ = std::make_unique<BlockMatrix>(mu + mh());
    mass_ = matrix_->declare(system.massPattern(), 0, acceleration);
    damping_ = matrix_->declare(system.dampingPattern(), 0, velocity);
    stiffness_ = matrix_->declare(system.stiffnessPattern(), 0, position);
    forceOfLambda_ = matrix_->declare(cq, 0, lambda, true);
    minusAcceleration_ = matrix_->declareIdentity(nn, nn, acceleration);
    velocity_ = matrix_->declareIdentity(nn, nn, velocity);
    changeOfTau_ =
        matrix_->declareRows(system.dampingPattern(), 0, balance_.isHolonomic() ? 0 : nn, nn, velocity);
    curvatureOfTau_ = matrix_->declare(system.stiffnessPattern(), nn, position);
    forceOfTau_ = matrix_->declare(cq, nn, tau, true);
    minusVelocity_ = matrix_->declareIdentity(nn, 2 * nn, velocity);
    position_ = matrix_->declareIdentity(nn, 2 * nn, position);
    curvatureOfMu_ = matrix_->declare(system.stiffnessPattern(), 2 * nn, position);
    forceOfMu_ = matrix_->declareRows(cq, 0, mh(), 2 * nn, mu, true);
    const int velocityLevel = 3 * nn + mh(), accelerationLevel = velocityLevel + mm;
    positionRow_ = matrix_->declareRows(cq, 0, mh(), 3 * nn, position);
    velocityRow_ = matrix_->declare(cq, velocityLevel, velocity);
    velocityByPosition_ = matrix_->declare(cq, velocityLevel, position);
    accelerationRow_ = matrix_->declare(cq, accelerationLevel, acceleration);
    accelerationByVelocity_ = matrix_->declare(cq, accelerationLevel, velocity);
    accelerationByPosition_ = matrix_->declare(cq, accelerationLevel, position);
    matrix_->freeze();
  }

  BlockMatrix::Block mass_, damping_, stiffness_, forceOfLambda_, minusAcceleration_, velocity_, changeOfTau_,
      curvatureOfTau_, forceOfTau_, minusVelocity_, position_, curvatureOfMu_, forceOfMu_, positionRow_,
      velocityRow_, velocityByPosition_, accelerationRow_, accelerationByVelocity_, accelerationByPosition_;
  Vector vRate_;     // v̇, which differs from a by C_qᵀ τ
  Vector tau_, mu_;  // ĥ²τ, ĥμ (0 for nonholonomic rows)
  Vector filtered_, rows_;
  std::vector<double> curvature_, curvatureByVelocity_, accelerationChange_;
};

}  // namespace

std::unique_ptr<Integrator> makeBdfIndex1(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<BdfIndex1>(system, settings, work);
}

}  // namespace holonom
