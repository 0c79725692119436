// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace holonom {

/// The rule by which the local-equivalence method integrates its local coordinates; the paper's example is
/// the first one. Bdf has a variable order.
enum class LocalRule { Trapezoidal, Midpoint, Bdf2, Bdf };

/// How a basis of the velocities that the constraints leave is found (002, §5).
enum class NullSpaceKind {
  Elimination,  ///< Gauss: keeps what is sparse
  Orthogonal,   ///< QR: the better conditioned one
};

struct LocalRuleName {
  LocalRule rule;
  const char* name;
};
inline constexpr std::array<LocalRuleName, 4> kLocalRules = {{{LocalRule::Trapezoidal, "trapezoidal"},
                                                              {LocalRule::Midpoint, "midpoint"},
                                                              {LocalRule::Bdf2, "bdf2"},
                                                              {LocalRule::Bdf, "bdf"}}};

struct NullSpaceName {
  NullSpaceKind kind;
  const char* name;
};
inline constexpr std::array<NullSpaceName, 2> kNullSpaces = {
    {{NullSpaceKind::Elimination, "elimination"}, {NullSpaceKind::Orthogonal, "orthogonal"}}};

}  // namespace holonom
