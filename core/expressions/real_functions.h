// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ginac/ginac.h>

/// Functions of real numbers that GiNaC does not have, or has in the complex plane only. For core/expressions
/// only.
namespace holonom::symbolic {

// With a kink: GiNaC's abs and csgn live in the complex plane.
DECLARE_FUNCTION_1P(realAbs)
DECLARE_FUNCTION_1P(realSign)
DECLARE_FUNCTION_2P(realMin)
DECLARE_FUNCTION_2P(realMax)
DECLARE_FUNCTION_2P(realLess)
DECLARE_FUNCTION_1P(realStep)
DECLARE_FUNCTION_3P(realSelect)

// Roots, powers and logarithms of a base u that a frozen branch has made: between the edge of the branch and
// the event that is found behind it u has left the range in which the formula uses it. There they go on
// smoothly, as long as g ≥ 0, which tells that the formula itself, its branches followed, takes none of a
// negative number at this place.
DECLARE_FUNCTION_3P(oddPower)   // (u, p, g): sign(u) |u|^p
DECLARE_FUNCTION_3P(evenPower)  // (u, p, g): |u|^p
DECLARE_FUNCTION_2P(evenLog)    // (u, g): log |u|

// A branch that can be held only so far beyond its edge before it leaps itself: e while g ≥ 0, else no
// number, so that a step that looks there is rejected.
DECLARE_FUNCTION_2P(within)  // (e, g)

}  // namespace holonom::symbolic
