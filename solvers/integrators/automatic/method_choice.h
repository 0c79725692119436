// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/text.h"

namespace holonom {

/// What a motion looks like to the automatic choice.
struct MotionCharacter {
  double rtol = 1e-4;
  int freedoms = 1;  ///< coordinates minus independent constraints
  int constraints = 0;
  /// h |λ|max of explicit steps over what their stability bears: above 0.8 it limits them
  double reach = 0;
  bool oscillatory = false;  ///< the fastest mode vibrates instead of fading
  bool rough = false;        ///< many steps fail: the motion has kinks that high orders cannot follow
  /// Work per second of motion of BDF, of generalized-α and of Radau with index 3, as forecast from the
  /// recent motion, over that of the present method; 0: not known.
  double bdfWork = 0, alphaWork = 0, radauWork = 0;
  /// Work in which an explicit method that only its stability limits, at the fastest mode, comes to the end
  /// of the run; 0: not known.
  double workToFollow = 0;
  /// index 3 was tried, and errors of the positions came out large in its accelerations
  bool noisyAtIndex3 = false;
};

struct MethodChoice {
  enum class Method {
    Kinematics,
    DormandPrince5,
    DormandPrince8,
    GraggBulirschStoer,
    Bdf,
    GeneralizedAlpha,
    Radau
  };
  Method method = Method::Bdf;
  int index = 2;
  Text because;  ///< "the drivers prescribe the whole motion"
  bool operator==(const MethodChoice& other) const { return method == other.method && index == other.index; }
};

constexpr double kStiffReach = 0.8;
/// What implicit methods must be forecast to save. At the same tolerance explicit methods leave smaller
/// errors.
constexpr double kForecastSaving = 2.5;

/// Work of a trial of Radau, 26 steps of 17, so that its last ones have grown (one of BDF takes less), and
/// work of following the fastest mode to the end beside which that is little.
constexpr double kTrialWork = 440, kWorthATrial = 8 * kTrialWork;

/// The method for a motion of this character. Depends on nothing else.
MethodChoice chooseMethod(const MotionCharacter& character);

/// The implicit method that saves kForecastSaving or more, by its forecast, if one does.
std::optional<MethodChoice> implicitThatSaves(const MotionCharacter& character);

/// The implicit method that a run begins with before anything is forecast, on trial: where following the
/// fastest mode takes so much work that the trial is a small part of it.
std::optional<MethodChoice> implicitAtOnce(const MotionCharacter& character);

bool isExplicit(MethodChoice::Method method);
Text nameOf(MethodChoice::Method method);  ///< "Dormand–Prince 8(5,3)"

}  // namespace holonom
