// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/local_equivalence/local_equivalence.h"

namespace holonom {

/// A step of the midpoint rule is one of half the size to the middle, which is as far from the end.
MethodFormula localEquivalenceFormula(const IntegratorSettings& settings) {
  const bool middle = settings.localRule == LocalRule::Midpoint;
  const std::string end = middle ? "m" : "{n+1}";
  MethodFormula formula{
      {"C_q V = 0,   P = V^T M at t_n",
       "P (q_" + end + " − q* − β v_" + end + ") = 0,   C(q_" + end + ", t_" + end + ") = 0",
       "V^T (M (v_" + end + " − v*) − β Q) = 0,   C_q v_" + end + " + C_t = 0"}};
  switch (settings.localRule) {
    case LocalRule::Trapezoidal:
      formula.lines.push_back("β = h/2,   q* = q_n + β v_n,   v* = v_n + β a_n");
      break;
    case LocalRule::Midpoint:
      formula.lines.push_back("β = h/2,   q* = q_n,   v* = v_n,   t_m = t_n + h/2");
      formula.lines.push_back(
          "P (q_{n+1} − 2q_m + q_n) = 0,   P (v_{n+1} − 2v_m + v_n) = 0,   C = 0 at t_{n+1}");
      break;
    case LocalRule::Bdf2:
      formula.lines.push_back("β = h (1 + ω)/(1 + 2ω),   ω = h_n/h_{n−1}");
      formula.lines.push_back("q* = ((1 + ω)^2 q_n − ω^2 q_{n−1})/(1 + 2ω)");
      formula.lines.push_back("v* = ((1 + ω)^2 v_n − ω^2 v_{n−1})/(1 + 2ω)");
      break;
  }
  return formula;
}

}  // namespace holonom
