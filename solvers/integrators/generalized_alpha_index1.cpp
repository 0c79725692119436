// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/generalized_alpha.h"
#include "solvers/integrators/scaled_solver.h"

namespace holonom {
namespace {

/// The generalized-α family in the variables of index 1 (000, §3, last form, and the last form of §4): the
/// acceleration a obeys C_q a = γ as well, and it is a, not v̇, that enters the recursion of a⁎. With the
/// corrections s of a, w of v and u of q in lengths, λ̂ = (βh²/η) λ, τ̂ = (βh²/η) τ and μ̂ = (βh/γ) μ, h
/// stands only beside D, K and the derivatives of the lower constraint levels:
///
///     rows                             s       w             u              λ̂     τ̂     μ̂
///     (βh²/η)(M a + C_qᵀ λ − Q) = 0  [ M       (γh/η)D       (βh²/η)K       C_qᵀ  0     0    ]
///     w − s + C_qᵀ τ̂ = 0              [ −I      I             N(τ̂)           0     C_qᵀ  0    ]   N(x) = Σ x_i C^i_qq
///     u − w + C_qᵀ μ̂ = 0              [ 0       −I            I + N(μ̂)       0     0     C_qᵀ ]
///     C = 0                           [ 0       0             C_q            0     0     0    ]
///     (βh/γ)(C_q v + C_t) = 0         [ 0       C_q           (βh/γ)P        0     0     0    ]   P = (C_q v + C_t)_q
///     (βh²/η)(C_q a − γ) = 0          [ C_q     (γh/η)B       (βh²/η)A       0     0     0    ]   A = (C_q a − γ)_q
///
/// B = (C_q a − γ)_v, which is 2P in holonomic rows. Nonholonomic rows have no part in C = 0 and no μ; to the
/// derivative of the second row by w they add (γ/(βh)) (G_vᵀ τ̂)_v. /// The second row is (βh²/η)(v̇ − a +
/// C_qᵀ τ), the third (βh/γ)(q̇ − v + C_qᵀ μ). a and λ follow from q and v without a division by h, so that
/// they come out as smooth as these.
class GeneralizedAlphaIndex1 final : public GeneralizedAlpha {
 public:
  GeneralizedAlphaIndex1(DaeSystem& system, const GeneralizedAlphaParameters& parameters,
                         const IntegratorSettings& settings, Work& work)
      : GeneralizedAlpha(
            system, parameters, 1, settings, work,
            3 * system.coordinateCount() + 2 * system.constraintCount() + system.holonomicCount()),
        velocityGap_(n()), positionGap_(n()), tau_(m()), mu_(m()),
        curvature_(system.stiffnessPattern().nonZeros()),
        curvatureByVelocity_(system.dampingPattern().nonZeros()),
        accelerationChange_(system.constraintPattern().nonZeros()) {
    declareBlocks(system);
    solver_ = makeScaledSolver(matrix_, system, {0, n(), 2 * n()});
  }

 private:
  void declareBlocks(const DaeSystem& system) {
    const int nn = n(), mm = m();
    const int acceleration = 0, velocity = nn, position = 2 * nn, lambda = 3 * nn, tau = lambda + mm,
              mu = tau + mm;
    const SparsePattern& cq = system.constraintPattern();
    mass_ = matrix_.declare(system.massPattern(), 0, acceleration);
    damping_ = matrix_.declare(system.dampingPattern(), 0, velocity);
    stiffness_ = matrix_.declare(system.stiffnessPattern(), 0, position);
    forceOfLambda_ = matrix_.declare(cq, 0, lambda, true);
    minusAcceleration_ = matrix_.declareIdentity(nn, nn, acceleration);
    velocity_ = matrix_.declareIdentity(nn, nn, velocity);
    changeOfTau_ =
        matrix_.declareRows(system.dampingPattern(), 0, balance_.isHolonomic() ? 0 : nn, nn, velocity);
    curvatureOfTau_ = matrix_.declare(system.stiffnessPattern(), nn, position);
    forceOfTau_ = matrix_.declare(cq, nn, tau, true);
    minusVelocity_ = matrix_.declareIdentity(nn, 2 * nn, velocity);
    position_ = matrix_.declareIdentity(nn, 2 * nn, position);
    curvatureOfMu_ = matrix_.declare(system.stiffnessPattern(), 2 * nn, position);
    forceOfMu_ = matrix_.declareRows(cq, 0, mh(), 2 * nn, mu, true);
    const int velocityLevel = 3 * nn + mh(), accelerationLevel = velocityLevel + mm;
    positionRow_ = matrix_.declareRows(cq, 0, mh(), 3 * nn, position);
    velocityRow_ = matrix_.declare(cq, velocityLevel, velocity);
    velocityByPosition_ = matrix_.declare(cq, velocityLevel, position);
    accelerationRow_ = matrix_.declare(cq, accelerationLevel, acceleration);
    accelerationByVelocity_ = matrix_.declare(cq, accelerationLevel, velocity);
    accelerationByPosition_ = matrix_.declare(cq, accelerationLevel, position);
    matrix_.freeze();
  }

