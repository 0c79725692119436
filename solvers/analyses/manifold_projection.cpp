// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/manifold_projection.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "solvers/analyses/row_sizes.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {
namespace {

SparsePattern diagonalPattern(int n) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i);
  return SparsePattern::fromEntries(n, n, std::move(entries));
}

/// [A C_qᵀ; C_q 0] for a block A given by its pattern. It is solved without units, for x = S x̂ and λ = α R λ̂ with the scales S
/// of the coordinates, the inverse sizes R of the rows and the size α of S A S: no choice of units spoils the pivots.
class SaddlePoint {
 public:
  SaddlePoint(DaeSystem& system, const SparsePattern& topLeft)
      : system_(system), n_(system.coordinateCount()), topLeft_(topLeft), scale_(coordinateScales(system)),
        matrix_(n_ + system.constraintCount()), topValues_(topLeft.nonZeros()),
        jacobian_(system.constraintPattern().nonZeros()), scaled_(jacobian_.size()) {
    top_ = matrix_.declare(topLeft, 0, 0);
    transposed_ = matrix_.declare(system.constraintPattern(), 0, n_, true);
    constraint_ = matrix_.declare(system.constraintPattern(), n_, 0);
    matrix_.freeze();
    solver_ = makeLinearSolver(matrix_.pattern());
  }

  /// At the state the system was moved to.
  bool factorize(const double* topLeft) {
    system_.constraintJacobian(jacobian_.data());
    rowSize_ = rowSizes(system_, jacobian_, scale_);
    scaleBlocks(topLeft);
    matrix_.setZero();
    matrix_.add(top_, topValues_.data());
    matrix_.add(transposed_, scaled_.data());
    matrix_.add(constraint_, scaled_.data());
    return solver_->factorize(matrix_.values());
  }
  /// [b; c] on entry, [x; λ] on return.
  void solve(Vector& x) const {
    const auto m = rowSize_.size();
    x.head(n_).array() *= scale_.array() / weight_;
    x.tail(m).array() /= rowSize_.array();
    solver_->solve(x);
    x.head(n_).array() *= scale_.array();
    x.tail(m).array() *= weight_ / rowSize_.array();
  }
  const Vector& scale() const { return scale_; }
  const Vector& rowSize() const { return rowSize_; }  ///< at the last factorize()

 private:
  void scaleBlocks(const double* topLeft) {
    weight_ = 0;
    for (int col = 0; col < n_; ++col)
      for (int k = topLeft_.colStart[col]; k < topLeft_.colStart[col + 1]; ++k) {
        topValues_[k] = topLeft[k] * scale_[col] * scale_[topLeft_.rowIndex[k]];
        weight_ = std::max(weight_, std::abs(topValues_[k]));
      }
    if (!(weight_ > 0)) weight_ = 1;
    for (double& value : topValues_) value /= weight_;
    const SparsePattern& pattern = system_.constraintPattern();
    for (int col = 0; col < n_; ++col)
      for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
        scaled_[k] = jacobian_[k] * scale_[col] / rowSize_[pattern.rowIndex[k]];
  }

  DaeSystem& system_;
  int n_;
  SparsePattern topLeft_;
  Vector scale_, rowSize_;
  double weight_ = 1;  // α
  BlockMatrix matrix_;
  BlockMatrix::Block top_ = 0, transposed_ = 0, constraint_ = 0;
  std::vector<double> topValues_, jacobian_, scaled_;
  std::unique_ptr<LinearSolver> solver_;
};

/// Large enough to turn a link by half a radian, small enough to stay on the same branch.
double stepFraction(const Vector& scale, ConstVectorRef step) {
  const double ratio = scaledSize(step, scale);
  return ratio > 0.5 ? 0.5 / ratio : 1;
}

}  // namespace

bool projectPositions(DaeSystem& system, double t, ConstVectorRef v, const StartMetric& W, const Vector& q0, Vector& q) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  SaddlePoint saddle(system, W.pattern);
  constexpr double kTolerance = 1e-13;  // of the sizes of the rows
  Vector x(n + m), c(m);
  double previous = 0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    system.moveTo(t, q, v);
    system.constraints(c);
    if (!c.allFinite() || !saddle.factorize(W.values.data())) return false;
    x.head(n).setZero();
    addProduct(W.pattern, W.values.data(), q0 - q, 1, x.head(n));
    x.tail(m) = -c;
    saddle.solve(x);
    if (!x.allFinite()) return false;
    q += stepFraction(saddle.scale(), x.head(n)) * x.head(n);
    const double change = scaledSize(x.head(n), saddle.scale());
    const bool stalled = iteration > 5 && change > 0.5 * previous;
    previous = change;
    const double gap = scaledSize(c, saddle.rowSize());
    if (gap < kTolerance && (change < 1e-11 || stalled)) return true;
    if (gap < 100 * kTolerance && change < 1e-10) return true;
  }
  return false;
}

bool projectPositions(DaeSystem& system, double t, ConstVectorRef v, const Vector& weight, const Vector& q0, Vector& q) {
  return projectPositions(system, t, v, {diagonalPattern(system.coordinateCount()), {weight.begin(), weight.end()}}, q0, q);
}

