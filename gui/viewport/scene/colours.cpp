// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/colours.h"

#include <charconv>

namespace holonom {
namespace {

constexpr Colour kBlack{0, 0, 0};
constexpr Colour kAccent{0, 68, 204};  // of the selected body
constexpr Colour kMetal{96, 103, 112};
constexpr Colour kGroundFill{186, 191, 198};
constexpr Colour kSpring{88, 92, 120};
constexpr Colour kForce{187, 34, 34};
constexpr Colour kTorque{120, 50, 140};

// Eight light tones: every neighbouring pair differs in lightness or along the blue–yellow axis as well as in hue.
constexpr std::array<Colour, 8> kPalette{{{119, 170, 221}, {238, 136, 102}, {68, 187, 153}, {238, 221, 136},
                                          {187, 204, 51}, {255, 170, 187}, {153, 221, 255}, {190, 170, 110}}};

}  // namespace

Colour paletteColour(int index) { return kPalette[static_cast<size_t>(index) % kPalette.size()]; }

Colour parseColour(const std::string& text, Colour fallback) {
  if (text.size() != 7 || text[0] != '#') return fallback;
  unsigned value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 1, end, value, 16);
  if (error != std::errc() || stop != end) return fallback;
  return {static_cast<unsigned char>(value >> 16), static_cast<unsigned char>(value >> 8), static_cast<unsigned char>(value)};
}

Colour mix(Colour a, Colour b, double share) {
  Colour out;
  for (size_t i = 0; i < 3; ++i) out[i] = static_cast<unsigned char>(a[i] + share * (b[i] - a[i]) + 0.5);
  return out;
}

Colour colourOf(Role role, Colour body, bool selected) {
  switch (role) {
    case Role::Fill: return selected ? mix(body, kAccent, 0.35) : body;
    case Role::Rim: return selected ? kAccent : mix(body, kBlack, 0.45);
    case Role::Metal: return kMetal;
    case Role::MetalRim: return mix(kMetal, kBlack, 0.45);
    case Role::Ground: return kGroundFill;
    case Role::GroundRim: return mix(kGroundFill, kBlack, 0.4);
    case Role::Spring: return kSpring;
    case Role::Force: return kForce;
    case Role::Torque: return kTorque;
    case Role::Trace: return {213, 94, 0};
    case Role::GridMinor: return {223, 227, 232};
    case Role::GridMajor: return {205, 211, 219};
    case Role::GridAxis: return {168, 178, 192};
  }
  return body;
}

}  // namespace holonom