  void beginIteration() override {
    velocityGap_.setZero();
    positionGap_.setZero();
    tau_.setZero();
    mu_.setZero();
    beginWhereLastStepLeads();
  }

  void residual(VectorRef F) override {
    const int nn = n(), mm = m();
    const auto metric = balance_.metricArray();
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.dynamics(trial_.a, trial_.lambda, F.head(nn));
    F.head(nn) *= balanceFactor();
    F.segment(nn, nn) = velocityGap_;
    F.segment(nn, nn).array() *= metric;
    balance_.addConstraintForce(tau_, F.segment(nn, nn));
    F.segment(2 * nn, nn) = positionGap_;
    F.segment(2 * nn, nn).array() *= metric;
    balance_.addConstraintForce(mu_, F.segment(2 * nn, nn));
    F.segment(3 * nn, mh()) = balance_.constraints().head(mh());
    balance_.velocityConstraints(trial_.v, F.segment(3 * nn + mh(), mm));
    F.segment(3 * nn + mh(), mm) *= rateFactor();
    balance_.accelerationConstraints(trial_.a, F.tail(mm));
    F.tail(mm) *= balanceFactor();
  }

  bool renewJacobian() override {
    const DaeSystem& system = balance_.system();
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.evaluateDerivatives(trial_.a, trial_.lambda, true);
    matrix_.setZero();
    matrix_.add(mass_, balance_.mass());
    matrix_.add(damping_, balance_.damping(), dampingFactor());
    matrix_.add(stiffness_, balance_.stiffness(), balanceFactor());
    for (const BlockMatrix::Block block : {minusAcceleration_, minusVelocity_})
      matrix_.add(block, balance_.metric(), -1);
    for (const BlockMatrix::Block block : {velocity_, position_}) matrix_.add(block, balance_.metric());
    system.constraintHessian(tau_, curvature_.data());
    matrix_.add(curvatureOfTau_, curvature_.data());
    if (!balance_.isHolonomic()) {
      system.constraintDamping(tau_, curvatureByVelocity_.data());
      matrix_.add(changeOfTau_, curvatureByVelocity_.data(), 1 / rateFactor());
    }
    system.constraintHessian(mu_, curvature_.data());
    matrix_.add(curvatureOfMu_, curvature_.data());
    for (const BlockMatrix::Block block :
         {forceOfLambda_, forceOfTau_, forceOfMu_, positionRow_, velocityRow_, accelerationRow_})
      matrix_.add(block, balance_.constraintJacobian());
    matrix_.add(velocityByPosition_, balance_.velocityJacobian(), rateFactor());
    system.accelerationVelocityJacobian(trial_.a, accelerationChange_.data());
    matrix_.add(accelerationByVelocity_, accelerationChange_.data(), dampingFactor());
    system.accelerationJacobian(trial_.a, accelerationChange_.data());
    matrix_.add(accelerationByPosition_, accelerationChange_.data(), balanceFactor());
    return factorize();
  }

  void update(ConstVectorRef d) override {
    const int nn = n(), mm = m();
    const auto s = d.head(nn), w = d.segment(nn, nn), u = d.segment(2 * nn, nn);
    correct(u, w, s);
    velocityGap_ += w - s;
    positionGap_ += u - w;
    trial_.lambda += d.segment(3 * nn, mm) / balanceFactor();
    tau_ += d.segment(3 * nn + mm, mm);
    mu_.head(mh()) += d.tail(mh());
  }

  /// s is judged like w: per h it is a change of velocity.
  double norm(ConstVectorRef d) override {
    const auto s = d.head(n()), w = d.segment(n(), n()), u = d.segment(2 * n(), n());
    return largestNorm({normOf(u, w), normOf(u, s)});
  }

  BlockMatrix::Block mass_, damping_, stiffness_, forceOfLambda_, minusAcceleration_, velocity_, changeOfTau_,
      curvatureOfTau_, forceOfTau_, minusVelocity_, position_, curvatureOfMu_, forceOfMu_, positionRow_,
      velocityRow_, velocityByPosition_, accelerationRow_, accelerationByVelocity_, accelerationByPosition_;
  Vector velocityGap_, positionGap_;  // w − s, u − w
  Vector tau_, mu_;                   // τ̂, μ̂ (0 for nonholonomic rows)
  std::vector<double> curvature_, curvatureByVelocity_, accelerationChange_;
};

}  // namespace

std::unique_ptr<Integrator> makeGeneralizedAlphaIndex1(DaeSystem& system,
                                                       const GeneralizedAlphaParameters& parameters,
                                                       const IntegratorSettings& settings, Work& work) {
  return std::make_unique<GeneralizedAlphaIndex1>(system, parameters, settings, work);
}

}  // namespace holonom
