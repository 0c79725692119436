// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

namespace holonom {

/// "joint 'B'": how messages call a part.
std::string partWords(PartRef::Kind kind, const std::string& name);
/// The same of a part of the mechanism, where a force that is a stop is called so: "stop 'end'".
std::string partWords(const Mechanism& mechanism, PartRef part);
/// "lower limit", "upper limit".
std::string limitWords(const StopLimit& limit);

}  // namespace holonom
