// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/math/types.h"

namespace holonom {

/// The polynomial of degree 2N − 1 through values and slopes at N nodes (Hermite), nodes in any order and
/// number up to a largest one. Takes no memory after construction.
class HermiteNodes {
 public:
  HermiteNodes(Eigen::Index size, int most)
      : values_(size, most), slopes_(size, most), places_(std::size_t(most)) {
    order_.reserve(std::size_t(most));
  }

  void clear() { order_.clear(); }
  int count() const { return static_cast<int>(order_.size()); }
  /// y and dy/ds (length size) at the place s, which none of the others has.
  void add(double s, const Vector& y, const Vector& slope) {
    const int column = count();
    values_.col(column) = y;
    slopes_.col(column) = slope;
    places_[std::size_t(column)] = s;
    const auto after = [this, s](int other) { return places_[std::size_t(other)] > s; };
    order_.insert(std::find_if(order_.begin(), order_.end(), after), column);
  }

  /// Of the node i, counted along s.
  double place(int i) const { return places_[std::size_t(order_[std::size_t(i)])]; }
  auto value(int i) const { return values_.col(order_[std::size_t(i)]); }
  auto slope(int i) const { return slopes_.col(order_[std::size_t(i)]); }

  /// The polynomial at s, through all nodes or all but one: Σ l_i² ((1 − 2 l_i'(s_i)(s − s_i)) y_i + (s −
  /// s_i) y'_i) with Lagrange's l_i.
  void evaluate(double s, VectorRef y, int without = -1) const { sum(s, 0, count(), without, y); }

  /// That through the few nodes nearest to s, which does not swing where the nodes are uneven or carry
  /// errors.
  void evaluateNear(double s, VectorRef y, int nodes) const {
    const int many = std::min(nodes, count());
    int first = 0;
    while (first + many < count() && std::abs(place(first + many) - s) < std::abs(place(first) - s)) ++first;
    sum(s, first, first + many, -1, y);
  }

 private:
  void sum(double s, int first, int end, int without, VectorRef y) const {
    y.setZero();
    for (int i = first; i < end; ++i) {
      if (i == without) continue;
      double basis = 1, bend = 0;
      for (int j = first; j < end; ++j)
        if (j != i && j != without) {
          basis *= (s - place(j)) / (place(i) - place(j));
          bend += 1 / (place(i) - place(j));
        }
      const double square = basis * basis, distance = s - place(i);
      y += square * ((1 - 2 * bend * distance) * value(i) + distance * slope(i));
    }
  }

  Eigen::MatrixXd values_, slopes_;
  std::vector<double> places_;
  std::vector<int> order_;  // columns along s
};

}  // namespace holonom
