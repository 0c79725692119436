// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/automatic/method_choice.h"

namespace holonom {
namespace {

using Method = MethodChoice::Method;

constexpr double kRadauPays = 1e-3;  // rtol

/// Explicit methods by tolerance.
MethodChoice chooseExplicit(const MotionCharacter& c) {
  constexpr double kHighOrderPays = 2e-4, kHighestOrderPays = 5e-11;
  if (c.rough) return {Method::DormandPrince5, 1, Text("the motion is not smooth enough for high orders")};
  if (c.reach > kStiffReach && c.oscillatory)
    return {Method::DormandPrince8, 1,
            Text("a vibration that has to be followed sets the steps, and high order bears longer ones")};
  if (c.rtol > kHighOrderPays)
    return {Method::DormandPrince5, 1,
            Text("accuracy, not stability, limits its steps, and the tolerance is not tight")};
  if (c.rtol > kHighestOrderPays)
    return {Method::DormandPrince8, 1,
            Text("accuracy, not stability, limits its steps, and high order makes them long at this "
                 "tolerance")};
  return {Method::GraggBulirschStoer, 1,
          Text("accuracy, not stability, limits its steps, and the highest orders make them long at this "
               "very tight tolerance")};
}

/// BDF takes index 2 where there are constraints: its reactions are smooth, where those of index 3 carry the
/// noise of the iteration divided by h². Without them all indices are the same equations, and index 3 has the
/// fewest unknowns.
int bdfIndex(const MotionCharacter& c) { return c.constraints > 0 ? 2 : 3; }

}  // namespace

/// At all but loose tolerances Radau goes before the others where a vibration is passed over: on the flexible
/// slider–crank it has the least CPU time of all methods from 1e-5 to 1e-8, and about the least above. It
/// takes index 3, the cheapest of its forms there; velocities, accelerations and reactions at the ends of its
/// steps come from the equations. Generalized-α takes index 3, whose noise its own damping filters, as long
/// as it is measured to be small.
std::optional<MethodChoice> implicitThatSaves(const MotionCharacter& c) {
  const auto saves = [](double work) { return work > 0 && work * kForecastSaving < 1; };
  if (c.oscillatory && c.rtol <= kRadauPays && saves(c.radauWork))
    return MethodChoice{Method::Radau, 3,
                        Text("the motion is smoother than its fastest mode, and at this tolerance high order "
                             "passes over it in the longest steps")};
  const bool bdf = saves(c.bdfWork);
  if (saves(c.alphaWork) && !c.noisyAtIndex3 && (!bdf || c.alphaWork < c.bdfWork))
    return MethodChoice{Method::GeneralizedAlpha, 3,
                        Text("what is faster than its steps is too small to show in positions")};
  if (!bdf) return std::nullopt;
  return MethodChoice{
      Method::Bdf, bdfIndex(c),
      c.noisyAtIndex3
          ? Text("the motion is smoother than its fastest mode, and index 3 makes the reactions noisy")
      : c.constraints > 0
          ? Text("the motion is smoother than its fastest mode; index 2 keeps reactions smooth")
          : Text("the motion is smoother than its fastest mode")};
}

/// At tight tolerances BDF takes many short steps from nothing to its high orders, which the past of explicit
/// ones saves.
std::optional<MethodChoice> implicitAtOnce(const MotionCharacter& c) {
  constexpr double kRadauTried = 1e-2, kBdfTried = 3e-6;  // rtol
  if (c.workToFollow < kWorthATrial) return std::nullopt;
  if (c.oscillatory && c.rtol <= kRadauTried)
    return MethodChoice{
        Method::Radau, 3,
        Text("following the fastest vibration to the end takes so much work that it costs little "
             "to try whether this method passes over it")};
  if (!c.oscillatory && c.rtol >= kBdfTried)
    return MethodChoice{
        Method::Bdf, bdfIndex(c),
        Text("steps for the fastest decay to the end take so much work that it costs little to "
             "try whether this method passes over it")};
  return std::nullopt;
}

MethodChoice chooseMethod(const MotionCharacter& c) {
  if (c.freedoms == 0)
    return {Method::Kinematics, 1,
            Text("joints and drivers leave no freedom: positions follow from them alone")};
  if (const auto implicit = implicitThatSaves(c)) return *implicit;
  // A vibration that has to be followed costs BDF no less than an explicit method: there the forecast
  // decides.
  const bool forecast = c.oscillatory && c.bdfWork > 0;
  if (c.reach > kStiffReach && !forecast)
    return {Method::Bdf, bdfIndex(c),
            c.oscillatory
                ? Text("an explicit method's steps are limited by stability, at the fastest vibration")
                : Text("an explicit method's steps are limited by stability, at the fastest decay")};
  return chooseExplicit(c);
}

bool isExplicit(Method method) {
  return method == Method::DormandPrince5 || method == Method::DormandPrince8 ||
         method == Method::GraggBulirschStoer;
}

Text nameOf(Method method) {
  switch (method) {
    case Method::Kinematics: return Text("kinematic analysis");
    case Method::DormandPrince5: return Text("Dormand–Prince 5(4)");
    case Method::DormandPrince8: return Text("Dormand–Prince 8(5,3)");
    case Method::GraggBulirschStoer: return Text("Gragg–Bulirsch–Stoer");
    case Method::Bdf: return Text("BDF");
    case Method::GeneralizedAlpha: return Text("generalized-α");
    case Method::Radau: return Text("Radau");
  }
  return {};
}

}  // namespace holonom
