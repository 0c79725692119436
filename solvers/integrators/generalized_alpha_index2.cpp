// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/generalized_alpha.h"
#include "solvers/integrators/scaled_solver.h"

namespace holonom {
namespace {

/// The generalized-α family on the stabilised index-2 form of Gear, Gupta and Leimkuhler (000, eq.
/// (37)–(39)). With u = βh x and w = βh² y of the paper, λ̂ = (βh²/η) λ and μ̂ = (βh/γ) μ, h stands only
/// beside D, K and P:
///
///     rows                             w              u           λ̂      μ̂
///     (βh²/η)(M v̇ + C_qᵀ λ − Q) = 0  [ M + (γh/η)D   (βh²/η)K    C_qᵀ   0    ]
///     u − w + C_qᵀ μ̂ = 0              [ −I            I + N       0      C_qᵀ ]   N = Σ μ̂_i C^i_qq
///     C = 0                           [ 0             C_q         0      0    ]
///     (βh/γ)(C_q v + C_t) = 0         [ C_q           (βh/γ)P     0      0    ]   P = (C_q v + C_t)_q
///
/// The second row is (βh/γ)(q̇ − v + C_qᵀ μ) with q̇ = v⁰ + γ/(βh) u. Its derivative by q is + Σ μ_i C^i_qq:
/// the paper's (39) prints a minus. μ vanishes in exact arithmetic. Nonholonomic rows (000, eq. (94)) stand
/// with the last, G for C_q v + C_t, with multipliers among λ but none among μ.
class GeneralizedAlphaIndex2 final : public GeneralizedAlpha {
 public:
  GeneralizedAlphaIndex2(DaeSystem& system, const GeneralizedAlphaParameters& parameters,
                         const IntegratorSettings& settings, Work& work)
      : GeneralizedAlpha(system, parameters, 2, settings, work,
                         2 * system.coordinateCount() + system.constraintCount() + system.holonomicCount()),
        difference_(n()), mu_(m()), hessianValues_(system.stiffnessPattern().nonZeros()) {
    const int velocity = 0, position = n(), lambda = 2 * n(), mu = 2 * n() + m();
    const SparsePattern& cq = system.constraintPattern();
    mass_ = matrix_.declare(system.massPattern(), 0, velocity);
    damping_ = matrix_.declare(system.dampingPattern(), 0, velocity);
    stiffness_ = matrix_.declare(system.stiffnessPattern(), 0, position);
    forceOfLambda_ = matrix_.declare(cq, 0, lambda, true);
    minusIdentity_ = matrix_.declareIdentity(n(), n(), velocity);
    identity_ = matrix_.declareIdentity(n(), n(), position);
    hessian_ = matrix_.declare(system.stiffnessPattern(), n(), position);
    forceOfMu_ = matrix_.declareRows(cq, 0, mh(), n(), mu, true);
    positionRow_ = matrix_.declareRows(cq, 0, mh(), 2 * n(), position);
    velocityRow_ = matrix_.declare(cq, 2 * n() + mh(), velocity);
    velocityChange_ = matrix_.declare(cq, 2 * n() + mh(), position);
    matrix_.freeze();
    solver_ = makeScaledSolver(matrix_, system, {velocity, position});
  }

 private:
  void beginIteration() override {
    difference_.setZero();
    mu_.setZero();
    beginWhereLastStepLeads();
  }

  void residual(VectorRef F) override {
    const int nn = n(), mm = m();
    const auto metric = balance_.metricArray();
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.dynamics(trial_.a, trial_.lambda, F.head(nn));
    F.head(nn) *= balanceFactor();
    F.segment(nn, nn) = difference_;
    F.segment(nn, nn).array() *= metric;
    balance_.addConstraintForce(mu_, F.segment(nn, nn));
    F.segment(2 * nn, mh()) = balance_.constraints().head(mh());
    balance_.velocityConstraints(trial_.v, F.tail(mm));
    F.tail(mm) *= rateFactor();
  }

  bool renewJacobian() override {
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.evaluateDerivatives(trial_.a, trial_.lambda, true);
    balance_.system().constraintHessian(mu_, hessianValues_.data());
    matrix_.setZero();
    matrix_.add(mass_, balance_.mass());
    matrix_.add(damping_, balance_.damping(), dampingFactor());
    matrix_.add(stiffness_, balance_.stiffness(), balanceFactor());
    matrix_.add(forceOfLambda_, balance_.constraintJacobian());
    matrix_.add(minusIdentity_, balance_.metric(), -1);
    matrix_.add(identity_, balance_.metric());
    matrix_.add(hessian_, hessianValues_.data());
    matrix_.add(forceOfMu_, balance_.constraintJacobian());
    matrix_.add(positionRow_, balance_.constraintJacobian());
    matrix_.add(velocityRow_, balance_.constraintJacobian());
    matrix_.add(velocityChange_, balance_.velocityJacobian(), rateFactor());
    return factorize();
  }

  void update(ConstVectorRef d) override {
    const int nn = n(), mm = m();
    const auto w = d.head(nn), u = d.segment(nn, nn);
    correct(u, w, w);
    difference_ += u - w;
    trial_.lambda += d.segment(2 * nn, mm) / balanceFactor();
    mu_.head(mh()) += d.tail(mh());
  }

  double norm(ConstVectorRef d) override { return normOf(d.segment(n(), n()), d.head(n())); }

  BlockMatrix::Block mass_, damping_, stiffness_, forceOfLambda_, minusIdentity_, identity_, hessian_,
      forceOfMu_, positionRow_, velocityRow_, velocityChange_;
  Vector difference_;  // u − w
  Vector mu_;          // μ̂, 0 for nonholonomic rows
  std::vector<double> hessianValues_;
};

}  // namespace

std::unique_ptr<Integrator> makeGeneralizedAlphaIndex2(DaeSystem& system,
                                                       const GeneralizedAlphaParameters& parameters,
                                                       const IntegratorSettings& settings, Work& work) {
  return std::make_unique<GeneralizedAlphaIndex2>(system, parameters, settings, work);
}

}  // namespace holonom
