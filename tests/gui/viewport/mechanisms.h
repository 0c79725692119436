// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

/// Mechanisms for the pictures, made by hand so that these tests depend on nothing but the view.
namespace holonom::samples {

Mechanism pendulum();
Mechanism sliderCrank();
Mechanism fourBar();
Mechanism springDamper();  ///< two guided masses: spring, damper, both, and loads
Mechanism andrews();       ///< Andrews' squeezing mechanism, seven bodies, at its initial values
Mechanism chain(int links);

}  // namespace holonom::samples
