// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf.h"
#include "solvers/integrators/newton_status.h"
#include "solvers/integrators/scaled_solver.h"

namespace holonom {
namespace {

/// BDF on the stabilised index-2 form of Gear, Gupta and Leimkuhler (000, eq. (81)–(84)). Unknowns ĥε, δ, ĥ²λ
/// and ĥμ, a scaling in which ĥ appears only beside D, K and P, so that the factorisation outlives changes of
/// the step:
///
///     rows                          ĥε       δ        ĥ²λ    ĥμ
///     ĥ²(M v̇ + C_qᵀ λ − Q) = 0    [ M + ĥD   ĥ²K      C_qᵀ   0    ]
///     ĥ(q̇ − v + C_qᵀ μ) = 0       [ −I       I + N     0     C_qᵀ ]   N = Σ ĥμ_i C^i_qq
///     C = 0                        [ 0        C_q      0      0    ]
///     ĥ(C_q v + C_t) = 0           [ C_q      ĥP       0      0    ]   P = (C_q v + C_t)_q
///
/// Nonholonomic rows (000, eq. (94)) stand with the last: G for C_q v + C_t, with multipliers among λ but
/// none among μ. q and v both lie on their manifolds at every step, so λ and v̇ come out without spikes. μ
/// vanishes in exact arithmetic.
class BdfIndex2 final : public Bdf {
 public:
  BdfIndex2(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : Bdf(system, settings, work,
            2 * system.coordinateCount() + system.constraintCount() + system.holonomicCount(),
            newtonSettings(settings)),
        mu_(m()), filtered_(2 * n() + m() + mh()), rows_(m()),
        hessianValues_(system.stiffnessPattern().nonZeros()) {
    const int velocity = 0, position = n(), lambda = 2 * n(), mu = 2 * n() + m();
    const SparsePattern& cq = system.constraintPattern();
    matrix_ = std::make_unique<BlockMatrix>(mu + mh());
    mass_ = matrix_->declare(system.massPattern(), 0, velocity);
    damping_ = matrix_->declare(system.dampingPattern(), 0, velocity);
    stiffness_ = matrix_->declare(system.stiffnessPattern(), 0, position);
    forceOfLambda_ = matrix_->declare(cq, 0, lambda, true);
    minusIdentity_ = matrix_->declareIdentity(n(), n(), velocity);
    identity_ = matrix_->declareIdentity(n(), n(), position);
    hessian_ = matrix_->declare(system.stiffnessPattern(), n(), position);
    forceOfMu_ = matrix_->declareRows(cq, 0, mh(), n(), mu, true);
    positionRow_ = matrix_->declareRows(cq, 0, mh(), 2 * n(), position);
    velocityRow_ = matrix_->declare(cq, 2 * n() + mh(), velocity);
    velocityChange_ = matrix_->declare(cq, 2 * n() + mh(), position);
    matrix_->freeze();
    solver_ = makeScaledSolver(*matrix_, system, {velocity, position});
  }

 protected:
  void beginIteration() override {
    delta_.setZero();
    epsilon_.setZero();
    mu_.setZero();
  }

  void residual(VectorRef F) override {
    const int nn = n(), mm = m();
    const auto metric = balance_.metricArray();
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.dynamics(trial_.a, trial_.lambda, F.head(nn));
    F.head(nn) *= hHat_ * hHat_;
    F.segment(nn, nn) = hHat_ * (qRate0_ - trial_.v) + delta_;
    F.segment(nn, nn).array() *= metric;
    balance_.addConstraintForce(mu_, F.segment(nn, nn));
    F.segment(2 * nn, mh()) = balance_.constraints().head(mh());
    balance_.velocityConstraints(trial_.v, F.tail(mm));
    F.tail(mm) *= hHat_;
  }

  bool renewJacobian() override {
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.evaluateDerivatives(trial_.a, trial_.lambda, true);
    balance_.system().constraintHessian(mu_, hessianValues_.data());
    matrix_->setZero();
    matrix_->add(mass_, balance_.mass());
    matrix_->add(damping_, balance_.damping(), hHat_);
    matrix_->add(stiffness_, balance_.stiffness(), hHat_ * hHat_);
    matrix_->add(forceOfLambda_, balance_.constraintJacobian());
    matrix_->add(minusIdentity_, balance_.metric(), -1);
    matrix_->add(identity_, balance_.metric());
    matrix_->add(hessian_, hessianValues_.data());
    matrix_->add(forceOfMu_, balance_.constraintJacobian());
    matrix_->add(positionRow_, balance_.constraintJacobian());
    matrix_->add(velocityRow_, balance_.constraintJacobian());
    matrix_->add(velocityChange_, balance_.velocityJacobian(), hHat_);
    return factorize();
  }

  void solve(VectorRef x) override { solveLinear(x); }

  void update(ConstVectorRef d) override {
    const int nn = n(), mm = m();
    const auto velocityStep = d.head(nn), positionStep = d.segment(nn, nn);
    epsilon_ += velocityStep / hHat_;
    trial_.v += velocityStep / hHat_;
    trial_.a += velocityStep / (hHat_ * hHat_);
    delta_ += positionStep;
    trial_.q += positionStep;
    trial_.lambda += d.segment(2 * nn, mm) / (hHat_ * hHat_);
    mu_.head(mh()) += d.tail(mh());
  }

  double norm(ConstVectorRef d) override {
    const double velocity = weights_.velocityNorm(d.head(n())) / hHat_;
    const double position = weights_.positionNorm(d.segment(n(), n()));
    return largestNorm({position, velocity, multiplierNorm(d.segment(2 * n(), m()))});
  }

  /// ε on the first row and the velocity level, then δ on the second row and the position level.
  void filterStiffError(VectorRef delta, VectorRef epsilon, VectorRef) override {
    const DaeSystem& system = balance_.system();
    const int nn = n();
    filtered_.setZero();
    addProduct(system.massPattern(), balance_.mass(), epsilon, 1, filtered_.head(nn));
    addProduct(system.constraintPattern(), balance_.constraintJacobian(), epsilon, 1, filtered_.tail(m()));
    solveLinear(filtered_);
    epsilon = filtered_.head(nn);
    rows_.setZero();
    addProduct(system.constraintPattern(), balance_.constraintJacobian(), delta, 1, rows_);
    filtered_.setZero();
    filtered_.segment(nn, nn).array() = balance_.metricArray() * delta.array();
    filtered_.segment(2 * nn, mh()) = rows_.head(mh());
    solveLinear(filtered_);
    delta = filtered_.segment(nn, nn);
  }
  bool filtersStiffErrors() const override { return true; }

 private:
  BlockMatrix::Block mass_, damping_, stiffness_, forceOfLambda_, minusIdentity_, identity_, hessian_,
      forceOfMu_, positionRow_, velocityRow_, velocityChange_;
  Vector mu_;  // ĥμ, 0 for nonholonomic rows
  Vector filtered_, rows_;
  std::vector<double> hessianValues_;
};

}  // namespace

std::unique_ptr<Integrator> makeBdfIndex2(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<BdfIndex2>(system, settings, work);
}

}  // namespace holonom