bool projectVelocities(DaeSystem& system, State& state, const StartMetric& W, const Vector& v0) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  const bool linear = system.holonomicCount() == m;
  constexpr int kMaxIterations = 60;
  SaddlePoint saddle(system, W.pattern);
  Vector x(n + m), ct(m), target = Vector::Zero(n);
  addProduct(W.pattern, W.values.data(), v0, 1, target);
  state.v = v0;
  double previous = 0;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    system.moveTo(state.t, state.q, state.v);
    system.constraintTimeDerivative(ct);  // nonholonomic rows G − G_v v, so that the solution of the step is v itself
    if (!saddle.factorize(W.values.data())) return false;
    x << target, -ct;
    saddle.solve(x);
    if (!x.allFinite()) return false;
    const double change = scaledSize(x.head(n) - state.v, saddle.scale());
    state.v = x.head(n);
    const double speed = 1 / system.timeScale() + scaledSize(state.v, saddle.scale());
    if (linear || change <= 1e-14 * speed) return true;
    if (iteration > 3 && change > 0.5 * previous && change < 1e-10 * speed) return true;
    previous = change;
  }
  return false;
}

bool projectVelocitiesByMass(DaeSystem& system, State& state, const Vector& v0) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  SaddlePoint saddle(system, system.massPattern());
  std::vector<double> mass(system.massPattern().nonZeros());
  system.moveTo(state.t, state.q, v0);
  system.mass(mass.data());
  Vector x = Vector::Zero(n + m), ct(m);
  system.constraintTimeDerivative(ct);
  if (!saddle.factorize(mass.data())) return false;
  addProduct(system.massPattern(), mass.data(), v0, 1, x.head(n));
  x.tail(m) = -ct;
  saddle.solve(x);
  state.v = x.head(n);
  return x.allFinite();
}

bool solveAccelerations(DaeSystem& system, State& state) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  SaddlePoint saddle(system, system.massPattern());
  std::vector<double> mass(system.massPattern().nonZeros());
  system.moveTo(state.t, state.q, state.v);
  system.mass(mass.data());
  Vector x(n + m);
  Vector Q(n), g(m);
  system.forces(Q);
  system.gamma(g);
  if (!saddle.factorize(mass.data())) return false;
  x << Q, g;
  saddle.solve(x);
  state.a = x.head(n);
  state.lambda = x.tail(m);
  return x.allFinite();
}

namespace {

/// Δv of [M C_qᵀ; C_q 0][Δv; Λ] = [p; r]; the system has been moved to its state.
bool solveImpulse(DaeSystem& system, ConstVectorRef p, ConstVectorRef r, Vector& change) {
  SaddlePoint saddle(system, system.massPattern());
  std::vector<double> mass(system.massPattern().nonZeros());
  system.mass(mass.data());
  if (!saddle.factorize(mass.data())) return false;
  Vector x(p.size() + r.size());
  x << p, r;
  saddle.solve(x);
  change = x.head(p.size());
  return x.allFinite();
}

}  // namespace

bool projectByImpulse(DaeSystem& system, State& state) {
  system.moveTo(state.t, state.q, state.v);
  std::vector<double> jacobian(system.constraintPattern().nonZeros());
  Vector r(system.constraintCount()), change;
  system.constraintJacobian(jacobian.data());
  system.constraintTimeDerivative(r);
  addProduct(system.constraintPattern(), jacobian.data(), state.v, 1, r);
  if (!solveImpulse(system, Vector::Zero(state.v.size()), -r, change)) return false;
  state.v += change;
  return true;
}

bool impulseResponse(DaeSystem& system, const State& state, ConstVectorRef p, Vector& change) {
  system.moveTo(state.t, state.q, state.v);
  return solveImpulse(system, p, Vector::Zero(system.constraintCount()), change);
}

bool leastSquaresProjection(DaeSystem& system, double t, const Vector& v, const Vector& weight, Vector& q) {
  const int n = system.coordinateCount(), m = system.constraintCount(), mh = system.holonomicCount();
  std::vector<double> jacobian(system.constraintPattern().nonZeros());
  Eigen::MatrixXd J(m, n);
  constexpr double kTolerance = 1e-10;  // of the sizes of the rows
  Vector c(m), trialC(m);
  const Vector scale = coordinateScales(system), inverseWeight = weight.cwiseInverse();
  double damping = 1e-3;
  system.moveTo(t, q, v);
  system.constraints(c);
  const Vector perSize = rowSizes(system).cwiseInverse();
  c.array() *= perSize.array();
  for (int iteration = 0; iteration < 200 && c.cwiseAbs().maxCoeff() > kTolerance; ++iteration) {
    system.moveTo(t, q, v);
    system.constraintJacobian(jacobian.data());
    J.setZero();
    const SparsePattern& pattern = system.constraintPattern();
    for (int col = 0; col < n; ++col)
      for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1] && pattern.rowIndex[k] < mh; ++k)
        J(pattern.rowIndex[k], col) = perSize[pattern.rowIndex[k]] * jacobian[k];
    Eigen::MatrixXd normal = J * inverseWeight.asDiagonal() * J.transpose();
    normal.diagonal().array() += damping * std::max(normal.diagonal().maxCoeff(), 1e-30);
    Vector step = -(inverseWeight.asDiagonal() * (J.transpose() * normal.ldlt().solve(c))).eval();
    step *= stepFraction(scale, step);
    const Vector trial = q + step;
    system.moveTo(t, trial, v);
    system.constraints(trialC);
    trialC.array() *= perSize.array();
    if (trialC.allFinite() && trialC.norm() < c.norm()) {
      q = trial;
      c = trialC;
      damping = std::max(0.1 * damping, 1e-15);
    } else {
      damping *= 10;
      if (damping > 1e6) return false;
    }
  }
  return c.cwiseAbs().maxCoeff() <= kTolerance;
}

}  // namespace holonom
