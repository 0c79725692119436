// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/expressions/hidden_kinks.h"
#include "core/expressions/syntax.h"

namespace holonom {

/// A place where a smooth function goes from one branch to another one: tanh, atan, 1/(1 + exp(−u)), u/√(u² +
/// ε²) near u = 0, or a peak: exp(−|u|ᵖ), 1/(|u|ᵖ + ε), 1/cosh(u), sinⁿu with a large n. Its argument w is
/// zero in the middle and its width is about one; beyond kZone tails are all that is left. How steep it is in
/// the motion is a matter of how fast w changes.
struct Front {
  /// |w| in which the front is: tanh w, and its like, differ from ±1 by 4e-9 beyond
  static constexpr double kZone = 10;
  enum class Form {
    Line,  ///< w = factor · (stretch · node − shift)
    Root,  ///< w = factor · √node for a node that is a square
    Sine   ///< w = factor · sin(stretch · node − shift)
  };
  int node = 0;  ///< of the syntax
  double factor = 1, shift = 0, stretch = 1;
  Form form = Form::Line;
};

/// The front that a node makes, if it makes one.
std::optional<Front> frontAt(const Syntax& syntax, const HiddenKinks& kinks, int node);

}  // namespace holonom
