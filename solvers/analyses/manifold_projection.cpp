// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/manifold_projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/analyses/scales.h"
#include "solvers/linear/least_squares.h"
#include "solvers/linear/saddle_point.h"

namespace holonom {
namespace {

/// What rounding of coordinates leaves, in parts of their scales: far from the origin more than nothing.
double roundingOf(const Vector& q, const Vector& scale) {
  return 4 * std::numeric_limits<double>::epsilon() * scaledSize(q, scale);
}

/// Iterations towards positions that satisfy the constraints. Steps as long as they may be that come nearer
/// are not counted, up to a limit: a lift may begin far from where it was drawn.
class Iterations {
 public:
  explicit Iterations(int most) : left_(most) {}
  bool goOn() const { return left_ > 0 && all_ < kMostInAll; }
  int made() const { return all_; }
  void count(double fraction, double gap) {
    const bool nearer = fraction < 1 && gap < last_;
    last_ = gap;
    ++all_;
    if (!nearer) --left_;
  }

 private:
  static constexpr int kMostInAll = 2000;
  int left_, all_ = 0;
  double last_ = std::numeric_limits<double>::infinity();
};

}  // namespace

bool projectPositions(DaeSystem& system, double t, ConstVectorRef v, const StartMetric& W, const Vector& q0,
                      Vector& q) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  SaddlePoint saddle(system, W.pattern);
  constexpr double kTolerance = 1e-13;  // of the sizes of the rows
  Vector x(n + m), c(m), sizes;
  double previous = 0;
  for (Iterations iterations(60); iterations.goOn();) {
    system.moveTo(t, q, v);
    system.constraints(c);
    if (!c.allFinite() || !saddle.factorize(W.values.data())) return false;
    x.head(n).setZero();
    addProduct(W.pattern, W.values.data(), q0 - q, 1, x.head(n));
    x.tail(m) = -c;
    saddle.solve(x);
    if (!x.allFinite()) return false;
    const double fraction = stepFraction(saddle.scale(), x.head(n));
    q += fraction * x.head(n);
    const double change = scaledSize(x.head(n), saddle.scale());
    const double rounding = roundingOf(q, saddle.scale());
    const bool stalled = iterations.made() > 5 && change > 0.5 * previous;
    previous = change;
    measureRows(system, saddle.jacobian(), saddle.scale(), sizes);
    const double gap = scaledSize(c, sizes);
    if (gap < std::max(kTolerance, rounding) && (change < std::max(1e-11, rounding) || stalled)) return true;
    if (gap < 100 * kTolerance && change < 1e-10) return true;
    iterations.count(fraction, gap);
  }
  return false;
}

bool projectPositions(DaeSystem& system, double t, ConstVectorRef v, const Vector& weight, const Vector& q0,
                      Vector& q) {
  return projectPositions(system, t, v,
                          {diagonalPattern(system.coordinateCount()), {weight.begin(), weight.end()}}, q0, q);
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
    // nonholonomic rows G − G_v v, so that the solution of the step is v itself
    system.constraintTimeDerivative(ct);
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
  SaddlePoint saddle(system);
  system.moveTo(state.t, state.q, v0);
  Vector x = Vector::Zero(n + m), ct(m);
  system.constraintTimeDerivative(ct);
  if (!saddle.factorize()) return false;
  saddle.addMatrixProduct(v0, x.head(n));
  x.tail(m) = -ct;
  saddle.solve(x);
  state.v = x.head(n);
  return x.allFinite();
}

bool solveAccelerations(DaeSystem& system, State& state) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  SaddlePoint saddle(system);
  system.moveTo(state.t, state.q, state.v);
  Vector x(n + m);
  system.forces(x.head(n));
  system.gamma(x.tail(m));
  if (!saddle.factorize()) return false;
  saddle.solve(x);
  state.a = x.head(n);
  state.lambda = x.tail(m);
  return x.allFinite();
}

namespace {

/// Entries of C_q in the given units of rows and coordinates, those of nonholonomic rows zero; the square of
/// the length of the longest row.
double scaleHolonomic(const DaeSystem& system, const Vector& perRow, const Vector& unit,
                      std::vector<double>& jacobian) {
  const SparsePattern& pattern = system.constraintPattern();
  Vector squares = Vector::Zero(pattern.rows);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) {
      const int row = pattern.rowIndex[k];
      jacobian[k] *= row < system.holonomicCount() ? perRow[row] * unit[col] : 0;
      squares[row] += jacobian[k] * jacobian[k];
    }
  return squares.maxCoeff();
}

/// Δv of [M C_qᵀ; C_q 0][Δv; Λ] = [p; r]; the system has been moved to its state.
bool solveImpulse(DaeSystem& system, ConstVectorRef p, ConstVectorRef r, Vector& change) {
  SaddlePoint saddle(system);
  if (!saddle.factorize()) return false;
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
  const int m = system.constraintCount();
  if (m == 0) return true;              // every place is on them
  constexpr double kTolerance = 1e-10;  // of the sizes of the rows
  const Vector unit = weight.cwiseSqrt().cwiseInverse();
  const SparsePattern& pattern = system.constraintPattern();
  std::vector<double> jacobian(pattern.nonZeros());
  DampedLeastSquares squares(pattern);
  Vector c(m), trialC(m), x, y;
  double damping = 1e-3;
  system.moveTo(t, q, v);
  system.constraints(c);
  const Vector scale = localScales(system), perSize = rowSizes(system, scale).cwiseInverse();
  c.array() *= perSize.array();
  const auto isOn = [&] { return c.cwiseAbs().maxCoeff() <= std::max(kTolerance, roundingOf(q, scale)); };
  for (Iterations iterations(200); iterations.goOn() && !isOn();) {
    system.moveTo(t, q, v);
    system.constraintJacobian(jacobian.data());
    const double largest = scaleHolonomic(system, perSize, unit, jacobian);
    const bool solved = squares.factorize(jacobian, damping * std::max(largest, 1e-30));
    if (solved) squares.solve(c, x, y);
    Vector trial = solved ? Vector(-unit.cwiseProduct(x)) : Vector::Zero(q.size());
    const double fraction = stepFraction(scale, trial);
    trial = q + fraction * trial;
    system.moveTo(t, trial, v);
    system.constraints(trialC);
    trialC.array() *= perSize.array();
    if (solved && trialC.allFinite() && trialC.norm() < c.norm()) {
      q = trial;
      c = trialC;
      damping = std::max(0.1 * damping, 1e-15);
    } else {
      damping *= 10;
      if (damping > 1e6) return false;
    }
    iterations.count(fraction, c.norm());
  }
  return isOn();
}

}  // namespace holonom
