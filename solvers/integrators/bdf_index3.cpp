// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf.h"
#include "solvers/integrators/newton_status.h"
#include "solvers/integrators/scaled_solver.h"

namespace holonom {
namespace {

/// BDF on the index-3 form (000, eq. (73)–(80), Algorithm 4). Unknowns δ and λ̂ = ĥ² λ:
///
///     rows                        δ      λ̂
///     ĥ²(M v̇ + C_qᵀ λ − Q) = 0   [ M̂    C_qᵀ ]     M̂ = M + ĥ D + ĥ² K
///     C = 0                       [ C_q   0   ]
///     ĥ G = 0                     [ G_v + ĥ G_q   0 ]             nonholonomic rows, G_v among the C_q of C_qᵀ (000, §7)
///
/// with ε = q̇⁰ − v⁰ + δ/ĥ and v̇ = v̇⁰ + ε/ĥ. Errors of q of size e appear in v as e/ĥ and in v̇ as e/ĥ²
/// across the constraint manifold: the spikes. The error test therefore looks at ε through the filter (80), J
/// [ε̂; ·] = [M̂ ε; 0], which keeps the part of ε that is tangent to the manifold; the solution itself is
/// left as it is. Nonholonomic rows hold v itself, so what ε has across them is no noise: the filter leaves
/// it, (G_v + ĥ G_q) ε for 0 on their right-hand side.
///
/// Order 1 gives v across the constraints with the error −½ h v̇. The difference of two such velocities is
/// v̇, but for steps of different size, or behind a step of order 2, it is wrong by as much as half of v̇
/// itself, however small the steps: the reactions are, and through the masses they shake what is free to
/// move, a flexible rod above all. The error estimate of order 1 cannot know that beforehand; the next steps
/// fail, change their size, and keep the motion shaking. At order 2 the same error goes with h. Order 1 is
/// therefore used at the start and behind repeated failures, but never chosen because it seems to allow
/// larger steps.
///
/// What the iteration leaves undone across the manifold enters the history of v divided by ĥ. At the usual
/// 1e-3 this noise, not the method, limits the accuracy below rtol = 1e-5; 1e-5 costs a third more iterations
/// and removes it (Andrews' mechanism, tests/benchmarks).
constexpr double kNewtonTolerance = 1e-5;

class BdfIndex3 final : public Bdf {
 public:
  BdfIndex3(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : Bdf(system, settings, work, system.coordinateCount() + system.constraintCount(),
            newtonSettings(settings, kNewtonTolerance)),
        tangential_(n() + m()) {
    matrix_ = std::make_unique<BlockMatrix>(n() + m());
    mass_ = matrix_->declare(system.massPattern(), 0, 0);
    damping_ = matrix_->declare(system.dampingPattern(), 0, 0);
    stiffness_ = matrix_->declare(system.stiffnessPattern(), 0, 0);
    transposed_ = matrix_->declare(system.constraintPattern(), 0, n(), true);
    jacobian_ = matrix_->declare(system.constraintPattern(), n(), 0);
    nonholonomicChange_ = matrix_->declareRows(system.constraintPattern(), mh(), m(), n() + mh(), 0);
    matrix_->freeze();
    solver_ = makeScaledSolver(*matrix_, system, {0});
  }

 protected:
  void beginIteration() override {
    delta_.setZero();
    epsilon_ = qRate0_ - trial_.v;
    trial_.v += epsilon_;
    trial_.a += epsilon_ / hHat_;
    trial_.lambda = state_.lambda;  // λ may carry spikes; extrapolating would amplify them
  }

  void residual(VectorRef F) override {
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    balance_.dynamics(trial_.a, trial_.lambda, F.head(n()));
    F.head(n()) *= hHat_ * hHat_;
    F.tail(m()) = balance_.constraints();
    if (balance_.isHolonomic()) return;
    balance_.nonholonomic(trial_.v, F.tail(m() - mh()));
    F.tail(m() - mh()) *= hHat_;
  }

  bool renewJacobian() override {
    balance_.evaluate(trial_.t, trial_.q, trial_.v);
    const bool nonholonomic = !balance_.isHolonomic();
    balance_.evaluateDerivatives(trial_.a, trial_.lambda, nonholonomic);
    matrix_->setZero();
    matrix_->add(mass_, balance_.mass());
    matrix_->add(damping_, balance_.damping(), hHat_);
    matrix_->add(stiffness_, balance_.stiffness(), hHat_ * hHat_);
    matrix_->add(transposed_, balance_.constraintJacobian());
    matrix_->add(jacobian_, balance_.constraintJacobian());
    if (nonholonomic) matrix_->add(nonholonomicChange_, balance_.velocityJacobian(), hHat_);
    return factorize();
  }

  /// With [r₁; r₂; r₃] on the right (balance, C, G) the tangential part of the update is J⁻¹ [r₁; 0; r₃]:
  /// what (80) would give, for one solve.
  void solve(VectorRef x) override {
    if (settings_.projectionFilter) {
      tangential_ = x;
      tangential_.segment(n(), mh()).setZero();
      solveLinear(tangential_);
    }
    solveLinear(x);
    if (!settings_.projectionFilter) tangential_.head(n()) = x.head(n());
  }

  void update(ConstVectorRef d) override {
    const auto step = d.head(n());
    delta_ += step;
    epsilon_ += step / hHat_;
    trial_.q += step;
    trial_.v += step / hHat_;
    trial_.a += step / (hHat_ * hHat_);
    trial_.lambda += d.tail(m()) / (hHat_ * hHat_);
  }

  double norm(ConstVectorRef d) override {
    const double position = weights_.positionNorm(d.head(n()));
    const double velocity = weights_.velocityNorm(tangential_.head(n())) / hHat_;
    return largestNorm({position, velocity, multiplierNorm(d.tail(m()))});
  }

  int leastOrder() const override { return m() > 0 ? 2 : 1; }

  void filterVelocityError(VectorRef epsilon) override {
    if (!settings_.projectionFilter) return;
    tangential_.setZero();
    matrix_->multiplyTopLeft(n(), epsilon, tangential_);
    if (!balance_.isHolonomic())
      matrix_->multiplyRows(n() + mh(), n(), epsilon, tangential_.tail(m() - mh()));
    solveLinear(tangential_);
    epsilon = tangential_.head(n());
  }

 private:
  BlockMatrix::Block mass_, damping_, stiffness_, transposed_, jacobian_, nonholonomicChange_;
  Vector tangential_;
};

}  // namespace

std::unique_ptr<Integrator> makeBdfIndex3(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<BdfIndex3>(system, settings, work);
}

}  // namespace holonom
