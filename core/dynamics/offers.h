// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/offers/charts.h"
#include "core/dynamics/offers/fronts.h"
#include "core/dynamics/offers/kinks.h"
#include "core/dynamics/offers/marks.h"
#include "core/dynamics/offers/poles.h"
#include "core/dynamics/offers/samples.h"
#include "core/dynamics/offers/stops.h"
#include "core/dynamics/offers/switches.h"

namespace holonom {

/// What a system may offer beside its equations, asked for once (DaeSystem::offers()). What it does not name
/// is empty: no switches, no stops … The objects live as long as the system and refer to its present state.
struct Offers {
  template <class T>
  static T& none() {
    static T nothing;
    return nothing;
  }

  Switches& switches = none<Switches>();
  Stops& stops = none<Stops>();
  Samples& samples = none<Samples>();
  Kinks& kinks = none<Kinks>();
  Poles& poles = none<Poles>();
  Fronts& fronts = none<Fronts>();
  Waves& waves = none<Waves>();
  Marks& marks = none<Marks>();
  Charts& charts = none<Charts>();
};

}  // namespace holonom
