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
  TangentSpace,  ///< no drift: integrates in the tangent space of the step's start, local_coordinates.h
  Partitioning,  ///< no drift: integrates n − m independent coordinates, local_coordinates.h
};

struct StabilisationName {
  Stabilisation stabilisation;
  const char* name;
};
inline constexpr std::array<StabilisationName, 5> kStabilisations = {
    {{Stabilisation::Projection, "projection"},
     {Stabilisation::Baumgarte, "baumgarte"},
     {Stabilisation::None, "none"},
     {Stabilisation::TangentSpace, "tangent-space"},
     {Stabilisation::Partitioning, "partitioning"}}};

}  // namespace holonom
