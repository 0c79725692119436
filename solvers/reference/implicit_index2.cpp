// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/reference/implicit_form.h"

namespace holonom {
namespace {

///     rows                        v          q         λ      μ
///     M v′ + C_qᵀ λ − Q = 0     [ cM + D     K         C_qᵀ   0    ]
///     q′ − v + C_qᵀ μ = 0       [ −I         cI + N    0      C_qᵀ ]   N = Σ μ_i C^i_qq
///     C = 0                     [ 0          C_q       0      0    ]
///     C_q v + C_t = 0           [ C_q        P         0      0    ]   P = (C_q v + C_t)_q
class ImplicitIndex2 final : public ImplicitForm {
 public:
  ImplicitIndex2(DaeSystem& system, Work& work)
      : ImplicitForm(system, work,
                     2 * system.coordinateCount() + system.constraintCount() + system.holonomicCount(), 0,
                     system.coordinateCount()) {
    const int nn = n(), lambda = 2 * nn, mu = lambda + m();
    const SparsePattern& cq = system.constraintPattern();
    mass_ = matrix_.declare(system.massPattern(), 0, velocity());
    damping_ = matrix_.declare(system.dampingPattern(), 0, velocity());
    stiffness_ = matrix_.declare(system.stiffnessPattern(), 0, position());
    minusVelocity_ = matrix_.declareIdentity(nn, nn, velocity());
    rate_ = matrix_.declareIdentity(nn, nn, position());
    curvatureOfMu_ = matrix_.declare(system.stiffnessPattern(), nn, position());
    jacobians_ = {matrix_.declare(cq, 0, lambda, true), matrix_.declareRows(cq, 0, mh(), nn, mu, true),
                  matrix_.declareRows(cq, 0, mh(), 2 * nn, position()),
                  matrix_.declare(cq, 2 * nn + mh(), velocity())};
    velocityByPosition_ = matrix_.declare(cq, 2 * nn + mh(), position());
    mu_.setZero(m());
    matrix_.freeze();
  }

  void residual(double t, ConstVectorRef y, ConstVectorRef yRate, VectorRef F) override {
    const int nn = n(), mm = m();
    const auto v = y.head(nn), q = y.segment(nn, nn);
    balance_.evaluate(t, q, v);
    balance_.dynamics(yRate.head(nn), y.segment(2 * nn, mm), F.head(nn));
    F.segment(nn, nn) = yRate.segment(nn, nn) - v;
    F.segment(nn, nn).array() *= balance_.metricArray();
    mu_.head(mh()) = y.tail(mh());
    balance_.addConstraintForce(mu_, F.segment(nn, nn));
    F.segment(2 * nn, mh()) = balance_.constraints().head(mh());
    balance_.velocityConstraints(v, F.tail(mm));
  }

  void jacobian(double t, double c, ConstVectorRef y, ConstVectorRef yRate) override {
    const int nn = n(), mm = m();
    balance_.evaluate(t, y.segment(nn, nn), y.head(nn));
    balance_.evaluateDerivatives(yRate.head(nn), y.segment(2 * nn, mm), true);
    mu_.head(mh()) = y.tail(mh());
    balance_.system().constraintHessian(mu_, curvature_.data());
    matrix_.setZero();
    matrix_.add(mass_, balance_.mass(), c);
    matrix_.add(damping_, balance_.damping());
    matrix_.add(stiffness_, balance_.stiffness());
    matrix_.add(minusVelocity_, balance_.metric(), -1);
    matrix_.add(rate_, balance_.metric(), c);
    matrix_.add(curvatureOfMu_, curvature_.data());
    for (const BlockMatrix::Block block : jacobians_) matrix_.add(block, balance_.constraintJacobian());
    matrix_.add(velocityByPosition_, balance_.velocityJacobian());
  }

  void pack(const State& state, VectorRef y, VectorRef yRate) const override {
    y << state.v, state.q, state.lambda, Vector::Zero(mh());
    yRate << state.a, state.v, Vector::Zero(m() + mh());
  }

  void unpack(double t, ConstVectorRef y, ConstVectorRef yRate, State& state) const override {
    state.t = t;
    state.v = y.head(n());
    state.q = y.segment(n(), n());
    state.a = yRate.head(n());
    state.lambda = y.segment(2 * n(), m());
  }

 private:
  BlockMatrix::Block mass_, damping_, stiffness_, minusVelocity_, rate_, curvatureOfMu_, velocityByPosition_;
  Vector mu_;
  std::vector<BlockMatrix::Block> jacobians_;  // all places of C_q and C_qᵀ
};

}  // namespace

std::unique_ptr<ImplicitForm> makeImplicitIndex2(DaeSystem& system, Work& work) {
  return std::make_unique<ImplicitIndex2>(system, work);
}

}  // namespace holonom
