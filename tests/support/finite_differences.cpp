// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/finite_differences.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iomanip>
#include <limits>
#include <sstream>

#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

using NameOf = std::function<std::string(int)>;

/// f′(0) with an error of h⁴ f⁽⁵⁾/30.
template <class Function>
Vector derivative(Function f, double h) {
  const Vector near = f(h) - f(-h), far = f(2 * h) - f(-2 * h);
  return (8 * near - far) / (12 * h);
}

/// One state of one system and the difference quotients about it.
class DerivativeCheck {
 public:
  DerivativeCheck(DaeSystem& system, double t, const Vector& q, const Vector& v, const DifferenceSteps& steps)
      : system_(system), t_(t), q_(q), v_(v), steps_(steps) {}
  ~DerivativeCheck() { system_.moveTo(t_, q_, v_); }

  /// ∂f/∂q of a function of the present state of the system.
  template <class Function>
  Matrix byCoordinates(Function f) {
    Matrix result(f().size(), q_.size());
    for (int j = 0; j < q_.size(); ++j)
      result.col(j) = derivative([&](double h) { return at(t_, q_ + h * unit(j), v_, f); },
                                 steps_.coordinate * system_.coordinateScale(j));
    return result;
  }

  template <class Function>
  Matrix byVelocities(Function f) {
    Matrix result(f().size(), v_.size());
    for (int j = 0; j < v_.size(); ++j)
      result.col(j) = derivative([&](double h) { return at(t_, q_, v_ + h * unit(j), f); },
                                 steps_.velocity * std::max(1.0, std::abs(v_[j])));
    return result;
  }

  /// Total derivative by time where q moves with the velocity `qRate` and v stays.
  template <class Function>
  Vector byTime(const Vector& qRate, Function f) {
    return derivative([&](double h) { return at(t_ + h, q_ + h * qRate, v_, f); }, steps_.time);
  }

  /// v of the state that the system was moved to last.
  const Vector& velocity() const { return present_; }

  /// Notes every entry where the two differ. Call it with the analytic block of the given state.
  void compare(const char* block, const Matrix& analytic, const Matrix& numeric, const NameOf& row,
               const NameOf& col) {
    constexpr double kRounding = 1e-11;
    const double size = largest(numeric, analytic);
    if (size < kRounding && analytic.allFinite() && numeric.allFinite()) return;  // all of it is zero
    const double floor = 1e-9 * size + 1e3 * std::numeric_limits<double>::min();
    for (int i = 0; i < numeric.rows(); ++i) {
      const double tolerance = 1e-6 * largest(numeric.row(i), analytic.row(i)) + floor;
      for (int j = 0; j < numeric.cols(); ++j)
        if (!(std::abs(analytic(i, j) - numeric(i, j)) <= tolerance))
          report_ << block << " at (" << row(i) << ", " << col(j) << "): written " << analytic(i, j)
                  << ", by differences " << numeric(i, j) << '\n';
    }
  }

  void atState() {
    system_.moveTo(t_, q_, v_);
    present_ = v_;
  }
  std::string report() const { return report_.str(); }

 private:
  /// Sizes that are NaN count as zero, so that only numbers set the tolerance.
  static double largest(const Matrix& x, const Matrix& y) {
    const auto size = [](const Matrix& z) {
      return z.unaryExpr([](double e) { return std::isfinite(e) ? std::abs(e) : 0.0; }).maxCoeff();
    };
    return x.size() == 0 ? 0 : std::max(size(x), size(y));
  }

  template <class Function>
  Vector at(double t, const Vector& q, const Vector& v, Function f) {
    system_.moveTo(t, q, v);
    present_ = v;
    return f();
  }

  Vector unit(int j) const { return Vector::Unit(q_.size(), j); }

  DaeSystem& system_;
  double t_;
  Vector q_, v_, present_;
  DifferenceSteps steps_;
  std::ostringstream report_;
};

}  // namespace

std::string checkDerivatives(DaeSystem& system, double t, const Vector& q, const Vector& v, const Vector& a,
                             const Vector& lambda, const DifferenceSteps& steps) {
  DerivativeCheck check(system, t, q, v, steps);
  check.atState();
  const NameOf coordinate = [&](int i) { return system.coordinateName(i); };
  const NameOf constraint = [&](int i) { return system.constraintName(i); };
  const NameOf time = [](int) { return std::string("t"); };

  const auto constraints = [&] { return constraintsOf(system); };
  const int holonomic = system.holonomicCount(), nonholonomic = system.constraintCount() - holonomic;
  const auto constraintRate = [&]() -> Vector {
    return denseConstraintJacobian(system) * check.velocity() + constraintTimeDerivativeOf(system);
  };
  const auto constraintAcceleration = [&]() -> Vector {
    return denseConstraintJacobian(system) * a - gammaOf(system);
  };
  const auto constraintForce = [&]() -> Vector {
    return denseConstraintJacobian(system).transpose() * lambda;
  };
  const auto balance = [&]() -> Vector {
    return denseMass(system) * a + constraintForce() - forcesOf(system);
  };
  const auto minusForces = [&]() -> Vector { return -forcesOf(system); };

  // Analytic blocks first, all of the same state; the differences then move the system.
  const Matrix Cq = denseConstraintJacobian(system), P = denseVelocityJacobian(system);
  const Matrix A = denseAccelerationJacobian(system, a), B = denseAccelerationVelocityJacobian(system, a);
  const Matrix K = denseStiffness(system, a, lambda), D = denseDamping(system);
  const Matrix E = denseConstraintDamping(system, lambda);
  const Matrix H = denseConstraintHessian(system, lambda);
  const Vector Ct = constraintTimeDerivativeOf(system), gamma = gammaOf(system);

  check.compare("C_q", Cq.topRows(holonomic), check.byCoordinates(constraints).topRows(holonomic), constraint,
                coordinate);
  check.compare("C_q v + C_t by v", Cq, check.byVelocities(constraintRate), constraint, coordinate);
  check.compare("C_t", Ct.head(holonomic), check.byTime(Vector::Zero(q.size()), constraints).head(holonomic),
                constraint, time);
  check.compare("C of nonholonomic rows", constraints().tail(nonholonomic), Vector::Zero(nonholonomic),
                constraint, time);
  check.compare("gamma", gamma, -check.byTime(v, constraintRate), constraint, time);
  check.compare("P = (C_q v + C_t)_q", P, check.byCoordinates(constraintRate), constraint, coordinate);
  check.compare("(C_q a - gamma)_q", A, check.byCoordinates(constraintAcceleration), constraint, coordinate);
  check.compare("(C_q a - gamma)_v", B, check.byVelocities(constraintAcceleration), constraint, coordinate);
  check.compare("K", K, check.byCoordinates(balance), coordinate, coordinate);
  check.compare("D", D, check.byVelocities(minusForces), coordinate, coordinate);
  check.compare("(C_q^T lambda)_v", E, check.byVelocities(constraintForce), coordinate, coordinate);
  check.compare("constraint Hessian", H, check.byCoordinates(constraintForce), coordinate, coordinate);
  check.atState();
  return check.report();
}

}  // namespace holonom
