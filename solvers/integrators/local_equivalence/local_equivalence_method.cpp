// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/local_equivalence/local_equivalence.h"

#include "core/base/text.h"

namespace holonom {
namespace {

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
    case LocalRule::Bdf:
      formula.lines.push_back("β = h/c_k,   c_k = 1 + h/τ_2 + … + h/τ_k,   τ_j = t_{n+1} − t_{n+1−j}");
      formula.lines.push_back("q* = q^0 − β q'^0,   v* = v^0 − β v'^0");
      break;
  }
  return formula;
}

constexpr MethodFamily kNullSpace{Text("Null space"),
                                  Text("A basis of the velocities that the constraints leave free takes the "
                                       "multipliers out of the equations: Mani, Haug "
                                       "and Atkinson (1985) found it by singular values, Kim and Vanderploeg "
                                       "(1986) by QR. Wang, Zhao and Pan discretise first "
                                       "and eliminate then, so that each step obeys the constraints.")};

}  // namespace

MethodDescriptor localEquivalenceMethod() {
  return {
      .name = "local-equivalence",
      .shortName = Text("Local equivalence"),
      .label = Text("Local equivalence (without multipliers)"),
      .indices = {1},
      .defaultRtol = 1e-6,
      .whenToChoose = Text(
          "Mechanisms of few freedoms, and for teaching: solves for the freedoms alone, and positions and "
          "velocities obey the constraints to rounding at every step. The rule bdf has orders 1 to 5."),
      .source = Text("Y. Wang, W. Zhao, Z. Pan, on local equivalent equations for the differential-algebraic "
                     "equations of multibody dynamics (in Chinese)"),
      .formula = localEquivalenceFormula,
      .create = makeLocalEquivalence,
      .options = {MethodOption::FixedStep, MethodOption::NewtonTolerance, MethodOption::ReuseJacobian,
                  MethodOption::LocalRule, MethodOption::MaxOrder, MethodOption::FixedOrder},
      .orders = {.least = 1, .most = 5},
      .properties =
          [](const IntegratorSettings& settings) {
            return MethodProperties{.startsItself = false,  // the error test wants a past
                                    .beginsFromPast = settings.localRule == LocalRule::Bdf};
          },
      .family = &kNullSpace,
      .order = 2,
      .longRuns = LongRuns::LinearOnly,
      .costPerStep = Text("an iteration, one small system")};
}

}  // namespace holonom
