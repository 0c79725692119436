// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/real_functions.h"

namespace holonom::symbolic {
namespace {

GiNaC::ex zeroSlope(const GiNaC::ex&, unsigned) { return 0; }
GiNaC::ex zeroSlope2(const GiNaC::ex&, const GiNaC::ex&, unsigned) { return 0; }
GiNaC::ex absSlope(const GiNaC::ex& x, unsigned) { return realSign(x); }
GiNaC::ex minSlope(const GiNaC::ex& a, const GiNaC::ex& b, unsigned which) {
  return which == 0 ? realLess(a, b) : realLess(b, a);
}
GiNaC::ex maxSlope(const GiNaC::ex& a, const GiNaC::ex& b, unsigned which) {
  return which == 0 ? realLess(b, a) : realLess(a, b);
}

/// Of the branch; the condition only chooses.
GiNaC::ex selectSlope(const GiNaC::ex& condition, const GiNaC::ex& a, const GiNaC::ex& b,
                      const GiNaC::symbol& x) {
  const GiNaC::ex first = a.diff(x), second = b.diff(x);
  return first.is_equal(second) ? first : GiNaC::ex(realSelect(condition, first, second));
}

// (sign(u) |u|^p)' = p |u|^(p−1) u', (|u|^p)' = p sign(u) |u|^(p−1) u', (log |u|)' = u'/u; g only permits.
GiNaC::ex oddSlope(const GiNaC::ex& u, const GiNaC::ex& p, const GiNaC::ex& g, unsigned which) {
  if (which == 0) return p * evenPower(u, p - 1, g);
  return which == 1 ? evenLog(u, g) * oddPower(u, p, g) : GiNaC::ex(0);
}
GiNaC::ex evenSlope(const GiNaC::ex& u, const GiNaC::ex& p, const GiNaC::ex& g, unsigned which) {
  if (which == 0) return p * oddPower(u, p - 1, g);
  return which == 1 ? evenLog(u, g) * evenPower(u, p, g) : GiNaC::ex(0);
}
GiNaC::ex logSlope(const GiNaC::ex& u, const GiNaC::ex&, unsigned which) {
  return which == 0 ? 1 / u : GiNaC::ex(0);
}

GiNaC::ex withinSlope(const GiNaC::ex& e, const GiNaC::ex& g, const GiNaC::symbol& x) {
  return within(e.diff(x), g);
}

}  // namespace

REGISTER_FUNCTION(within, expl_derivative_func(withinSlope))
REGISTER_FUNCTION(realAbs, derivative_func(absSlope))
REGISTER_FUNCTION(realSign, derivative_func(zeroSlope))
REGISTER_FUNCTION(realMin, derivative_func(minSlope))
REGISTER_FUNCTION(realMax, derivative_func(maxSlope))
REGISTER_FUNCTION(realLess, derivative_func(zeroSlope2))
REGISTER_FUNCTION(realStep, derivative_func(zeroSlope))
REGISTER_FUNCTION(realSelect, expl_derivative_func(selectSlope))
REGISTER_FUNCTION(oddPower, derivative_func(oddSlope))
REGISTER_FUNCTION(evenPower, derivative_func(evenSlope))
REGISTER_FUNCTION(evenLog, derivative_func(logSlope))

}  // namespace holonom::symbolic
