// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/time_scales.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "solvers/analyses/scales.h"
#include "solvers/integrators/automatic/motion_probe.h"

namespace holonom {
namespace {

using Matrix = Eigen::MatrixXd;

constexpr double kZero = 1e-6;  // of the largest eigenvalue: what rounding leaves of a double zero

Matrix dense(const SparsePattern& pattern, const std::vector<double>& values) {
  Matrix full = Matrix::Zero(pattern.rows, pattern.cols);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[std::size_t(col)]; k < pattern.colStart[std::size_t(col) + 1]; ++k)
      full(pattern.rowIndex[std::size_t(k)], col) += values[std::size_t(k)];
  return full;
}

template <typename Evaluate>
Matrix evaluated(const SparsePattern& pattern, Evaluate&& evaluate) {
  std::vector<double> values(std::size_t(pattern.nonZeros()));
  evaluate(values.data());
  return dense(pattern, values);
}

/// The linearised system in coordinates q/s and velocities v/(s ω): numbers about one.
class Linearisation {
 public:
  Linearisation(DaeSystem& system, const State& state)
      : system_(system), state_(state), n_(system.coordinateCount()), m_(system.constraintCount()),
        scale_(coordinateScales(system)) {
    system_.moveTo(state.t, state.q, state.v);
  }

  /// False where the matrices are singular or not finite.
  bool solve(TimeScales& scales) {
    const auto byScale = [&](Matrix matrix) -> Matrix { return matrix * scale_.asDiagonal(); };
    const Matrix C =
        byScale(evaluated(system_.constraintPattern(), [&](double* x) { system_.constraintJacobian(x); }));
    const Matrix P =
        byScale(evaluated(system_.constraintPattern(), [&](double* x) { system_.velocityJacobian(x); }));
    if (!accelerations(C, byScale)) return false;
    const double positions = byPositions_.size() ? byPositions_.cwiseAbs().rowwise().sum().maxCoeff() : 0;
    const double velocities = byVelocities_.size() ? byVelocities_.cwiseAbs().rowwise().sum().maxCoeff() : 0;
    if (!std::isfinite(positions + velocities)) return false;
    omega_ = std::max(std::sqrt(positions), velocities);
    if (!(omega_ > 0)) omega_ = 1 / system_.timeScale();
    restrict(C, P, scales);
    return true;
  }

 private:
  /// Derivatives of the accelerations, in parts of the scales.
  template <typename ByScale>
  bool accelerations(const Matrix& C, const ByScale& byScale) {
    const Matrix M =
        scale_.asDiagonal() * byScale(evaluated(system_.massPattern(), [&](double* x) { system_.mass(x); }));
    const double mass = M.cwiseAbs().maxCoeff();
    const Vector row = m_ ? Vector(C.cwiseAbs().rowwise().maxCoeff().cwiseMax(1e-300)) : Vector();
    const Matrix scaledC = m_ ? Matrix(row.cwiseInverse().asDiagonal() * C) : C;
    Matrix kkt = Matrix::Zero(n_ + m_, n_ + m_), right(n_ + m_, 2 * n_);
    kkt.topLeftCorner(n_, n_) = M / mass;
    kkt.topRightCorner(n_, m_) = scaledC.transpose();
    kkt.bottomLeftCorner(m_, n_) = scaledC;
    const Matrix K = evaluated(system_.stiffnessPattern(),
                               [&](double* x) { system_.stiffness(state_.a, state_.lambda, x); });
    Matrix D = evaluated(system_.dampingPattern(), [&](double* x) { system_.damping(x); });
    D += evaluated(system_.dampingPattern(), [&](double* x) { system_.constraintDamping(state_.lambda, x); });
    right.topLeftCorner(n_, n_) = scale_.asDiagonal() * byScale(K) / -mass;
    right.topRightCorner(n_, n_) = scale_.asDiagonal() * byScale(D) / -mass;
    if (m_) {
      const auto& pattern = system_.constraintPattern();
      const Matrix q = evaluated(pattern, [&](double* x) { system_.accelerationJacobian(state_.a, x); });
      const Matrix v =
          evaluated(pattern, [&](double* x) { system_.accelerationVelocityJacobian(state_.a, x); });
      right.bottomLeftCorner(m_, n_) = -(row.cwiseInverse().asDiagonal() * byScale(q));
      right.bottomRightCorner(m_, n_) = -(row.cwiseInverse().asDiagonal() * byScale(v));
    }
    if (!kkt.allFinite() || !right.allFinite()) return false;
    const Eigen::FullPivLU<Matrix> lu(kkt);
    if (!lu.isInvertible()) return false;
    const Matrix solution = lu.solve(right);
    byPositions_ = solution.topLeftCorner(n_, n_);
    byVelocities_ = solution.topRightCorner(n_, n_);
    return true;
  }

