// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf/bdf_history.h"

#include <cmath>

namespace holonom {

void BdfHistory::start(ConstVectorRef x, ConstVectorRef rate, double h) {
  differences_.setZero();
  differences_.col(0) = x;
  differences_.col(1) = h * rate;
  for (std::size_t j = 0; j < tau_.size(); ++j) tau_[j] = static_cast<double>(j) * h;
  acceptedOrder_ = 1;
}

/// Behind the points given the past goes on in steps of the last one.
void BdfHistory::startFrom(const Eigen::MatrixXd& values, ConstVectorRef times, int order) {
  const auto points = static_cast<std::size_t>(times.size());
  differences_.setZero();
  for (std::size_t j = 0; j < tau_.size(); ++j)
    tau_[j] = j < points ? times[static_cast<int>(j)] : 2 * tau_[j - 1] - tau_[j - 2];
  Eigen::MatrixXd used = values;
  takeDifferences(used);
  acceptedOrder_ = order;
}

void BdfHistory::transform(int first, const Eigen::MatrixXd& A) {
  differences_.middleRows(first, A.rows()) = (A * differences_.middleRows(first, A.rows())).eval();
}

/// x_{n−j} = Σ_{i≤j} ∇^i x_n Π_{l<i} (τ_l − τ_j)/τ_{l+1}, and back by divided differences.
void BdfHistory::mapPast(const std::function<void(VectorRef x)>& map) {
  const int last = acceptedOrder_ + 2;
  Eigen::MatrixXd values(differences_.rows(), last + 1);
  for (int j = 0; j <= last; ++j) {
    values.col(j) = differences_.col(0);
    double weight = 1;
    for (int i = 1; i <= j; ++i) {
      weight *= (tau_[i - 1] - tau_[j]) / tau_[i];
      values.col(j) += weight * differences_.col(i);
    }
    map(values.col(j));
  }
  takeDifferences(values);
}

/// ∇^j x_n from the values at the points τ_j; `values` is used up.
void BdfHistory::takeDifferences(Eigen::MatrixXd& values) {
  const int last = static_cast<int>(values.cols()) - 1;
  for (int i = 1; i <= last; ++i)
    for (int j = last; j >= i; --j)
      values.col(j) = ((values.col(j - 1) - values.col(j)) / (tau_[j] - tau_[j - i])).eval();
  double product = 1;
  for (int j = 0; j <= last; ++j) {
    if (j > 0) product *= tau_[j];
    differences_.col(j) = product * values.col(j);
  }
}

void BdfHistory::prepare(double h, int order) {
  h_ = h;
  order_ = order;
  Times pastTau = tau_;
  if (form_ == BdfForm::QuasiConstant) {
    moveGrid(h / tau_[1]);
    for (std::size_t j = 0; j < pastTau.size(); ++j) pastTau[j] = static_cast<double>(j) * h;
  }
  newTau_[0] = 0;
  newTau_[1] = h;
  for (std::size_t j = 1; j + 1 < newTau_.size(); ++j) newTau_[j + 1] = h + pastTau[j];
  omega_[0] = 1;
  c_[0] = 0;
  for (int j = 1; j <= order + 2; ++j) {
    omega_[j] = omega_[j - 1] * newTau_[j] / pastTau[j];
    c_[j] = c_[j - 1] + h / newTau_[j];
  }
}

/// D′ = D R U with R_ij = Π_{s<i}(s − j ζ)/i!, the basis polynomials at the new grid points, and U_ij =
/// Π_{s<i}(s − j)/i!, which takes differences of values. R U is lower triangular with ζ^j on its diagonal, so
/// that column k+1, the scale of the next order, follows alone.
void BdfHistory::moveGrid(double ratio) {
  moved_ = differences_;
  if (ratio == 1) return;
  const auto product = [](int i, double x) {
    double value = 1;
    for (int s = 0; s < i; ++s) value *= (s - x) / (s + 1);
    return value;
  };
  for (int col = 1; col <= order_; ++col) {
    moved_.col(col).setZero();
    for (int i = col; i <= order_; ++i) {
      double weight = 0;
      for (int j = 1; j <= col; ++j) weight += product(i, j * ratio) * product(j, col);
      moved_.col(col) += weight * differences_.col(i);
    }
  }
  moved_.col(order_ + 1) *= std::pow(ratio, order_ + 1);
}

void BdfHistory::predict(int first, VectorRef x, VectorRef rate) const {
  const auto rows = x.size();
  x = past().col(0).segment(first, rows);
  rate.setZero();
  for (int j = 1; j <= order_; ++j) {
    const auto column = past().col(j).segment(first, rows);
    x += omega_[j] * column;
    rate += (c_[j] * omega_[j] / h_) * column;
  }
}

double BdfHistory::stepChange() const {
  return newTau_[1] / (newTau_[2] - newTau_[1]) * newTau_[2] / (newTau_[3] - newTau_[1]);
}

void BdfHistory::difference(int j, int first, ConstVectorRef delta, VectorRef out) const {
  const auto rows = delta.size();
  if (j == order_ + 1) {
    out = delta;
  } else if (j == order_) {
    out = delta + omega_[j] * past().col(j).segment(first, rows);
  } else if (j == order_ - 1) {
    out = delta + omega_[j + 1] * past().col(j + 1).segment(first, rows);
    out += omega_[j] * past().col(j).segment(first, rows);
  } else {
    out = delta - omega_[j - 1] * past().col(j - 1).segment(first, rows);
  }
}

void BdfHistory::accept(ConstVectorRef delta) {
  if (form_ == BdfForm::QuasiConstant) differences_ = moved_;
  differences_.col(order_ + 2) = delta - omega_[order_ + 1] * differences_.col(order_ + 1);
  differences_.col(order_ + 1) = delta;
  for (int j = order_; j >= 0; --j)
    differences_.col(j) = omega_[j] * differences_.col(j) + differences_.col(j + 1);
  tau_ = newTau_;
  acceptedOrder_ = order_;
}

void BdfHistory::interpolate(double s, int first, Vector* x, Vector* rate) const {
  const auto rows = x->size();
  *x = differences_.col(0).segment(first, rows);
  if (rate) rate->setZero();
  double weight = 1, slope = 0;
  for (int j = 1; j <= acceptedOrder_; ++j) {
    slope = (slope * (s + tau_[j - 1]) + weight) / tau_[j];
    weight *= (s + tau_[j - 1]) / tau_[j];
    const auto column = differences_.col(j).segment(first, rows);
    *x += weight * column;
    if (rate) *rate += slope * column;
  }
}

}  // namespace holonom
