// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/reference/implicit_form.h"

namespace holonom {
namespace {

/// The form of BdfIndex1 without its scaling:
///
///     rows                      a     v       q          λ      τ      μ
///     M a + C_qᵀ λ − Q = 0    [ M     D       K          C_qᵀ   0      0    ]
///     v′ − a + C_qᵀ τ = 0     [ −I    cI + E  N(τ)       0      C_qᵀ   0    ]   N(x) = (C_qᵀ x)_q, E = (G_vᵀ τ)_v
///     q′ − v + C_qᵀ μ = 0     [ 0     −I      cI + N(μ)  0      0      C_qᵀ ]
///     C = 0                   [ 0     0       C_q        0      0      0    ]
///     C_q v + C_t = 0         [ 0     C_q     P          0      0      0    ]   P = (C_q v + C_t)_q
///     C_q a − γ = 0           [ C_q   B       A          0      0      0    ]   A = (C_q a − γ)_q, B = (C_q a − γ)_v
class ImplicitIndex1 final : public ImplicitForm {
 public:
  ImplicitIndex1(DaeSystem& system, Work& work)
      : ImplicitForm(system, work,
                     3 * system.coordinateCount() + 2 * system.constraintCount() + system.holonomicCount(),
                     system.coordinateCount(), 2 * system.coordinateCount()),
        curvatureByVelocity_(system.dampingPattern().nonZeros()),
        accelerationChange_(system.constraintPattern().nonZeros()),
        mu_(Vector::Zero(system.constraintCount())) {
    const int nn = n(), mm = m(), lambda = 3 * nn, tau = lambda + mm, mu = tau + mm, row = 3 * nn;
    const SparsePattern& cq = system.constraintPattern();
    mass_ = matrix_.declare(system.massPattern(), 0, 0);
    damping_ = matrix_.declare(system.dampingPattern(), 0, velocity());
    stiffness_ = matrix_.declare(system.stiffnessPattern(), 0, position());
    minus_ = {matrix_.declareIdentity(nn, nn, 0), matrix_.declareIdentity(nn, 2 * nn, velocity())};
    rates_ = {matrix_.declareIdentity(nn, nn, velocity()), matrix_.declareIdentity(nn, 2 * nn, position())};
    changeOfTau_ =
        matrix_.declareRows(system.dampingPattern(), 0, balance_.isHolonomic() ? 0 : nn, nn, velocity());
    curvatureOfTau_ = matrix_.declare(system.stiffnessPattern(), nn, position());
    curvatureOfMu_ = matrix_.declare(system.stiffnessPattern(), 2 * nn, position());
    jacobians_ = {matrix_.declare(cq, 0, lambda, true),
                  matrix_.declare(cq, nn, tau, true),
                  matrix_.declareRows(cq, 0, mh(), 2 * nn, mu, true),
                  matrix_.declareRows(cq, 0, mh(), row, position()),
                  matrix_.declare(cq, row + mh(), velocity()),
                  matrix_.declare(cq, row + mh() + mm, 0)};
    velocityByPosition_ = matrix_.declare(cq, row + mh(), position());
    accelerationByVelocity_ = matrix_.declare(cq, row + mh() + mm, velocity());
    accelerationByPosition_ = matrix_.declare(cq, row + mh() + mm, position());
    matrix_.freeze();
  }

  void residual(double t, ConstVectorRef y, ConstVectorRef yRate, VectorRef F) override {
    const int nn = n(), mm = m(), row = 3 * nn;
    const auto a = y.head(nn), v = y.segment(nn, nn), q = y.segment(2 * nn, nn);
    balance_.evaluate(t, q, v);
    balance_.dynamics(a, y.segment(row, mm), F.head(nn));
    F.segment(nn, nn) = yRate.segment(nn, nn) - a;
    F.segment(nn, nn).array() *= balance_.metricArray();
    balance_.addConstraintForce(y.segment(row + mm, mm), F.segment(nn, nn));
    F.segment(2 * nn, nn) = yRate.segment(2 * nn, nn) - v;
    F.segment(2 * nn, nn).array() *= balance_.metricArray();
    mu_.head(mh()) = y.tail(mh());
    balance_.addConstraintForce(mu_, F.segment(2 * nn, nn));
    F.segment(row, mh()) = balance_.constraints().head(mh());
    balance_.velocityConstraints(v, F.segment(row + mh(), mm));
    balance_.accelerationConstraints(a, F.tail(mm));
  }

  void jacobian(double t, double c, ConstVectorRef y, ConstVectorRef) override {
    const int nn = n(), mm = m(), lambda = 3 * nn;
    const DaeSystem& system = balance_.system();
    balance_.evaluate(t, y.segment(2 * nn, nn), y.segment(nn, nn));
    balance_.evaluateDerivatives(y.head(nn), y.segment(lambda, mm), true);
    matrix_.setZero();
    matrix_.add(mass_, balance_.mass());
    matrix_.add(damping_, balance_.damping());
    matrix_.add(stiffness_, balance_.stiffness());
    for (const BlockMatrix::Block block : minus_) matrix_.add(block, balance_.metric(), -1);
    for (const BlockMatrix::Block block : rates_) matrix_.add(block, balance_.metric(), c);
    system.constraintHessian(y.segment(lambda + mm, mm), curvature_.data());
    matrix_.add(curvatureOfTau_, curvature_.data());
    if (!balance_.isHolonomic()) {
      system.constraintDamping(y.segment(lambda + mm, mm), curvatureByVelocity_.data());
      matrix_.add(changeOfTau_, curvatureByVelocity_.data());
    }
    mu_.head(mh()) = y.tail(mh());
    system.constraintHessian(mu_, curvature_.data());
    matrix_.add(curvatureOfMu_, curvature_.data());
    for (const BlockMatrix::Block block : jacobians_) matrix_.add(block, balance_.constraintJacobian());
    matrix_.add(velocityByPosition_, balance_.velocityJacobian());
    system.accelerationVelocityJacobian(y.head(nn), accelerationChange_.data());
    matrix_.add(accelerationByVelocity_, accelerationChange_.data());
    system.accelerationJacobian(y.head(nn), accelerationChange_.data());
    matrix_.add(accelerationByPosition_, accelerationChange_.data());
  }

  void pack(const State& state, VectorRef y, VectorRef yRate) const override {
    y << state.a, state.v, state.q, state.lambda, Vector::Zero(m() + mh());
    yRate << Vector::Zero(n()), state.a, state.v, Vector::Zero(2 * m() + mh());
  }

  void unpack(double t, ConstVectorRef y, ConstVectorRef, State& state) const override {
    state.t = t;
    state.a = y.head(n());
    state.v = y.segment(n(), n());
    state.q = y.segment(2 * n(), n());
    state.lambda = y.segment(3 * n(), m());
  }

 private:
  BlockMatrix::Block mass_, damping_, stiffness_, changeOfTau_, curvatureOfTau_, curvatureOfMu_,
      velocityByPosition_, accelerationByVelocity_, accelerationByPosition_;
  std::vector<BlockMatrix::Block> minus_, rates_, jacobians_;
  std::vector<double> curvatureByVelocity_, accelerationChange_;
  Vector mu_;
};

}  // namespace

std::unique_ptr<ImplicitForm> makeImplicitIndex1(DaeSystem& system, Work& work) {
  return std::make_unique<ImplicitIndex1>(system, work);
}

}  // namespace holonom
