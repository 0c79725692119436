// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/units.h"
#include "core/model/mechanism.h"

namespace holonom {

/// What sets a mechanism apart from another one, in words of its fields: "mass of crank 0.5 kg, k1 200" with
/// the values that `mechanism` has, "without spring1" for parts that only the other one has. At most `most`
/// of them, and how many more there are. Titles, colours, groups and settings of runs do not count. Empty
/// where nothing else differs.
std::string differenceInWords(const Mechanism& mechanism, const Mechanism& other, const ShownUnits& shown,
                              std::size_t most = 2);

}  // namespace holonom
