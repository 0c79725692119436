// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/generalized_alpha.h"
#include "solvers/integrators/scaled_solver.h"

namespace holonom {
namespace {

/// The generalized-α family on the index-3 form (000, eq. (32)–(34)). Unknowns u = w = βh² x and λ̂ = (βh²/η)
/// λ:
///
///     rows                             u      λ̂
///     (βh²/η)(M v̇ + C_qᵀ λ − Q) = 0  [ M̂    C_qᵀ ]    M̂ = M + (γh/η) D + (βh²/η) K
///     C = 0                           [ C_q   0   ]
///     (βh/γ) G = 0                    [ G_v + (βh/γ) G_q   0 ]   nonholonomic rows, G_v among the C_q of C_qᵀ (000, §7)
class GeneralizedAlphaIndex3 final : public GeneralizedAlpha {
 public:
  GeneralizedAlphaIndex3(DaeSystem& system, const GeneralizedAlphaParameters& parameters,
                         const IntegratorSettings& settings, Work& work)
      : GeneralizedAlpha(system, parameters, 3, settings, work,
                         system.coordinateCount() + system.constraintCount()) {
    mass_ = matrix_.declare(system.massPattern(), 0, 0);
    damping_ = matrix_.declare(system.dampingPattern(), 0, 0);
    stiffness_ = matrix_.declare(system.stiffnessPattern(), 0, 0);
    transposed_ = matrix_.declare(system.constraintPattern(), 0, n(), true);
    jacobian_ = matrix_.declare(system.constraintPattern(), n(), 0);
    nonholonomicChange_ = matrix_.declareRows(system.constraintPattern(), mh(), m(), n() + mh(), 0);
    matrix_.freeze();
    solver_ = makeScaledSolver(matrix_, system, {0});
    filtered_.resize(n() + m());
  }

 private:
  void residual(VectorRef F) override {
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.dynamics(trial_.a, trial_.lambda, F.head(n()));
    F.head(n()) *= balanceFactor();
    F.tail(m()) = balance_.constraints();
    if (balance_.isHolonomic()) return;
    balance_.nonholonomic(trial_.v, F.tail(m() - mh()));
    F.tail(m() - mh()) *= rateFactor();
  }

  bool renewJacobian() override {
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    const bool nonholonomic = !balance_.isHolonomic();
    balance_.evaluateDerivatives(trial_.a, trial_.lambda, nonholonomic);
    matrix_.setZero();
    matrix_.add(mass_, balance_.mass());
    matrix_.add(damping_, balance_.damping(), dampingFactor());
    matrix_.add(stiffness_, balance_.stiffness(), balanceFactor());
    matrix_.add(transposed_, balance_.constraintJacobian());
    matrix_.add(jacobian_, balance_.constraintJacobian());
    if (nonholonomic) matrix_.add(nonholonomicChange_, balance_.velocityJacobian(), rateFactor());
    return factorize();
  }

  void update(ConstVectorRef d) override {
    correct(d.head(n()), d.head(n()), d.head(n()));
    trial_.lambda += d.tail(m()) / balanceFactor();
  }

  double norm(ConstVectorRef d) override { return normOf(d.head(n()), d.head(n())); }

  /// J [ŵ; ·] = [M̂ w; 0], as BDF does (000, eq. (80)): across the holonomic constraints w carries noise
  /// divided by h; what it has across nonholonomic rows stays.
  void filterVelocityError(VectorRef w) override {
    filtered_.setZero();
    matrix_.multiplyTopLeft(n(), w, filtered_);
    if (!balance_.isHolonomic()) matrix_.multiplyRows(n() + mh(), n(), w, filtered_.tail(m() - mh()));
    solve(filtered_);
    w = filtered_.head(n());
  }

  Vector filtered_;
  BlockMatrix::Block mass_ = 0, damping_ = 0, stiffness_ = 0, transposed_ = 0, jacobian_ = 0,
                     nonholonomicChange_ = 0;
};

}  // namespace

std::unique_ptr<Integrator> makeGeneralizedAlphaIndex3(DaeSystem& system,
                                                       const GeneralizedAlphaParameters& parameters,
                                                       const IntegratorSettings& settings, Work& work) {
  return std::make_unique<GeneralizedAlphaIndex3>(system, parameters, settings, work);
}

}  // namespace holonom