  /// Eigenvalues on the disturbances that keep the constraints: C_q δq = 0 (holonomic rows), P δq + C_q δv =
  /// 0.
  void restrict(const Matrix& C, const Matrix& P, TimeScales& scales) const {
    const int h = system_.holonomicCount();
    Matrix rows = Matrix::Zero(h + m_, 2 * n_);
    rows.topLeftCorner(h, n_) = C.topRows(h);
    rows.bottomLeftCorner(m_, n_) = P / omega_;
    rows.bottomRightCorner(m_, n_) = C;
    for (int i = 0; i < rows.rows(); ++i) rows.row(i) /= std::max(rows.row(i).cwiseAbs().maxCoeff(), 1e-300);
    Matrix basis = Matrix::Identity(2 * n_, 2 * n_);
    if (rows.rows()) {
      const Eigen::ColPivHouseholderQR<Matrix> qr(rows.transpose());
      basis = Matrix(qr.householderQ()).rightCols(2 * n_ - qr.rank());
    }
    if (basis.cols() == 0) return;
    Matrix jacobian = Matrix::Zero(2 * n_, 2 * n_);
    jacobian.topRightCorner(n_, n_) = omega_ * Matrix::Identity(n_, n_);
    jacobian.bottomLeftCorner(n_, n_) = byPositions_ / omega_;
    jacobian.bottomRightCorner(n_, n_) = byVelocities_;
    const Eigen::EigenSolver<Matrix> eigen(basis.transpose() * jacobian * basis);
    if (eigen.info() != Eigen::Success) return;
    const auto& values = eigen.eigenvalues();
    // where nothing drives back, all of it is rounding
    const double zero = kZero * std::max(omega_, 1 / system_.timeScale());
    for (int k = 0; k < values.size(); ++k) {
      if (std::abs(values[k]) <= zero) ++scales.freeModes;
      if (values[k].imag() < 0 || std::abs(values[k]) <= zero) continue;
      const Eigen::VectorXcd shape = basis.cast<std::complex<double>>() * eigen.eigenvectors().col(k);
      Mode mode{values[k].real(), values[k].imag()};
      shape.head(n_).cwiseAbs().maxCoeff(&mode.coordinate);
      scales.modes.push_back(mode);
    }
  }

  DaeSystem& system_;
  const State& state_;
  int n_, m_;
  Vector scale_;
  double omega_ = 1;
  Matrix byPositions_, byVelocities_;
};

/// Of large mechanisms.
bool estimateFastest(DaeSystem& system, const State& state, TimeScales& scales) {
  Work work;
  MotionProbe probe(system, IntegratorSettings{}, 1e-4, work);
  probe.start(state);
  if (!probe.estimateFastest(state)) return false;
  if (probe.fastest() > 0)
    scales.modes.push_back(probe.vibrates() ? Mode{0, probe.fastest()} : Mode{-probe.fastest(), 0});
  return true;
}

}  // namespace

double Mode::rate() const { return std::hypot(real, imaginary); }
bool Mode::vibrates() const { return imaginary > std::abs(real); }
double Mode::frequency() const { return imaginary / (2 * std::numbers::pi); }

double TimeScales::ratio() const { return modes.size() > 1 ? modes.back().rate() / modes.front().rate() : 1; }

TimeScales timeScales(DaeSystem& system, const State& state) {
  TimeScales scales;
  if (system.coordinateCount() == 0) return scales;
  const Vector scale = coordinateScales(system);
  double fastest = 0;
  for (int i = 0; i < scale.size(); ++i)
    if (system.role(i) == DaeSystem::Role::Motion)
      fastest =
          std::max({fastest, std::abs(state.v[i]) / scale[i], std::sqrt(std::abs(state.a[i]) / scale[i])});
  scales.motionRate = fastest;
  scales.allModes = system.coordinateCount() <= kMostCoordinates;
  scales.known =
      scales.allModes ? Linearisation(system, state).solve(scales) : estimateFastest(system, state, scales);
  std::sort(scales.modes.begin(), scales.modes.end(),
            [](const Mode& a, const Mode& b) { return a.rate() < b.rate(); });
  return scales;
}

}  // namespace holonom
