// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <utility>

namespace holonom {

using Colour = std::array<unsigned char, 3>;

/// What a vertex belongs to. Meshes carry roles and get their colours from them, so that selecting a body
/// rewrites its colours and rebuilds nothing.
enum class Role : unsigned char {
  Fill,
  Rim,
  Metal,
  MetalRim,
  Ground,
  GroundRim,
  Spring,
  Rubber,
  Hand,
  Force,
  Torque,
  Reaction,
  ReactionTorque,
  Trace,
  TraceAhead,
  GridMinor,
  GridMajor,
  GridAxis,
  MarkDark,
  MarkLight,
  FrameX,
  FrameY,
  FrameZ
};

/// Colours for a dark window, in everything that is made from then on; light ones otherwise.
void useDarkColours(bool dark);
bool darkColours();

/// Behind everything: at the bottom and at the top.
std::pair<Colour, Colour> backgroundColours();

/// Colour of body number `index`: soft, light, and distinguishable with the common colour deficiencies.
Colour paletteColour(int index);

/// "#rrggbb"; the fallback when the text is not of that form.
Colour parseColour(const std::string& text, Colour fallback);

Colour mix(Colour a, Colour b, double share);  ///< (1 − share) a + share b

/// The colour of a role on a body of the given colour.
Colour colourOf(Role role, Colour body, bool selected);

}  // namespace holonom
