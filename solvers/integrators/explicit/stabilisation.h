// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace holonom {

/// What keeps the index-1 form, which knows the constraints by their second derivative only, near C = 0 (000,
/// §6).
enum class Stabilisation {
  Projection,  ///< after every step to the nearest point of C = 0 and C_q v + C_t = 0
  Baumgarte,  ///< C_q a = γ − 2α(C_q v + C_t) − β² C: deviations die away as those of a damped oscillator
  None,       ///< nothing: the drift of the bare form
};

struct StabilisationName {
  Stabilisation stabilisation;
  const char* name;
};
inline constexpr std::array<StabilisationName, 3> kStabilisations = {
    {{Stabilisation::Projection, "projection"},
     {Stabilisation::Baumgarte, "baumgarte"},
     {Stabilisation::None, "none"}}};

}  // namespace holonom
