// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/part_ref.h"

namespace holonom {

struct Mechanism;

/// Round through what can be seen and selected, in the order of the tree: the part behind or before another
/// one. None where there are no parts.
PartRef partBeside(const Mechanism& mechanism, PartRef part, bool forward);

}  // namespace holonom
