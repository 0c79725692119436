// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdio>
#include <ostream>
#include <utility>

namespace holonom {

/// A method with steps of fixed size, and the order that it shall have.
struct OrderCase {
  const char* name;
  const char* method;
  int index, fixedOrder;
  double expected;
  double step;  // s, the coarsest of three
};
inline void PrintTo(const OrderCase& one, std::ostream* out) { *out << one.name; }

/// Between the steps h and h/2, and h/2 and h/4; printed.
template <class ErrorAt>
std::pair<double, double> observedOrders(const OrderCase& one, ErrorAt errorAt) {
  const double coarse = errorAt(one.step), middle = errorAt(one.step / 2), fine = errorAt(one.step / 4);
  const double early = std::log2(coarse / middle), late = std::log2(middle / fine);
  std::printf("%s: errors %.2e %.2e %.2e, orders %.2f %.2f\n", one.name, coarse, middle, fine, early, late);
  return {early, late};
}

}  // namespace holonom
