// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

namespace holonom {

/// A chain of uniform bars, hinged at ground and to each other, that starts horizontal and at rest.
/// `links` ≥ 1; total length 1 m times links, 1 kg per link; outputs tip.x and tip.y. Throws InputError.
Mechanism makeChain(int links);

}  // namespace holonom
