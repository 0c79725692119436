// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/colours.h"

#include <charconv>

namespace holonom {
namespace {

constexpr Colour kBlack{0, 0, 0};
constexpr Colour kWhite{255, 255, 255};
constexpr Colour kHand{213, 94, 0};
constexpr Colour kAccent{0, 68, 204}, kAccentInDark{90, 170, 255};  // of the selected body
bool dark = false;                                                  // one theme for the whole program

/// What looks different in a dark window.
struct Tones {
  Colour accent, metal, ground, spring, rubber, force, torque, reaction, trace, gridMinor, gridMajor,
      gridAxis;
};
constexpr Tones kLight{kAccent,      {96, 103, 112},  {186, 191, 198}, {88, 92, 120},
                       {44, 46, 52}, {187, 34, 34},   {120, 50, 140},  {0, 118, 130},
                       {213, 94, 0}, {223, 227, 232}, {205, 211, 219}, {168, 178, 192}};
constexpr Tones kDark{kAccentInDark,  {150, 158, 168}, {104, 112, 124}, {168, 174, 205},
                      {70, 74, 82},   {255, 110, 100}, {205, 140, 225}, {60, 205, 210},
                      {255, 160, 64}, {50, 55, 62},    {62, 68, 77},    {92, 100, 112}};

const Tones& tones() { return dark ? kDark : kLight; }

// Eight light tones: every neighbouring pair differs in lightness or along the blue–yellow axis as well as in
// hue.
constexpr std::array<Colour, 8> kPalette{{{119, 170, 221},
                                          {238, 136, 102},
                                          {68, 187, 153},
                                          {238, 221, 136},
                                          {187, 204, 51},
                                          {255, 170, 187},
                                          {153, 221, 255},
                                          {190, 170, 110}}};

}  // namespace

void useDarkColours(bool on) { dark = on; }

bool darkColours() { return dark; }

std::pair<Colour, Colour> backgroundColours() {
  if (dark) return {Colour{28, 31, 35}, Colour{42, 46, 52}};
  return {Colour{230, 233, 237}, Colour{251, 252, 252}};
}

Colour paletteColour(int index) { return kPalette[static_cast<size_t>(index) % kPalette.size()]; }

Colour parseColour(const std::string& text, Colour fallback) {
  if (text.size() != 7 || text[0] != '#') return fallback;
  unsigned value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 1, end, value, 16);
  if (error != std::errc() || stop != end) return fallback;
  return {static_cast<unsigned char>(value >> 16), static_cast<unsigned char>(value >> 8),
          static_cast<unsigned char>(value)};
}

Colour mix(Colour a, Colour b, double share) {
  Colour out;
  for (size_t i = 0; i < 3; ++i) out[i] = static_cast<unsigned char>(a[i] + share * (b[i] - a[i]) + 0.5);
  return out;
}

Colour colourOf(Role role, Colour body, bool selected) {
  const Tones& tone = tones();
  switch (role) {
    case Role::Fill: return selected ? mix(body, tone.accent, 0.55) : dark ? mix(body, kBlack, 0.12) : body;
    case Role::Rim: return selected ? tone.accent : mix(body, kBlack, 0.45);
    case Role::Metal: return tone.metal;
    case Role::MetalRim: return mix(tone.metal, kBlack, 0.45);
    case Role::Ground: return tone.ground;
    case Role::GroundRim: return mix(tone.ground, dark ? kWhite : kBlack, 0.4);
    case Role::Spring: return tone.spring;
    case Role::Rubber: return tone.rubber;
    case Role::Hand: return kHand;
    case Role::Force: return tone.force;
    case Role::Torque: return tone.torque;
    case Role::Reaction: return tone.reaction;
    case Role::ReactionTorque: return mix(tone.reaction, dark ? kWhite : kBlack, 0.3);
    case Role::Trace: return tone.trace;
    case Role::TraceAhead: return mix(tone.trace, backgroundColours().second, 0.62);
    case Role::GridMinor: return tone.gridMinor;
    case Role::GridMajor: return tone.gridMajor;
    case Role::GridAxis: return tone.gridAxis;
    case Role::MarkDark: return {24, 27, 32};
    case Role::MarkLight: return {252, 252, 252};
    case Role::FrameX: return dark ? Colour{255, 110, 120} : Colour{204, 51, 68};
    case Role::FrameY: return dark ? Colour{80, 205, 130} : Colour{20, 135, 70};
    case Role::FrameZ: return dark ? Colour{110, 160, 255} : Colour{40, 90, 205};
  }
  return body;
}

}  // namespace holonom
