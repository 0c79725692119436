// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf_history.h"

namespace holonom {

void BdfHistory::start(ConstVectorRef x, ConstVectorRef rate, double h) {
  differences_.setZero();
  differences_.col(0) = x;
  differences_.col(1) = h * rate;
  for (std::size_t j = 0; j < tau_.size(); ++j) tau_[j] = static_cast<double>(j) * h;
  acceptedOrder_ = 1;
}

void BdfHistory::prepare(double h, int order) {
  h_ = h;
  order_ = order;
  newTau_[0] = 0;
  newTau_[1] = h;
  for (std::size_t j = 1; j + 1 < newTau_.size(); ++j) newTau_[j + 1] = h + tau_[j];
  omega_[0] = 1;
  c_[0] = 0;
  for (int j = 1; j <= order + 2; ++j) {
    omega_[j] = omega_[j - 1] * newTau_[j] / tau_[j];
    c_[j] = c_[j - 1] + h / newTau_[j];
  }
}

void BdfHistory::predict(int first, VectorRef x, VectorRef rate) const {
  const auto rows = x.size();
  x = differences_.col(0).segment(first, rows);
  rate.setZero();
  for (int j = 1; j <= order_; ++j) {
    const auto column = differences_.col(j).segment(first, rows);
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
    out = delta + omega_[j] * differences_.col(j).segment(first, rows);
  } else if (j == order_ - 1) {
    out = delta + omega_[j + 1] * differences_.col(j + 1).segment(first, rows);
    out += omega_[j] * differences_.col(j).segment(first, rows);
  } else {
    out = delta - omega_[j - 1] * differences_.col(j - 1).segment(first, rows);
  }
}

void BdfHistory::accept(ConstVectorRef delta) {
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
