// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/force_kinds.h"

namespace holonom {

/// Where the hand is at time t, and how firmly it holds.
Hand::Knot handAt(const std::vector<Hand::Knot>& path, double t);
/// Which of its grabs, one at least, it has then; the first before that begins.
const Hand::Grab& grabAt(const Hand& hand, double t);

}  // namespace holonom
